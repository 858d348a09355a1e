"""Explanations in Python are those of `kenn explain`: the same numbers and texts, sums that are exact, and the same messages."""

import pickle
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import kenn
import numpy

from explaining_case import NAMES, RULES, Logits


class AsTheProgram(Logits):
    def test_every_boost_and_order(self):
        for boost in ("softmax", "godel", "residual"):
            for order in ("parallel", "sequential"):
                for center in ("groups", "none"):
                    flags = ("--boost", boost, "--order", order, "--center", center, "--layers", "2", "--weights", "weights.json")
                    options = {"boost": boost, "order": order, "center": center == "groups", "weights": self.weights}
                    explainer = self.explainer(**options)
                    for name in ("b", 'Like("say ""c""", g)', NAMES[3], "alone"):
                        with self.subTest(name=name, **{key: options[key] for key in ("boost", "order", "center")}):
                            found = explainer.explain(name)
                            self.assertEqual(found.to_dict(), self.program_json(*flags, "--object", name))
                            self.assertEqual(str(found), self.program(*flags, "--object", name).stdout.rstrip("\n"))

    def test_sums_are_exact_and_those_of_the_engine(self):
        for boost in ("softmax", "godel", "residual"):
            for order in ("parallel", "sequential"):
                options = {"boost": boost, "order": order, "weights": self.weights}
                expected = kenn.enhance(self.kb, self.logits, self.relations, objects=self.objects, **options)
                explainer = self.explainer(**options)
                for row, name in enumerate(NAMES):
                    name = 'Paper("say ""c""")' if row == 2 else name
                    found = explainer.explain(name)
                    added = sum((each.changes for each in found.contributions), numpy.zeros(4))
                    size = sum((numpy.abs(grounding.changes) for each in found.contributions for grounding in each.groundings),
                               numpy.zeros(4))
                    numpy.testing.assert_allclose(found.network.logits + added, found.rules.logits, rtol=0, atol=1e-12)
                    numpy.testing.assert_array_equal(found.network.logits, self.logits["Paper"][row])
                    difference = numpy.abs(found.rules.logits - expected["Paper"][row])
                    self.assertTrue((difference <= 1e-5 * (1 + size)).all(), difference)
                    for each in found.contributions:
                        numpy.testing.assert_allclose(sum(grounding.changes for grounding in each.groundings), each.changes, rtol=0,
                                                      atol=1e-12)

    def test_what_if_and_depth(self):
        for options, flags in (({"without": ["topic <b>"]}, ("--without", "topic <b>")),
                               ({"without": "Cite(a, b)", "set": "AI(a)=0.9"}, ("--without", "Cite(a, b)", "--set", "AI(a)=0.9")),
                               ({"set": ["Old(g)=1", "DB(b)=0"], "depth": 2}, ("--set", "Old(g)=1", "--set", "DB(b)=0", "--depth", "2")),
                               ({"without": ["$old$ & known"]}, ("--without", "$old$ & known"))):
            with self.subTest(flags):
                found = self.explain("b", layers=3, **options)
                flags = ("--layers", "3", "--object", "b", *flags)
                self.assertEqual(found.to_dict(), self.program_json(*flags))
                self.assertEqual(found.to_text(top=3), self.program(*flags, "--top", "3").stdout.rstrip("\n"))
                self.assertIsNotNone(found.what_if)

    def test_why_not(self):
        explainer = self.explainer(weights=self.weights)
        answers = []
        for name in ("b", "e & f", "i"):
            now = explainer.explain(name).rules.predicates
            for predicate in ("AI", "DB", "IR"):
                if predicate in now:
                    continue
                found = explainer.why_not(name, predicate)
                wanted = self.program_json("--layers", "2", "--weights", "weights.json", "--object", name, "--why-not", predicate)["why_not"]
                self.assertEqual(found.to_dict(), wanted)
                self.assertEqual((found.object, found.rules.predicates), (name, now))
                if found.found:
                    self.assertIn(predicate, found.prediction.predicates)
                    changed = explainer.explain(name, without=found.removed).what_if
                    numpy.testing.assert_allclose(changed.logits, found.prediction.logits, rtol=0, atol=1e-12)
                    self.assertIn("without\n    " + found.removed[0], str(found))
                else:
                    self.assertIn("none found up to size 2", str(found))
                answers.append(found.found)
        self.assertIn(True, answers)

    def test_audit(self):
        found = self.explainer(weights=self.weights).audit()
        flags = ("--layers", "2", "--weights", "weights.json", "--rules")
        self.assertEqual(found.to_dict(), self.program_json(*flags))
        self.assertEqual(str(found), self.program(*flags).stdout.rstrip("\n"))
        self.assertEqual(found.labels, 8)

    def test_rows_by_number(self):
        expected = kenn.explain(self.kb, self.logits, self.relations, "3").to_dict()
        for row in (3, numpy.int64(3), "Paper(3)", numpy.array(3)):
            self.assertEqual(kenn.explain(self.kb, self.logits, self.relations, row).to_dict(), expected)
        self.assertEqual(kenn.explain(self.kb, self.logits, self.relations, "Like(2, 5)").object, "Like(2, 5)")

    def test_a_plan(self):
        relations = {name: value[0].copy() if isinstance(value, tuple) else value for name, value in self.relations.items()}
        plan = kenn.Plan(self.kb, {"Paper": 10}, relations, objects=self.objects)
        expected = kenn.explain(self.kb, self.logits, relations, "b", objects=self.objects).to_dict()
        self.assertEqual(kenn.explain(self.kb, self.logits, plan, "b").to_dict(), expected)
        with self.assertRaisesRegex(kenn.DataError, "already has its objects"):
            kenn.explain(self.kb, self.logits, plan, "b", objects=self.objects)
        relations["Cite"][0, 0] = 9
        with self.assertRaisesRegex(kenn.DataError, "has changed since then"):
            kenn.explain(self.kb, self.logits, plan, "b")


