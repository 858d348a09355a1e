"""Reports in a real browser: nothing is loaded, nothing complained about, and every chart is drawn."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from environment import BUILD, SOURCE, run_kenn

import synthetic

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
MODULES = BUILD / "web" / "node_modules"
PICTURES = BUILD / "report-pictures"


def hostile_experiment():
    """Every name is one that would be markup, or code, if it were not escaped."""
    name = synthetic.HOSTILE
    clauses = [{"name": f"{name}{i}", "group": f"{name}{i}", "is_fixed": i == 0} for i in range(10)]
    return synthetic.experiment(
        name=name, runs=6, fractions=[0.1, 0.5], layers=[1], methods=["nn", "kenn", name], clauses=clauses, knowledge=name,
        command=name, data=name, choices=[name], machine={name: name}, settings={name: name}, sizes={name: 3},
        published=[{"method": name, "paradigm": "", "accuracy": {"0.1": 0.5}}])


CASES = {
    "paper": synthetic.experiment(),
    "hostile": hostile_experiment(),
    "demo": synthetic.experiment(name="demo", preset="", runs=8, fractions=[0.1], methods=["nn", "kenn"], layers=[3],
                                 published=[]),
    "single": synthetic.experiment(name="training", preset="", runs=1, fractions=[None], methods=["kenn"],
                                   paradigms=["transductive"], layers=[1], published=[]),
}
SINGLE_CHARTS = ["weights-kenn-transductive", "learning-accuracy", "learning-loss"]
EXPECTED_CHARTS = {
    "paper": ["accuracy", "improvement", "depth", "accuracy-histogram", "improvement-histogram", "weights-kenn-inductive",
              "weights-kenn-transductive", "weights-kenn-greedy-inductive", "weights-kenn-greedy-transductive",
              "learning-accuracy", "learning-loss"],
    "demo": ["accuracy", "improvement", "accuracy-histogram", "improvement-histogram", "weights-kenn-inductive",
             "weights-kenn-transductive", "learning-accuracy", "learning-loss"],
    "single": SINGLE_CHARTS,
}


def node(*arguments):
    program = shutil.which("node") or shutil.which("nodejs")
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=900)


class ReportInABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        assert BROWSER, "no chromium; scripts/setup test installs it"
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folders = {name: synthetic.write_folder(pathlib.Path(cls.temporary.name) / name, about)
                       for name, about in CASES.items()}
        pages = []
        for name, folder in cls.folders.items():
            finished = run_kenn("report", folder, "--out", folder / f"{name}.html")
            assert finished.returncode == 0, finished
            pages.append(folder / f"{name}.html")
        finished = node(SOURCE / "tests/report/browser.mjs", MODULES, BROWSER, PICTURES, *pages)
        assert finished.returncode == 0, finished.stderr
        cls.seen = json.loads(finished.stdout)

    def for_each_look(self, check):
        for seen in self.seen:
            name = pathlib.Path(seen["page"]).stem
            with self.subTest(page=name, look=seen["look"]):
                check(name, seen)

    def test_every_page_was_seen_in_every_look(self):
        self.assertEqual([(pathlib.Path(seen["page"]).stem, seen["look"]) for seen in self.seen],
                         [(name, look) for name in CASES for look in ("light", "dark", "phone")])

    def test_nothing_is_complained_about_or_loaded(self):
        def check(_, seen):
            self.assertEqual(seen["complaints"], [])
            self.assertEqual(seen["requests"], [])

        self.for_each_look(check)

    def test_every_chart_is_drawn(self):
        def check(name, seen):
            for charts in (seen["charts"], seen["toggled"]["charts"]):
                if name in EXPECTED_CHARTS:
                    self.assertEqual([chart["name"] for chart in charts], EXPECTED_CHARTS[name])
                for chart in charts:
                    self.assertGreater(chart["marks"], 0, chart["name"])
                    self.assertGreater(chart["table"], 0, chart["name"])
                    self.assertGreater(len(chart["label"]), 20, chart["name"])

        self.for_each_look(check)

    def test_nothing_is_wider_than_the_page(self):
        def check(_, seen):
            self.assertLessEqual(seen["overflow"], 0)
            for chart in seen["charts"]:
                self.assertLessEqual(chart["cut"], 0, chart["name"])

        self.for_each_look(check)

    def test_words_do_not_overlap(self):
        def check(_, seen):
            for chart in seen["charts"]:
                self.assertEqual(chart["overlaps"], [], chart["name"])

        self.for_each_look(check)

    def test_colours_follow_the_system_and_the_button(self):
        def is_dark(background):
            return sum(int(part) for part in background.removeprefix("rgb(").removesuffix(")").split(",")) < 200

        def check(_, seen):
            self.assertEqual(is_dark(seen["background"]), seen["look"] == "dark")
            self.assertEqual(is_dark(seen["toggled"]["background"]), seen["look"] != "dark")

        self.for_each_look(check)

    def test_names_are_text(self):
        def check(name, seen):
            if name == "hostile":
                self.assertEqual(seen["images"], 0)
                self.assertEqual(seen["scripts"], len(seen["charts"]) + 1)
                self.assertIn("<script>alert", seen["title"])

        self.for_each_look(check)

    def test_pictures_were_taken(self):
        for name, charts in EXPECTED_CHARTS.items():
            for chart in charts:
                for look in ("light", "dark", "phone"):
                    self.assertGreater((PICTURES / f"{name}-{look}-{chart}.png").stat().st_size, 1000)

    def test_charts_become_svg_files(self):
        folder = self.folders["single"]
        finished = node(SOURCE / "scripts/charts.mjs", folder, MODULES)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(sorted(finished.stdout.split()), [str(folder / "charts" / f"{name}.svg") for name in sorted(SINGLE_CHARTS)])
        for name in SINGLE_CHARTS:
            drawing = xml.etree.ElementTree.parse(folder / "charts" / f"{name}.svg").getroot()
            self.assertGreater(len(drawing.findall(".//{http://www.w3.org/2000/svg}path")), 5)

    def test_charts_of_no_report(self):
        finished = node(SOURCE / "scripts/charts.mjs", self.temporary.name, MODULES)
        self.assertEqual(finished.returncode, 1)
        self.assertIn("'kenn report", finished.stderr)
        self.assertEqual(node(SOURCE / "scripts/charts.mjs").returncode, 2)


if __name__ == "__main__":
    unittest.main()
