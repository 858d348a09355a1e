"""`--spreadsheet-safe`: ids and names that a spreadsheet would take for formulas get a single quote before them."""

import csv
import json
import unittest

from training_case import TrainingCase
from environment import run_kenn

IDS = ("=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "plain", "p=1", '=HYPERLINK("http://x","y")')


class Spreadsheets(TrainingCase):
    def setUp(self):
        super().setUp()
        self.write("type Paper\npredict AI(Paper), DB(Paper)\ngiven Cite(Paper, Paper)\nexclusive AI, DB\n"
                   'rule "=topic": AI(x) & Cite(x, y) -> AI(y)\n', "k.kenn")
        self.data.mkdir()
        with open(self.data / "Paper.csv", "w", newline="") as file:
            rows = csv.writer(file, quoting=csv.QUOTE_ALL)
            rows.writerow(["id", "label", "word"])
            rows.writerows([each, ("AI", "DB")[row % 2], row % 2] for row, each in enumerate(IDS))
        self.write("x,y\nplain,p=1\n", "data/Cite.csv")
        self.assertEqual(self.train("--epochs", "2", "--trust", "joint").returncode, 0)

    def ids_in(self, name):
        with open(self.folder / name, newline="") as file:
            return [row[0] for row in csv.reader(file)][1:]

    def test_ids_get_a_quote_where_they_would_be_formulas(self):
        safe = ["'" + each if each[0] in "=+-@\t\r" else each for each in IDS]
        for command in ("predict", "map"):
            with self.subTest(command=command):
                self.assert_done(self.use(command, "--out", "plain.csv"))
                self.assertEqual(self.ids_in("plain.csv"), list(IDS), "programs get the ids as they are")
                self.assert_done(self.use(command, "--out", "safe.csv", "--spreadsheet-safe"))
                self.assertEqual(self.ids_in("safe.csv"), safe)

    def test_numbers_stay_numbers(self):
        self.assert_done(self.use("predict", "--out", "plain.csv"))
        self.assert_done(self.use("predict", "--out", "safe.csv", "--spreadsheet-safe"))
        with open(self.folder / "plain.csv", newline="") as plain, open(self.folder / "safe.csv", newline="") as safe:
            self.assertEqual([row[1:] for row in csv.reader(plain)], [row[1:] for row in csv.reader(safe)])

    def test_names_in_the_tables_of_a_report(self):
        self.write('data = "data"\nknowledge = "k.kenn"\nmethods = ["kenn"]\nparadigms = ["transductive"]\n'
                   'fractions = [0.7]\nruns = 2\nlayers = [1]\n[training]\nepochs = 2\nhidden = []\ntrust = "joint"\n', "e.toml")
        done = run_kenn("experiment", "e.toml", "--out", "results", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        texts = {}
        for options in ((), ("--spreadsheet-safe",)):
            answer = self.assert_json(run_kenn("report", "results", "--json", *options, cwd=self.folder), 0)
            tables = [self.folder / each for each in answer["tables"] if each.endswith(".csv")]
            texts[options] = "".join(each.read_text() for each in tables)
        self.assertIn("=topic", texts[()])
        self.assertNotIn("'=topic", texts[()])
        self.assertIn("'=topic", texts[("--spreadsheet-safe",)])
        self.assertEqual(texts[("--spreadsheet-safe",)].replace("'=", "="), texts[()])


if __name__ == "__main__":
    unittest.main()
