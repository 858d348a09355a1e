"""`kenn enhance --fit` and `--model` from outside: what is learned, how it is used again, and what is refused."""

import json
import random
import unittest

from cli_test import BAD_INPUT, CommandLineTest
from environment import run_kenn
from npy_files import npy, read_npy

KNOWLEDGE = """type Paper
predict AI(Paper), DB(Paper), Long(Paper)
given Cite(Paper, Paper), Near(Paper, Paper)
exclusive AI, DB
rule "right": AI(x) & Cite(x, y) -> AI(y)
rule "wrong": AI(x) & Near(x, y) -> AI(y)
rule "fixed" weight 0.25: DB(x) & Cite(x, y) -> DB(y)
"""
PAPERS = 300


def both_ways(pairs):
    return sorted({(x, y) for x, y in pairs} | {(y, x) for x, y in pairs})


def relation(pairs):
    return "x,y\n" + "".join(f"p{x},p{y}\n" for x, y in pairs)


class FitTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        numbers = random.Random(3)
        logits, labels, cites, near = [], ["id,label,split,Long\n"], [], []
        for paper in range(PAPERS):
            topic = paper % 2
            size = 2 if numbers.random() < 0.6 else numbers.choice([0.1, -0.1])
            logits.append([size, -size, 0.5] if topic == 0 else [-size, size, -0.5])
            split = ["train", "valid", "test"][paper // 2 % 3]
            labels.append(f"p{paper},{'DB' if topic else 'AI'},{split},{1 - topic}\n")
            for _ in range(4):
                cites.append((paper, 2 * numbers.randrange(PAPERS // 2) + topic))
                near.append((paper, 2 * numbers.randrange(PAPERS // 2) + 1 - topic))
        self.write(KNOWLEDGE, "k.kenn")
        self.write(npy(logits), "z.npy")
        self.write("".join(f"p{paper}\n" for paper in range(PAPERS)), "ids.txt")
        self.write(relation(both_ways(cites)), "cite.csv")
        self.write(relation(both_ways(near)), "near.csv")
        self.labels = labels
        self.write("".join(labels), "labels.csv")

    INPUTS = ("--logits", "Paper=z.npy", "--ids", "Paper=ids.txt", "--relation", "Cite=cite.csv", "--relation",
              "Near=near.csv")

    def enhance(self, *arguments, **options):
        return run_kenn("enhance", *self.INPUTS, *arguments, cwd=self.folder, **options)

    def fit(self, *arguments, model="m.kenn", labels="labels.csv"):
        return self.enhance("--knowledge", "k.kenn", "--labels", f"Paper={labels}", "--fit", model, *arguments)

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    # ------------------------------------------------------------------------------------------------- what is learned

    def test_good_rules_are_trusted_and_wrong_ones_are_not(self):
        fitted = self.fit("--json")
        self.assert_done(fitted)
        result = json.loads(fitted.stdout)
        weights = {clause["name"]: clause["weights"][0] for clause in result["clauses"]}
        self.assertGreater(weights["right"], 0.5)
        self.assertLess(weights["wrong"], 0.02)
        self.assertEqual(weights["fixed"], 0.25)
        scores = {score["split"]: score for score in result["labels"]}
        self.assertEqual(sorted(scores), ["test", "train", "valid"])
        for score in scores.values():
            self.assertEqual(score["known"], 200)  # a topic and Long for each of 100 papers
            self.assertGreater(score["right_after"], score["right_before"])
        self.assertLess(result["fit"]["best_loss"], result["fit"]["first_loss"])
        self.assertEqual(result["tables"], [])

    def test_the_model_does_what_its_weights_do(self):
        fitted = json.loads(self.fit("--layers", "3", "--order", "sequential", "--json", "--out", "fitted").stdout)
        self.assert_done(self.enhance("--model", "m.kenn", "--out", "used"))
        weights = [{clause["name"]: clause["weights"][layer] for clause in fitted["clauses"]} for layer in range(3)]
        self.write(json.dumps(weights), "w.json")
        self.assert_done(self.enhance("--knowledge", "k.kenn", "--weights", "w.json", "--layers", "3", "--order",
                                      "sequential", "--out", "weighted"))
        self.assertEqual(self.bytes_of("used/Paper.npy"), self.bytes_of("fitted/Paper.npy"))
        self.assertEqual(self.bytes_of("used/Paper.npy"), self.bytes_of("weighted/Paper.npy"))
        self.assertNotEqual(read_npy(self.bytes_of("used/Paper.npy")), read_npy(self.bytes_of("z.npy")))

    def test_the_same_bytes_every_time_and_for_any_threads(self):
        models = set()
        for threads in ("1", "2", "3", "2"):
            self.assert_done(self.fit("--threads", threads))
            models.add(self.bytes_of("m.kenn"))
        self.assertEqual(len(models), 1)

    def test_a_model_brings_its_knowledge(self):
        self.assert_done(self.fit())
        (self.folder / "k.kenn").unlink()
        self.assert_done(self.enhance("--model", "m.kenn", "--out", "out"))

    def test_labels_alone_are_counted(self):
        result = self.enhance("--knowledge", "k.kenn", "--labels", "Paper=labels.csv", "--out", "out")
        self.assert_done(result)
        self.assertIn(b"Paper, test: ", result.stdout)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["Paper.npy"])

    # ----------------------------------------------------------------------------------------------- what is refused

    def assert_refused(self, result, *messages):
        self.assertEqual(result.returncode, BAD_INPUT, result)
        for message in messages:
            self.assertIn(message, result.stderr.decode())

    def test_wrong_labels(self):
        before = self.bytes_of("k.kenn")
        for text, message in (
                ("id,label\np0,Ai\n", "labels.csv:2:4: error: there is no predicate 'Ai'; did you mean 'AI'?"),
                ("id,label\nq0,AI\n", "labels.csv:2:1: error: Paper has no object with the id 'q0'"),
                ("id,label\np0,AI\np0,AI\n", "labels.csv:3:1: error: line 2 is about the same, and only one can be"),
                ("id,label,split\np0,AI,trial\n", "'trial' is not train, valid or test"),
                ("id,label\np0,\n", "there is no label to learn from"),
                ("id,label,split\np0,AI,test\n", "there is no label to learn from"),
                ("id,labl\np0,AI\n", "did you mean 'label'?"),
                ("label\nAI\n", "there is no column 'id'"),
                ("id,AI\np0,yes\n", "'yes' is not 0, 1 or nothing"),
                ("", "the file is empty")):
            with self.subTest(text):
                self.write(text, "labels.csv")
                self.assert_refused(self.fit(), message)
                self.assertFalse((self.folder / "m.kenn").exists())
        self.assertEqual(self.bytes_of("k.kenn"), before)
        self.assert_refused(self.fit(labels="none.csv"), "none.csv")
        self.assert_refused(self.enhance("--knowledge", "k.kenn", "--labels", "Papr=labels.csv", "--fit", "m.kenn"),
                            "the knowledge predicts no table 'Papr'; did you mean 'Paper'?")
        self.write("".join(self.labels), "labels.csv")
        self.assert_refused(self.fit("--labels", "Paper=labels.csv"), "are given twice")

    def test_a_place_that_cannot_be_written(self):
        self.write("", "file")
        self.assert_refused(self.fit(model="file/m.kenn"), "file")
        (self.folder / "folder.kenn").mkdir()
        self.assert_refused(self.fit(model="folder.kenn"), "folder.kenn")

    def test_a_damaged_model(self):
        self.assert_done(self.fit())
        model = self.bytes_of("m.kenn")
        numbers = random.Random(1)
        damaged = [b"", b"no model", model[:-1], model + b"\0", model[:8]]
        for _ in range(20):
            place = numbers.randrange(len(model))
            damaged.append(model[:place] + bytes([model[place] ^ (1 << numbers.randrange(8))]) + model[place + 1:])
            damaged.append(model[:numbers.randrange(len(model))])
        for content in damaged:
            self.write(content, "bad.kenn")
            self.assert_refused(self.enhance("--model", "bad.kenn", "--out", "out"), "bad.kenn")
            self.assertFalse((self.folder / "out").exists())
        self.assert_refused(self.enhance("--model", "none.kenn", "--out", "out"), "none.kenn")
        newer = model.replace(b"kenn-model-1", b"kenn-model-2")
        self.write(newer, "newer.kenn")
        self.assert_refused(self.enhance("--model", "newer.kenn", "--out", "out"), "a newer kenn is needed")

    def test_logits_of_another_width(self):
        self.assert_done(self.fit())
        self.write(npy([[1.0, 2.0]] * PAPERS), "z.npy")
        self.assert_refused(self.enhance("--model", "m.kenn", "--out", "out"), "2 columns, but the knowledge predicts 3")

    def test_wrong_usage(self):
        model = ("--model", "m.kenn", "--out", "out")
        knowledge = ("--knowledge", "k.kenn")
        fit = (*knowledge, "--labels", "Paper=labels.csv", "--fit", "m.kenn")
        for arguments, message in (
                ((*model, *knowledge), "brings the knowledge"),
                (("--out", "out"), "--knowledge: required, unless --model brings the knowledge"),
                (knowledge, "--out"),
                ((*model, "--layers", "2"), "--layers: the model of --model says that already"),
                ((*model, "--weights", "w.json"), "--weights: the model"),
                ((*model, "--labels", "Paper=labels.csv", "--fit", "x"), "--fit: the model"),
                ((*knowledge, "--fit", "m.kenn"), "learning needs --labels"),
                ((*fit, "--weights", "w.json"), "--fit learns the weights"),
                ((*knowledge, "--out", "out", "--lr", "1"), "--lr: this is for --fit only"),
                ((*knowledge, "--labels", "Paper=labels.csv", "--fit", "models/"), "the model file has no name"),
                ((*fit, "--epochs", "0"), "--epochs"),
                ((*fit, "--loss", "square"), "--loss"),
                ((*fit, "--modle", "x"), "did you mean '--model'?")):
            with self.subTest(arguments):
                self.assert_misused(self.enhance(*arguments), message)


if __name__ == "__main__":
    unittest.main()
