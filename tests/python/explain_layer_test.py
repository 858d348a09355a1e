"""Explanations of the layer of PyTorch, with weights that were trained, and against the layer's definition."""

import unittest

import kenn
import numpy
import torch

from random_knowledge import plain_enhance, random_case


def logits_of(case):
    return {name: torch.tensor(values, dtype=torch.float32) for name, values in case.logits.items()}


class Layer(unittest.TestCase):
    def test_is_the_definition(self):
        for seed in range(25):
            case = random_case(seed)
            logits = logits_of(case)
            weights = torch.tensor(case.weights, dtype=torch.float32).double()
            expected = plain_enhance(case, {name: values.double() for name, values in logits.items()}, weights)
            explainer = kenn.Explainer(case.knowledge, logits, case.relations, case.weights, boost=case.boost, center=case.center)
            rows = [("T", row, str(row)) for row in range(case.objects)]
            rows += [("R", row, f"R({x}, {y})") for row, (x, y) in enumerate(case.listed)]
            for table, row, name in rows:
                with self.subTest(seed=seed, name=name):
                    found = explainer.explain(name)
                    numpy.testing.assert_allclose(found.rules.logits, expected[table][row].numpy(), rtol=0, atol=1e-9)
                    added = sum((each.changes for each in found.contributions), numpy.zeros(len(found.columns)))
                    numpy.testing.assert_allclose(found.network.logits + added, found.rules.logits, rtol=0, atol=1e-12)


class Trained(unittest.TestCase):
    def setUp(self):
        self.kb = kenn.Knowledge.from_text("""
            type Paper
            predict AI(Paper), DB(Paper)
            given Cite(Paper, Paper)
            exclusive AI, DB
            for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
            rule "fixed" weight 1.5: AI(y) & Cite(x, y) -> AI(x)
        """)
        generator = torch.Generator().manual_seed(5)
        self.labels = torch.arange(40) % 2
        self.words = torch.randn(40, 5, generator=generator) + 0.5 * self.labels[:, None]
        self.relations = {"Cite": torch.stack([torch.arange(40), (torch.arange(40) + 2) % 40])}
        torch.manual_seed(0)
        self.network = torch.nn.Linear(5, 2)

    def train(self, **options):
        layer = kenn.torch.Enhancer(self.kb, **options)
        optimiser = torch.optim.Adam([*self.network.parameters(), *layer.parameters()], 0.05)
        for _ in range(30):
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(layer(self.network(self.words), self.relations), self.labels).backward()
            optimiser.step()
        return layer

    def test_explains_the_weights_as_they_are(self):
        for options in ({}, {"layers": 3, "boost": "residual"}, {"boost": "godel", "order": "sequential", "center": True}):
            layer = self.train(**options)
            logits = self.network(self.words)  # with a graph behind it
            expected = layer(logits, self.relations).detach().numpy()
            explainer = layer.explainer(logits, self.relations, labels=self.labels)
            for row in range(0, 40, 3):
                found = layer.explain(logits, self.relations, row)
                size = sum(numpy.abs(grounding.changes).sum() for each in found.contributions for grounding in each.groundings)
                numpy.testing.assert_allclose(found.rules.logits, expected[row], rtol=0, atol=1e-5 * (1 + size))
                self.assertEqual(explainer.explain(str(row)).labels, [("AI", "DB")[self.labels[row]]])
                weights = {(each.layer, each.clause): each.weight for each in found.contributions}
                for name, by_layer in layer.weights().items():
                    for place, weight in enumerate(by_layer, 1):
                        self.assertAlmostEqual(weights.get((place, name), weight), weight, places=6)
            audit = layer.audit(logits, self.relations, labels=self.labels)
            self.assertEqual((audit.rows, audit.labels, len(audit.clauses)), (40, 40, 3))
            self.assertEqual(audit.to_dict(), explainer.audit().to_dict())

    def test_why_not(self):
        layer = kenn.torch.Enhancer(self.kb)
        found = layer.why_not(torch.tensor([[3.0, -3.0], [-0.1, 0.1]]), {"Cite": torch.tensor([[0], [1]])}, 1, "DB")
        self.assertTrue(found.found and found.is_smallest)
        self.assertEqual(found.prediction.predicates, ["DB"])

    def test_weights_outside_of_their_range_act_as_in_a_call(self):
        layer = kenn.torch.Enhancer(self.kb)
        logits = torch.randn(40, 2, generator=torch.Generator().manual_seed(1))
        with torch.no_grad():
            layer.clause_weights.copy_(torch.tensor([[-1.0, 900.0, 7.0]]))
        before = layer.clause_weights.clone()
        found = layer.explain(logits, self.relations, 2)
        self.assertTrue(torch.equal(layer.clause_weights, before))  # asking changes nothing
        numpy.testing.assert_allclose(found.rules.logits, layer(logits, self.relations)[2].detach().numpy(), rtol=1e-5)
        with torch.no_grad():
            layer.clause_weights[0, 0] = float("nan")
        with self.assertRaisesRegex(kenn.DataError, "weights: that of 'same topic.*' is nan"):
            layer.explain(logits, self.relations, 2)

    def test_inputs_as_of_a_call(self):
        layer = kenn.torch.Enhancer(self.kb)
        logits = torch.randn(40, 2, generator=torch.Generator().manual_seed(1))
        expected = layer.explain(logits, self.relations, 4).to_dict()
        plan = kenn.Plan(self.kb, {"Paper": 40}, self.relations)
        for given, relations in (({"Paper": logits}, self.relations), (logits.double(), self.relations), (logits.numpy(), self.relations),
                                 (logits, plan), (logits.t().contiguous().t(), {"Cite": self.relations["Cite"].numpy()})):
            self.assertEqual(layer.explain(given, relations, torch.tensor(4)).to_dict(), expected)
        named = layer.explain(logits, self.relations, "p4", objects={"Paper": [f"p{row}" for row in range(40)]})
        self.assertEqual(named.rules.logits.tolist(), list(expected["rules"]["logits"].values()))
        in_double = kenn.torch.Enhancer(self.kb).double()
        self.assertEqual(in_double.explain(logits, self.relations, 4).to_dict(), expected)


if __name__ == "__main__":
    unittest.main()
