"""kenn.torch.Enhancer: values and gradients, what a module must be able to do, and what it refuses."""

import copy
import io
import os
import pathlib
import pickle
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import kenn
import numpy
import torch
from kenn._autograd import Enhance
from random_knowledge import citation_knowledge, plain_enhance, random_case

SMOKERS = """
type Person
predict Smoker(Person), Cancer(Person), Friends(Person, Person)
rule "cancer": Smoker(x) -> Cancer(x)
rule "peers" weight 1.5: Smoker(x) & Friends(x, y) -> Smoker(y)
"""


def citation_layer(topics=3, papers=20, pairs=60, dtype=torch.float32, exclusive=False, **options):
    generator = torch.Generator().manual_seed(7)
    layer = kenn.torch.Enhancer(citation_knowledge(topics, exclusive), **options).to(dtype)
    logits = torch.randn(papers, topics, generator=generator, dtype=dtype).requires_grad_()
    cites = torch.randint(0, papers, (2, pairs), generator=generator)
    return layer, logits, {"Cite": cites}


class Gradients(unittest.TestCase):
    def test_gradcheck(self):
        for options in ({}, {"layers": 3}, {"order": "sequential", "layers": 2}, {"center": True}, {"boost": "residual", "layers": 2},
                        {"boost": "residual", "center": False}):
            layer, logits, relations = citation_layer(dtype=torch.float64, exclusive=True, **options)
            weights = torch.rand_like(layer.clause_weights) + 0.2

            def call(z, w):
                with torch.no_grad():
                    layer.clause_weights.copy_(w)
                return Enhance.apply(layer, layer._plans.find((20,), relations, None), w, z)

            self.assertTrue(torch.autograd.gradcheck(call, (logits, weights.requires_grad_())))

    def test_second_derivatives_are_refused(self):
        layer, logits, relations = citation_layer(dtype=torch.float64)
        with self.assertRaisesRegex(RuntimeError, "no second derivatives"):
            torch.autograd.gradgradcheck(lambda z: layer(z, relations), (logits,))
        gradient, = torch.autograd.grad(layer(logits, relations).sum(), logits, create_graph=True)
        expected, = torch.autograd.grad(layer(logits, relations).sum(), logits)
        self.assertTrue(torch.equal(gradient, expected))  # asking for a graph alone does no harm
        with self.assertRaisesRegex(RuntimeError, "no second derivatives"):
            gradient.pow(2).sum().backward()

    def test_equal_to_plain_torch_on_random_knowledge(self):
        for seed in range(60):
            case = random_case(seed)
            for dtype, tolerance in ((torch.float64, 1e-10), (torch.float32, 2e-4)):
                with self.subTest(seed=seed, dtype=dtype):
                    self.compare(case, dtype, tolerance)

    def compare(self, case, dtype, tolerance):
        layer = kenn.torch.Enhancer(case.knowledge, layers=case.layers, boost=case.boost, center=case.center).to(dtype)
        with torch.no_grad():
            layer.clause_weights.copy_(torch.from_numpy(case.weights))
        inputs = [{name: torch.from_numpy(z).to(dtype).requires_grad_() for name, z in case.logits.items()}
                  for _ in range(2)]
        weights = torch.from_numpy(case.weights).to(dtype).requires_grad_()
        ours = layer(inputs[0], case.relations)
        plain = plain_enhance(case, inputs[1], weights)
        for results in (ours, plain):
            sum((z * torch.linspace(-1, 1, z.numel(), dtype=dtype).view_as(z)).sum() for z in results.values()).backward()
        for name in ours:
            torch.testing.assert_close(ours[name], plain[name], rtol=tolerance, atol=tolerance)
            torch.testing.assert_close(inputs[0][name].grad, inputs[1][name].grad, rtol=tolerance, atol=tolerance)
        if weights.grad is None:  # no grounding at all
            weights.grad = torch.zeros_like(weights)
        learned = torch.tensor([clause.learned for clause in case.knowledge.clauses], dtype=dtype)  # fixed: no gradient
        scale = max([1.0, *weights.grad.abs().flatten().tolist()])
        torch.testing.assert_close(layer.clause_weights.grad / scale, weights.grad * learned / scale, rtol=tolerance,
                                   atol=tolerance)


