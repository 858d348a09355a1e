"""`kenn train --trust cross-fitted`: right rules are trusted, wrong ones are not, and the output says why."""

import json
import signal
import subprocess
import time
import unittest

from environment import KENN
from training_case import TrainingCase, read_model

WRONG = 'rule "wrong": AI(x) & Cite(x, y) -> DB(y)\n'
WAY = ("--hidden", "8", "--lr", "0.02")
FITTED = (*WAY, "--epochs", "60")


class Trust(TrainingCase):
    def use_rules(self, papers=240):
        """Two topics, citations inside the topic, the right template and a wrong rule."""
        self.use_topics(papers)
        self.write((self.folder / "k.kenn").read_text() + WRONG, "k.kenn")

    def test_trusts_right_rules_and_no_wrong_one(self):
        self.use_rules()
        answer = self.train_json(*FITTED)
        self.assertEqual(answer["trust"], "cross-fitted")
        self.assertEqual(answer["cross_fit"]["folds"], 5)
        self.assertLess(answer["cross_fit"]["loss_with"], answer["cross_fit"]["loss_without"])
        clauses = {clause["name"]: clause for clause in answer["clauses"]}
        wrong = clauses.pop("wrong")
        self.assertEqual(wrong["weights"], [0.0])
        self.assertEqual((wrong["verdict"], wrong["holds"]), ("contradicted", 0))
        self.assertGreater(wrong["groundings"], 10)
        for clause in clauses.values():
            self.assertGreater(clause["weights"][0], 0.5)
            self.assertEqual((clause["verdict"], clause["holds"]), ("trusted", clause["groundings"]))
            self.assertLess(clause["low"], clause["weights"][0])
            self.assertGreater(clause["high"], clause["weights"][0])
            self.assertAlmostEqual(clause["chance"], 0.5, delta=0.2)
        self.assertGreater(answer["accuracy"]["test"]["rules"], answer["accuracy"]["test"]["network"])
        texts, _ = read_model(self.bytes_of())
        self.assertEqual([rule["verdict"] for rule in json.loads(texts["trust"])["rules"]],
                         ["trusted", "trusted", "contradicted"])

    def test_text_says_why(self):
        self.use_rules()
        text = self.train(*FITTED).stdout.decode()
        self.assertIn("  weight  95 % interval   holds in       chance  verdict", text)
        self.assertRegex(text, r"\n   0\.000   0\.00 to  0\.00   0 of \d+ +0\.\d\d  contradicted +wrong\n")
        self.assertRegex(text, r"  trusted +citations stay on topic\[T=AI\]\n")

    def test_the_page_has_the_evidence(self):
        self.use_rules()
        self.train(*FITTED, "--report", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertIn("Evidence for the rules", page)
        self.assertIn("contradicted", page)
        self.train(*FITTED, "--trust", "joint", "--report", "page.html")
        self.assertNotIn("Evidence for the rules", (self.folder / "page.html").read_text())

    def test_joint_has_no_evidence(self):
        self.use_rules(60)
        answer = self.train_json("--epochs", "3", "--trust", "joint")
        self.assertEqual(answer["trust"], "joint")
        self.assertNotIn("cross_fit", answer)
        self.assertNotIn("verdict", answer["clauses"][0])

    def test_too_few_labels_for_folds(self):
        self.use_topics(60)
        lines = (self.data / "Paper.csv").read_text().splitlines()
        rows = [line.split(",") for line in lines[1:]]
        for number, row in enumerate(rows):
            row[2] = "train" if number < 3 else "test"
        self.write("\n".join([lines[0], *(",".join(row) for row in rows)]) + "\n", "data/Paper.csv")
        result = self.train(*FITTED, "--rule-prior", "0.75")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"There are too few labels for folds: rules have the weight 0.750 of --rule-prior.", result.stdout)

    def test_other_methods_have_nothing_to_cross_fit(self):
        self.use_topics(60)
        for method in ("nn", "sbr"):
            with self.subTest(method):
                answer = self.train_json("--method", method, "--trust", "cross-fitted", "--epochs", "3")
                self.assertNotIn("cross_fit", answer)

    def test_ensembles_are_one_model(self):
        self.use_rules()
        answer = self.train_json(*FITTED, "--ensemble", "--folds", "3")
        self.assertEqual(answer["members"], 3)
        accuracy = self.evaluate_json()["accuracy"]
        self.assertAlmostEqual(accuracy, answer["accuracy"]["test"]["rules"], places=6)
        self.predict()
        _, tensors = read_model(self.bytes_of())
        self.assertIn("member.2.network.Paper.0.weight", tensors)
        self.assertNotIn("network.Paper.0.weight", tensors)

    def test_killed_and_resumed_to_the_same_bytes(self):
        self.use_rules()
        for options in ((), ("--ensemble",), ("--paradigm", "inductive", "--batch-size", "16")):
            with self.subTest(options):
                arguments = (*WAY, *options, "--epochs", "200")
                self.assertEqual(self.train(*arguments, out="whole.kenn").returncode, 0)
                for seconds in (0.1, 0.3, 0.6, 1.0):
                    command = [KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--out", "m.kenn", *arguments,
                               "--checkpoint-seconds", "0", "--resume"]
                    program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL)
                    time.sleep(seconds)
                    program.send_signal(signal.SIGKILL)
                    program.wait()
                result = self.train(*arguments, "--resume")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(self.bytes_of(), self.bytes_of("whole.kenn"))
                (self.folder / "m.kenn").unlink()

    def test_a_checkpoint_of_another_way_is_refused(self):
        self.use_rules()
        command = [KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--out", "m.kenn", *WAY, "--epochs", "1000000",
                   "--checkpoint-seconds", "0"]
        program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not (self.folder / "m.kenn.checkpoint").exists() and program.poll() is None:
            time.sleep(0.02)
        program.kill()
        program.wait()
        self.refuse(self.train("--resume", "--trust", "joint", *WAY, "--epochs", "1000000"),
                    "the checkpoint is of another training")

    def test_wrong_usage(self):
        self.use_topics(20)
        for options in (("--trust", "crossfitted"), ("--folds", "1"), ("--trust-strength", "-1"), ("--rule-prior", "501"),
                        ("--trusted-weights", "no"), ("--trust-layers", "both"), ("--rule-start", "1"), ("--rule-lr", "0.1")):
            with self.subTest(options):
                self.assertEqual(self.train(*options).returncode, 2)

    def test_log_tells_folds_from_the_model(self):
        self.use_rules(60)
        self.train_json(*FITTED, "--log", "log.jsonl")
        lines = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        self.assertEqual(sum(line.get("phase") == "folds" for line in lines), 61)
        self.assertEqual(len(lines), 122)


if __name__ == "__main__":
    unittest.main()
