"""Explanations as data frames, plots, and HTML for notebooks."""

import html.parser
import io
import pickle
import sys
import unittest
from unittest import mock

import kenn
import matplotlib
import numpy

from explaining_case import NAMES, Logits

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


class Shown(Logits):
    def test_fields(self):
        found = self.explain("b", layers=2)
        self.assertEqual((found.object, found.table, found.objects, found.labels), ("b", "Paper", ["b"], ["DB"]))
        self.assertEqual(found.columns, ["AI", "DB", "IR", "Old"])
        self.assertEqual([layer.layer for layer in found.layers], [1, 2])
        self.assertEqual(found.layers[0].columns, found.columns)
        self.assertIsNone(found.what_if)
        self.assertEqual(found.changes.dtype, numpy.float64)
        again = pickle.loads(pickle.dumps(found))
        self.assertEqual((again.to_dict(), str(again)), (found.to_dict(), str(found)))
        found.to_dict()["table"] = "other"  # a copy
        self.assertEqual(found.to_dict()["table"], "Paper")
        self.assertEqual(repr(found), str(found))

    def test_frames(self):
        found = self.explain("b", layers=2)
        frame = found.to_frame()
        self.assertEqual(list(frame.columns), found.columns)
        self.assertEqual(list(frame.index.names), ["layer", "clause", "weight"])
        self.assertEqual(len(frame), len(found.contributions))
        numpy.testing.assert_allclose(frame.sum(), found.changes, rtol=0, atol=1e-12)
        each = found.to_frame(groundings=True)
        self.assertEqual(len(each), sum(len(clause.groundings) for clause in found.contributions))
        numpy.testing.assert_allclose(each.groupby(["layer", "clause", "weight"], sort=False).sum(), frame, rtol=0, atol=1e-12)
        self.assertIn(str(found.contributions[0].groundings[0]), each.index.get_level_values("by"))
        empty = self.explain("alone").to_frame()
        self.assertEqual((empty.shape, list(empty.sum())), ((0, 4), [0, 0, 0, 0]))
        self.assertEqual(self.explain("alone").to_frame(groundings=True).shape, (0, 4))

    def test_frames_of_why_not_and_audit(self):
        explainer = self.explainer(weights=self.weights)
        audit = explainer.audit()
        frame = audit.to_frame()
        self.assertEqual(list(frame.index), [clause.name for clause in audit.clauses])
        self.assertEqual(list(frame["moved"]), [clause.moved for clause in audit.clauses])
        self.assertEqual(frame["flipped"].dtype.kind, "i")
        self.assertEqual([(rule.name, rule.clauses) for rule in audit.rules], [("topic <b>", 3)])
        self.assertEqual(list(audit.to_frame(rules=True).index), ["topic <b>"])
        self.assertEqual(list(audit.to_frame(rules=True)["moved"]), [rule.moved for rule in audit.rules])
        self.assertIn("topic <b> (3 clauses)", str(audit))
        other = next(each for each in ("AI", "DB", "IR") if each not in explainer.explain("b").rules.predicates)
        frame = explainer.why_not("b", other).to_frame()
        self.assertEqual((list(frame.index), list(frame.columns)), (["AI", "DB", "IR", "Old"], ["now", "without"]))

    def test_a_row_that_no_rule_touches(self):
        found = self.explain("alone")
        self.assertEqual(found.contributions, [])
        self.assertIn("No rule speaks of it; the prediction is the network's.", str(found))
        self.assertIn("No rule speaks of it", found._repr_html_())
        self.assertEqual(len(found.plot().patches), 0)

    def test_plot(self):
        found = self.explain("b", layers=2)
        axes = found.plot()
        column = found.columns.index(max(found.rules.predicates, key=lambda name: abs(found.changes[found.columns.index(name)])))
        moving = [each.changes[column] for each in found.contributions if each.changes[column] != 0]
        numpy.testing.assert_allclose([bar.get_width() for bar in axes.patches], moving, rtol=0, atol=1e-12)
        self.assertEqual(len(axes.get_yticklabels()), len(moving))
        for name in found.columns:
            _, given = pyplot.subplots()
            self.assertIs(found.plot(name, ax=given), given)
            place = found.columns.index(name)
            self.assertAlmostEqual(sum(bar.get_width() for bar in given.patches), found.changes[place], places=12)
            given.figure.savefig(io.BytesIO(), format="png")  # names with dollars are no formulas
        pyplot.close("all")
        with self.assertRaisesRegex(kenn.DataError, "'Ol' is not predicted of Paper; did you mean 'Old'"):
            found.plot("Ol")

    def test_plot_of_many(self):
        found = self.explain("b", layers=30)
        count = sum(each.changes[3] != 0 for each in found.contributions)
        self.assertGreater(count, 20)
        axes = found.plot("Old")
        self.assertEqual(len(axes.patches), 20)
        self.assertAlmostEqual(sum(bar.get_width() for bar in axes.patches), found.changes[3], places=9)
        self.assertEqual(axes.get_yticklabels()[-1].get_text(), f"{count - 19} others")
        pyplot.close("all")

    def test_html_is_escaped(self):
        explainer = self.explainer(weights=self.weights)
        found = explainer.explain(NAMES[3], without="topic <b>", set="AI(<script>alert(1)</script>)=1")
        other = next(each for each in ("AI", "DB", "IR") if each not in found.rules.predicates)
        for shown in (found, explainer.explain("b"), explainer.why_not(NAMES[3], other), explainer.audit()):
            markup = shown._repr_html_()
            tags, text = parsed(markup)
            self.assertLessEqual(tags, {"div", "b", "br", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul", "li"})
            self.assertNotIn("<script", markup)
            self.assertTrue("<script>alert(1)</script>" in text or "topic <b>" in text, text)
            self.assertNotRegex(markup, '[";]color:(?!inherit)')  # the notebook's, dark or light

    def test_without_the_optional_packages(self):
        found = self.explain("b")
        with mock.patch.dict(sys.modules, {"pandas": None}), self.assertRaisesRegex(ImportError, "pip install pandas"):
            found.to_frame()
        with mock.patch.dict(sys.modules, {"matplotlib": None, "matplotlib.pyplot": None}):
            with self.assertRaisesRegex(ImportError, "pip install matplotlib"):
                found.plot()


def parsed(markup):
    """The names of all elements, which must be closed, and the text."""
    class Reader(html.parser.HTMLParser):
        tags, text, open = set(), "", []

        def handle_starttag(self, tag, attributes):
            self.tags = self.tags | {tag}
            assert not {name for name, _ in attributes} - {"style"}, attributes
            self.open = self.open + [tag] * (tag != "br")

        def handle_endtag(self, tag):
            assert self.open[-1] == tag, (self.open, tag)
            self.open = self.open[:-1]

        def handle_data(self, data):
            self.text += data

    reader = Reader()
    reader.feed(markup)
    reader.close()
    assert not reader.open
    return reader.tags, reader.text


if __name__ == "__main__":
    unittest.main()
