"""`kenn infer` from outside: never worse than its start, what it says of the rules, and which labels it keeps."""

import unittest

from cli_test import WRONG_USAGE
from training_case import TrainingCase, read_rows

QUICK = ("--epochs", "40", "--lr", "0.01", "--hidden", "8")


class Map(TrainingCase):
    def map_json(self, *arguments, out="map.csv", **options):
        return self.assert_json(self.use("infer", "--json", "--out", out, *arguments, **options), 0)

    def truth(self, file, topic):
        """Of the rule of a topic, a mean over the citations: min(1, 1 - p(x) + p(y))."""
        chance = {row["id"]: float(row[topic]) for row in read_rows(self.folder / file)}
        cites = {(row["x"], row["y"]) for row in read_rows(self.data / "Cite.csv")}
        return sum(min(1, 1 - chance[x] + chance[y]) for x, y in cites) / len(cites)

    def test_any_model_will_do_and_nothing_gets_worse(self):
        self.use_topics()
        for method, source in (("nn", "data"), ("kenn", "data"), ("sbr", "data"), ("rnm", "model")):
            for paradigm in ("transductive", "inductive"):
                if (method, paradigm) == ("sbr", "inductive"):
                    source = "model"
                self.train_json(*QUICK, "--method", method, "--paradigm", paradigm)
                answer = self.map_json()
                self.assertGreaterEqual(answer["objective_after"], answer["objective_before"], (method, paradigm))
                self.assertEqual(answer["weights_from"], source, (method, paradigm))
                self.assertEqual(answer["predictions"], 60)
                self.assertEqual(self.map_json("--rule-weight", "3")["clauses"][0]["weight"], 3)

    def test_what_it_says_is_true_of_the_files(self):
        self.use_topics()
        self.train_json(*QUICK, "--method", "nn")
        self.predict()
        answer = self.map_json("--keep-labels", "none")
        self.assertEqual([clause["name"] for clause in answer["clauses"]],
                         [f"citations stay on topic[T={topic}]" for topic in ("AI", "DB")])
        for clause, topic in zip(answer["clauses"], ("AI", "DB")):
            self.assertAlmostEqual(clause["truth_before"], self.truth("predictions.csv", topic), places=5)
            self.assertAlmostEqual(clause["truth_after"], self.truth("map.csv", topic), places=5)
            self.assertGreater(clause["truth_after"], clause["truth_before"])
        before, after = (read_rows(self.folder / name) for name in ("predictions.csv", "map.csv"))
        changed = sum(old["label"] != new["label"] for old, new in zip(before, after))
        self.assertEqual(answer["changed"], changed)
        self.assertGreater(changed, 0)
        text = self.use("infer", "--out", "map.csv", "--keep-labels", "none").stdout.decode()
        self.assertIn(f"{changed} of 60 predictions", text)
        self.assertIn("map.csv: 60 rows of Paper, 2 probability columns\n", text)

    def test_its_name_in_the_first_version(self):
        self.use_topics()
        self.train_json(*QUICK, "--method", "nn")
        self.map_json()
        self.assertEqual(self.use("map", "--out", "first.csv").returncode, 0)
        self.assertEqual(self.bytes_of("first.csv"), self.bytes_of("map.csv"))

    def test_labels_that_stay(self):
        self.use_topics()
        self.train_json(*QUICK, "--method", "nn")
        rows = read_rows(self.data / "Paper.csv")
        for kept in ("train", "all"):
            self.map_json("--keep-labels", kept)
            for row, found in zip(rows, read_rows(self.folder / "map.csv")):
                if kept == "all" or row["split"] == "train":
                    self.assertEqual(found["label"], row["label"])
                    self.assertGreater(float(found[row["label"]]), 0.999)

    def test_labels_for_testing_are_not_looked_at(self):
        self.use_topics()
        self.train_json(*QUICK, "--method", "nn")
        self.map_json()
        text = (self.data / "Paper.csv").read_text()
        swapped = text.replace(",AI,test,", ",?,test,").replace(",DB,test,", ",AI,test,").replace(",?,test,", ",DB,test,")
        self.assertNotEqual(swapped, text)
        self.write(swapped, "data/Paper.csv")
        self.map_json(out="swapped.csv")
        self.assertEqual(self.bytes_of("swapped.csv"), self.bytes_of("map.csv"))

    def test_labels_of_data_without_splits(self):
        self.use_generated()
        self.train_json(*QUICK, "--method", "nn")
        self.assertEqual(self.map_json(out="train.csv")["objective_after"],
                         self.map_json("--keep-labels", "none", out="none.csv")["objective_after"])
        self.assertEqual(self.bytes_of("train.csv"), self.bytes_of("none.csv"))
        self.map_json("--keep-labels", "all", out="all.csv")
        self.assertEqual([row["label"] for row in read_rows(self.folder / "all.csv")],
                         [row["label"] for row in read_rows(self.data / "Paper.csv")])

    def test_no_steps_are_the_network(self):
        self.use_topics()
        self.train_json(*QUICK, "--method", "nn")
        self.predict()
        answer = self.map_json("--map-steps", "0", "--keep-labels", "none")
        self.assertEqual(answer["objective_before"], answer["objective_after"])
        self.assertEqual(answer["changed"], 0)
        self.assertEqual(self.bytes_of("map.csv"), self.bytes_of("predictions.csv"))

    def test_it_is_what_rnm_predicts(self):
        self.use_topics()
        for paradigm in ("transductive", "inductive"):
            self.train_json(*QUICK, "--method", "rnm", "--paradigm", paradigm)
            self.predict()
            self.map_json("--threads", "1")
            self.assertEqual(self.bytes_of("map.csv"), self.bytes_of("predictions.csv"))
            self.map_json("--threads", "3", out="again.csv")
            self.assertEqual(self.bytes_of("again.csv"), self.bytes_of("map.csv"))

    def test_several_tables(self):
        self.use_generated("smokers")
        self.train_json("--epochs", "5", "--method", "nn")
        for conorm in ("lukasiewicz", "product", "godel"):
            answer = self.map_json("--conorm", conorm, "--rule-mean", "groundings", "--rule-weight", "1",
                                   "--map-steps", "5", "--map-lr", "0.05")
            self.assertGreater(answer["objective_after"], answer["objective_before"])
            self.assertEqual([table["file"] for table in answer["tables"]], ["map.Person.csv", "map.Friends.csv"])
        self.map_json(out="map.npy")
        self.assertLessEqual({"map.Person.npy", "map.Friends.npy"}, self.names())

    def test_bad_input(self):
        self.use_topics()
        self.refuse(self.use("infer", "--out", "map.csv"), "m.kenn")
        self.train_json(*QUICK)
        self.refuse(self.use("infer", "--out", "map.csv", data="nowhere"), "nowhere")
        self.write("", "file")
        self.refuse(self.use("infer", "--out", "file/map.csv"), "file")
        self.assertNotIn("map.csv", self.names())
        for options in (("--keep-labels", "some"), ("--map-steps", "-1"), ("--rule-weight", "x"), ("--out", "map.txt"),
                        ("--layers", "2")):
            result = self.use("infer", *(() if options[0] == "--out" else ("--out", "map.csv")), *options)
            self.assertEqual(result.returncode, WRONG_USAGE, options)
            self.assertIn(options[0], result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
