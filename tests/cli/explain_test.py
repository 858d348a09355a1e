"""`kenn explain` from outside: it agrees with `kenn predict` and `kenn enhance`, what-ifs with data that is changed by hand, and bad
input is refused with a hint."""

import json
import unittest

from environment import run_kenn
from npy_files import npy, read_npy
from training_case import TrainingCase, read_rows

RULES = """type Paper
predict AI(Paper), DB(Paper)
predict Like(Paper, Paper)
given Cite(Paper, Paper)
exclusive AI, DB
for T in {AI, DB} rule "topic" weight 2: T(x) & Cite(x, y) -> T(y)
rule "alike" weight 1: AI(x) & Like(x, y) -> AI(y)
"""
INPUTS = ("--logits", "Paper=z.npy", "--logits", "Like=l.npy", "--ids", "Paper=ids.txt", "--relation", "Cite=cite.csv", "--relation",
          "Like=like.csv")


class Trained(TrainingCase):
    def explain(self, *arguments, **options):
        return self.use("explain", *arguments, **options)

    def explain_json(self, *arguments):
        result = self.explain("--json", *arguments)
        self.assert_done(result)
        return json.loads(result.stdout)

    def setUp(self):
        super().setUp()
        self.use_generated()

    def test_agrees_with_predict(self):
        self.train_json("--epochs", "20")
        self.predict()
        for row in read_rows(self.folder / "predictions.csv")[:20]:
            found = self.explain_json("--object", row["id"])
            self.assertEqual(found["rules"]["predicates"], [row["label"]])
            for topic, probability in found["rules"]["probabilities"].items():
                self.assertAlmostEqual(probability, float(row[topic]), places=5)
            for topic, change in found["changes"].items():
                of_clauses = sum(clause["changes"][topic] for layer in found["layers"] for clause in layer["clauses"])
                self.assertAlmostEqual(of_clauses, change, places=12)

    def test_the_audit_agrees_with_evaluate(self):
        self.train_json("--epochs", "20")
        audit = self.explain_json("--rules", "--split", "test")
        evaluated = self.evaluate_json("--split", "test")
        self.assertEqual(audit["labels"], sum(group["known"] for group in evaluated["labels"]))
        self.assertEqual(len(audit["clauses"]), 6)
        for clause in audit["clauses"]:
            self.assertLessEqual(clause["wrong_to_right"] + clause["right_to_wrong"], clause["flipped_labelled"])
            self.assertLessEqual(clause["flipped_labelled"], clause["flipped"])
            self.assertGreater(clause["moved"], 0)

    def test_refuses_what_is_no_sum(self):
        self.train_json("--epochs", "5", "--method", "nn")
        self.assert_refused(self.explain("--object", "p1"), "the model has no rules on top of its networks to explain")
        self.train_json("--epochs", "5", "--ensemble", "--folds", "2", out="ensemble.kenn")
        self.assert_refused(self.explain("--object", "p1", model="ensemble.kenn"), "explain one of them (--member 0 to 1)")
        self.assert_done(self.explain("--object", "p1", "--member", "1", model="ensemble.kenn"))
        self.assert_refused(self.explain("--object", "p1", "--member", "2", model="ensemble.kenn"), "there is no member 2")

    def assert_refused(self, result, message):
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(message, result.stderr.decode())


