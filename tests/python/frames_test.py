"""Data frames as people who know pandas and scikit-learn write them: each works, or says what is wrong and where."""

import contextlib
import io
import pathlib
import sys
import types
import unittest
from unittest import mock

import kenn
import numpy
import pandas

KNOWLEDGE = """
type Paper
predict AI(Paper), DB(Paper)
given Cite(Paper, Paper)
exclusive AI, DB
for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
"""
QUICK = {"hidden": [4], "epochs": 3, "progress": False}


class Uses(unittest.TestCase):
    def setUp(self):
        self.kb = kenn.Knowledge.from_text(KNOWLEDGE)
        self.papers = pandas.DataFrame({"id": range(40), "label": ["AI", "DB"] * 20, "word": [1.0, 0.0] * 20, "other": numpy.arange(40.0)})
        self.cites = pandas.DataFrame({"citing": range(38), "cited": range(2, 40)})

    def read(self, papers=None, cites=None, **options):
        papers, cites = self.papers if papers is None else papers, self.cites if cites is None else cites
        return kenn.Dataset.from_frames(self.kb, {"Paper": papers, "Cite": cites}, **options)

    def train(self, data, **options):
        return kenn.train(self.kb, data, **{**QUICK, **options})

    def with_cell(self, column, value, row=3):
        """The papers, with another value in one cell."""
        values = list(self.papers[column])
        values[row] = value
        return self.papers.assign(**{column: pandas.Series(values, dtype=object)})

    def refuse(self, *cases, kind=kenn.Error):
        for expected, call in cases:
            with self.subTest(expected), self.assertRaises(kind) as caught:
                call()
            self.assertIn(expected, str(caught.exception))


