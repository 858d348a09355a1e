"""Wrong and unusual uses of the package by people who know torch: each works, or says what was expected and what came."""

import copy
import pickle
import subprocess
import sys
import unittest

import kenn
import numpy
import torch
import torch.nn.utils.parametrize

TOPICS = """
type Paper
predict AI(Paper), DB(Paper), ML(Paper)
given Cite(Paper, Paper)
exclusive AI, DB, ML
for T in {AI, DB, ML} rule "same topic": T(x) & Cite(x, y) -> T(y)
"""
CLAUSES = [f"same topic[T={topic}]" for topic in ("AI", "DB", "ML")]
SMOKERS = """
type Person
predict Smoker(Person), Friends(Person, Person)
rule "peers": Smoker(x) & Friends(x, y) -> Smoker(y)
"""


class Uses(unittest.TestCase):
    def setUp(self):
        generator = torch.Generator().manual_seed(1)
        self.knowledge = kenn.Knowledge.from_text(TOPICS)
        self.layer = kenn.torch.Enhancer(self.knowledge)
        self.logits = torch.randn(10, 3, generator=generator)
        self.cites = torch.randint(0, 10, (2, 20), generator=generator)
        self.relations = {"Cite": self.cites}
        self.plan = kenn.Plan(self.knowledge, {"Paper": 10}, self.relations)

    def refuse(self, *cases, kind=kenn.DataError):
        """(what the message says, the call)"""
        for expected, call in cases:
            with self.subTest(expected), self.assertRaisesRegex(kind, "(?s)" + expected):
                call()


