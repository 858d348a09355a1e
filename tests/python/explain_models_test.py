"""Explanations of models: those of `kenn explain --model`, of data sets, arrays and logits, and models that are refused."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import warnings

import kenn
import numpy

KENN = os.environ["KENN"]  # the program that was built


def run_kenn(*arguments):
    return subprocess.run([KENN, *map(str, arguments)], capture_output=True, text=True)


class Models(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.data_folder = cls.folder / "people"
        assert run_kenn("generate", "smokers", "--nodes", "60", "--out", cls.data_folder).returncode == 0
        cls.kb = kenn.Knowledge.from_file(cls.data_folder / "smokers.kenn")
        cls.data = kenn.Dataset.open(cls.kb, str(cls.data_folder))
        cls.model = cls.train()

    @classmethod
    def train(cls, name="model", **options):
        with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = kenn.train(cls.kb, cls.data, epochs=5, progress=False, **options)
        model.save(cls.folder / name)
        return model

    def program(self, *arguments, model="model"):
        return run_kenn("explain", "--model", self.folder / model, "--data", self.data_folder, *arguments)

    def program_json(self, *arguments):
        result = self.program("--json", *arguments)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return {name: value for name, value in json.loads(result.stdout).items() if name not in ("ok", "seconds", "diagnostics")}

    def friends(self):
        with open(self.data_folder / "Friends.csv") as file:
            return "Friends({}, {})".format(*file.read().splitlines()[1].split(",")[:2])

    def test_of_a_data_set(self):
        explainer = self.model.explainer(self.data)
        logits = self.model.logits(self.data)["Person"]
        for row, name in enumerate(self.data.ids()[:10]):
            found = self.model.explain(self.data, name, depth=1)
            self.assertEqual(found.to_dict(), self.program_json("--object", name, "--depth", "1"))
            self.assertEqual(explainer.explain(name, depth=1).to_dict(), found.to_dict())
            size = sum(numpy.abs(grounding.changes).sum() for each in found.contributions for grounding in each.groundings)
            numpy.testing.assert_allclose(found.rules.logits, logits[row], rtol=0, atol=1e-5 * (1 + size))
        found = self.model.explain(self.data, self.friends())
        self.assertEqual((found.table, found.object), ("Friends", self.friends()))
        self.assertEqual(found.to_dict(), self.program_json("--object", self.friends()))

    def test_audit_and_why_not(self):
        for split in ("all", "train", "test"):
            found = self.model.audit(self.data, split=split)
            self.assertEqual(found.to_dict(), self.program_json("--rules", "--split", split))
        self.assertEqual(found.labels, sum(self.program_json("--rules", "--split", "test")[name] for name in ("labels",)))
        name = next(name for name in self.data.ids() if "Smoker" not in self.model.explain(self.data, name).rules.predicates)
        wanted = self.program_json("--object", name, "--why-not", "Smoker")["why_not"]
        self.assertEqual(self.model.why_not(self.data, name, "Smoker").to_dict(), wanted)

    def test_members_of_an_ensemble(self):
        model = self.train("ensemble", ensemble=True, folds=2)
        for arguments, flags in (({}, ()), ({"member": 2}, ("--member", "2"))):
            with self.assertRaises(kenn.DataError) as raised:
                model.explain(self.data, self.data.ids()[0], **arguments)
            self.assertIn(str(raised.exception), self.program("--object", self.data.ids()[0], *flags, model="ensemble").stderr)
        first, second = (model.explain(self.data, self.data.ids()[0], member=member) for member in (0, 1))
        self.assertNotEqual(first.to_dict(), second.to_dict())

    def test_models_whose_predictions_are_no_sums(self):
        for method, message in (("nn", "no rules on top of its networks"), ("rnm", "searches for the most probable predictions")):
            model = self.train(method, method=method)
            for ask in (lambda: model.explain(self.data, self.data.ids()[0]), lambda: model.audit(self.data)):
                with self.assertRaisesRegex(kenn.DataError, message) as raised:
                    ask()
                self.assertIn(str(raised.exception), self.program("--object", self.data.ids()[0], model=method).stderr)

    def test_bad_arguments(self):
        name = self.data.ids()[0]
        other = kenn.Knowledge.from_text("type Person predict Smoker(Person)")
        for call, message in (
                (lambda: self.model.explain(self.data, name, {"Friends": [[0], [1]]}), "relations: expected none"),
                (lambda: self.model.audit(self.data, labels=[]), "labels: expected none"),
                (lambda: self.model.audit(self.data, split="tests"), "split: expected .* did you mean 'test'?"),
                (lambda: self.model.explain(self.data, name, member="0"), "member: expected a whole number"),
                (lambda: self.model.explain(self.data, name, max_groundings=0), "max_groundings"),
                (lambda: self.model.explain(self.data, "nobody at all"), "there is no object 'nobody at all'"),
                (lambda: self.model.explain(kenn.Dataset(other, [[1.0]]), "0"), "the data is for another knowledge than the model")):
            with self.subTest(message), self.assertRaisesRegex(kenn.DataError, message):
                call()


class OnArrays(unittest.TestCase):
    """Features and logits, whose rows are numbers."""

    def setUp(self):
        self.kb = kenn.Knowledge.from_text("""
            type Paper
            predict AI(Paper), DB(Paper)
            given Cite(Paper, Paper)
            exclusive AI, DB
            for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        """)
        random = numpy.random.default_rng(3)
        self.topic = random.integers(0, 2, 60)
        self.words = random.normal(size=(60, 4)) + 0.7 * self.topic[:, None]
        pairs = random.integers(0, 60, (2, 200))
        self.relations = {"Cite": pairs[:, self.topic[pairs[0]] == self.topic[pairs[1]]]}

    def check(self, model, inputs):
        expected = model.logits(inputs, self.relations)
        explainer = model.explainer(inputs, self.relations, labels=self.topic)
        for row in range(0, 60, 7):
            found = model.explain(inputs, row, self.relations)
            numpy.testing.assert_allclose(found.rules.logits, expected[row], rtol=0, atol=1e-4)
            self.assertEqual(explainer.explain(str(row)).labels, [("AI", "DB")[self.topic[row]]])
            self.assertEqual(model.predict(inputs, self.relations)[row], found.rules.predicates[0])
        self.assertEqual(model.audit(inputs, self.relations, labels=self.topic).labels, 60)
        with self.assertRaisesRegex(kenn.DataError, "split: expected 'all'"):
            model.audit(inputs, self.relations, labels=self.topic, split="test")

    def test_features(self):
        data = kenn.Dataset(self.kb, self.words, self.topic, self.relations)
        model = kenn.train(self.kb, data, epochs=20, hidden=[8], progress=False)
        self.check(model, self.words)
        self.assertEqual(model.explain(data, 3).rules.logits.tolist(), model.explain(self.words, 3, self.relations).rules.logits.tolist())

    def test_logits_of_a_fit(self):
        logits = numpy.random.default_rng(1).normal(size=(60, 2)) + numpy.stack([1 - 2 * self.topic, 2 * self.topic - 1], axis=1) * 0.5
        model = kenn.fit(self.kb, logits, self.topic, self.relations)
        self.check(model, logits)
        found = kenn.explain(self.kb, logits, self.relations, 5, weights=model.weights(), boost="residual")
        self.assertEqual(model.explain(logits, 5, self.relations).to_dict(), found.to_dict())
        with self.assertRaisesRegex(kenn.DataError, "member: expected none"):
            model.explain(logits, 5, self.relations, member=0)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            model.save(path / "model")
            numpy.save(path / "z.npy", logits.astype(numpy.float32))
            numpy.save(path / "cite.npy", self.relations["Cite"].T.astype(numpy.int64))
            result = run_kenn("explain", "--json", "--model", path / "model", "--logits", f"Paper={path}/z.npy", "--relation",
                              f"Cite={path}/cite.npy", "--object", "5")
            self.assertEqual(json.loads(result.stdout)["rules"], found.to_dict()["rules"], result.stderr)


if __name__ == "__main__":
    unittest.main()