class Refused(Logits):
    def test_as_the_program_does(self):
        for options, flags, message in (
                ({"object": "alonw"}, ("--object", "alonw"), "there is no object 'alonw' of Paper; did you mean 'alone'?"),
                ({"object": "Cite(a, b)"}, ("--object", "Cite(a, b)"), "'Cite' is given: nothing is predicted of it"),
                ({"object": "Like(a, b)"}, ("--object", "Like(a, b)"), "Like(a, b) is not listed"),
                ({"object": "b", "without": ["Known(b)"]}, ("--object", "b", "--without", "Known(b)"), "Known(b) is not listed"),
                ({"object": "b", "without": "topik <b>"}, ("--object", "b", "--without", "topik <b>"), "did you mean 'topic <b>'?"),
                ({"object": "b", "set": ["AI(a)=1.5"]}, ("--object", "b", "--set", "AI(a)=1.5"), "'1.5' is no probability between 0 and 1"),
                ({"object": "b", "set": ["AI(a)=nan"]}, ("--object", "b", "--set", "AI(a)=nan"), "'nan' is no probability"),
                ({"object": "b", "set": ["AI(a)"]}, ("--object", "b", "--set", "AI(a)"), "is not of the form AI(a)=1")):
            with self.subTest(flags):
                self.assertIn(message, self.program(*flags).stderr)
                with self.assertRaises(kenn.DataError) as raised:
                    self.explain(**options)
                self.assertIn(message, str(raised.exception))
        for predicate, message in (("DBB", "'DBB' is not predicted of Paper; did you mean 'DB'?"),
                                   (self.explain("b").rules.predicates[0], "is what is predicted of b already")):
            self.assertIn(message, self.program("--object", "b", "--why-not", predicate).stderr)
            with self.assertRaises(kenn.DataError) as raised:
                self.explainer().why_not("b", predicate)
            self.assertIn(message, str(raised.exception))

    def test_bad_arguments(self):
        explainer = self.explainer()
        nan = {**self.logits, "Paper": self.logits["Paper"].copy()}
        nan["Paper"][4, 1] = numpy.nan
        for call, error, message in (
                (lambda: explainer.explain(None), kenn.DataError, "object: expected an id"),
                (lambda: explainer.explain({"Cite": []}), TypeError, "object: expected an id, a row number"),
                (lambda: explainer.explain(99), kenn.DataError, "there is no object '99' of Paper"),
                (lambda: explainer.explain("\udc80"), kenn.DataError, "not UTF-8"),
                (lambda: explainer.explain("b", depth=-1), kenn.DataError, "depth: expected a whole number from 0"),
                (lambda: explainer.explain("b", without=[1]), TypeError, "without: expected a text, got a int"),
                (lambda: explainer.explain("b").to_text(top=-1), kenn.DataError, "top: expected a whole number"),
                (lambda: explainer.why_not("b", 3), TypeError, "predicate: expected a text"),
                (lambda: kenn.explain("type Paper", self.logits, {}, 0), TypeError, "expected a kenn.Knowledge"),
                (lambda: self.explain("b", boost="max"), kenn.DataError, "boost: expected"),
                (lambda: self.explain("b", layers=0), kenn.DataError, "layers: expected"),
                (lambda: self.explain("b", max_groundings=0), kenn.DataError, "max_groundings: expected"),
                (lambda: self.explain("b", layers=3, max_groundings=1), kenn.LimitError, "groundings"),
                (lambda: self.explain("b", weights=[1.0]), kenn.DataError, "weights: expected the shape"),
                (lambda: self.explain("b", top=3), TypeError, "unexpected keyword argument 'top'"),
                (lambda: kenn.explain(self.kb, nan, self.relations, 4), kenn.DataError, "at row 4, column 'DB' is not finite"),
                (lambda: kenn.explain(self.kb, self.logits, {}, 4), kenn.DataError, "'Like' is missing"),
                (lambda: kenn.explain(self.kb, {**self.logits, "Like": [[1.0]]}, self.relations, 4), kenn.DataError,
                 r"logits of 'Like': expected the shape \[4, 1\], got \[1, 1\]"),
                (lambda: kenn.audit(self.kb, self.logits, self.relations, labels=["AI"]), TypeError, "labels"),
                (lambda: pickle.dumps(explainer), TypeError, "cannot be saved")):
            with self.subTest(message), self.assertRaisesRegex(error, message):
                call()


