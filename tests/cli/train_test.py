"""`kenn train` from outside: every kind of model and data, the same bytes every time, what a person sees meanwhile."""

import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from cli_test import BAD_INPUT, DONE, CommandLineTest
from environment import KENN, report_document, run_kenn
from training_case import JOINT, TrainingCase, read_model


class Training(TrainingCase):
    def test_report(self):
        self.use_topics()
        settings = ("--hidden", "5,4", "--lr", "0.02", "--dropout", "0.25", "--keep", "last", "--seed", "3")
        for method, more in (("kenn", ("--layers", "2", "--paradigm", "inductive")), ("kenn-greedy", ("--hidden", "")),
                             ("nn", settings)):
            self.train_json("--method", method, "--epochs", "5", *more, "--report", "pages/report.html")
            document = report_document(self.folder / "pages" / "report.html")
            self.assertEqual(document["kind"], "training")
            self.assertEqual("citations stay on topic[T=AI]" in [clause["name"] for clause in document["clauses"]], method != "nn")
            model = self.bytes_of()
            command = document["about"]["command"].removeprefix("kenn ")
            (self.folder / "m.kenn").unlink()
            self.assertEqual(run_kenn(*shlex.split(command), cwd=self.folder).returncode, 0, command)
            self.assertEqual(self.bytes_of(), model, command)
            self.assertEqual(document["about"]["sizes"]["Paper"], 60, "the sizes are those of all the data")
        self.assertEqual(self.train("--report", "pages/").returncode, 2)
        self.write("", "file")
        self.refuse(self.train("--epochs", "1", "--report", "file/report.html"), "file")

    def test_the_examples_of_the_help_work(self):
        for command in ("train", "predict", "infer", "map", "evaluate"):
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
        with_rules = self.train_json("--epochs", "5", "--layers", "1")
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
        """One batch with all labels is the whole for one layer; smaller ones learn, too, with and without relations."""
        self.use_topics()
        whole = self.train_json("--epochs", "10", "--hidden", "", "--lr", "0.05", "--layers", "1")
        model = read_model(self.bytes_of())[1]
        one = self.train_json("--epochs", "10", "--hidden", "", "--lr", "0.05", "--layers", "1", "--batch-size", "1000")
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


LATE = ("libpq", "libcurl", "libarchive", "libcrypto")  # libraries that are loaded when they are first used


class StartUp(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("type T\npredict A(T), B(T)\nrule weight 1: A(x) -> B(x)\n", "k.kenn")
        self.write("id,A,B\na,1,0\n", "T.csv")

    def loaded(self, *arguments, status=DONE):
        """Every library that a run loads."""
        result = run_kenn(*arguments, cwd=self.folder, env={**os.environ, "LD_DEBUG": "files"})
        self.assertEqual(result.returncode, status, result.stderr[-1000:])
        return result.stderr.decode()

    def train(self, data):
        return ("train", "--knowledge", "k.kenn", "--data", data, "--out", "m.kenn", "--epochs", "1")

    def test_libraries_are_loaded_by_those_who_need_them(self):
        for arguments in (("--version",), ("check", "k.kenn"), ("generate", "citation", "--nodes", "50", "--out", "p"),
                          ("train", "--help"), ("fetch", "--help"), ("completion", "bash"),
                          ("check", "k.kenn", "--dump", "plan", "--data", "."), self.train(".")):
            libraries = self.loaded(*arguments)
            for library in ("libtorch", *LATE):
                self.assertNotIn(library, libraries, arguments)
        libraries = self.loaded(*self.train(f"postgres:host={self.folder}"), status=BAD_INPUT)
        self.assertIn("libpq.so", libraries)
        self.assertNotIn("libarchive", libraries)
        libraries = self.loaded("fetch", "citeseer", "--url", f"file://{self.folder}/none", status=BAD_INPUT)
        self.assertIn("libcurl.so", libraries)
        self.assertNotIn("libpq", libraries)

    def test_what_the_program_is_linked_with(self):
        sections = subprocess.run(["readelf", "-d", KENN], capture_output=True, text=True, check=True).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", sections)
        self.assertIn("libsqlite3.so.0", needed)
        for library in LATE:
            self.assertFalse([name for name in needed if name.startswith(library)], needed)

    def test_a_machine_without_the_libraries(self):
        """Files that are no libraries take the place of the real ones."""
        (self.folder / "lib").mkdir()
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.folder / "lib")}
        for library, package, files, arguments in (
                ("libpq", "libpq5", ("libpq.so.5",), self.train("postgres:papers")),
                ("libcurl", "libcurl4", ("libcurl.so.4", "libcurl-gnutls.so.4"), ("fetch", "citeseer", "--url", "file:///none")),
                ("libarchive", "libarchive13", ("libarchive.so.13",), ("fetch", "citeseer", "--url", "file:///none"))):
            for file in files:
                (self.folder / "lib" / file).write_text("no library")
            result = run_kenn(*arguments, cwd=self.folder, env=environment)
            self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
            self.assertRegex(result.stderr.decode(), rf"error: {library} is needed and cannot be loaded \(.*{files[0]}: .*\); "
                             rf"on Debian and Ubuntu 'apt-get install {package}' installs it\n")
            self.assertFalse((self.folder / "citeseer").exists())
        self.assertEqual(run_kenn(*self.train("."), cwd=self.folder, env=environment).returncode, DONE)


if __name__ == "__main__":
    unittest.main()