class Frames(Uses):
    def labels_read(self, papers):
        """How many rows have a label."""
        data = self.read(papers)
        return self.train(data, method="nn").evaluate(data, "all")["labels"]

    def test_rows_without_a_label(self):
        for nothing in (None, numpy.nan, pandas.NA, "", -1, -1.0):
            self.assertEqual(self.labels_read(self.with_cell("label", nothing)), 39, nothing)
        numbers = self.papers.label.map({"AI": 0, "DB": 1}).where(self.papers.index > 3)  # floats, since some are missing
        names = self.papers.label.where(self.papers.index > 3)
        for labels in (numbers, numbers.astype("Int64"), names, names.astype("string"), names.astype("category")):
            self.assertEqual(self.labels_read(self.papers.assign(label=labels)), 36, labels.dtype)
        without = self.papers.drop(columns="label")
        holds = (self.papers.label == "AI").where(self.papers.index > 3)
        for column in (holds, holds.astype("boolean"), holds.astype(float)):
            self.assertEqual(self.labels_read(without.assign(AI=column, DB=1 - column.astype(float))), 36, column.dtype)

    def test_labels_that_are_refused(self):
        self.refuse(("labels of 'Paper': row 3 has 'ai', expected one of AI, DB; did you mean 'AI'?",
                     lambda: self.read(self.with_cell("label", "ai"))),
                    ("the column 'Label' is no number but", lambda: self.read(self.papers.rename(columns={"label": "Label"}))),
                    ("did you mean 'label'?", lambda: self.read(self.papers.rename(columns={"label": "labels"}))),
                    ("if it has the classes, call it 'label'", lambda: self.read(self.papers.rename(columns={"label": "topic"}))),
                    ("row 0 has 'yes' in the column 'AI', expected 1, 0, or -1",
                     lambda: self.read(self.papers.drop(columns="label").assign(AI="yes"))),
                    ("row 0 has 0.5 in the column 'AI'", lambda: self.read(self.papers.drop(columns="label").assign(AI=0.5))),
                    ("row 0 has 'validation', expected train, valid, test or nothing; did you mean 'valid'?",
                     lambda: self.read(self.papers.assign(split="validation"))))

    def test_ids_of_different_types(self):
        expected = self.train(self.read()).weights()
        text, category = self.cites.astype(str), self.cites.astype("category")
        for cites in (self.cites.astype(float), self.cites.astype("Int64"), text, category):
            for papers in (self.papers, self.papers.astype({"id": float}), self.papers.astype({"id": "Int64"}), self.papers.astype({"id": str})):
                data = self.read(papers, cites)
                self.assertEqual(data.ids()[:2], ["0", "1"])
                self.assertEqual(self.train(data).weights(), expected)
        self.assertEqual(self.read(self.papers.astype({"id": object}).assign(id=[i + 0.5 for i in range(40)]),
                                   self.cites + 0.5).ids()[0], "0.5")

    def test_the_index_means_nothing(self):
        shuffled = self.papers.sample(frac=1, random_state=1)
        data = self.read(shuffled)
        self.assertEqual(data.ids(), [str(each) for each in shuffled.id])
        self.assertEqual(list(self.train(data, epochs=100, learning_rate=0.1).predict(data)), list(shuffled.label))

    def test_ids_that_are_refused(self):
        lost = self.cites.astype(object)
        lost.loc[5, "cited"] = None
        self.refuse(("frame of 'Paper': row 3 has no id in the column 'id'", lambda: self.read(self.with_cell("id", None))),
                    ("the id '7' is there twice, in rows 3 and 7", lambda: self.read(self.with_cell("id", 7))),
                    ("expected a column 'id', got ID, label, word, other; did you mean 'ID'?",
                     lambda: self.read(self.papers.rename(columns={"id": "ID"}))),
                    (".reset_index() makes one of the index", lambda: self.read(self.papers.set_index("id"))),
                    ("frame of 'Cite': row 5 has no id in the column 'cited'", lambda: self.read(cites=lost)),
                    ("frame of 'Cite': row 0 names the Paper '50', which has no row of its own (column 'citing')",
                     lambda: self.read(cites=self.cites + 50)),
                    ("expected 2 columns of ids, got 1", lambda: self.read(cites=self.cites[["citing"]])))

    def test_features(self):
        expected = self.train(self.read(), method="nn").predict_proba(self.read())
        for dtype in ("float32", "Float64"):
            data = self.read(self.papers.astype({"word": dtype}))
            numpy.testing.assert_array_equal(self.train(data, method="nn").predict_proba(data), expected)
        for dtype in (bool, "boolean", int, "Int8"):
            data = self.read(self.papers.astype({"word": dtype}))
            numpy.testing.assert_array_equal(self.train(data, method="nn").predict_proba(data), expected)
        gaps = self.papers.assign(word=self.papers.word.where(self.papers.index != 3))
        twice = pandas.concat([self.papers, self.papers[["word"]]], axis=1)
        self.refuse(("features of 'Paper': row 3 has nan in the column 'word', expected finite numbers", lambda: self.read(gaps)),
                    ("row 3 has <NA> in the column 'word'", lambda: self.read(gaps.astype({"word": "Float64"}))),
                    ("row 0 has 1e+300 in the column 'word'", lambda: self.read(self.papers.assign(word=1e300))),
                    ("the column 'word' is no number but object", lambda: self.read(self.papers.astype({"word": object}))),
                    ("the column 'word' is no number but category", lambda: self.read(self.papers.astype({"word": "category"}))),
                    ("the column 'word' is no number but datetime64",
                     lambda: self.read(self.papers.assign(word=pandas.Timestamp("2020-01-01")))),
                    ("two columns are called 'word'", lambda: self.read(twice)),
                    ("expected numbers in the column 'truth', got", lambda: self.read(cites=self.cites.assign(truth="yes"))),
                    ("40 objects, but 3 rows of logits or features",
                     lambda: self.read(self.papers[["id", "label"]], features={"Paper": numpy.zeros((3, 2))})),
                    ("got nan in row 3, column 0", lambda: kenn.Dataset(self.kb, gaps[["word"]], self.papers.label, {"Cite": []})),
                    ("but label are none; kenn.Dataset.from_frames reads frames",
                     lambda: kenn.Dataset(self.kb, self.papers, None, {"Cite": []})))

    def test_what_is_no_frame(self):
        for nothing in (None, self.papers.label, self.papers.to_dict("list"), self.papers.to_numpy(), pathlib.Path("papers.csv")):
            self.refuse((f"frame of 'Paper': expected a data frame of pandas, got {type(nothing).__name__}",
                         lambda: kenn.Dataset.from_frames(self.kb, {"Paper": nothing, "Cite": self.cites})), kind=TypeError)
        self.refuse(("frames: expected a dict", lambda: kenn.Dataset.from_frames(self.kb, self.papers)),
                    ("features: expected a dict", lambda: self.read(features=self.papers[["word"]])),
                    ("kenn.Dataset.from_frames data frames", lambda: kenn.train(self.kb, {"Paper": self.papers, "Cite": self.cites})),
                    ("data: expected a kenn.Dataset, got DataFrame", lambda: self.train(self.read()).evaluate(self.papers)), kind=TypeError)
        self.refuse(("no type or relation 'Papers', only Paper, Cite; did you mean 'Paper'?",
                     lambda: kenn.Dataset.from_frames(self.kb, {"Papers": self.papers, "Cite": self.cites})),
                    ("features: the knowledge has no type 'Cite'", lambda: self.read(features={"Cite": self.papers[["word"]]})))

    def test_options_as_other_libraries_call_them(self):
        data = self.read()
        for name, ours in (("random_state", "seed"), ("n_epochs", "epochs"), ("verbose", "progress"), ("n_jobs", "threads")):
            self.refuse((f"there is no option '{name}'; did you mean '{ours}'?", lambda: self.train(data, **{name: 1})),
                        kind=kenn.OptionError)
        for value in (float("nan"), numpy.float32("inf")):
            self.refuse((f"learning-rate: a number from 1e-09 to 100 is expected, not '{value}'", lambda: self.train(data, learning_rate=value)),
                        kind=kenn.OptionError)

    def test_data_for_other_predicates(self):
        model = self.train(self.read())
        for text in ("type Paper predict AI(Paper), DB(Paper)", KNOWLEDGE.replace("exclusive AI, DB", ""),
                     "type P predict A(P), B(P), C(P), D(P) given Cite(P, P)"):
            other = kenn.Knowledge.from_text(text)
            relations = {"Cite": [[0], [1]]} if "Cite" in text else {}
            data = kenn.Dataset(other, [[1.0, 2.0]] * 9, [0, 1, 0] * 3, relations)
            for call in (lambda: model.predict(data), lambda: model.evaluate(data, "all"), lambda: model.evaluate(data),
                         lambda: kenn.train(self.kb, data, **QUICK)):
                self.refuse(("the data was made for rules with other types, predicates or exclusive groups", call), kind=kenn.DataError)
        more = kenn.Knowledge.from_text(KNOWLEDGE + 'rule "fixed" weight 1: AI(x) -> !DB(x)')  # the same predicates
        self.assertEqual(len(kenn.train(more, self.read(), **QUICK).predict(self.read())), 40)


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Progress(Uses):
    def run_with(self, tqdm):
        modules = {"tqdm": None, "tqdm.auto": None} if tqdm is None else {"tqdm": types.ModuleType("tqdm"), "tqdm.auto": tqdm}
        shown = Terminal()
        with mock.patch.dict(sys.modules, modules), contextlib.redirect_stderr(shown):
            self.train(self.read(), progress=True, epochs=12)
        return shown.getvalue()

    def test_one_bar_for_the_folds_and_one_for_the_model(self):
        made = []

        class Bar:
            def __init__(self, total, desc, unit):
                self.desc, self.n = desc, 0  # as in tqdm, whose desc is what was passed
                made.append((desc, total))

            def set_postfix(self, **values):
                pass

            refresh = close = lambda self: None

        module = types.ModuleType("tqdm.auto")
        module.tqdm = Bar
        self.run_with(module)
        self.assertEqual(made, [("fold networks", 12), ("model", 12)])

    def test_one_line_that_is_written_over(self):
        *lines, end = self.run_with(None).split("\r")[1:]
        self.assertRegex(end, r"^model: epoch 12 of 12  loss [\d.]+  accuracy [\d.]+ *\n$")
        first = next(line for line in lines if line.startswith("model"))
        self.assertGreaterEqual(len(first), len([line for line in lines if line.startswith("fold")][-1].rstrip()))


if __name__ == "__main__":
    unittest.main()