class Layer(Uses):
    def layer_with(self, weights):
        layer = kenn.torch.Enhancer(self.knowledge)
        layer.clause_weights = torch.nn.Parameter(weights)
        return layer

    def test_weights_that_the_engine_cannot_read(self):
        for expected, layer in (
            ("float32 or float64 on the CPU, got torch.float16", kenn.torch.Enhancer(self.knowledge).half()),
            ("got torch.bfloat16", kenn.torch.Enhancer(self.knowledge).bfloat16()),
            ("on meta", kenn.torch.Enhancer(self.knowledge).to("meta")),
            (r"expected the shape \[1, 3\] \(layers, clauses\), got \[1, 2\]", self.layer_with(torch.ones(1, 2))),
            ("is nan, not between 0 and 500", self.layer_with(torch.full((1, 3), float("nan")))),
        ):
            self.refuse((expected, lambda: layer(self.logits, self.relations)))
        turned = self.layer_with(torch.full((3, 1), 0.5).t())
        self.assertTrue(torch.equal(turned(self.logits, self.relations), self.layer(self.logits, self.relations)))

    def test_logits(self):
        self.refuse(
            # The columns are looked at before the rows, whose number would be that of another dimension.
            (r"\[rows, 3\] \(columns AI, DB, ML\), got \[3, 10\]", lambda: self.layer(self.logits.t(), self.relations)),
            (r"\[rows, 3\].*got \[1, 10, 3\]", lambda: self.layer(self.logits[None], self.relations)),
            (r"\[rows, 3\].*got \[\]", lambda: self.layer(torch.tensor(1.0), self.relations)),
            ("dense tensor on the CPU, got torch.sparse_coo", lambda: self.layer(self.logits.to_sparse(), self.relations)),
            ("got torch.strided on meta", lambda: self.layer(self.logits.to("meta"), self.relations)),
            (r"got torch.int64; \.float\(\) turns them", lambda: self.layer(self.logits.long(), self.relations)),
            ("row 0, column 'AI': the preactivation is not a number",
             lambda: self.layer(torch.full((10, 3), float("nan")), self.relations)),
        )
        with torch.autocast("cpu", dtype=torch.bfloat16):
            low = torch.nn.Linear(3, 3)(self.logits)
            self.refuse(("got torch.bfloat16", lambda: self.layer(low, self.relations)))
            self.assertEqual(self.layer(low.float(), self.relations).dtype, torch.float32)

    def test_relations(self):
        expected = self.layer(self.logits, self.relations)
        for cites in (self.cites.int(), self.cites.to(torch.uint8), self.cites.tolist(), self.cites.numpy(), tuple(self.cites),
                      list(self.cites)):
            self.assertTrue(torch.equal(self.layer(self.logits, {"Cite": cites}), expected), type(cites))
        for nothing in (torch.empty(2, 0), torch.empty(2, 0, dtype=torch.long), []):
            self.assertTrue(torch.equal(self.layer(self.logits, {"Cite": nothing}), self.logits))
        self.refuse(
            ("'Cite': expected a dense tensor.*got torch.float32, torch.sparse_coo",
             lambda: self.layer(self.logits, {"Cite": torch.eye(10).to_sparse()})),
            ("got torch.bfloat16", lambda: self.layer(self.logits, {"Cite": self.cites.bfloat16()})),
            ("a list whose parts differ in length", lambda: self.layer(self.logits, {"Cite": [[0, 1], [2]]})),
            (r"\[2, tuples\], got \[10, 10\]", lambda: self.layer(self.logits, {"Cite": torch.eye(10).long()})),
            ("^relation 'Cite': tuple 0 .* names object 10 of type 'Paper', which has 10$",
             lambda: self.layer(self.logits, {"Cite": [[0], [10]]})),
        )

    def test_plans(self):
        expected = self.layer(self.logits, self.relations)
        for knowledge in (self.knowledge, kenn.Knowledge.from_text(TOPICS)):
            self.assertTrue(torch.equal(kenn.torch.Enhancer(knowledge)(self.logits, self.plan), expected))
        opposite = kenn.Knowledge.from_text(TOPICS.replace("-> T(y)", "-> !T(y)"))  # clauses of the same names
        self.refuse(
            ("expected a plan for the rules of 'knowledge', got one for other rules",
             lambda: kenn.torch.Enhancer(opposite)(self.logits, self.plan)),
            ("a kenn.Plan already has its objects", lambda: self.layer(self.logits, self.plan, {"Paper": 10})),
            (r"expected the shape \[10, 3\].*got \[5, 3\]", lambda: self.layer(self.logits[:5], self.plan)),
            ("no type 'Papr', only Paper", lambda: kenn.Plan(self.knowledge, {"Papr": 10}, self.relations)),
            ("from 0 to 4294967295, got -1", lambda: kenn.Plan(self.knowledge, {"Paper": -1}, self.relations)),
        )
        self.refuse(("expected a dict from types to numbers of rows, got int", lambda: kenn.Plan(self.knowledge, 10, self.relations)),
                    ("save its relations", lambda: pickle.dumps(self.plan)), kind=TypeError)
        holder = torch.nn.Module()
        holder.plan = self.plan
        self.assertIs(copy.deepcopy(holder).plan, self.plan)

    def test_options(self):
        for options, expected in (({"layers": 0}, "layers: expected a whole number from 1 to 1000, got 0"),
                                  ({"layers": 2.5}, "got 2.5"), ({"layers": "3"}, "got '3'"),
                                  ({"threads": -1}, "threads: .* got -1"), ({"threads": 10**6}, "from 0 to 1024"),
                                  ({"boost": None}, "boost: expected 'softmax', 'godel' or 'residual', got None"),
                                  ({"center": "groups"}, "center: expected True, False or None, got 'groups'"),
                                  ({"order": "x"}, "order: expected 'parallel' or 'sequential', got 'x'"),
                                  ({"max_groundings": -1}, "max_groundings: .* got -1")):
            self.refuse((expected, lambda: kenn.torch.Enhancer(self.knowledge, **options)))
        self.assertEqual(kenn.torch.Enhancer(self.knowledge, layers=numpy.int64(2)).layers, 2)
        self.refuse(("has no `predict`", lambda: kenn.torch.Enhancer(kenn.Knowledge.from_text("type P given A(P)"))))

    def test_graphs_of_torch(self):
        self.refuse(("cannot be traced", lambda: torch.jit.trace(lambda z: self.layer(z, self.relations), (self.logits,))),
                    ("cannot be scripted", lambda: torch.jit.script(self.layer)),
                    ("cannot be scripted", lambda: torch.jit.script(torch.nn.Sequential(torch.nn.Linear(3, 3), self.layer))),
                    kind=RuntimeError)
        with torch.no_grad():  # where a trace would keep memory that nobody has written
            self.refuse(("cannot be traced", lambda: torch.jit.trace(lambda z: self.layer(z, self.relations), (self.logits,))),
                        kind=RuntimeError)
        if hasattr(torch, "compile"):
            compiled = torch.compile(lambda z: self.layer(z, self.relations))
            self.assertTrue(torch.equal(compiled(self.logits), self.layer(self.logits, self.relations)))

    def test_weights_with_a_parametrization(self):
        layer = kenn.torch.Enhancer(self.knowledge)
        torch.nn.utils.parametrize.register_parametrization(layer, "clause_weights", torch.nn.ReLU())
        result = layer(self.logits, self.relations)
        self.assertTrue(torch.equal(result, self.layer(self.logits, self.relations)))
        result.sum().backward()
        self.assertEqual([parameter.grad is not None for parameter in layer.parameters()], [True])

    def test_modules_around_it(self):
        expected = self.layer(self.logits, self.relations)
        self.assertTrue(torch.equal(torch.nn.DataParallel(self.layer)(self.logits, self.relations), expected))  # no GPU: as it is
        self.refuse(("'Cite' is missing", lambda: torch.nn.Sequential(torch.nn.Linear(3, 3), self.layer)(self.logits)))
        alone = kenn.torch.Enhancer(kenn.Knowledge.from_text("type P predict A(P) rule: A(x)"))
        self.assertEqual(torch.nn.Sequential(torch.nn.Linear(3, 1), alone)(self.logits).shape, (10, 1))

    def test_backward_again(self):
        logits = self.logits.clone().requires_grad_()
        total = self.layer(logits, self.relations).sum()
        total.backward(retain_graph=True)
        first = logits.grad.clone()
        self.layer(torch.randn(10, 3), self.relations).sum().backward()  # another forward in between
        total.backward()
        self.assertTrue(torch.equal(logits.grad, 2 * first))
        self.refuse(("second time", total.backward), kind=RuntimeError)

    def test_one_of_several_outputs_is_used(self):
        layer = kenn.torch.Enhancer(kenn.Knowledge.from_text(SMOKERS))
        people = torch.zeros(3, 1, requires_grad=True)
        relations = {"Friends": torch.tensor([[0], [1]])}
        layer({"Person": people, "Friends": torch.zeros(1, 1)}, relations)["Friends"].sum().backward()
        self.assertEqual(people.grad.shape, (3, 1))
        self.refuse(("expected a dict with Person, Friends, got one tensor", lambda: layer(people, relations)),
                    ("'Friends': expected torch.float32, as of 'Person', got torch.float64",
                     lambda: layer({"Person": people, "Friends": torch.zeros(1, 1).double()}, relations)))

    def test_nothing(self):
        rows = torch.zeros(0, 3, requires_grad=True)
        self.layer(rows, {"Cite": []}).sum().backward()
        self.assertEqual(rows.grad.shape, (0, 3))
        layer = kenn.torch.Enhancer(kenn.Knowledge.from_text("type P predict A(P)"))  # no rules
        self.assertEqual((layer(torch.ones(2, 1)).tolist(), layer.weights()), ([[1.0], [1.0]], {}))

    def test_a_forked_process(self):
        # Without torch's own operations, which need not survive a fork.
        code = ("import kenn, os, numpy\n"
                "kb = kenn.Knowledge.from_text('type P predict A(P) given R(P, P) rule: A(x) & R(x, y) -> A(y)')\n"
                "z, r = numpy.ones((9000, 1)), {'R': numpy.arange(18000).reshape(2, 9000) % 9000}\n"
                "expected = kenn.enhance(kb, z, r, threads=2)\n"
                "child = os.fork()\n"
                "if child == 0: os._exit(0 if (kenn.enhance(kb, z, r, threads=2) == expected).all() else 3)\n"
                "assert os.waitpid(child, 0)[1] == 0\n")
        subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

    def test_nothing_is_told_of_objects_that_live_until_the_end(self):
        code = ("import ctypes, kenn\n"
                "kept = ctypes.py_object(kenn.Knowledge.from_text('type P predict A(P)'))\n"
                "ctypes.pythonapi.Py_IncRef(kept)  # somebody never lets it go\n")
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(result.stderr, "")


