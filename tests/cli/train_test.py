"""`kenn train` from outside: every kind of model and data, the same bytes every time, what a person sees meanwhile."""

import html
import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from cli_test import CommandLineTest
from environment import KENN, run_kenn
from training_case import JOINT, TrainingCase, read_model


class Training(TrainingCase):
    def test_report(self):
        self.use_topics()
        settings = ("--hidden", "5,4", "--lr", "0.02", "--dropout", "0.25", "--keep", "last", "--seed", "3")
        for method, more in (("kenn", ("--layers", "2", "--paradigm", "inductive")), ("kenn-greedy", ("--hidden", "")),
                             ("nn", settings)):
            self.train_json("--method", method, "--epochs", "5", *more, "--report", "pages/report.html")
            page = (self.folder / "pages" / "report.html").read_text()
            self.assertEqual("citations stay on topic[T=AI]" in page, method != "nn")
            model = self.bytes_of()
            (command,) = set(re.findall(r"kenn (train [^<\n]*--out m\.kenn)", html.unescape(page)))
            (self.folder / "m.kenn").unlink()
            self.assertEqual(run_kenn(*shlex.split(command), cwd=self.folder).returncode, 0, command)
            self.assertEqual(self.bytes_of(), model, command)
            self.assertRegex(page, r"Paper[^0-9]{1,40}60\b", "the sizes are those of all the data")
        self.assertEqual(self.train("--report", "pages/").returncode, 2)
        self.write("", "file")
        self.refuse(self.train("--epochs", "1", "--report", "file/report.html"), "file")

    def test_the_examples_of_the_help_work(self):
        for command in ("train", "predict", "map", "evaluate"):
            text = run_kenn(command, "--help").stdout.decode()
            self.assertIn("Exit status: 0 done, 1 bad input, 2 wrong usage", text)
            for example in re.findall(r"^  kenn (.*(?:\n {4,}.*)?)$", text, re.MULTILINE):
                if "linqs" in example:
                    continue
                if not (self.folder / "papers").exists():
                    self.use_generated()
                    shutil.move(self.data, self.folder / "papers")
                    shutil.move(self.folder / "k.kenn", self.folder / "papers" / "citation.kenn")
                result = run_kenn(*shlex.split(example), *(["--epochs", "20"] if command == "train" else []),
                                  cwd=self.folder)
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_report(self):
        self.use_generated()
        result = self.train("--epochs", "30", "--layers", "2", "--lr", "0.01", text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"^m\.kenn: epoch \d+ of 30, Paper 100-50-50-50-6, 6 clauses in 2 layers\n")
        self.assertRegex(result.stdout, r"\n +labels  network alone  with rules\n  train +126 +[01]\.\d{3} +[01]\.\d{3}\n")
        self.assertRegex(result.stdout, r"\n +\d\.\d{3} +\d\.\d\d to +\d\.\d\d +\d+ of \d+ +\d\.\d\d  [a-z, ]+citations stay on topic\[T=AI\]\n")
        joint = self.train("--epochs", "30", "--layers", "2", *JOINT, text=True)
        self.assertRegex(joint.stdout, r"\n +\d\.\d{3} +\d\.\d{3}  citations stay on topic\[T=AI\]\n")
        self.assertRegex(result.stderr, r"^fold networks, epoch 0 of 30  loss \d\.\d{4}  accuracy 0\.\d{3}  valid 0\.\d{3}\n")
        self.assertRegex(result.stderr, r"\nepoch 0 of 30  loss \d\.\d{4}  accuracy 0\.\d{3}  valid 0\.\d{3}\n")
        self.assertRegex(result.stderr, r"\nepoch 30 of 30  [^\n]*\n$")

    def test_json(self):
        self.use_generated()
        answer = self.train_json("--epochs", "10", "--layers", "2")
        self.assertEqual((answer["model"], answer["method"], answer["epochs"]), ("m.kenn", "kenn", 10))
        self.assertEqual(answer["networks"], {"Paper": "100-50-50-50-6"})
        self.assertEqual(sorted(answer["accuracy"]), ["test", "train", "valid"])
        self.assertEqual(sum(split["labels"] for split in answer["accuracy"].values()), 200)
        texts, tensors = read_model(self.bytes_of())
        self.assertEqual([clause["name"] for clause in answer["clauses"]], json.loads(texts["clauses"]))
        shape, weights = tensors["enhancer.weights"]
        self.assertEqual(shape, [2, 6])
        reported = [clause["weights"][layer] for layer in range(2) for clause in answer["clauses"]]
        for ours, theirs in zip(reported, weights):
            self.assertAlmostEqual(ours, theirs, places=6)
        self.assertEqual(texts["knowledge"], (self.folder / "k.kenn").read_text())
        self.assertEqual(texts["method"], "kenn")
        self.assertEqual({name: shape for name, (shape, _) in tensors.items()}, {
            "network.Paper.0.weight": [50, 100], "network.Paper.0.bias": [50], "network.Paper.1.weight": [50, 50],
            "network.Paper.1.bias": [50], "network.Paper.2.weight": [50, 50], "network.Paper.2.bias": [50],
            "network.Paper.3.weight": [6, 50], "network.Paper.3.bias": [6], "enhancer.weights": [2, 6]})

    def test_shapes_of_networks(self):
        self.use_topics()
        for hidden, shape in (("7,1,09", "2-7-1-9-2"), ("", "2-2")):
            with self.subTest(hidden):
                self.assertEqual(self.train_json("--hidden", hidden, "--epochs", "3")["networks"], {"Paper": shape})
        self.assert_done(self.use("evaluate"))

    def test_options_change_the_model_and_it_is_the_same_every_time(self):
        self.use_topics()
        models = {}
        again = ("", "--dropout 0.5", "--batch-size 7", "--paradigm inductive")
        for options in ("", "--method nn", "--loss linear", "--dropout 0.5", "--weight-decay 0.1", "--seed 1",
                        "--lr 0.1", "--layers 2", "--boost godel --trust joint", "--boost softmax --trust joint", "--center none",
                        "--boost softmax --center groups --trust joint", "--trust joint", "--batch-size 7",
                        "--paradigm inductive", "--hidden 5"):
            answer = self.train_json("--epochs", "8", *options.split())
            self.assertEqual(answer["epochs"], 8)
            texts, tensors = read_model(self.bytes_of())
            self.assertEqual(texts["method"], "nn" if "nn" in options else "kenn")
            self.assertNotIn(tensors, models.values(), options)
            models[options] = tensors
            if options in again:
                model = self.bytes_of()
                for threads in ("1", "2", "3"):
                    self.train_json("--epochs", "8", *options.split(), "--threads", threads)
                    self.assertEqual(self.bytes_of(), model)
        shape, weights = models["--method nn"]["enhancer.weights"]
        self.assertEqual((shape, set(weights)), ([1, 2], {0.0}))

    def test_patience(self):
        self.use_topics()
        answer = self.train_json("--epochs", "5000", "--patience", "10", "--lr", "0.01")
        self.assertLess(answer["epochs"], 5000)
        self.assertEqual(answer["epochs"], answer["best_epoch"] + 10)

    def test_the_best_epoch_is_kept(self):
        """A model of fewer epochs, ending with the best one, is the same."""
        self.use_topics()
        first = self.train_json("--epochs", "60", "--lr", "0.02", "--log", "log.jsonl", *JOINT)
        log = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        self.assertEqual([line["epoch"] for line in log], list(range(61)))
        best = max(log, key=lambda line: (line["valid_accuracy"], -line["valid_loss"]))
        self.assertEqual(first["best_epoch"], best["epoch"])
        self.assertEqual(first["accuracy"]["valid"]["rules"], best["valid_accuracy"])
        model = self.bytes_of()
        self.train_json("--epochs", str(first["best_epoch"]), "--lr", "0.02", *JOINT)
        self.assertEqual(self.bytes_of(), model)

    def test_without_validation_the_last_epoch_is_kept(self):
        self.use_topics(splits=("train", "test"))
        answer = self.train_json("--epochs", "12", "--patience", "1")
        self.assertEqual((answer["epochs"], answer["best_epoch"]), (12, 12))
        self.assertEqual(sorted(answer["accuracy"]), ["test", "train"])

    # ------------------------------------------------------------------------------------------------------ other data

    def test_predicted_relation_and_several_labels(self):
        self.use_generated("smokers")
        answer = self.train_json("--epochs", "20", "--lr", "0.01", "--batch-size", "10")
        self.assertEqual(answer["networks"], {"Person": "3-50-50-50-2", "Friends": "8-50-50-50-1"})
        self.assertEqual(len(answer["clauses"]), 3)
        self.assertGreater(answer["accuracy"]["train"]["rules"], 0.7)

    def test_several_types(self):
        self.write("type Person, Town\npredict Rich(Person), Large(Town)\ngiven LivesIn(Person, Town)\n"
                   "rule: Rich(x) & LivesIn(x, y) -> Large(y)\n", "k.kenn")
        self.data.mkdir()
        self.write("id,Rich,a\n" + "".join(f"a{row},{row % 2},{row % 2 + row / 100}\n" for row in range(20)),
                   "data/Person.csv")
        self.write("id,Large,b,c\n" + "".join(f"t{row},{row % 3 % 2},{row},1\n" for row in range(10)),
                   "data/Town.csv")
        self.write("x,y\n" + "".join(f"a{row},t{row % 10}\n" for row in range(20)), "data/LivesIn.csv")
        answer = self.train_json("--epochs", "5")
        self.assertEqual(answer["networks"], {"Person": "1-50-50-50-1", "Town": "2-50-50-50-1"})
        self.predict()
        self.assertLessEqual({"predictions.Person.csv", "predictions.Town.csv"}, self.names())

    def test_a_knowledge_without_rules(self):
        self.use_topics()
        self.write("type Paper\npredict AI(Paper), DB(Paper)\nexclusive AI, DB\n", "k.kenn")
        with_rules = self.train_json("--epochs", "5")
        self.assertEqual(with_rules["clauses"], [])
        self.train_json("--epochs", "5", "--method", "nn", out="nn.kenn")
        ours, theirs = (read_model(self.bytes_of(name))[1] for name in ("m.kenn", "nn.kenn"))
        self.assertEqual(ours, theirs)

    def test_without_features_only_rules_and_biases_are_learned(self):
        self.use_topics()
        lines = (self.data / "Paper.csv").read_text().splitlines()
        self.write("".join(",".join(line.split(",")[:3]) + "\n" for line in lines), "data/Paper.csv")
        answer = self.train_json("--epochs", "5", "--hidden", "")
        self.assertEqual(answer["networks"], {"Paper": "0-2"})
        self.assert_done(self.use("evaluate"))

    def test_kenn2_files(self):
        self.data.mkdir()
        self.write("Smoker,Cancer\nFriends\n\n_:nSmoker(x),Cancer(x)\n>\n_:nSmoker(x),nFriends(x.y),Smoker(y)\n",
                   "k.kenn")
        self.write("id,Smoker,Cancer,cough\n" + "".join(f"a{row},{row % 2},,{row % 2 + row / 50}\n"
                                                        for row in range(20)), "data/Object.csv")
        self.write("x,y,Friends,days\n" + "".join(f"a{row},a{(row + 2) % 20},1,{row}\n" for row in range(20)),
                   "data/Pair.csv")
        answer = self.train_json("--epochs", "5")
        self.assertEqual(answer["networks"], {"Object": "1-50-50-50-2", "Pair": "3-50-50-50-1"})
        self.assert_done(self.use("evaluate"))
        self.predict()
        self.assertLessEqual({"predictions.Object.csv", "predictions.Pair.csv"}, self.names())

    def test_knowledge_from_standard_input(self):
        self.use_topics()
        result = run_kenn("train", "--knowledge", "-", "--data", "data", "--out", "m.kenn", "--epochs", "2",
                          cwd=self.folder, input=self.bytes_of("k.kenn"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(read_model(self.bytes_of())[0]["knowledge"], self.bytes_of("k.kenn").decode())

    def test_batches(self):
        """One batch with all labels is the whole; smaller ones learn, too, with and without relations."""
        self.use_topics()
        whole = self.train_json("--epochs", "10", "--hidden", "", "--lr", "0.05")
        model = read_model(self.bytes_of())[1]
        one = self.train_json("--epochs", "10", "--hidden", "", "--lr", "0.05", "--batch-size", "1000")
        for name, (shape, values) in read_model(self.bytes_of())[1].items():
            for ours, theirs in zip(values, model[name][1]):
                self.assertAlmostEqual(ours, theirs, places=4)
        self.assertEqual(one["accuracy"]["test"], whole["accuracy"]["test"])
        answer = self.train_json("--epochs", "20", "--batch-size", "3", "--lr", "0.01", "--hidden", "5")
        self.assertGreater(answer["accuracy"]["train"]["rules"], 0.7)
        self.write("type Paper\npredict AI(Paper), DB(Paper)\nexclusive AI, DB\n", "k.kenn")
        answer = self.train_json("--epochs", "20", "--batch-size", "8", "--lr", "0.01")
        self.assertGreater(answer["accuracy"]["train"]["rules"], 0.7)

    # -------------------------------------------------------------------------------------------- what a person sees

    def test_bar_on_a_terminal(self):
        self.use_generated()
        arguments = ("train", "--knowledge", "k.kenn", "--data", "data", "--out", "m.kenn", "--epochs", "300")
        columns = 72  # a line that is too long would not be written over
        shown = self.run_on_terminal(*arguments, columns=columns)
        bars = [bar.removeprefix("\x1b[K") for bar in shown.replace("\r\n", "\n").split("\r") if bar]
        self.assertGreater(len(bars), 1)
        for bar in bars:
            self.assertLess(len(bar.rstrip("\n")), columns)
            self.assertRegex(bar, r"^\[#*\.*\] \d+/300  loss \d+\.\d{4}  accuracy \d\.\d{3}  valid \d\.\d{3}")
        self.assertRegex(bars[-1], r"^\[#+\] 300/300 .*  0 s left\n$")
        self.assertTrue(shown.endswith("\n"))

    def test_warnings(self):
        self.use_topics()
        text = (self.data / "Paper.csv").read_text()
        self.write(TOPICS_WITH_THIRD, "k.kenn")
        self.write(text, "data/Paper.csv")
        result = self.train("--epochs", "2", "--method", "nn")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"data: warning: no training example has 'ML'; the network cannot learn it\n", result.stderr)
        (found,) = self.train_json("--epochs", "2")["diagnostics"]
        self.assertEqual((found["severity"], "ML" in found["message"]), ("warning", True))


TOPICS_WITH_THIRD = """type Paper
predict AI(Paper), DB(Paper), ML(Paper)
exclusive AI, DB, ML
"""


class StartUp(CommandLineTest):
    def loaded(self, *arguments):
        """Every library that a run loads."""
        result = run_kenn(*arguments, cwd=self.folder, env={**os.environ, "LD_DEBUG": "files"})
        self.assertEqual(result.returncode, 0, result.stderr[-1000:])
        return result.stderr.decode()

    def test_databases_are_loaded_by_those_who_need_them(self):
        self.write("type T\npredict A(T), B(T)\nrule weight 1: A(x) -> B(x)\n", "k.kenn")
        self.write("id,A,B\na,1,0\n", "T.csv")
        train = ("train", "--knowledge", "k.kenn", "--data", ".", "--out", "m.kenn", "--epochs", "1")
        for arguments in (("--version",), ("check", "k.kenn"), ("generate", "citation", "--nodes", "50", "--out", "p"),
                          ("train", "--help"), ("predict", "--help"), ("evaluate", "--help"), ("completion", "bash"),
                          ("check", "k.kenn", "--dump", "plan", "--data", ".")):
            for library in ("libtorch", "libpq", "kenn-learning"):
                self.assertNotIn(library, self.loaded(*arguments), arguments)
        libraries = self.loaded(*train)
        self.assertIn("libpq", libraries)
        self.assertNotIn("libtorch", libraries)

    def test_a_program_without_its_module(self):
        shutil.copy(KENN, self.folder / "kenn")
        result = subprocess.run([self.folder / "kenn", "train", "--knowledge", "k", "--data", "d", "--out", "m"],
                                cwd=self.folder, capture_output=True, timeout=120)
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(b"the part of kenn that trains and uses models is not there", result.stderr)
        self.write(b"no library", "kenn-learning.so")
        result = subprocess.run([self.folder / "kenn", "predict", "--model", "m", "--data", "d", "--out", "m.csv"],
                                cwd=self.folder, capture_output=True, timeout=120)
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(b"kenn-learning.so: error: cannot be loaded", result.stderr)


if __name__ == "__main__":
    unittest.main()
