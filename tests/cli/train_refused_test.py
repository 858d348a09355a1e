"""What `kenn train`, `predict` and `evaluate` refuse: one clear error, and nothing left half-written."""

import os
import random
import resource
import shutil
import unittest

from environment import run_kenn
from npy_files import npy
from training_case import PEOPLE, TrainingCase


class Refused(TrainingCase):
    def setUp(self):
        super().setUp()
        self.use_topics(papers=20)
        self.text = (self.data / "Paper.csv").read_text()

    def assert_refused(self, *messages, arguments=(), out="m.kenn", **options):
        before = self.names()
        self.refuse(self.train("--epochs", "2", *arguments, out=out, **options), *messages)
        self.assertEqual(self.names(), before)

    def paper(self, old, new):
        """The papers, with something else in the place of a text that is there."""
        self.assertIn(old, self.text)
        self.write(self.text.replace(old, new), "data/Paper.csv")

    # ------------------------------------------------------------------------------------------------------ the data

    def test_labels_and_splits(self):
        self.paper("p1,DB,", "p1,Db,")
        self.assert_refused("data/Paper.csv:3:4: error: there is no predicate 'Db'; did you mean 'DB'?")
        self.paper("p2,AI,valid", "p2,AI,validate")
        self.assert_refused("data/Paper.csv:4:7: error: ", "'validate' is not train, valid or test")
        for text in (self.text.replace("train", "test"), self.text.replace(",AI,", ",,").replace(",DB,", ",,")):
            self.write(text, "data/Paper.csv")
            self.assert_refused("data: error: there is no label to learn from")

    def test_relations(self):
        self.write("x,y\np0,nobody\n", "data/Cite.csv")
        self.assert_refused("data/Cite.csv:2:4: error: ", "nobody")
        (self.data / "Cite.csv").unlink()
        self.assert_refused("Cite.csv")

    def test_features(self):
        lines = self.text.splitlines()
        for number in ("nan", "1e999", ""):
            cells = lines[5].split(",")
            cells[3] = number
            self.write("\n".join([*lines[:5], ",".join(cells), *lines[6:]]) + "\n", "data/Paper.csv")
            self.assert_refused("data/Paper.csv:6:")
        self.write("".join(",".join(line.split(",")[:3]) + "\n" for line in lines), "data/Paper.csv")
        self.write(npy([[1.0, float("nan")]] * 20), "data/Paper.features.npy")
        self.assert_refused("data/Paper.features.npy", "row 0", "column 1")
        self.write(npy([[1.0, 2.0]] * 19), "data/Paper.features.npy")
        self.assert_refused("data/Paper.features.npy", "19", "20")

    def test_missing_sources(self):
        for data, *messages in (("nowhere", "nowhere"), ("sqlite:none.db", "none.db"), ("linqs:nowhere", "nowhere"),
                                ("postgres:host=/nowhere password=secret",
                                 "postgres: error: cannot connect to PostgreSQL"),
                                 ("k.kenn", "k.kenn")):
            with self.subTest(data):
                result = self.train_on(data)
                self.refuse(result, *messages)
                self.assertNotIn(b"secret", result.stderr)
        shutil.copytree(self.data, self.folder / "other")
        (self.folder / "other" / "Paper.csv").unlink()
        self.refuse(self.train_on("other"), "other/Paper.csv")
        self.assertEqual(self.names(), {"k.kenn", "data", "other"})

    def train_on(self, data):
        return run_kenn("train", "--knowledge", "k.kenn", "--data", data, "--out", "m.kenn", cwd=self.folder)

    def test_fractions(self):
        self.assert_refused("data: error: the data says in a column 'split' what is for training",
                            arguments=["--train-fraction", "0.5"])
        self.write("".join(",".join(line.split(",")[:2] + line.split(",")[3:]) + "\n"
                           for line in self.text.splitlines()), "data/Paper.csv")
        self.assert_refused("data: error: there is no label to learn from", arguments=["--train-fraction", "0.01"])

    def test_knowledge(self):
        self.write("type Paper\npredict AI(Paper), DB(Paper)\nrule: AI(x) -> Db(x)\n", "k.kenn")
        self.assert_refused("k.kenn:3:16: error: unknown predicate 'Db'")
        (self.folder / "k.kenn").unlink()
        self.assert_refused("k.kenn: error: ")

    @unittest.skipIf("-fsanitize" in os.environ.get("CXXFLAGS", ""), "sanitizers take more memory than there is")
    def test_a_network_too_large_for_the_memory(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))

        self.assert_refused("needs at least 16 TB of memory, but only ", arguments=["--hidden", "1000000,1000000"],
                            preexec_fn=limit)

    def test_divergence(self):
        self.write("type Paper\npredict AI(Paper), DB(Paper)\nexclusive AI, DB\n", "k.kenn")
        cells = [line.split(",") for line in self.text.splitlines()]
        self.write("".join(",".join([*row[:3], row[3] if number == 0 else "3e38"]) + "\n"
                           for number, row in enumerate(cells)), "data/Paper.csv")
        self.assert_refused("data: error: the training diverges")

    # ---------------------------------------------------------------------------------------------- places to write to

    def test_places(self):
        self.write("", "file")
        (self.folder / "folder.kenn").mkdir()
        self.assert_refused("file", out="file/m.kenn")
        self.assert_refused("folder.kenn: error: cannot write the file: Is a directory", out="folder.kenn",
                            arguments=["--checkpoint-seconds", "0"])
        self.assert_refused("/proc", out="/proc/m.kenn")
        self.assert_refused("nowhere/log: error: cannot write the file: No such file or directory", arguments=["--log", "nowhere/log"])
        self.assert_refused("/dev/full: error: cannot write the file: No space left on device", arguments=["--log", "/dev/full"])

    # ------------------------------------------------------------------------------------------------------ the model

    def test_damaged_models(self):
        self.train_json("--epochs", "2")
        model = self.bytes_of()
        numbers = random.Random(1)
        damaged = [b"", model[:-1]]
        for _ in range(3):
            place = numbers.randrange(len(model))
            damaged.append(model[:place] + bytes([model[place] ^ (1 << numbers.randrange(8))]) + model[place + 1:])
        for content in damaged:
            self.write(content, "bad.kenn")
            self.refuse(self.use("predict", "--out", "p.csv", model="bad.kenn"), "bad.kenn: error: ")
            self.assertNotIn("p.csv", self.names())
        self.write(model.replace(b"kenn-model-1", b"kenn-model-2"), "newer.kenn")
        self.refuse(self.use("evaluate", model="newer.kenn"), "newer.kenn: error: ", "a newer kenn is needed")
        self.refuse(self.use("predict", "--out", "p.csv", model="none.kenn"), "none.kenn: error: ")

    def test_a_model_of_fit(self):
        self.write(npy([[0.0, 1.0]] * 20), "z.npy")
        self.write("id,label\n0,AI\n1,DB\n2,AI\n3,DB\n", "labels.csv")
        self.write("x,y\n0,1\n", "cite.csv")
        self.assert_done(run_kenn("enhance", "--knowledge", "k.kenn", "--logits", "Paper=z.npy", "--relation",
                                  "Cite=cite.csv", "--labels", "Paper=labels.csv", "--fit", "fit.kenn",
                                  cwd=self.folder))
        self.refuse(self.use("predict", "--out", "p.csv", model="fit.kenn"), "fit.kenn: error: ", "no trained model")

    def test_a_model_with_other_data(self):
        self.train_json("--epochs", "2")
        lines = self.text.splitlines()
        self.write("".join(line + (",more\n" if number == 0 else ",1\n") for number, line in enumerate(lines)),
                   "data/Paper.csv")
        self.refuse(self.use("predict", "--out", "p.csv"),
                    "data: error: the model knows 2 features of 'Paper', but the data has 3")
        self.write(PEOPLE, "k.kenn")
        (self.data / "Paper.csv").rename(self.data / "Person.csv")
        self.refuse(self.use("predict", "--out", "p.csv"), "data/Paper.csv")
        self.assertEqual(self.names(), {"k.kenn", "data", "m.kenn"})

    # ------------------------------------------------------------------------------------------------------- the usage

    def test_wrong_usage(self):
        for arguments, *messages in ((["--epoch", "2"], "unknown option '--epoch'", "did you mean '--epochs'?"),
                                     (["--hidden", "5,,5"], "--hidden: a whole number from 1 to 1000000 is expected"),
                                     (["--hidden", "5,"], "--hidden"), (["--hidden", "-5"], "--hidden"),
                                     (["--hidden", "0"], "--hidden"), (["--hidden", "5 5"], "--hidden"),
                                     (["--epochs", "0"], "--epochs"), (["--epochs", "1.5"], "--epochs"),
                                     (["--lr", "nan"], "--learning-rate"), (["--learning-rate", "0"], "--learning-rate"),
                                     (["--lr", "fast"], "--learning-rate"),
                                     (["--dropout", "1"], "--dropout"), (["--dropout", "nan"], "--dropout"),
                                     (["--weight-decay", "nan"], "--weight-decay"),
                                     (["--train-fraction", "0"], "--train-fraction"),
                                     (["--train-fraction", "nan"], "--train-fraction"),
                                     (["--train-fraction", "1.5"], "--train-fraction"),
                                     (["--checkpoint-seconds", "-1"], "--checkpoint-seconds"),
                                     (["--seed", "-1"], "--seed"), (["--seed", "18446744073709551616"], "--seed"),
                                     (["--batch-size", "-1"], "--batch-size"), (["--layers", "0"], "--layers"),
                                     (["--method", "gcn"], "--method: there is no method 'gcn' (nn, kenn, kenn-greedy, sbr, rnm)"),
                                     (["--method", "nn", "--rounds", "7"],
                                      "option 'rounds' does not apply to method nn; it applies to rnm"),
                                     (["--ensemble", "--no-ensemble"], "contradict each other"), (["--loss", "square"], "--loss"),
                                     (["--paradigm", "both"], "--paradigm"), (["--threads", "0"], "--threads"),
                                     (["--patience", "x"], "--patience"), (["--log", "m.kenn"], "--log"),
                                     (["--log", "m.kenn.checkpoint"], "--log"), (["extra"], "extra")):
            with self.subTest(arguments):
                self.assert_misused(self.train(*arguments), *messages)
        for out in ("", "folder/"):
            self.assert_misused(self.train(out=out), "--out: the model file has no name")
        for out in ("p", "p.txt", "p.CSV", "p/"):
            self.assert_misused(self.use("predict", "--out", out), "--out: the file must end in .csv or .npy")
        self.assert_misused(self.use("predict", "--out", ".csv"), "--out")
        self.assert_misused(self.use("evaluate", "--split", "foo"), "--split", "train")
        self.assert_misused(self.use("evaluate", "--out", "p.csv"), "unknown option '--out'")
        self.assertEqual(self.names(), {"k.kenn", "data"})


if __name__ == "__main__":
    unittest.main()
