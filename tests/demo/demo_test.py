"""`make demo` from outside, with small networks: what it prints, and that it fails when it should."""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import unittest

from environment import KENN, SOURCE, run_kenn

SMALL = ("--nodes", "1000", "--epochs", "60", "--runs", "2")
MODELS = ("plain", "inductive", "transductive")
VOID = {"meta", "br", "hr", "img", "input", "link"}


def run_demo(*arguments):
    return subprocess.run([sys.executable, "-B", SOURCE / "scripts" / "demo", "--kenn", KENN, *arguments],
                          capture_output=True, text=True, timeout=600, check=False)


def without_numbers(text):
    """The text with every number, and the blanks before it, as one sign: the same for all settings."""
    return re.sub(r" *[+-]?\d+(\.\d+)?", " #", text)


class DemoThatWins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name) / "a demo"
        cls.finished = run_demo("--out", cls.folder, *SMALL)
        assert cls.finished.returncode == 0, cls.finished
        cls.lines, cls.right = ([json.loads(line) for line in (cls.folder / name / "results.jsonl").read_text().splitlines()]
                                for name in ("demo-results", "right-results"))

    @staticmethod
    def accuracies(lines, model):
        return [line["splits"]["test"]["accuracy"] for line in lines if (line["paradigm"] or "plain") == model]

    def test_the_rule_helps_and_wrong_ones_do_no_harm(self):
        self.assertEqual(self.finished.stderr, "")
        for paradigm in MODELS[1:]:
            right = statistics.fmean(self.accuracies(self.right, paradigm))
            self.assertGreater(right, statistics.fmean(self.accuracies(self.lines, "plain")))
            self.assertGreater(statistics.fmean(self.accuracies(self.lines, paradigm)), right - 0.02)

    def test_the_results_are_those_of_train(self):
        for number, (model, options) in enumerate(zip(MODELS, (
                ("--method", "nn"), ("--layers", "3", "--paradigm", "inductive"), ("--layers", "3")))):
            path = self.folder / f"{number}.kenn"
            run = run_kenn("train", "--knowledge", self.folder / "mixed.kenn", "--data", self.folder / "papers",
                           "--train-fraction", "0.1", "--epochs", "60", "--seed", "1", *options,
                           "--out", path, "--json")
            self.assertEqual(json.loads(run.stdout)["accuracy"]["test"]["rules"], self.accuracies(self.lines, model)[1])

    def test_the_printed_comparison(self):
        for paradigm in MODELS[1:]:
            means = [100 * statistics.fmean(self.accuracies(lines, model))
                     for lines, model in ((self.lines, "plain"), (self.right, paradigm), (self.lines, paradigm))]
            numbers = " +".join(f"{mean:.1f} %" for mean in means)
            self.assertRegex(self.finished.stdout, rf"(?m)^  {paradigm} +{numbers}$")
        self.assertIn(f"The report: {self.folder}/report.html", self.finished.stdout)

    def test_the_printed_weights(self):
        topics = ("Agents", "AI", "DB", "HCI", "IR", "ML")
        clauses = [f"citations stay on topic[T={topic}]" for topic in topics]
        clauses += [f"{topic} cites {other}" for topic, other in zip(topics, topics[1:] + topics[:1])]
        for number, clause in enumerate(clauses):
            means = [statistics.fmean(layer[number] for line in self.lines if line["paradigm"] == paradigm
                                      for layer in line["weights"]) for paradigm in MODELS[1:]]
            self.assertRegex(self.finished.stdout, rf"(?m)^ +{means[0]:.3f} +{means[1]:.3f}  {re.escape(clause)}$")

    def test_the_report(self):
        """What is in it, and how it looks, is for the tests of `kenn report`."""
        text = (self.folder / "report.html").read_text()
        self.assertIn("citations stay on topic", text)
        self.assertIn("demo", text)

    def test_the_output_on_the_page_is_of_this_kind(self):
        """Numbers aside, every line that is printed stands in docs/start.md."""
        printed = self.finished.stdout.replace(str(self.folder), "build/demo")
        page = [line.strip() for line in without_numbers((SOURCE / "docs" / "start.md").read_text()).splitlines()]
        for line in without_numbers(printed).splitlines():
            self.assertIn(line.strip(), page)


class DemoThatFails(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def test_a_wrong_rule(self):
        """Where every citation leaves its topic, the rule misleads."""
        finished = run_demo("--out", self.folder, *SMALL, "--homophily", "0")
        self.assertEqual(finished.returncode, 1, finished)
        self.assertRegex(finished.stderr, r"demo: the network with the rule is not better than the plain network \(.*points\)")
        self.assertIn("plain network   right rule   right rule and", finished.stdout)
        self.assertTrue((self.folder / "report.html").exists())

    def test_a_command_that_fails(self):
        finished = run_demo("--out", self.folder, "--nodes", "3")
        self.assertEqual(finished.returncode, 1)
        self.assertIn("3 papers cannot have 6 topics", finished.stderr)
        finished = run_demo("--out", self.folder, "--nodes", "20", "--runs", "1")
        self.assertEqual(finished.returncode, 1)
        self.assertIn("there is no label to learn from", finished.stderr)

    def test_no_program(self):
        finished = run_demo("--out", self.folder, "--kenn", self.folder / "none")
        self.assertEqual(finished.returncode, 1)
        self.assertIn("`make demo` builds it", finished.stderr)

    def test_nothing_to_test_on(self):
        finished = run_demo("--out", self.folder, "--nodes", "100", "--epochs", "2", "--runs", "1", "--train-fraction", "1")
        self.assertEqual(finished.returncode, 1)
        self.assertIn("no paper is left to test the models on", finished.stderr)

    def test_wrong_usage(self):
        self.assertEqual(run_demo("--runs", "0").returncode, 2)


if __name__ == "__main__":
    unittest.main()