class Threads(Logits):
    def test_one_explainer_for_several_threads(self):
        explainer = self.explainer(layers=2)
        names = [name for name in NAMES if '"' not in name] * 5
        expected = [explainer.explain(name).to_dict() for name in names]
        with ThreadPoolExecutor(8) as pool:
            self.assertEqual([each.to_dict() for each in pool.map(explainer.explain, names)], expected)
            made_anew = pool.map(lambda name: self.explain(name, layers=2), names)
            self.assertEqual([each.to_dict() for each in made_anew], expected)

    def test_others_go_on_meanwhile(self):
        random = numpy.random.RandomState(1)
        relations = {"Cite": random.randint(0, 20000, (2, 200000)), "Known": [0], "Like": [[0], [1]]}
        logits = {"Paper": random.normal(size=(20000, 4)), "Like": [[0.0]]}
        kb = kenn.Knowledge.from_text(RULES.replace('rule "twice": Old(x) & Cite(x, y) & Cite(y, z) -> Old(z)\n', ""))
        explainer = kenn.Explainer(kb, logits, relations, layers=3, threads=1)
        started, ended = threading.Event(), threading.Event()

        def audit():
            started.set()
            explainer.audit()
            ended.set()

        thread = threading.Thread(target=audit)
        thread.start()
        started.wait()
        turns = 0
        while not ended.wait(0.001):
            turns += 1
        thread.join()
        self.assertGreater(turns, 5)


if __name__ == "__main__":
    unittest.main()
