"""kenn.torch.cross_fit: networks of torch, a plain one and one with message passing, and rules that are right or wrong."""

import pathlib
import tempfile
import unittest

import kenn
import numpy
import torch

RULES = """
type Paper
predict AI(Paper), DB(Paper), ML(Paper)
given Cite(Paper, Paper), SameDay(Paper, Paper)
exclusive AI, DB, ML
for T in {AI, DB, ML} rule "right": T(x) & Cite(x, y) -> T(y)
rule "wrong": AI(x) & Cite(x, y) -> DB(y)
for T in {AI, DB, ML} rule "random": T(x) & SameDay(x, y) -> T(y)
"""
PAPERS, LABELLED, WORDS = 600, 240, 20


class GraphNetwork(torch.nn.Module):
    """One round of message passing: a paper, and the mean of the papers it cites."""

    def __init__(self):
        super().__init__()
        self.own, self.others = torch.nn.Linear(WORDS, 3), torch.nn.Linear(WORDS, 3)

    def forward(self, x, cites):
        sums = torch.zeros_like(x).index_add_(0, cites[0], x[cites[1]])
        degree = torch.zeros(len(x)).index_add_(0, cites[0], torch.ones(cites.shape[1])).clamp(min=1)
        return self.own(x) + self.others(sums / degree[:, None])