class OnLogits(TrainingCase):
    def setUp(self):
        super().setUp()
        self.write(RULES, "rules.kenn")
        self.write(npy([[2, -1], [0.5, 1], [-1, 3], [1, 1.5], [0, 0]]), "z.npy")
        self.write(npy([[0.5], [-1]]), "l.npy")
        self.write("a\nb\nc\nd\nalone\n", "ids.txt")
        self.write_relations(["a,b", "c,b", "d,a"])
        self.write("x,y\na,d\nb,d\n", "like.csv")

    def write_relations(self, cites):
        self.write("\n".join(["x,y", *cites]) + "\n", "cite.csv")

    def explain(self, *arguments):
        return run_kenn("explain", "--knowledge", "rules.kenn", *INPUTS, *arguments, cwd=self.folder)

    def explain_json(self, *arguments):
        result = self.explain("--json", "--layers", "2", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def enhanced(self, *arguments):
        result = run_kenn("enhance", "--knowledge", "rules.kenn", *INPUTS, "--layers", "2", "--out", "out", *arguments,
                          cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return read_npy(self.bytes_of("out/Paper.npy"))

    def test_agrees_with_enhance(self):
        for boost in ("softmax", "godel", "residual"):
            for order in ("parallel", "sequential"):
                options = ("--boost", boost, "--order", order)
                expected = self.enhanced(*options)
                for row, name in enumerate("abcd"):
                    logits = self.explain_json("--object", name, *options)["rules"]["logits"]
                    for found, wanted in zip(logits.values(), expected[row]):
                        self.assertAlmostEqual(found, wanted, places=5)

    def test_top_shows_the_strongest(self):
        everything, some = (self.explain_json("--object", "b", "--depth", "1", *top) for top in ((), ("--top", "1")))
        self.assertEqual(some["changes"], everything["changes"])
        for layer, shown in zip(everything["layers"], some["layers"]):
            strongest = max((grounding for clause in layer["clauses"] for grounding in clause["groundings"]),
                            key=lambda grounding: sum(map(abs, grounding["changes"].values())))
            self.assertEqual([grounding["changes"] for clause in shown["clauses"] for grounding in clause["groundings"]],
                             [strongest["changes"]])
            self.assertEqual([clause["grounding_count"] for clause in shown["clauses"]],
                             [len(clause["groundings"]) for clause in layer["clauses"]])
        text = self.explain("--object", "b", "--top", "1").stdout.decode()
        self.assertIn("what moved it, strongest first (1 of ", text)

    def test_without_a_fact_is_as_if_it_were_not_listed(self):
        changed = self.explain_json("--object", "b", "--without", "Cite(a, b)")["what_if"]["logits"]
        self.write_relations(["c,b", "d,a"])
        for found, wanted in zip(changed.values(), self.enhanced()[1]):
            self.assertAlmostEqual(found, wanted, places=5)

    def test_a_tuple_of_a_predicted_relation_is_explained(self):
        found = self.explain_json("--object", "Like(a, d)")
        self.assertEqual((found["table"], found["objects"]), ("Like", ["a", "d"]))
        self.assertTrue(found["layers"][0]["clauses"])

    def test_says_when_no_rule_speaks_of_an_object(self):
        self.assertIn("No rule speaks of it; the prediction is the network's.", self.explain("--object", "alone").stdout.decode())

    def test_refuses_with_a_hint(self):
        for arguments, message in (
                (("--object", "alonw"), "there is no object 'alonw' of Paper; did you mean 'alone'?"),
                (("--object", "Cite(a, b)"), "'Cite' is given: nothing is predicted of it, so there is nothing to explain"),
                (("--object", "b", "--without", "Cite(b, a)"), "Cite(b, a) is not listed"),
                (("--object", "b", "--without", "topik"), "there is no rule 'topik'; did you mean 'topic'?"),
                (("--object", "b", "--set", "AI(a)=1.5"), "'1.5' is no probability between 0 and 1"),
                (("--object", "b", "--why-not", "DBB"), "'DBB' is not predicted of Paper; did you mean 'DB'?")):
            with self.subTest(arguments=arguments):
                result = self.explain(*arguments)
                self.assertEqual(result.returncode, 1)
                self.assertIn(message, result.stderr.decode())
                self.assertEqual(result.stdout, b"")

    def test_wrong_usage(self):
        for arguments in ((), ("--object", "a", "--rules"), ("--rules", "--depth", "1"), ("--object", "a", "--data", "x"),
                          ("--object", "a", "--member", "1"), ("--object", "a", "--split", "test")):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.explain(*arguments).returncode, 2)


if __name__ == "__main__":
    unittest.main()
