"""Limits of data sets in Python: reading that can be stopped, ids as in every other source, options outside of their range."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import pandas
import scipy.sparse

import kenn

KENN = os.environ["KENN"]  # the program that was built
ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id FROM c"
KNOWLEDGE = "type Paper\npredict AI(Paper)\ngiven Cite(Paper, Paper)\n"
LONGEST = 65_536


class Databases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "a.db")
        self.kb = kenn.Knowledge.from_text(KNOWLEDGE)

    def make(self, papers):
        database = sqlite3.connect(self.path)
        database.execute(f"CREATE VIEW Paper AS {papers}")
        database.execute("CREATE TABLE Cite (x, y)")
        database.commit()
        database.close()
        return f"sqlite:{self.path}"

    def test_control_c_stops_a_view_without_end(self):
        for view in (ENDLESS, ENDLESS + " WHERE x < 0"):
            self.path.unlink(missing_ok=True)
            source = self.make(view)
            timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            started = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                kenn.Dataset.open(self.kb, source)
            timer.join()
            self.assertLess(time.monotonic() - started, 20)

    def test_what_a_handler_raises_comes_back(self):
        class TooLate(Exception):
            pass

        def stop(*ignored):
            raise TooLate()

        source = self.make(ENDLESS + " WHERE x < 0")
        before = signal.signal(signal.SIGALRM, stop)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with self.assertRaises(TooLate):
            kenn.Dataset.open(self.kb, source)

    def test_a_view_that_gives_no_row_is_left(self):
        source = self.make(ENDLESS + " WHERE x < 0")
        with self.assertRaisesRegex(kenn.LimitError, "table 'Paper': after 0 rows .* 0.25 seconds"):
            kenn.Dataset.open(self.kb, source, read_timeout=0.25)

    def test_seconds_that_are_none(self):
        for seconds in (-1, float("nan"), float("inf"), "3", None):
            with self.assertRaisesRegex(kenn.DataError, "read_timeout"):
                kenn.Dataset.open(self.kb, "sqlite:a.db", read_timeout=seconds)


class Ids(unittest.TestCase):
    def setUp(self):
        self.kb = kenn.Knowledge.from_text(KNOWLEDGE)

    def from_frames(self, *ids):
        papers = pandas.DataFrame({"id": pandas.Series(ids, dtype=object), "AI": [numpy.nan] * len(ids)})
        cites = pandas.DataFrame({"x": pandas.Series(ids[:1], dtype=object), "y": pandas.Series(ids[-1:], dtype=object)})
        return kenn.Dataset.from_frames(self.kb, {"Paper": papers, "Cite": cites})

    def from_lists(self, *ids):
        return kenn.Dataset(self.kb, {}, relations={"Cite": [[0], [len(ids) - 1]]}, objects={"Paper": list(ids)})

    def test_texts_are_kept_byte_by_byte(self):
        ids = ("a", " a ", "\ta", "a\r", "a\r\nb", '"a"', "=1+2", "\ufeffa", "zoë 猫", "x" * LONGEST)
        for make in (self.from_frames, self.from_lists):
            self.assertEqual(make(*ids).ids(), list(ids))

    def test_numbers_are_written_as_usual(self):
        for make in (self.from_frames, self.from_lists):
            self.assertEqual(make(7, 8.0, 0.5, 100000.0, numpy.float32(3), numpy.int64(-4)).ids(),
                             ["7", "8", "0.5", "100000", "3", "-4"])

    def test_what_is_no_id_is_refused(self):
        cases = (("", "the id is empty"), (None, "expected an id|has no id"), (float("nan"), "expected an id|has no id"), (pandas.NA, "expected an id|has no id"),
                 (pandas.NaT, "expected an id|has no id"), (b"a", "expected an id|has no id"), (float("inf"), "expected an id|has no id"),
                 ("a\0b", "a zero byte"), ("a\ud800", "not UTF-8"),
                 ("x" * (LONGEST + 1), "the id has 65537 bytes; at most 65536"), ("x" * 10**6, "the id has 1000000 bytes"))
        for make in (self.from_frames, self.from_lists):
            for value, message in cases:
                with self.subTest(make=make.__name__, value=str(value)[:20] if value is not pandas.NaT else "NaT"):
                    with self.assertRaisesRegex(kenn.DataError, message):
                        make("first", value)


class Numbers(unittest.TestCase):
    def setUp(self):
        self.kb = kenn.Knowledge.from_text(KNOWLEDGE)
        self.data = kenn.Dataset(self.kb, [[1.0], [0.0]], numpy.array([[1], [0]]), {"Cite": [[0], [1]]})

    def refusal_in_python(self, name, value):
        with self.assertRaises(kenn.OptionError) as caught:
            kenn.train(self.kb, self.data, progress=False, **{name.replace("-", "_"): value})
        return caught.exception.message

    def refusal_of_the_program(self, name, text):
        result = subprocess.run([KENN, "train", "--knowledge", "k", "--data", "d", "--out", "m", f"--{name}={text}"],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 2, result)
        return result.stderr

    def test_are_refused_as_on_the_command_line(self):
        for name, value, text in (("layers", 1001, "1001"), ("layers", 0, "0"), ("layers", -1, "-1"), ("layers", 2.5, "2.5"),
                                  ("epochs", 10**9, "1000000000"), ("learning-rate", float("nan"), "nan"),
                                  ("learning-rate", float("inf"), "inf"), ("learning-rate", 1e3, "1000"),
                                  ("dropout", -0.5, "-0.5"), ("threads", 1025, "1025"), ("max-groundings", 10**16, str(10**16)),
                                  ("hidden", [10**7], "10000000"), ("folds", 1, "1")):
            with self.subTest(name=name, value=value):
                self.assertIn(self.refusal_in_python(name, value), self.refusal_of_the_program(name, text))

    def test_damaged_sparse_matrices(self):
        """SciPy does not look at what is in its arrays; we read memory by it."""
        def damage(part, place, value):
            matrix = scipy.sparse.csr_matrix(numpy.eye(3, dtype=numpy.float32))
            getattr(matrix, part)[place] = value
            return matrix

        kb = kenn.Knowledge.from_text(KNOWLEDGE)
        for part, place, value in (("indices", 0, 10**6), ("indices", 2, -1), ("indptr", 0, 1), ("indptr", 1, 7), ("indptr", 3, 4)):
            with self.subTest(part=part, place=place, value=value):
                with self.assertRaisesRegex(kenn.DataError, "the sparse matrix is damaged"):
                    kenn.Dataset(kb, damage(part, place, value), numpy.array([[1], [0], [1]]), {"Cite": [[0], [1]]})

    def test_matrices_that_promise_too_much(self):
        wide = scipy.sparse.csr_matrix((2, 2**32 - 1), dtype=numpy.float32)
        data = kenn.Dataset(self.kb, wide, numpy.array([[1], [0]]), {"Cite": [[0], [1]]})
        with self.assertRaisesRegex(kenn.LimitError, "network of 'Paper' with 4294967295 features"):
            kenn.train(self.kb, data, progress=False, hidden=[50_000])
        with self.assertRaisesRegex(kenn.DataError, "at most 4294967295 columns, got 1099511627776"):
            kenn.Dataset(self.kb, scipy.sparse.csr_matrix((2, 2**40), dtype=numpy.float32), None, {"Cite": [[0], [1]]})


if __name__ == "__main__":
    unittest.main()