class CrossFit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = numpy.random.RandomState(2)
        topic = random.randint(0, 3, PAPERS)
        centres = random.normal(0, 0.6, (3, WORDS))
        cls.x = torch.tensor(centres[topic] + random.normal(0, 1.2, (PAPERS, WORDS)), dtype=torch.float32)
        cites = [(x, random.choice(numpy.flatnonzero(topic == topic[x]))) for x in range(PAPERS) for _ in range(3)]
        cls.cites = torch.tensor(cites + [(y, x) for x, y in cites]).T
        days = torch.tensor(random.randint(0, PAPERS, (2, 6 * PAPERS)))
        cls.topic = torch.tensor(topic)
        cls.labels = torch.where(torch.arange(PAPERS) < LABELLED, cls.topic, torch.tensor(-1))
        cls.knowledge = kenn.Knowledge.from_text(RULES)
        cls.relations = {"Cite": cls.cites, "SameDay": days}
        cls.data = kenn.torch.Data(cls.x, cls.labels, cls.relations)

    def trainer(self, *inputs, steps=100):
        def train(network, rows):
            self.seen.append(rows)
            optimiser = torch.optim.Adam(network.parameters(), 0.05)
            for _ in range(steps):
                optimiser.zero_grad()
                torch.nn.functional.cross_entropy(network(*inputs)[rows], self.labels[rows]).backward()
                optimiser.step()

        self.seen = []
        return train

    @staticmethod
    def perceptron():
        return torch.nn.Sequential(torch.nn.Linear(WORDS, 32), torch.nn.ReLU(), torch.nn.Dropout(0.2), torch.nn.Linear(32, 3))

    def cross_fit(self, **options):
        return kenn.torch.cross_fit(self.perceptron, self.trainer(self.x), self.knowledge, self.data, **options)

    def test_right_rules_are_trusted_and_wrong_ones_are_not(self):
        found = self.cross_fit(layers=2)
        self.assertEqual([rule.verdict for rule in found.evidence[:3]], ["trusted"] * 3)
        for rule in found.evidence[3:]:
            self.assertEqual(rule.weight, 0, rule)
        self.assertEqual(found.evidence[3].verdict, "contradicted")
        self.assertEqual({name: len(weights) for name, weights in found.weights.items()}, dict.fromkeys(found.weights, 2))
        network = self.perceptron()
        self.trainer(self.x)(network, torch.arange(LABELLED))
        network.eval()
        with torch.no_grad():
            alone = network(self.x)
            enhanced = found.enhancer()(alone, self.relations)
        right = [(logits.argmax(1) == self.topic)[LABELLED:].float().mean().item() for logits in (alone, enhanced)]
        self.assertGreater(right[1], right[0] + 0.05)

    def test_every_network_is_trained_without_its_fold(self):
        found = self.cross_fit(folds=4)
        self.assertEqual((len(found.networks), len(self.seen)), (4, 4))
        self.assertEqual(found.folds.shape, (PAPERS,))
        self.assertTrue((found.folds[:LABELLED] >= 0).all() and (found.folds[LABELLED:] == -1).all())
        outputs = []
        for fold, (network, rows) in enumerate(zip(found.networks, self.seen)):
            self.assertEqual(rows.tolist(), [row for row in range(LABELLED) if found.folds[row] != fold])
            with torch.no_grad():
                outputs.append(network.eval()(self.x))
            torch.testing.assert_close(found.logits[found.folds == fold], outputs[-1][found.folds == fold])
        torch.testing.assert_close(found.logits[LABELLED:], torch.stack(outputs).mean(0)[LABELLED:])

    def test_a_network_with_message_passing(self):
        data = kenn.torch.Data((self.x, self.cites), self.labels, self.relations)
        found = kenn.torch.cross_fit(GraphNetwork, self.trainer(self.x, self.cites), self.knowledge, data)
        for rule in found.evidence[3:]:
            self.assertEqual(rule.weight, 0, rule)
        again = kenn.torch.cross_fit(GraphNetwork, self.trainer(self.x, self.cites), self.knowledge,
                                     kenn.torch.Data(None, self.labels, self.relations),
                                     predict=lambda network: network(self.x, self.cites))
        self.assertEqual(again.weights, found.weights)

    def test_it_is_repeatable_and_leaves_the_random_numbers_alone(self):
        torch.manual_seed(5)
        expected = torch.rand(3)
        torch.manual_seed(5)
        first = self.cross_fit()
        torch.testing.assert_close(torch.rand(3), expected)
        second = self.cross_fit()
        self.assertEqual(first.weights, second.weights)
        self.assertTrue(torch.equal(first.logits, second.logits))
        self.assertFalse(torch.equal(first.logits, self.cross_fit(seed=1).logits))

    def test_the_layer(self):
        found = self.cross_fit(layers=2)
        layer = found.enhancer()
        self.assertEqual(layer.weights(), found.weights)
        self.assertEqual((layer.boost, layer.center, layer.layers, layer.clause_weights.requires_grad),
                         ("residual", True, 2, False))
        self.assertTrue(found.enhancer(learns=True).clause_weights.requires_grad)
        numpy.testing.assert_array_equal(layer(found.logits, self.relations).numpy(),
                                         found.model.logits(found.logits, self.relations))
        with tempfile.TemporaryDirectory() as folder:
            found.model.save(pathlib.Path(folder, "model"))
            self.assertEqual(kenn.Model.load(pathlib.Path(folder, "model")).weights(), found.weights)

    def test_several_tables(self):
        knowledge = kenn.Knowledge.from_text("""
            type Person type Club
            predict Smoker(Person), Noisy(Club)
            given Member(Person, Club)
            rule: Smoker(x) & Member(x, y) -> Noisy(y)""")
        random = numpy.random.RandomState(0)
        smoker = random.rand(100) < 0.4
        club = random.randint(0, 30, 100)
        noisy = numpy.array([smoker[club == i].any() for i in range(30)])
        labels = {"Person": smoker[:, None].astype(int), "Club": noisy[:, None].astype(int)}
        rows_seen = []

        def train(network, rows):
            rows_seen.append(rows)

        logits = {name: torch.tensor(random.normal(2 * known - 1, 1), dtype=torch.float32) for name, known in labels.items()}
        data = kenn.torch.Data(None, labels, {"Member": numpy.stack([numpy.arange(100), club])})
        found = kenn.torch.cross_fit(torch.nn.Identity, train, knowledge, data, predict=lambda network: logits)
        self.assertEqual([sorted(rows) for rows in rows_seen], [["Club", "Person"]] * 5)
        self.assertEqual(sum(len(rows["Person"]) for rows in rows_seen), 400)
        torch.testing.assert_close(found.logits["Club"], logits["Club"])
        self.assertEqual(found.evidence[0].holds, 1)

    def test_refusals(self):
        def cross_fit(data=self.data, train=lambda network, rows: None, **options):
            return kenn.torch.cross_fit(self.perceptron, train, self.knowledge, data, **options)

        few = torch.full((PAPERS,), -1)
        few[:3] = 0
        for kind, message, call in (
                (TypeError, "data: expected a kenn.torch.Data, got Tensor", lambda: cross_fit(self.x)),
                (TypeError, "expected a kenn.Knowledge",
                 lambda: kenn.torch.cross_fit(self.perceptron, None, RULES, self.data)),
                (kenn.DataError, "at least 4 labelled rows", lambda: cross_fit(kenn.torch.Data(self.x, few, self.relations))),
                (kenn.DataError, "folds: expected a whole number from 2", lambda: cross_fit(folds=1)),
                (kenn.DataError, r"logits of 'Paper': expected a tensor of shape \[600, 3\].*got \[10, 3\]",
                 lambda: cross_fit(kenn.torch.Data(self.x[:10], self.labels, self.relations))),
                (kenn.DataError, r"expected a tensor of shape \[600, 3\].*got list",
                 lambda: cross_fit(predict=lambda network: [1.0])),
                (kenn.DataError, "predicts no table 'Papr'",
                 lambda: cross_fit(predict=lambda network: {"Papr": network(self.x)})),
                (kenn.DataError, "boost: expected", lambda: cross_fit(boost="x"))):
            with self.subTest(message), self.assertRaisesRegex(kind, message):
                call()


if __name__ == "__main__":
    unittest.main()
