"""Models go both ways between Python and the command line: torch to `kenn predict`, `kenn train` to kenn.Model."""

import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

import kenn
import numpy
import torch

KENN = os.environ["KENN"]  # the program that was built, with all its commands
TOPICS = """type Paper
predict AI(Paper), DB(Paper), ML(Paper)
given Cite(Paper, Paper)
exclusive AI, DB, ML
for T in {AI, DB, ML} rule "same topic": T(x) & Cite(x, y) -> T(y)
"""
SMOKERS = """type Person
predict Smoker(Person), Cancer(Person), Friends(Person, Person)
rule "cancer" weight 1.5: Smoker(x) -> Cancer(x)
rule "peers": Smoker(x) & Friends(x, y) -> Smoker(y)
"""
SPLITS = ["train", "valid", "test"]


def run_kenn(*arguments):
    result = subprocess.run([KENN, *map(str, arguments)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Folder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.data = self.folder / "data"
        self.data.mkdir()

    def write(self, name, header, rows):
        with open(self.data / name, "w", newline="") as file:
            csv.writer(file).writerows([header, *rows])

    def predicted(self, model, columns, table=None):
        """The probabilities that `kenn predict` writes."""
        run_kenn("predict", "--model", model, "--data", self.data, "--out", self.folder / "predictions.csv")
        name = f"predictions.{table}.csv" if table else "predictions.csv"
        return numpy.array([[float(row[column]) for column in columns] for row in read_csv(self.folder / name)])


class FromTorch(Folder):
    def papers(self, count=40, words=12):
        """Papers with one word for each topic, citations inside topics, and both as files."""
        generator = torch.Generator().manual_seed(3)
        labels = torch.arange(count) % 3
        features = torch.randn(count, words, generator=generator)
        features[torch.arange(count), labels] += 2
        cites = torch.randint(0, count, (2, 3 * count), generator=generator)
        cites = torch.unique(cites[:, labels[cites[0]] == labels[cites[1]]], dim=1)
        self.write("Paper.csv", ["id"], [[f"p{i}"] for i in range(count)])
        numpy.save(self.data / "Paper.features.npy", features.numpy())
        self.write("Cite.csv", ["x", "y"], [[f"p{x}", f"p{y}"] for x, y in cites.t().tolist()])
        return features, labels, cites

    def test_a_network_with_a_layer_predicts_the_same_in_the_command_line(self):
        features, labels, cites = self.papers()
        knowledge = kenn.Knowledge.from_text(TOPICS, "topics.kenn")
        for options in ({}, {"layers": 3}, {"layers": 2, "boost": "godel", "order": "sequential"},
                        {"layers": 2, "boost": "residual"}, {"boost": "residual", "center": False}, {"center": True}):
            torch.manual_seed(1)
            network = torch.nn.Sequential(torch.nn.Linear(12, 9), torch.nn.ReLU(), torch.nn.Dropout(0.1),
                                          torch.nn.Linear(9, 5, bias=False), torch.nn.ReLU(), torch.nn.Linear(5, 3))
            layer = kenn.torch.Enhancer(knowledge, **options)
            optimiser = torch.optim.Adam([*network.parameters(), *layer.parameters()], 0.02)
            for _ in range(20):
                optimiser.zero_grad()
                z = layer(network(features), {"Cite": cites})
                torch.nn.functional.cross_entropy(z[:20], labels[:20]).backward()
                optimiser.step()
            model = layer.to_model(network)
            model.save(self.folder / "model.kenn")
            network.eval()
            with torch.no_grad():
                expected = layer(network(features), {"Cite": cites}).softmax(1).numpy()
            with self.subTest(options):
                numpy.testing.assert_allclose(self.predicted(self.folder / "model.kenn", ["AI", "DB", "ML"]), expected, atol=1e-5)
                numpy.testing.assert_allclose(model.predict_proba(features, {"Cite": cites}), expected, atol=1e-5)
                self.assertEqual(model.weights(), layer.weights())

    def test_evaluate_takes_it(self):
        features, labels, cites = self.papers()
        self.write("Paper.csv", ["id", "label", "split"],
                   [[f"p{i}", ["AI", "DB", "ML"][label], "test"] for i, label in enumerate(labels)])
        torch.manual_seed(1)
        network = torch.nn.Linear(12, 3)
        kenn.torch.Enhancer(kenn.Knowledge.from_text(TOPICS)).to_model(network).save(self.folder / "model.kenn")
        self.assertIn("40 labels, accuracy", run_kenn("evaluate", "--model", self.folder / "model.kenn", "--data", self.data))

    def test_several_predicted_tables(self):
        generator = torch.Generator().manual_seed(5)
        people = torch.randn(8, 4, generator=generator)
        pairs = torch.tensor([[0, 0, 3, 5, 7, 2], [1, 4, 2, 6, 0, 2]])
        years = torch.rand(6, 2, generator=generator)
        self.write("Person.csv", ["id", "a", "b", "c", "d"], [[f"n{i}", *row] for i, row in enumerate(people.tolist())])
        self.write("Friends.csv", ["x", "y", "years", "trips"],
                   [[f"n{x}", f"n{y}", *row] for (x, y), row in zip(pairs.t().tolist(), years.tolist())])
        torch.manual_seed(2)
        networks = {"Person": torch.nn.Sequential(torch.nn.Linear(4, 6), torch.nn.ReLU(), torch.nn.Linear(6, 2)),
                    "Friends": torch.nn.Sequential(torch.nn.Linear(2 + 4 + 4, 6), torch.nn.ReLU(), torch.nn.Linear(6, 1))}
        layer = kenn.torch.Enhancer(kenn.Knowledge.from_text(SMOKERS), layers=2)
        # The network of a relation sees the features of the tuple, then those of its objects.
        inputs = torch.cat([years, people[pairs[0]], people[pairs[1]]], dim=1)
        with torch.no_grad():
            expected = layer({"Person": networks["Person"](people), "Friends": networks["Friends"](inputs)}, {"Friends": pairs})
        for model in (layer.to_model(*networks.values()), layer.to_model(networks)):
            model.save(self.folder / "model.kenn")
            ours = model.predict_proba({"Person": people, "Friends": years}, {"Friends": pairs})
            for table, columns in (("Person", ["Smoker", "Cancer"]), ("Friends", ["Friends"])):
                wanted = expected[table].sigmoid().numpy()
                numpy.testing.assert_allclose(self.predicted(self.folder / "model.kenn", columns, table), wanted, atol=1e-5)
                numpy.testing.assert_allclose(ours[table], wanted, atol=1e-5)

    def test_refusals(self):
        layer = kenn.torch.Enhancer(kenn.Knowledge.from_text(TOPICS))
        smokers = kenn.torch.Enhancer(kenn.Knowledge.from_text(SMOKERS))
        linear = torch.nn.Linear
        for expected, call in (
            (r"'Paper': expected 3 outputs \(AI, DB, ML\), got 4", lambda: layer.to_model(linear(5, 4))),
            ("expected Linear modules with ReLU between them, got Linear, Tanh, Linear",
             lambda: layer.to_model(torch.nn.Sequential(linear(5, 4), torch.nn.Tanh(), linear(4, 3)))),
            ("expected 4 inputs, as the one before it has outputs, got 5",
             lambda: layer.to_model(torch.nn.Sequential(linear(5, 4), torch.nn.ReLU(), linear(5, 3)))),
            ("expected one for each of Person, Friends, got 1", lambda: smokers.to_model(linear(5, 2))),
            ("'Friends' is missing", lambda: smokers.to_model({"Person": linear(5, 2)})),
            ("predicts no table 'Author', only Paper", lambda: layer.to_model({"Author": linear(5, 3)})),
            ("hidden layers of the same sizes, got \\[\\] and \\[3\\]",
             lambda: smokers.to_model(linear(5, 2), torch.nn.Sequential(linear(9, 3), torch.nn.ReLU(), linear(3, 1)))),
            ("not finite|finite", lambda: layer.to_model(self.broken())),
        ):
            with self.subTest(expected), self.assertRaisesRegex(kenn.DataError, expected):
                call()

    @staticmethod
    def broken():
        network = torch.nn.Linear(5, 3)
        with torch.no_grad():
            network.weight[1, 2] = float("nan")
        return network


class FromTheCommandLine(Folder):
    def setUp(self):
        super().setUp()
        run_kenn("generate", "citation", "--nodes", 90, "--edges", 200, "--words", 20, "--classes", 3, "--out", self.data)
        rows = read_csv(self.data / "Paper.csv")
        self.labels = [row["label"] for row in rows]
        self.splits = [SPLITS[i % 3] for i in range(len(rows))]
        self.write("Paper.csv", ["id", "label", "split"], [[row["id"], row["label"], split] for row, split in zip(rows, self.splits)])
        number = {row["id"]: i for i, row in enumerate(rows)}
        self.cites = numpy.array([[number[row["x"]], number[row["y"]]] for row in read_csv(self.data / "Cite.csv")]).T
        lines = [line.split() for line in (self.data / "Paper.features.mtx").read_text().splitlines() if line[0] != "%"]
        self.features = numpy.zeros((len(rows), 20))
        for row, column in lines[1:]:
            self.features[int(row) - 1, int(column) - 1] = 1

    def train(self, method, paradigm):
        run_kenn("train", "--knowledge", self.data / "citation.kenn", "--data", self.data, "--method", method, "--paradigm", paradigm,
                 "--hidden", "6", "--epochs", 15, "--out", self.folder / "model.kenn")
        return kenn.Model.load(self.folder / "model.kenn")

    def test_every_method_predicts_the_same_in_python(self):
        for method, paradigm, stored in (("nn", "transductive", "nn"), ("kenn", "transductive", "kenn"), ("kenn", "inductive", "kenn"),
                                         ("kenn-greedy", "transductive", "kenn"), ("sbr", "transductive", "nn"),
                                         ("sbr", "inductive", "map"), ("rnm", "transductive", "map"), ("rnm", "inductive", "map")):
            with self.subTest(method=method, paradigm=paradigm):
                model = self.train(method, paradigm)
                self.assertEqual(model.method, stored)
                columns = model.knowledge.predicted_tables[0].columns
                expected = self.predicted(self.folder / "model.kenn", columns).astype(numpy.float32)
                known = [label if split == "train" else None for label, split in zip(self.labels, self.splits)]
                options = {"labels": known} if stored == "map" else {}
                found = model.predict_proba(self.features, {"Cite": self.cites}, **options)
                self.assertEqual(found.tobytes(), expected.tobytes())
                model.save(self.folder / "again.kenn")
                self.assertEqual((self.folder / "again.kenn").read_bytes(), (self.folder / "model.kenn").read_bytes())

    def test_evidence_is_kept(self):
        model = self.train("kenn", "transductive")
        self.assertEqual([rule.name for rule in model.evidence], [clause.name for clause in model.knowledge.clauses])
        for rule, weights in zip(model.evidence, model.weights().values()):
            self.assertEqual(rule.weight, weights[0])
            self.assertIn(rule.verdict, ("trusted", "no evidence", "contradicted", "holds, but adds nothing", "no better than chance"))
        self.assertEqual(self.train("nn", "transductive").evidence, [])
        model.save(self.folder / "again.kenn")
        self.assertEqual(kenn.Model.load(self.folder / "again.kenn").evidence, model.evidence)

    def test_what_models_say_of_themselves(self):
        for method, expected in (("nn", "<Model by nn: networks alone, without the 3 clauses of"),
                                 ("kenn", "<Model by kenn: 3 layers, 3 clauses of"),
                                 ("rnm", "<Model by map: networks, and a search under 3 clauses of")):
            model = self.train(method, "transductive")
            self.assertIn(expected, repr(model))
            self.assertEqual([len(weights) for weights in model.weights().values()], [3 if method == "kenn" else 1] * 3)
            self.assertEqual(any(any(weights) for weights in model.weights().values()), method != "nn")

    def test_labels_are_for_models_that_search(self):
        with self.assertRaisesRegex(kenn.DataError, "a model by kenn does not look at labels"):
            self.train("kenn", "transductive").predict_proba(self.features, {"Cite": self.cites}, labels=self.labels)
        model = self.train("rnm", "transductive")
        with self.assertRaisesRegex(kenn.DataError, r"expected the shape \[90\], got \[89\]"):
            model.predict_proba(self.features, {"Cite": self.cites}, labels=self.labels[1:])
        with self.assertRaisesRegex(kenn.DataError, "no table 'Author', only Paper"):
            model.predict_proba(self.features, {"Cite": self.cites}, labels={"Author": self.labels})


if __name__ == "__main__":
    unittest.main()