class Options(unittest.TestCase):
    def test_each_boost_has_its_defaults(self):
        for boost, start, center in (("softmax", 0.5, False), ("godel", 0.5, False), ("residual", 2.5, True)):
            layer = citation_layer(boost=boost)[0]
            self.assertEqual((layer.boost, layer.center, layer.weights()["same topic[T=T0]"]), (boost, center, [start]))
            self.assertEqual("center=True" in repr(layer), center)
            for chosen in (False, True):
                self.assertIs(citation_layer(boost=boost, center=chosen)[0].center, chosen)
        knowledge = kenn.Knowledge.from_text('type P predict A(P) rule "fixed" weight 0.25: A(x)')
        self.assertEqual(kenn.torch.Enhancer(knowledge, boost="residual").weights(), {"fixed": [0.25]})

    def test_centring_makes_a_shift_of_the_group_harmless(self):
        for boost in ("softmax", "residual"):
            for center in (False, True):
                layer, logits, relations = citation_layer(exclusive=True, boost=boost, center=center, layers=2)
                plain, shifted = layer(logits, relations), layer(logits + 4, relations)
                self.assertEqual(torch.allclose(shifted, plain + 4, atol=1e-4), center)

    def test_copies_keep_them(self):
        layer, logits, relations = citation_layer(exclusive=True, boost="residual")
        for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
            self.assertEqual((other.boost, other.center), ("residual", True))
            self.assertTrue(torch.equal(other(logits, relations), layer(logits, relations)))
        state = layer.__getstate__()
        del state["center"]  # as older versions have saved it
        older = kenn.torch.Enhancer.__new__(kenn.torch.Enhancer)
        older.__setstate__(state)
        self.assertFalse(older.center)