class Functions(Uses):
    def test_knowledge(self):
        self.refuse(("kenn.Knowledge, got str; kenn.Knowledge.from_text", lambda: kenn.enhance(TOPICS, self.logits)),
                    ("got str", lambda: kenn.fit(TOPICS, self.logits, [0] * 10)), ("got str", lambda: kenn.Plan(TOPICS, {"Paper": 1})),
                    ("expected a str, got bytes", lambda: kenn.Knowledge.from_text(b"type P")),
                    ("made by from_text", lambda: kenn.Knowledge("type P")),
                    ("not NoneType", lambda: kenn.Knowledge.from_file(None)), ("not NoneType", lambda: kenn.Model.load(None)),
                    kind=TypeError)
        self.refuse((r"3:15: error: expected a formula, found '->'\n  rule: A\(x\) -> -> A\(x\)\n                \^",
                     lambda: kenn.Knowledge.from_text("type P\npredict A(P)\nrule: A(x) -> -> A(x)")), kind=kenn.KnowledgeError)

    def test_enhance(self):
        def enhance(**options):
            return kenn.enhance(self.knowledge, **{"logits": self.logits, "relations": self.relations, **options})

        expected = enhance()
        for weights in (self.layer.weights(), self.layer.clause_weights, dict.fromkeys(CLAUSES, 0.5)):
            numpy.testing.assert_array_equal(enhance(weights=weights), expected)
        numpy.testing.assert_array_equal(enhance(logits=self.logits.clone().requires_grad_()), expected)
        self.refuse(
            ("'Paper': expected a dense tensor.*got torch.bfloat16", lambda: enhance(logits=self.logits.bfloat16())),
            ("a list whose parts differ", lambda: enhance(logits=[[1.0, 2.0, 3.0], [1.0]])),
            (r"'same topic\[T=AI\]' is None, expected a number", lambda: enhance(weights=dict.fromkeys(CLAUSES))),
            ("expected one for each of 3 clauses, got the number 3.0", lambda: enhance(weights=3.0)),
            ("expected a dict from clauses to numbers, or numbers", lambda: enhance(weights="x")),
            ("layers: .* got -1", lambda: enhance(layers=-1)),
            ("their number or a list of their names, got 2.5", lambda: enhance(objects={"Paper": 2.5})),
            ("their number or a list of their names, got 'abc'", lambda: enhance(objects={"Paper": "abc"})),
            ("objects of 'Paper': .* got -2", lambda: enhance(objects={"Paper": -2})),
            ("two objects of type 'Paper' are called 'a'", lambda: enhance(objects={"Paper": ["a"] * 10})),
        )
        self.refuse(("expected a dict from types to numbers or names, got list", lambda: enhance(objects=[1])), kind=TypeError)

    def test_fit(self):
        def fit(labels, **options):
            return kenn.fit(self.knowledge, self.logits, labels, self.relations, **options).weights()

        expected = fit([0] * 9 + [-1])
        names = numpy.array(["AI"] * 9 + [float("nan")], dtype=object)  # as pandas has missing ones
        for labels in (torch.tensor([0] * 9 + [-1]), numpy.array([0.0] * 9 + [numpy.nan]), names, {"Paper": names}):
            self.assertEqual(fit(labels), expected)
        self.refuse(
            ("expected one for each of 10 rows, got None", lambda: fit(None)),
            (r"expected the shape \[10\], got \[\]", lambda: fit("AI")),
            ("numbers of columns or names", lambda: fit(numpy.full(10, 0.5))),
            ("1, 0, or -1 for unknown in each place, got <U1", lambda: fit(numpy.full((10, 3), "a"))),
            ("predicts no table 'Papr', only Paper", lambda: fit({"Papr": [0] * 10})),
            ("rule_prior: expected a number from 0 to 500, got nan", lambda: fit([0] * 10, rule_prior=float("nan"))),
            ("rule_prior: expected a number from 0 to 500, got 501", lambda: fit([0] * 10, rule_prior=501)),
            ("trust_strength: expected a number from 0 on, got -1", lambda: fit([0] * 10, trust_strength=-1)),
            ("trust_strength: expected a number from 0 on, got inf", lambda: fit([0] * 10, trust_strength=float("inf"))),
            ("folds: expected a whole number from 2 to 100, got 1", lambda: fit([0] * 10, folds=1)),
            ("seed: expected a whole number from 0 to .*, got 'a'", lambda: fit([0] * 10, seed="a")),
            ("loss: expected 'cross-entropy' or 'linear', got 'mse'", lambda: fit([0] * 10, loss="mse")),
        )

    def test_models(self):
        model = self.layer.to_model(torch.nn.Linear(4, 3))
        features = torch.randn(10, 4)
        self.assertEqual(model.predict_proba(features.tolist(), self.relations).shape, (10, 3))
        self.refuse(
            ("no type or predicted relation 'Papr', only Paper", lambda: model.predict_proba({"Papr": features}, self.relations)),
            (r"type 'Paper': nothing has a row.*objects=\{'Paper': count\}", lambda: model.predict_proba({}, self.relations)),
            ("knows 4 features of 'Paper', but the data has 3", lambda: model.predict_proba(features[:, 1:], self.relations)),
            ("'Paper': expected a dense tensor", lambda: model.predict_proba(features.to_sparse(), self.relations)),
            ("threads: .* got -1", lambda: kenn.Model.load("x", threads=-1)),
        )


if __name__ == "__main__":
    unittest.main()
