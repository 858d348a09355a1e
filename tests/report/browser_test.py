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
WEB = BUILD / "web"
MODULES = WEB / "node_modules"
PICTURES = BUILD / "report-pictures"


SINGLE_CHARTS = ["weights-kenn-transductive", "learning-accuracy", "learning-loss"]
EXPECTED_CHARTS = {
    "paper": ["accuracy", "improvement", "depth", "accuracy-histogram", "improvement-histogram", "weights-kenn-inductive",
              "weights-kenn-transductive", "weights-kenn-greedy-inductive", "weights-kenn-greedy-transductive",
              "learning-accuracy", "learning-loss"],
    "demo": ["accuracy", "improvement", "accuracy-histogram", "improvement-histogram", "weights-kenn-inductive",
             "weights-kenn-transductive", "learning-accuracy", "learning-loss"],
    "single": SINGLE_CHARTS,
    "training": SINGLE_CHARTS,
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
                       for name, about in synthetic.CASES.items()}
        pages = []
        for name, folder in cls.folders.items():
            finished = run_kenn("report", folder, "--out", folder / f"{name}.html")
            assert finished.returncode == 0, finished
            pages.append(folder / f"{name}.html")
        pages.append(cls.train_page(pathlib.Path(cls.temporary.name)))
        finished = node(SOURCE / "tests/report/browser.mjs", MODULES, BROWSER, PICTURES, *pages)
        assert finished.returncode == 0, finished.stderr
        cls.seen = json.loads(finished.stdout)

    @staticmethod
    def train_page(folder):
        """The page of a real training, in which a rule has a hostile name."""
        commands = [("generate", "citation", "--nodes", "300", "--out", folder / "papers"),
                    ("train", "--knowledge", folder / "papers/citation.kenn", "--data", folder / "papers", "--train-fraction", "0.3",
                     "--epochs", "10", "--out", folder / "model.safetensors", "--report", folder / "training.html")]
        for command in commands:
            finished = run_kenn(*command)
            assert finished.returncode == 0, finished
            with open(folder / "papers/citation.kenn", "a") as file:
                file.write('rule "</script><img src=x onerror=alert(1)>": AI(x) & Cite(x, y) -> ML(y)\n')
        return folder / "training.html"

    def for_each_look(self, check):
        for seen in self.seen:
            name = pathlib.Path(seen["page"]).stem
            with self.subTest(page=name, look=seen["look"]):
                check(name, seen)

    def test_every_page_was_seen_in_every_look(self):
        self.assertEqual([(pathlib.Path(seen["page"]).stem, seen["look"]) for seen in self.seen],
                         [(name, look) for name in [*synthetic.CASES, "training"] for look in ("light", "dark", "phone")])

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
            self.assertEqual(seen["images"], 0)
            self.assertEqual(seen["scripts"], 2, "the document and the script of the page")
            if name == "hostile":
                self.assertIn("<script>alert", seen["title"])
                self.assertEqual(seen["heading"], synthetic.HOSTILE)

        self.for_each_look(check)

    def test_sections(self):
        def check(name, seen):
            self.assertEqual(seen["sections"][-1], "How to reproduce this page")
            self.assertGreater(seen["settings"], 5)
            if name == "paper":
                self.assertLess({"Published results", "All results", "Comparison of methods", "Weights of the rules"}, set(seen["sections"]))
            if name == "training":
                self.assertEqual(seen["sections"], [
                    "Accuracy by split", "Rule weight and compliance", "Accuracy during training", "Loss during training",
                    "Evidence for the rules", "Weights of the rules", "How to reproduce this page"])

        self.for_each_look(check)

    def test_downloads(self):
        for seen in self.seen:
            if seen["look"] != "light":
                continue
            name = pathlib.Path(seen["page"]).stem
            chart = seen["charts"][0]["name"]
            files = {file["name"]: file["text"] for file in seen["downloads"]}
            self.assertEqual(list(files)[:3], [f"{chart}.svg", f"{chart}.vl.json", f"{chart}.csv"])
            self.assertEqual(len(files), 4, "and that of a table")
            xml.etree.ElementTree.fromstring(files[f"{chart}.svg"])
            self.assertEqual(json.loads(files[f"{chart}.vl.json"])["description"], seen["charts"][0]["label"])
            if name in ("paper", "demo"):
                written = (self.folders[name] / "tables" / f"{chart}.csv").read_text()
                self.assertEqual([line.split(",")[:3] for line in files[f"{chart}.csv"].splitlines()],
                                 [line.split(",")[:3] for line in written.splitlines()])

    def test_pictures_were_taken(self):
        for name, charts in EXPECTED_CHARTS.items():
            for chart in charts:
                for look in ("light", "dark", "phone"):
                    self.assertGreater((PICTURES / f"{name}-{look}-{chart}.png").stat().st_size, 1000)

    def test_charts_become_files(self):
        """The document that `kenn report` leaves, by the folder or by its name; and specifications from elsewhere."""
        folder = self.folders["single"]
        (folder / "charts").mkdir()
        (folder / "charts" / "own.vl.json").write_text(json.dumps(
            {"data": {"values": [{"x": 1}]}, "mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative"}}}))
        for given in (folder, folder / "report.json"):
            finished = node(SOURCE / "scripts/charts.mjs", given, WEB)
            self.assertEqual(finished.returncode, 0, finished.stderr)
            names = sorted([*SINGLE_CHARTS, "own"])
            self.assertEqual(sorted(finished.stdout.split()), [str(folder / "charts" / f"{name}.svg") for name in names])
        for name in SINGLE_CHARTS:
            drawing = xml.etree.ElementTree.parse(folder / "charts" / f"{name}.svg").getroot()
            self.assertGreater(len(drawing.findall(".//{http://www.w3.org/2000/svg}path")), 5)
            spec = json.loads((folder / "charts" / f"{name}.vl.json").read_text())
            self.assertTrue(spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/"))

    def test_charts_of_no_report(self):
        finished = node(SOURCE / "scripts/charts.mjs", self.temporary.name, WEB)
        self.assertEqual(finished.returncode, 1)
        self.assertIn("'kenn report", finished.stderr)
        self.assertEqual(node(SOURCE / "scripts/charts.mjs", "", WEB).returncode, 2)
        self.assertIn("make build", node(SOURCE / "scripts/charts.mjs", self.temporary.name, self.temporary.name).stderr)


if __name__ == "__main__":
    unittest.main()