class Module(unittest.TestCase):
    def test_state_dict_is_by_the_names_of_clauses(self):
        layer, logits, relations = citation_layer(layers=2)
        with torch.no_grad():
            layer.clause_weights.uniform_(0, 3)
        self.assertEqual(list(layer.state_dict()), [f"weights.same topic[T=T{i}]" for i in range(3)])
        other = citation_layer(layers=2)[0]
        parent, other_parent = torch.nn.ModuleDict({"rules": layer}), torch.nn.ModuleDict({"rules": other})
        other_parent.load_state_dict(parent.state_dict())
        self.assertTrue(torch.equal(other.clause_weights, layer.clause_weights))
        self.assertTrue(torch.equal(other(logits, relations), layer(logits, relations)))
        with self.assertRaisesRegex(RuntimeError, "Missing key.*T2"):
            other.load_state_dict(citation_layer(topics=2, layers=2)[0].state_dict())
        with self.assertRaisesRegex(RuntimeError, "Unexpected key.*T3"):
            other.load_state_dict(citation_layer(topics=4, layers=2)[0].state_dict())
        with self.assertRaisesRegex(RuntimeError, "expected one weight for each of 2 layers"):
            other.load_state_dict(citation_layer(layers=1)[0].state_dict())

    def test_copies_are_equal_and_independent(self):
        layer, logits, relations = citation_layer()
        layer(logits, relations)  # there is a plan, which is not copied
        expected = layer(logits, relations)
        file = io.BytesIO()
        torch.save(layer, file)
        file.seek(0)
        loaded = torch.load(file, **({} if torch.__version__ < "2" else {"weights_only": False}))
        for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer)), loaded):
            self.assertTrue(torch.equal(other(logits, relations), expected))
            with torch.no_grad():
                other.clause_weights.fill_(2)
            self.assertTrue(torch.equal(layer(logits, relations), expected))
        with self.assertRaisesRegex(RuntimeError, "deepcopy|graph leaves"):
            copy.deepcopy(expected)  # a result with a graph, as everywhere in torch

    def test_evaluation_and_inputs_without_gradient(self):
        layer, logits, relations = citation_layer()
        expected = layer(logits, relations).detach()
        layer.eval()
        self.assertTrue(torch.equal(layer(logits, relations).detach(), expected))
        with torch.no_grad():
            self.assertFalse(layer(logits, relations).requires_grad)
        with torch.inference_mode():
            self.assertTrue(torch.equal(layer(logits.detach().clone(), {"Cite": relations["Cite"].clone()}), expected))
        layer.train()
        frozen = layer(logits.detach(), relations)
        frozen.sum().backward()
        self.assertIsNotNone(layer.clause_weights.grad)
        layer.requires_grad_(False)
        self.assertFalse(layer(logits.detach(), relations).requires_grad)

    def test_inputs_that_are_not_contiguous(self):
        layer, logits, relations = citation_layer()
        expected = layer(logits, relations)
        expected.sum().backward()
        turned = logits.detach().t().contiguous().t().requires_grad_()
        self.assertFalse(turned.is_contiguous())
        cites = relations["Cite"].t().contiguous().t()
        result = layer(turned, {"Cite": cites})
        self.assertTrue(torch.equal(result, expected))
        result.sum().backward()
        self.assertTrue(torch.equal(turned.grad, logits.grad))

    def test_several_tables_fixed_weights_and_projection(self):
        layer = kenn.torch.Enhancer(kenn.Knowledge.from_text(SMOKERS))
        logits = {"Person": torch.zeros(2, 2), "Friends": torch.ones(1, 1)}
        result = layer(logits, {"Friends": torch.tensor([[0], [1]])})
        self.assertEqual({name: list(z.shape) for name, z in result.items()}, {"Person": [2, 2], "Friends": [1, 1]})
        result["Person"].sum().backward()
        self.assertEqual(layer.clause_weights.grad[0, 1], 0)  # fixed
        with torch.no_grad():
            layer.clause_weights.copy_(torch.tensor([[-3.0, 9.0]]))
        layer(logits, {"Friends": torch.tensor([[0], [1]])})
        self.assertEqual(layer.weights(), {"cancer": [0.0], "peers": [1.5]})

    def test_plans_are_used_again(self):
        layer, logits, relations = citation_layer()
        layer(logits, relations)
        plan = layer._plans.find((20,), relations, None)
        self.assertIs(layer._plans.find((20,), {"Cite": relations["Cite"]}, None), plan)
        self.assertIs(layer._plans.find((20,), {"Cite": relations["Cite"].clone()}, None), plan)  # the same numbers
        before = layer(logits, relations)
        relations["Cite"][:, 0] = (relations["Cite"][:, 0] + 1) % 20
        self.assertIsNot(layer._plans.find((20,), relations, None), plan)
        self.assertFalse(torch.equal(layer(logits, relations), before))
        self.assertTrue(torch.equal(layer(logits, kenn.Plan(layer.knowledge, {"Paper": 20}, relations)),
                                    layer(logits, relations)))
        for pairs in range(30):
            layer(logits, {"Cite": torch.arange(pairs % 20).repeat(2, 1)})
        self.assertLessEqual(len(layer._plans._plans), 8)


class Refusals(unittest.TestCase):
    def test_what_was_expected_and_what_came(self):
        layer, logits, relations = citation_layer()
        cites = relations["Cite"]
        nan = logits.detach().clone()
        nan[4, 1] = float("nan")
        for expected, call in (
            (r"\[rows, 3\] \(columns T0, T1, T2\), got \[20, 4\]", lambda: layer(torch.zeros(20, 4), relations)),
            (r"float32 or float64, got torch.float16", lambda: layer(logits.half(), relations)),
            (r"expected row numbers of shape \[2, tuples\], got \[60, 2\].*transpose", lambda: layer(logits, {"Cite": cites.t()})),
            (r"expected whole numbers \(rows\), got float32", lambda: layer(logits, {"Cite": cites.float()})),
            (r"no relation 'Cites', only Cite", lambda: layer(logits, {"Cites": cites})),
            (r"'Cite' is missing", lambda: layer(logits)),
            (r"-1 at \[0, 0\] is no row", lambda: layer(logits, {"Cite": torch.tensor([[-1], [0]])})),
            (r"20", lambda: layer(logits, {"Cite": torch.tensor([[0], [20]])})),
            (r"no table 'Author', only Paper", lambda: layer({"Author": logits}, relations)),
            (r"Paper.*row 4.*T1", lambda: layer(nan, relations)),
            (r"row 4.*T1", lambda: layer(nan.double(), relations)),
        ):
            with self.subTest(expected), self.assertRaisesRegex(kenn.DataError, "(?s)" + expected):
                call()
        with self.assertRaisesRegex(TypeError, "expected a tensor.*got ndarray"):
            layer(logits.detach().numpy(), relations)
        with self.assertRaisesRegex(TypeError, "expected a dict from names to row numbers, got Tensor"):
            layer(logits, cites)
        with self.assertRaisesRegex(TypeError, "expected a kenn.Knowledge, got str"):
            kenn.torch.Enhancer("rule")


