"""kenn.train: data frames, arrays, folders and databases in, a model out; Ctrl-C, checkpoints, and what is refused."""

import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import numpy
import pandas

import kenn

KENN = os.environ["KENN"]  # the program that was built
SOURCE = pathlib.Path(os.environ["KENN_SOURCE"])

KNOWLEDGE = """
type Paper
predict AI(Paper), DB(Paper)
given Cite(Paper, Paper)
exclusive AI, DB
for T in {AI, DB}
rule "same topic": T(x) & Cite(x, y) -> T(y)
"""
QUICK = {"hidden": [8], "epochs": 30, "learning_rate": 0.02, "progress": False}


def frame(**columns):
    return pandas.DataFrame(columns)


class Papers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kb = kenn.Knowledge.from_text(KNOWLEDGE)
        random = numpy.random.default_rng(3)
        cls.topic = random.integers(0, 2, 120)
        cls.words = random.normal(size=(120, 4)) + 0.7 * cls.topic[:, None]
        pairs = random.integers(0, 120, (2, 600))
        cls.cites = pairs[:, cls.topic[pairs[0]] == cls.topic[pairs[1]]]
        cls.names = numpy.array(["AI", "DB"])[cls.topic]
        cls.splits = numpy.array(["train", "valid", "test"])[random.choice(3, 120, p=[0.4, 0.2, 0.4])]

    def arrays(self, **changes):
        given = {"features": self.words, "labels": self.names, "relations": {"Cite": self.cites}, "splits": self.splits, **changes}
        return kenn.Dataset(self.kb, **given)

    def frames(self, **changes):
        papers = {"id": [f"p{i}" for i in range(120)], "label": self.names, "split": self.splits,
                  **{f"word{i}": self.words[:, i] for i in range(4)}, **changes}
        cites = frame(x=[f"p{i}" for i in self.cites[0]], y=[f"p{i}" for i in self.cites[1]])
        return {"Paper": frame(**papers), "Cite": cites}

    def test_six_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            data = kenn.Dataset.from_frames(self.kb, self.frames())
            model = kenn.train(self.kb, data, layers=2, **QUICK)
            model.save(pathlib.Path(folder, "papers.safetensors"))
            again = kenn.Model.load(pathlib.Path(folder, "papers.safetensors"))
            self.assertEqual(again.predict(data).tolist(), model.predict(data).tolist())
        score = again.evaluate(data)
        test = self.splits == "test"
        self.assertEqual(score["labels"], test.sum())
        self.assertAlmostEqual(score["accuracy"], (again.predict(data) == self.names)[test].mean())
        self.assertGreater(score["accuracy"], 0.8)
        self.assertGreaterEqual(score["accuracy"], score["network"])
        self.assertEqual([each.verdict for each in model.evidence], ["trusted", "trusted"])
        numpy.testing.assert_allclose(again.predict_proba(data).sum(axis=1), 1, rtol=1e-5)

    def test_the_page(self):
        page = (SOURCE / "docs" / "python.md").read_text()
        body = re.search(r"(?ms)^```python file=train.py\n(.*?)^```$", page)[1]
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([sys.executable, "-c", body], cwd=folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"\{'accuracy': 1\.0, 'network': [\d.]+, 'labels': 8\}")

    def test_frames_and_arrays_are_the_same_data(self):
        frames, arrays = kenn.Dataset.from_frames(self.kb, self.frames()), self.arrays()
        self.assertEqual(frames.ids("Paper")[:2], ["p0", "p1"])
        self.assertEqual(kenn.train(self.kb, frames, **QUICK).weights(), kenn.train(self.kb, arrays, **QUICK).weights())

    def test_the_same_model_as_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([KENN, "generate", "citation", "--nodes", "90", "--words", "40", "--out", f"{folder}/papers"], check=True,
                           stdout=subprocess.DEVNULL)
            knowledge = kenn.Knowledge.from_file(f"{folder}/papers/citation.kenn")
            for options in ({}, {"method": "rnm", "rule_epochs": 5}, {"preset": "trusted", "folds": 3}):
                flags = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
                subprocess.run([KENN, "train", "--knowledge", f"{folder}/papers/citation.kenn", "--data", f"{folder}/papers",
                                "--epochs", "8", *flags, "--out", f"{folder}/command"], check=True, capture_output=True)
                kenn.train(knowledge, f"{folder}/papers", epochs=8, progress=False, **options).save(f"{folder}/python")
                self.assertEqual(pathlib.Path(folder, "python").read_bytes(), pathlib.Path(folder, "command").read_bytes(), options)

    def test_sqlite(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "papers.db")
            with sqlite3.connect(path) as database:
                database.execute("create table Paper (id text, label text, split text, word0 real)")
                database.executemany("insert into Paper values (?, ?, ?, ?)",
                                     [(f"p{i}", self.names[i], self.splits[i], self.words[i, 0]) for i in range(120)])
                database.execute("create table Cite (x text, y text)")
                database.executemany("insert into Cite values (?, ?)", {(f"p{x}", f"p{y}") for x, y in self.cites.T})
            database.close()
            data = kenn.Dataset.open(self.kb, f"sqlite:{path}")
            self.assertEqual(repr(data), f"<Dataset 'sqlite:{path}' for 'knowledge': 120 Paper>")
            self.assertEqual(len(kenn.train(self.kb, data, **QUICK).predict(data)), 120)

    def test_several_labels_per_object_are_a_matrix(self):
        kb = kenn.Knowledge.from_text("type Item predict Dog(Item), Animal(Item) rule: Dog(x) -> Animal(x)")
        atoms = numpy.array([[0, 0], [0, 1], [1, 1]] * 20)
        data = kenn.Dataset(kb, atoms + 0.1, atoms)
        model = kenn.train(kb, data, **{**QUICK, "hidden": [], "epochs": 200, "learning_rate": 0.1})
        self.assertEqual(model.predict(data).tolist(), atoms.tolist())
        self.assertEqual(model.predict(data).dtype, numpy.int8)

    def test_progress(self):
        seen = []
        kenn.train(self.kb, self.arrays(), **{**QUICK, "progress": seen.append, "epochs": 3, "layers": 1})
        self.assertEqual([each["epoch"] for each in seen], [0, 1, 2, 3] * 2)
        self.assertEqual([each["folds"] for each in seen], [True] * 4 + [False] * 4)
        self.assertLess(seen[-1]["loss"], seen[4]["loss"])
        self.assertIsNotNone(seen[0]["valid_accuracy"])

    def test_what_a_callback_raises_stops_it_and_training_goes_on(self):
        whole = kenn.train(self.kb, self.arrays(), **QUICK)

        def stop(epoch):
            if epoch["epoch"] == 9 and not epoch["folds"]:
                raise KeyError("enough")

        with tempfile.TemporaryDirectory() as folder:
            checkpoint = pathlib.Path(folder, "papers.checkpoint")
            with self.assertRaisesRegex(KeyError, "enough"):
                kenn.train(self.kb, self.arrays(), checkpoint=checkpoint, **{**QUICK, "progress": stop})
            self.assertTrue(checkpoint.exists())
            resumed = kenn.train(self.kb, self.arrays(), checkpoint=checkpoint, resume=True, **QUICK)
            self.assertFalse(checkpoint.exists())
        self.assertEqual(resumed._core.to_bytes(), whole._core.to_bytes())

    def test_one_training_has_a_checkpoint(self):
        refused = []

        def train_again(each):
            if refused:
                raise KeyboardInterrupt
            with self.assertRaises(kenn.FileError) as caught:
                kenn.train(self.kb, self.arrays(), checkpoint=checkpoint, **QUICK)
            refused.append(caught.exception)

        with tempfile.TemporaryDirectory() as folder:
            checkpoint = pathlib.Path(folder, "new", "papers.checkpoint")
            kept = None  # an error keeps the frames of the training, as the prompt of Python keeps the last one
            try:
                kenn.train(self.kb, self.arrays(), checkpoint=checkpoint, **{**QUICK, "progress": train_again})
            except KeyboardInterrupt as error:
                kept = error
            self.assertIsNotNone(kept)
            self.assertIn("another training is using this checkpoint", str(refused[0]))
            self.assertEqual([path.name for path in checkpoint.parent.iterdir()], ["papers.checkpoint"])
            kenn.train(self.kb, self.arrays(), checkpoint=checkpoint, resume=True, **QUICK)
            checkpoint.parent.mkdir(exist_ok=True)
            self.assertEqual(list(checkpoint.parent.iterdir()), [])
            os.mkfifo(checkpoint)
            with self.assertRaisesRegex(kenn.FileError, "cannot write the file: it is a FIFO"):
                kenn.train(self.kb, self.arrays(), checkpoint=checkpoint, **QUICK)

    def test_no_error_shows_a_password(self):
        for source in ("postgres://kenn:s3cr%zzet@127.0.0.1:1/x", "postgresql://kenn:s3cret@127.0.0.1:1/x",
                       "postgrse://kenn:s3cret@127.0.0.1:1/x", "postgres:host=127.0.0.1 port=1 password=s3cret x"):
            with self.assertRaises(kenn.FileError) as caught:
                kenn.train(self.kb, source, **QUICK)
            self.assertNotIn("s3cr", str(caught.exception) + repr(caught.exception))

    def test_ctrl_c(self):
        program = """
import kenn, sys
kb = kenn.Knowledge.from_text(sys.argv[1])
data = kenn.Dataset(kb, [[0.0, 1.0], [1.0, 0.0]] * 20, ["AI", "DB"] * 20, {"Cite": [[0], [2]]})
try:
    kenn.train(kb, data, epochs=100000000, progress=lambda each: print(flush=True), checkpoint=sys.argv[2])
except KeyboardInterrupt:
    print("stopped")
"""
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = os.path.join(folder, "checkpoint")
            process = subprocess.Popen([sys.executable, "-c", program, KNOWLEDGE, checkpoint], stdout=subprocess.PIPE, text=True)
            for _ in range(20):
                process.stdout.readline()
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=60)
            self.assertEqual((process.returncode, output.split()[-1]), (0, "stopped"))
            self.assertTrue(os.path.exists(checkpoint))

    def test_options_that_are_refused(self):
        data = self.arrays()
        for options, message in (
                ({"learning_rat": 1}, "there is no option 'learning_rat'; did you mean 'learning_rate'?"),
                ({"learning_rate": 0}, "learning-rate: a number from 1e-09 to 100 is expected, not '0'"),
                ({"epochs": 2.5}, "epochs: a whole number from 1 to 100000000 is expected, not '2.5'"),
                ({"epochs": "many"}, 'epochs: a whole number is expected, not "many"'),
                ({"method": "nn", "rounds": 7}, "option 'rounds' does not apply to method nn; it applies to rnm"),
                ({"method": "nm"}, "there is no method 'nm'; did you mean 'nn'?"),
                ({"preset": "best"}, "there is no preset 'best' (paper, tuned, trusted)"),
                ({"trust": "joint", "folds": 3}, "option 'folds' has no effect here")):
            with self.subTest(options), self.assertRaises(kenn.OptionError) as caught:
                kenn.train(self.kb, data, progress=False, **options)
            self.assertIn(message, str(caught.exception))
        with self.assertRaises(TypeError):
            kenn.train(self.kb, data, hidden=object())
        with self.assertRaisesRegex(ValueError, "resume: expected a checkpoint"):
            kenn.train(self.kb, data, resume=True)
        with self.assertRaisesRegex(TypeError, "expected a kenn.Dataset or its source, got ndarray"):
            kenn.train(self.kb, self.words)

    def test_numpy_numbers_are_numbers(self):
        options = {**QUICK, "epochs": numpy.int64(3), "learning_rate": numpy.float32(0.5), "hidden": numpy.array([4])}
        self.assertEqual(kenn.train(self.kb, self.arrays(), **options)._core.widths, [4])

    def test_data_that_is_refused(self):
        papers = self.frames()
        cases = (
            ("no label to learn from", lambda: kenn.train(self.kb, self.arrays(labels=None), **QUICK)),
            ("splits of 'Paper': row 0 has 'dev', expected train", lambda: self.arrays(splits=["dev"] * 120)),
            ("splits of 'Paper': expected one for each of 120 rows, got 3", lambda: self.arrays(splits=["train"] * 3)),
            ("no type or predicted relation 'Papr'", lambda: self.arrays(features={"Papr": self.words})),
            ("'Cite' is missing", lambda: kenn.Dataset.from_frames(self.kb, {"Paper": papers["Paper"]})),
            ("no type or relation 'Author'", lambda: kenn.Dataset.from_frames(self.kb, {**papers, "Author": papers["Paper"]})),
            ("expected a column 'id'", lambda: kenn.Dataset.from_frames(self.kb, {**papers, "Paper": frame(name=["a"])})),
            ("the id 'a' is there twice", lambda: kenn.Dataset.from_frames(self.kb, {**papers, "Paper": frame(id=["b", "a", "a"])})),
            ("row 0 names the Paper 'p7', which has no row", lambda: kenn.Dataset.from_frames(
                self.kb, {"Paper": frame(id=["a"], word=[1.0]), "Cite": frame(x=["p7"], y=["a"])})),
            ("the column 'journal' is no number", lambda: kenn.Dataset.from_frames(
                self.kb, self.frames(journal=["JAIR"] * 120))),
            ("expected one of AI, DB", lambda: kenn.Dataset.from_frames(self.kb, self.frames(label=["HCI"] * 120))),
            ("there is no such folder", lambda: kenn.train(self.kb, "nowhere")),
        )
        for message, action in cases:
            with self.subTest(message), self.assertRaises(kenn.Error) as caught:
                action()
            self.assertIn(message, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
