"""`make demo` from outside, with small networks: what it prints, what its page says, and that it fails when it should."""

import html.parser
import json
import pathlib
import re
import shlex
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


class Page(html.parser.HTMLParser):
    """The elements of a page; refuses tags that are not closed, or closed in the wrong order."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.tags = []  # (name, attributes)
        self.results = []  # (path in results.json, shown text)
        self.prose = ""  # text that is neither a result nor code nor style
        self.code = []  # text of each `pre`
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self.open.append((tag, attributes))
        if "data-result" in attributes:
            self.results.append((attributes["data-result"], ""))
        if tag == "pre":
            self.code.append("")

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, (tag, self.getpos())
        self.open.pop()

    def handle_data(self, data):
        names = [name for name, _ in self.open]
        if self.open and "data-result" in self.open[-1][1]:
            path, text = self.results.pop()
            self.results.append((path, text + data))
        elif "pre" in names:
            self.code[-1] += data
        elif "style" not in names:
            self.prose += data


def shown(results, path):
    """How a number of results.json has to look on the page."""
    value = results
    for step in path.split("/"):
        value = value[int(step) if isinstance(value, list) else step]
    if path.startswith(("mean/", "runs/", "data/homophily")):
        return f"{100 * value:.1f} %"
    if path.startswith("improvement/"):
        return f"{100 * value:+.1f}"
    if path.startswith("weights/"):
        return f"{value:.3f}"
    assert isinstance(value, int), path
    return str(value)


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
        cls.results = json.loads((cls.folder / "results.json").read_text())
        cls.page = Page((cls.folder / "report.html").read_text())

    def test_the_rule_helps(self):
        self.assertEqual(self.finished.stderr, "")
        self.assertTrue(self.results["is_better"])
        for paradigm in MODELS[1:]:
            self.assertGreater(self.results["mean"][paradigm], self.results["mean"]["plain"])

    def test_the_results_are_those_of_the_models(self):
        for run in self.results["runs"]:
            for model in MODELS:
                path = self.folder / "models" / f"{model}-{run['seed']}.kenn"
                score = run_kenn("evaluate", "--model", path, "--data", self.folder / "papers", "--json")
                self.assertEqual(json.loads(score.stdout)["accuracy"], run[model], path)

    def test_the_summary_follows_from_the_runs(self):
        runs = self.results["runs"]
        self.assertEqual([run["seed"] for run in runs], [0, 1])
        for model in MODELS:
            self.assertAlmostEqual(self.results["mean"][model], statistics.fmean(run[model] for run in runs))
        for paradigm in MODELS[1:]:
            gains = [run[paradigm] - run["plain"] for run in runs]
            self.assertAlmostEqual(self.results["improvement"][paradigm], statistics.fmean(gains))
            self.assertEqual(self.results["better_runs"][paradigm], sum(gain > 0 for gain in gains))
            self.assertEqual(len(self.results["weights"][paradigm]), 6)
            for clause, weights in self.results["weights"][paradigm].items():
                self.assertIn("citations stay on topic[T=", clause)
                self.assertEqual(len(weights), 3)
        self.assertEqual(sum(self.results["labels"].values()), 1000)

    def test_the_printed_comparison(self):
        for paradigm in MODELS[1:]:
            plain, ours = (f"{100 * self.results['mean'][model]:.1f} %" for model in ("plain", paradigm))
            gain = f"{100 * self.results['improvement'][paradigm]:.1f}"
            better = f"{self.results['better_runs'][paradigm]} of 2 runs"
            self.assertRegex(self.finished.stdout, rf"(?m)^  {paradigm} +{plain} +{ours} +\+{gain} +{better}$")
        for clause in self.results["weights"]["inductive"]:
            means = [statistics.fmean(self.results["weights"][paradigm][clause]) for paradigm in MODELS[1:]]
            self.assertRegex(self.finished.stdout, rf"(?m)^ +{means[0]:.3f} +{means[1]:.3f}  {re.escape(clause)}$")
        self.assertIn(f"The report: {self.folder}/report.html", self.finished.stdout)

    def test_the_page_says_what_was_measured(self):
        places = [path for path, _ in self.page.results]
        for path, text in self.page.results:
            self.assertEqual(text, shown(self.results, path), path)
        for path in ("mean/plain", "mean/inductive", "mean/transductive", "improvement/inductive", "improvement/transductive",
                     "labels/test", "runs/1/plain", "weights/inductive/citations stay on topic[T=AI]/2"):
            self.assertIn(path, places)
        self.assertEqual(set(re.findall(r"\d+\.\d+", self.page.prose)), {"0.5"}, "a number that no result stands behind")

    def test_the_bars_are_as_long_as_the_numbers_say(self):
        widths = [float(found[1]) for _, attributes in self.page.tags
                  if (found := re.fullmatch(r"width:([\d.]+)%", attributes.get("style", "")))]
        for width, model in zip(widths, MODELS):
            self.assertAlmostEqual(width, 100 * self.results["mean"][model], delta=0.01)
        self.assertEqual(len(widths), 3 + 12)

    def test_the_page_loads_nothing(self):
        text = (self.folder / "report.html").read_text()
        for tag, attributes in self.page.tags:
            self.assertNotIn(tag, ("script", "link", "img", "iframe", "object"))
            self.assertFalse({"src", "href", "srcset", "data"} & set(attributes), (tag, attributes))
        for outside in ("http:", "https:", "url(", "@import"):
            self.assertNotIn(outside, text)

    def test_the_page_has_the_rule_and_commands_that_work(self):
        rule, commands = self.page.code
        self.assertEqual(rule, (self.folder / "papers" / "citation.kenn").read_text().rstrip())
        commands = [shlex.split(command) for command in commands.replace("\\\n", " ").splitlines() if command]
        self.assertEqual([command[1] for command in commands], ["generate", "train", "train", "train", "evaluate", "predict"])
        for command in commands:
            self.assertEqual(command[0], str(KENN))
            if command[1] in ("evaluate", "predict"):
                self.assertEqual(run_kenn(*command[1:]).returncode, 0, command)

    def test_the_output_in_the_readme_is_of_this_kind(self):
        """Numbers aside, every line that is printed stands in README.md."""
        printed = self.finished.stdout.replace(str(self.folder), "build/demo")
        readme = [line.strip() for line in without_numbers((SOURCE / "README.md").read_text()).splitlines()]
        for line in without_numbers(printed).splitlines():
            self.assertIn(line.strip(), readme)


class DemoThatFails(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def test_a_wrong_rule(self):
        """Where every citation leaves its topic, the rule misleads."""
        finished = run_demo("--out", self.folder, *SMALL, "--homophily", "0")
        self.assertEqual(finished.returncode, 1, finished)
        self.assertRegex(finished.stderr, r"demo: the network with the rule is not better than the plain network: .*points\)")
        self.assertIn("transductive (-", finished.stderr)
        self.assertIn("with the rule   improvement", finished.stdout)
        results = json.loads((self.folder / "results.json").read_text())
        self.assertFalse(results["is_better"])
        self.assertIn("The rule did not help", Page((self.folder / "report.html").read_text()).prose)

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
        self.assertIn("no paper is left to test it on", finished.stderr)

    def test_wrong_usage(self):
        self.assertEqual(run_demo("--runs", "0").returncode, 2)


if __name__ == "__main__":
    unittest.main()