class Use(unittest.TestCase):
    def test_the_page(self):
        page = (pathlib.Path(os.environ["KENN_SOURCE"]) / "docs" / "python.md").read_text()
        with tempfile.TemporaryDirectory() as folder:
            for name in ("layer.py", "cross_fit.py"):
                body = re.search(rf"(?ms)^```python file={name}\n(.*?)^```$", page)[1]
                pathlib.Path(folder, name).write_text(body)
                result = subprocess.run([sys.executable, name], cwd=folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(kenn.Model.load(pathlib.Path(folder, "model.safetensors")).method, "kenn")

    def test_learns_xor(self):
        knowledge = kenn.Knowledge.from_text("""
            type Row
            predict Y(Row)
            given A(Row), B(Row)
            rule "both": A(x) & B(x) -> !Y(x)
            rule "first": A(x) & !B(x) -> Y(x)
            rule "second": !A(x) & B(x) -> Y(x)
            rule "neither": !A(x) & !B(x) -> !Y(x)""")
        bits = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
        wanted = torch.tensor([[0.0], [1.0], [1.0], [0.0]])
        relations = {"A": bits[:, 0].nonzero().t(), "B": bits[:, 1].nonzero().t()}
        torch.manual_seed(1)
        network, layer = torch.nn.Linear(2, 1), kenn.torch.Enhancer(knowledge)
        optimiser = torch.optim.Adam([*network.parameters(), *layer.parameters()], 0.1)
        for _ in range(300):
            optimiser.zero_grad()
            loss = torch.nn.functional.binary_cross_entropy_with_logits(layer(network(bits), relations), wanted)
            loss.backward()
            optimiser.step()
        self.assertLess(float(loss), 0.05)
        self.assertTrue(torch.equal((layer(network(bits), relations) > 0).float(), wanted))

    def test_memory_stays_flat(self):
        layer, logits, relations = citation_layer(papers=500, pairs=2000)

        def run(times):
            for _ in range(times):
                layer(logits, relations).sum().backward()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        before = run(1000)
        self.assertLess(run(9000) - before, 4000)  # KB; one output alone is 6 KB a time

    def test_threads_get_the_same_bits(self):
        layer, logits, relations = citation_layer(papers=300, pairs=3000)
        expected = layer(logits, relations)
        expected.pow(2).sum().backward()
        gradient, wrong = logits.grad.clone(), []

        def work(number):
            mine = logits.detach().clone().requires_grad_()
            for step in range(150):
                mine.grad = None
                graph = relations if step % 2 else {"Cite": relations["Cite"].clone()}
                result = layer(mine, graph)
                weights = torch.autograd.grad(result.pow(2).sum(), mine)
                if not (torch.equal(result, expected) and torch.equal(weights[0], gradient)):
                    wrong.append((number, step))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_the_lock_of_the_interpreter_is_released(self):
        """While the engine computes, another thread of Python runs: here it has no other time."""
        layer, logits, relations = citation_layer(papers=20000, pairs=400000, threads=1)
        plan = kenn.Plan(layer.knowledge, {"Paper": 20000}, relations)
        weights, logits = layer.clause_weights.detach(), logits.detach()
        outputs = torch.empty_like(logits)
        ticks, stop = [], threading.Event()

        def tick():
            while not stop.wait(0.0002):
                ticks.append(None)

        thread = threading.Thread(target=tick)
        thread.start()
        interval, deadline = sys.getswitchinterval(), time.monotonic() + 120
        sys.setswitchinterval(1000)  # so this thread keeps the lock, unless it gives it away
        try:
            has_run = False
            while not has_run and time.monotonic() < deadline:
                before = len(ticks)
                layer._run(plan, False, weights, (logits,), (outputs,))
                has_run = len(ticks) > before
        finally:
            sys.setswitchinterval(interval)
            stop.set()
            thread.join()
        self.assertTrue(has_run)


if __name__ == "__main__":
    unittest.main()
