"""Other ways to use the rules, from outside: `kenn train --method sbr` and `rnm`, and what comes of them."""

import json
import unittest

from cli_test import WRONG_USAGE
from environment import run_kenn
from training_case import TrainingCase, read_model, read_rows

QUICK = ("--epochs", "60", "--lr", "0.01", "--hidden", "8", "--rule-epochs", "20")


class Methods(TrainingCase):
    def test_rules_help(self):
        self.use_generated("citation", "--nodes", "800", "--words", "400")
        options = ("--epochs", "100", "--train-fraction", "0.2")
        plain = self.train_json(*options, "--method", "nn")["accuracy"]["test"]["rules"]
        for method in ("sbr", "rnm"):
            answer = self.train_json(*options, "--method", method, out=f"{method}.kenn")
            self.assertGreater(answer["accuracy"]["test"]["rules"], plain + 0.04, method)
            same = self.evaluate_json(model=f"{method}.kenn")["accuracy"]
            self.assertAlmostEqual(same, answer["accuracy"]["test"]["rules"])

    def test_inductive_models_search_in_the_graph_at_hand(self):
        self.use_topics(papers=240)
        for method in ("sbr", "rnm"):
            self.train_json(*QUICK, "--method", method, "--paradigm", "inductive", out=f"{method}.kenn")
            texts, tensors = read_model(self.bytes_of(f"{method}.kenn"))
            self.assertEqual(texts["method"], "map")
            self.assertEqual(json.loads(texts["map"])["variables"], "free")
            self.assertEqual(tensors["rules.weights"][0], [2])
            self.predict(f"{method}.csv", model=f"{method}.kenn")
            self.assertEqual({row["label"] for row in read_rows(self.folder / f"{method}.csv")}, {"AI", "DB"})

    def test_any_knowledge(self):
        """Several predicted tables, predicates in no exclusive group, rules about three objects."""
        self.use_generated("smokers")
        for method in ("sbr", "rnm"):
            for paradigm in ("transductive", "inductive"):
                for conorm in ("lukasiewicz", "product", "godel"):
                    self.train_json("--epochs", "5", "--method", method, "--paradigm", paradigm, "--conorm", conorm,
                                    "--rule-epochs", "3", "--train-fraction", "0.6")

    def test_the_same_bytes_for_any_threads(self):
        self.use_topics()
        for method in ("sbr", "rnm"):
            self.train_json(*QUICK, "--method", method, "--threads", "1")
            one = self.bytes_of()
            self.train_json(*QUICK, "--method", method, "--threads", "3")
            self.assertEqual(self.bytes_of(), one, method)

    def test_report(self):
        self.use_topics()
        for method in ("sbr", "rnm"):
            for paradigm in ("transductive", "inductive"):
                result = self.train(*QUICK, "--method", method, "--paradigm", paradigm, "--conorm", "product", "--report", "p.html")
                self.assertEqual(result.returncode, 0, result.stderr)
                page = (self.folder / "p.html").read_text()
                self.assertIn(method.upper(), page)
                self.assertIn("--conorm product", page)
                shows_trust = "citations stay on topic[T=AI]" in result.stdout.decode()
                self.assertEqual(shows_trust, (method, paradigm) != ("sbr", "transductive"))

    def test_wrong_usage(self):
        self.use_topics()
        for options in (("--method", "sbrr"), ("--conorm", "lukas"), ("--rule-mean", "all"), ("--rule-weight", "-1"),
                        ("--map-steps", "many"), ("--rounds", "-3"), ("--prior-weight", "x")):
            result = self.train(*options)
            self.assertEqual(result.returncode, WRONG_USAGE, options)
            self.assertIn(options[0], result.stderr.decode())
        result = self.train("--method", "sbr", "--batch-size", "10")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(b"option 'batch-size' does not apply to method sbr", result.stderr)

    def test_a_damaged_search_is_refused(self):
        self.use_topics()
        self.train_json(*QUICK, "--method", "rnm")
        self.assertIn(b"lukasiewicz", self.bytes_of())
        (self.folder / "m.kenn").write_bytes(self.bytes_of().replace(b"lukasiewicz", b"lukasiewixx"))
        self.refuse(self.use("evaluate"), "m.kenn")

    def test_experiments(self):
        self.use_generated()
        self.write('data = "data"\nknowledge = "k.kenn"\nmethods = ["nn", "sbr", "rnm"]\nfractions = [0.5]\nruns = 2\n'
                   'protocol = "rnm"\n[training]\nepochs = 10\nrule-epochs = 5\nconorm = "product"\nrule-weight = 20\n'
                   '[[training.where]]\nmethod = "rnm"\nprior-weight = 0.5\nrounds = 1\n', "e.toml")
        result = run_kenn("experiment", "e.toml", "--out", "results", "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [json.loads(line) for line in (self.folder / "results" / "results.jsonl").read_text().splitlines()]
        self.assertEqual({(line["method"], line["paradigm"]) for line in lines},
                         {("nn", "")} | {(method, paradigm) for method in ("sbr", "rnm")
                                         for paradigm in ("inductive", "transductive")})
        self.assertEqual(len(lines), 10)
        self.assertEqual({line["method"] for line in lines if line["weights"]}, {"rnm"}, "sbr learns no weights")
        self.assertNotIn("valid", lines[0]["splits"])
        report = run_kenn("report", "results", cwd=self.folder)
        self.assertEqual(report.returncode, 0, report.stderr)
        self.assertIn("SBR", (self.folder / "results" / "report.html").read_text())
        self.check_comparisons(json.loads(result.stdout)["comparisons"], lines)

    def check_comparisons(self, comparisons, lines):
        """rnm against sbr, in both paradigms: in the answer, and in the table of the report."""
        rows = read_rows(self.folder / "results" / "tables" / "comparisons.csv")
        self.assertEqual([(each["method"], each["against"], each["paradigm"]) for each in comparisons],
                         [("rnm", "sbr", paradigm) for paradigm in ("inductive", "transductive")])
        for each, row in zip(comparisons, rows, strict=True):
            accuracy = {(line["method"], line["run"]): line["splits"]["test"]["accuracy"] for line in lines
                        if line["paradigm"] == each["paradigm"]}
            differences = [accuracy["rnm", run] - accuracy["sbr", run] for run in range(2)]
            self.assertAlmostEqual(each["difference"]["mean"], sum(differences) / 2)
            self.assertEqual(each["difference"]["better"], sum(difference > 0 for difference in differences))
            self.assertEqual((row["method"], row["against"], row["paradigm"]), ("RNM", "SBR", each["paradigm"]))
            self.assertAlmostEqual(float(row["difference"]), each["difference"]["mean"])
            self.assertAlmostEqual(float(row["p_value"]), each["difference"]["p"])


if __name__ == "__main__":
    unittest.main()
