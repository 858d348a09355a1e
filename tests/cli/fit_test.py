"""`kenn fit`, its alias `kenn enhance --fit`, and `--model` from outside: what is learned, how it is used again, and what is
refused."""

import json
import random
import unittest

from cli_test import BAD_INPUT, CommandLineTest
from environment import run_kenn
from npy_files import npy, read_npy

KNOWLEDGE = """type Paper
predict AI(Paper), DB(Paper), Long(Paper)
given Cite(Paper, Paper), Near(Paper, Paper), Far(Paper, Paper)
exclusive AI, DB
rule "right": AI(x) & Cite(x, y) -> AI(y)
rule "wrong": AI(x) & Near(x, y) -> AI(y)
rule "unknown": AI(x) & Far(x, y) -> AI(y)
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
        logits, labels, cites, near, far = [], ["id,label,split,Long\n"], [], [], []
        for paper in range(PAPERS):
            topic = paper % 2
            size = 2 if numbers.random() < 0.6 else numbers.choice([0.1, -0.1])
            logits.append([size, -size, 0.5] if topic == 0 else [-size, size, -0.5])
            split = ["train", "valid", "test"][paper // 2 % 3]
            labels.append(f"p{paper},{'DB' if topic else 'AI'},{split},{1 - topic}\n")
            for _ in range(4):
                cites.append((paper, 2 * numbers.randrange(PAPERS // 2) + topic))
                near.append((paper, 2 * numbers.randrange(PAPERS // 2) + 1 - topic))
            if split == "test":
                far.append((paper, paper))
        self.write(KNOWLEDGE, "k.kenn")
        self.write(npy(logits), "z.npy")
        self.write("".join(f"p{paper}\n" for paper in range(PAPERS)), "ids.txt")
        self.write(relation(both_ways(cites)), "cite.csv")
        self.write(relation(both_ways(near)), "near.csv")
        self.write(relation(zip([x for x, _ in far], [y for y, _ in far[1:] + far[:1]])), "far.csv")
        self.labels = labels
        self.write("".join(labels), "labels.csv")

    INPUTS = ("--logits", "Paper=z.npy", "--ids", "Paper=ids.txt", "--relation", "Cite=cite.csv", "--relation",
              "Near=near.csv", "--relation", "Far=far.csv")
    CLAUSE = ["chance", "groundings", "high", "holds", "low", "name", "score", "truth_after", "truth_before", "verdict", "weight",
              "weights"]

    def enhance(self, *arguments, **options):
        return run_kenn("enhance", *self.INPUTS, *arguments, cwd=self.folder, **options)

    def fit(self, *arguments, model="m.kenn", labels="labels.csv"):
        return run_kenn("fit", *self.INPUTS, "--knowledge", "k.kenn", "--labels", f"Paper={labels}", "--out", model, *arguments,
                        cwd=self.folder)

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    # ------------------------------------------------------------------------------------------------- what is learned

    def test_good_rules_are_trusted_and_wrong_ones_are_not(self):
        fitted = self.fit("--json")
        self.assert_done(fitted)
        result = json.loads(fitted.stdout)
        self.assertEqual(result["boost"], "residual")
        for clause in result["clauses"]:
            self.assertEqual(sorted(clause), self.CLAUSE)
        right, wrong, unknown, fixed = result["clauses"]
        self.assertEqual([clause["verdict"] for clause in result["clauses"]],
                         ["trusted", "contradicted", "no evidence", "fixed"])
        self.assertGreater(right["weight"], 0.02)
        self.assertLess(right["low"], right["weight"])
        self.assertGreater(right["high"], right["weight"])
        self.assertEqual((right["weights"], right["holds"]), ([right["weight"]] * 3, 1))
        self.assertGreater(right["groundings"], 20)
        self.assertAlmostEqual(right["chance"], 0.5, delta=0.1)
        self.assertGreater(right["score"], 3)
        self.assertEqual((wrong["weight"], wrong["holds"]), (0, 0))
        self.assertLess(wrong["score"], -3)
        self.assertEqual((unknown["weight"], unknown["groundings"], unknown["holds"], unknown["chance"]), (0, 0, None, None))
        self.assertEqual(fixed["weight"], 0.25)
        scores = {score["split"]: score for score in result["labels"]}
        self.assertEqual(sorted(scores), ["test", "train", "valid"])
        for score in scores.values():
            self.assertEqual(score["known"], 200)  # a topic and Long for each of 100 papers
            self.assertGreater(score["right_after"], score["right_before"])
        self.assertLess(result["fit"]["loss_with"], result["fit"]["loss_without"])
        self.assertEqual((result["fit"]["folds"], result["fit"]["model"]), (5, "m.kenn"))
        self.assertEqual((result["tables"], result["diagnostics"]), ([], []))

    def test_a_line_for_every_clause(self):
        text = self.fit().stdout.decode()
        self.assertIn("m.kenn: 1 of 4 clauses trusted; loss of labels left out ", text)
        self.assertRegex(text, r"\n +weight  95 % interval +groundings +holds +chance  verdict +clause\n")
        self.assertRegex(text, r"\n +\d\.\d{3}  \d\.\d\d to \d\.\d\d +\d+  100\.0 % +\d+\.\d %  trusted +right\n")
        self.assertRegex(text, r"\n +0\.000  0\.00 to 0\.00 +\d+ +0\.0 % +\d+\.\d %  contradicted +wrong\n")
        self.assertRegex(text, r"\n +0\.000  0\.00 to 0\.00 +0 +- +-  no evidence +unknown\n")
        self.assertRegex(text, r" fixed +fixed\n")

    def test_enhance_fit_is_an_alias(self):
        self.assert_done(self.fit("--layers", "2"))
        alias = self.enhance("--knowledge", "k.kenn", "--labels", "Paper=labels.csv", "--fit", "alias.kenn", "--layers", "2")
        self.assert_done(alias)
        self.assertEqual(self.bytes_of("alias.kenn"), self.bytes_of("m.kenn"))

    def clause(self, name, *arguments):
        fitted = self.fit("--json", *arguments)
        self.assert_done(fitted)
        return next(each for each in json.loads(fitted.stdout)["clauses"] if each["name"] == name)

    def test_options(self):
        usual = self.clause("right")
        self.assertEqual(self.clause("unknown", "--rule-prior", "1.5")["weight"], 1.5)
        self.assertEqual(self.clause("right", "--trust-strength", "1000")["weight"], 0)
        self.assertNotEqual(self.clause("right", "--seed", "3")["low"], usual["low"])
        self.assertNotEqual(self.clause("right", "--folds", "3")["low"], usual["low"])
        self.assertLess(self.clause("right", "--boost", "softmax")["weight"], usual["weight"])
        self.assertGreater(self.clause("right", "--loss", "linear")["weight"], 0)

    def test_labels_without_splits_are_all_for_training(self):
        self.write("id,label\n" + "".join(",".join(line.split(",")[:2]) + "\n" for line in self.labels[1:]), "all.csv")
        fitted = self.fit("--json", labels="all.csv")
        self.assert_done(fitted)
        self.assertEqual([(score["split"], score["known"]) for score in json.loads(fitted.stdout)["labels"]],
                         [("train", PAPERS)])

    # ------------------------------------------------------------------------------------------------------ warnings

    def test_logits_that_have_seen_the_labels(self):
        self.assertNotIn("out-of-fold", self.fit().stderr.decode())
        self.write(npy([[3.0, -3.0, 1.0] if paper % 2 == 0 else [-3.0, 3.0, -1.0] for paper in range(PAPERS)]), "z.npy")
        fitted = self.fit("--json")
        self.assertEqual(fitted.returncode, 0)
        warning, = json.loads(fitted.stdout)["diagnostics"]
        self.assertEqual(warning["severity"], "warning")
        self.assertIn("the logits are right on 100 of 100 labelled rows", warning["message"])
        self.assertIn("Pass out-of-fold logits", warning["message"])
        self.assertIn("labels.csv: warning: the logits are right on", self.fit().stderr.decode())

    def test_too_few_labels(self):
        self.write("id,label\np0,AI\np1,DB\np2,AI\n", "few.csv")
        fitted = self.fit("--rule-prior", "0.5", "--json", labels="few.csv")
        self.assertEqual(fitted.returncode, 0)
        result = json.loads(fitted.stdout)
        self.assertEqual([clause["weight"] for clause in result["clauses"]], [0.5, 0.5, 0.5, 0.25])
        self.assertEqual(result["fit"]["folds"], 0)
        self.assertIn("too few labels for two folds", result["diagnostics"][0]["message"])

    # -------------------------------------------------------------------------------------------- how it is used again

    def test_the_model_does_what_its_weights_do(self):
        fitted = json.loads(self.fit("--layers", "3", "--order", "sequential", "--json").stdout)
        self.assert_done(self.enhance("--knowledge", "k.kenn", "--labels", "Paper=labels.csv", "--fit", "again.kenn",
                                      "--layers", "3", "--order", "sequential", "--out", "fitted"))
        self.assert_done(self.enhance("--model", "m.kenn", "--out", "used"))
        weights = [{clause["name"]: clause["weights"][layer] for clause in fitted["clauses"]} for layer in range(3)]
        self.write(json.dumps(weights), "w.json")
        self.assert_done(self.enhance("--knowledge", "k.kenn", "--weights", "w.json", "--layers", "3", "--order",
                                      "sequential", "--boost", "residual", "--out", "weighted"))
        self.assertEqual(self.bytes_of("used/Paper.npy"), self.bytes_of("fitted/Paper.npy"))
        self.assertEqual(self.bytes_of("used/Paper.npy"), self.bytes_of("weighted/Paper.npy"))
        self.assertNotEqual(read_npy(self.bytes_of("used/Paper.npy")), read_npy(self.bytes_of("z.npy")))

    def test_the_model_keeps_boost_and_centring(self):
        shifted = [[topic + 1 for topic in row[:2]] + row[2:] for row in read_npy(self.bytes_of("z.npy"))]
        self.write(npy(shifted), "z.npy")  # so that AI and DB do not have mean 0 anyway
        results = set()
        for boost, center in (("softmax", "groups"), ("softmax", "none"), ("residual", "groups"), ("residual", "none")):
            chosen = ["--boost", boost, *(["--center", "none"] if center == "none" else [])]
            fitted = json.loads(self.fit(*chosen, "--json").stdout)
            self.assertEqual((fitted["boost"], fitted["center"]), (boost, center))
            used = json.loads(self.enhance("--model", "m.kenn", "--json", "--out", "used").stdout)
            self.assertEqual((used["boost"], used["center"]), (boost, center))
            results.add(self.bytes_of("used/Paper.npy"))
        self.assertEqual(len(results), 4)

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
                ((*model, *knowledge), "contains its knowledge"),
                (("--out", "out"), "--knowledge: required without --model"),
                (knowledge, "--out"),
                ((*model, "--layers", "2"), "--layers: the model of --model says that already"),
                ((*model, "--center", "none"), "--center: the model of --model says that already"),
                ((*model, "--weights", "w.json"), "--weights: the model"),
                ((*model, "--labels", "Paper=labels.csv", "--fit", "x"), "--fit: the model"),
                ((*knowledge, "--fit", "m.kenn"), "learning needs --labels"),
                ((*fit, "--weights", "w.json"), "--fit learns the weights"),
                ((*knowledge, "--out", "out", "--folds", "3"), "--folds: this is for --fit only"),
                ((*knowledge, "--out", "out", "--rule-prior", "1"), "--rule-prior: this is for --fit only"),
                ((*knowledge, "--labels", "Paper=labels.csv", "--fit", "models/"), "the model file has no name"),
                ((*fit, "--epochs", "9"), "--epochs"),
                ((*fit, "--lr", "1"), "--lr"),
                ((*fit, "--loss", "square"), "--loss"),
                ((*fit, "--modle", "x"), "did you mean '--model'?")):
            with self.subTest(arguments):
                self.assert_misused(self.enhance(*arguments), message)
        for arguments, message in (
                (("--folds", "1"), "--folds"), (("--folds", "101"), "--folds"), (("--seed", "-1"), "--seed"),
                (("--rule-prior", "nan"), "--rule-prior"), (("--rule-prior", "501"), "--rule-prior"),
                (("--trust-strength", "-1"), "--trust-strength"), (("--loss", "square"), "--loss"),
                (("--model", "m.kenn"), "--model"), (("--sed", "1"), "did you mean '--seed'?")):
            with self.subTest(arguments):
                self.assert_misused(self.fit(*arguments), message)
        self.assert_misused(self.fit(model="models/"), "the model file has no name")
        for missing in ("--knowledge", "--labels", "--out"):
            words = ["--knowledge", "k.kenn", "--labels", "Paper=labels.csv", "--out", "m.kenn"]
            place = words.index(missing)
            self.assert_misused(run_kenn("fit", *self.INPUTS, *words[:place], *words[place + 2:], cwd=self.folder), missing)


if __name__ == "__main__":
    unittest.main()
