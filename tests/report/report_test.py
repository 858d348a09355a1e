"""`kenn report`: what it writes, what it says, and what it refuses."""

import json
import pathlib
import tempfile
import unittest

from environment import report_document, run_kenn

import synthetic


class ReportCommand(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name) / "results"
        self.about = synthetic.experiment(runs=2, fractions=[0.1], layers=[1], methods=["nn", "kenn"])

    def files(self):
        return sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())

    def refused(self, *arguments):
        before = self.files() if self.folder.exists() else []
        finished = run_kenn("report", *arguments, text=True)
        self.assertEqual(finished.returncode, 1, finished)
        self.assertEqual(self.files() if self.folder.exists() else [], before)
        return finished.stderr

    def test_files(self):
        synthetic.write_folder(self.folder, self.about)
        finished = run_kenn("report", self.folder, text=True)
        self.assertEqual(finished.returncode, 0, finished)
        self.assertEqual(finished.stdout, f"{self.folder}/report.html: 6 results, 9 tables\n")
        charts = ["accuracy", "improvement", "learning-accuracy", "learning-loss", "weights-kenn-inductive",
                  "weights-kenn-transductive"]
        tables = sorted(charts + ["published", "results", "rules"])
        self.assertEqual(self.files(), sorted(
            [f"tables/{name}{ending}" for name in tables for ending in (".csv", ".md")]
            + ["experiment.json", "report.html", "report.json", "results.jsonl", "times.jsonl"]))
        self.assertEqual(report_document(self.folder / "report.html"), json.loads((self.folder / "report.json").read_text()))
        page = (self.folder / "report.html").read_text()
        self.assertIn(self.about["command"], page)
        self.assertIn("0123456789abcdef", page)
        self.assertIn("a processor with a rather long name", page)

    def test_json_and_another_place(self):
        synthetic.write_folder(self.folder, self.about)
        page = self.folder.parent / "pages" / "one.html"
        finished = run_kenn("report", self.folder, "--out", page, "--json", text=True)
        self.assertEqual(finished.returncode, 0, finished)
        answer = json.loads(finished.stdout)
        self.assertEqual(list(answer), ["file", "ok", "page", "results", "document", "tables", "diagnostics"])
        self.assertTrue(answer["ok"])
        self.assertEqual(answer["page"], str(page))
        self.assertEqual(answer["results"], 6)
        for path in [answer["page"], answer["document"], *answer["tables"]]:
            self.assertGreater(pathlib.Path(path).stat().st_size, 0)
            self.assertTrue(pathlib.Path(path).is_relative_to(page.parent))
        self.assertEqual(self.files(), ["experiment.json", "results.jsonl", "times.jsonl"])

    def test_the_same_folder_gives_the_same_page(self):
        synthetic.write_folder(self.folder, self.about)
        run_kenn("report", self.folder)
        first = (self.folder / "report.html").read_bytes()
        run_kenn("report", self.folder)
        self.assertEqual((self.folder / "report.html").read_bytes(), first)

    def test_refused_folders(self):
        self.assertIn("experiment.json", self.refused(self.folder))
        synthetic.write_folder(self.folder, self.about, results=[])
        self.assertIn("results.jsonl: error: there is no result to report", self.refused(self.folder))
        synthetic.write_folder(self.folder, self.about)
        results = self.folder / "results.jsonl"
        lines = results.read_text().splitlines()
        results.write_text("\n".join([lines[0], '{"fraction": "x"}', *lines[2:]]) + "\n")
        self.assertIn("results.jsonl:2:", self.refused(self.folder))
        finished = run_kenn("report", self.folder, "--json", text=True)
        self.assertEqual(finished.returncode, 1)
        answer = json.loads(finished.stdout)
        self.assertFalse(answer["ok"])
        self.assertEqual(answer["diagnostics"][0]["line"], 2)

    def test_places_that_cannot_be_written(self):
        synthetic.write_folder(self.folder, self.about)
        (self.folder / "report.html").mkdir()
        self.assertIn("report.html", self.refused(self.folder))
        self.assertEqual(self.files(), ["experiment.json", "results.jsonl", "times.jsonl"])

    def test_wrong_usage(self):
        for arguments in ([], ["", "--json"], [self.folder, "--out", "pages/"], [self.folder, "--nothing"],
                          [self.folder, "--out", "report.json"]):
            self.assertEqual(run_kenn("report", *arguments).returncode, 2, arguments)

    def test_many_results(self):
        about = synthetic.experiment(runs=500, layers=[3], methods=["nn", "kenn"])
        synthetic.write_folder(self.folder, about)
        finished = run_kenn("report", self.folder, text=True)
        self.assertIn("7500 results", finished.stdout)
        self.assertLess((self.folder / "report.html").stat().st_size, 6_000_000)


if __name__ == "__main__":
    unittest.main()
