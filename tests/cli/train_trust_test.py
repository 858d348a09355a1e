"""`kenn train --trust cross-fitted`: right rules are trusted, wrong ones are not, and the output says why."""

import json
import signal
import subprocess
import time
import unittest

from environment import KENN, report_document, run_kenn
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
        self.assertEqual(wrong["weights"], [0.0] * 3)
        self.assertEqual((wrong["verdict"], wrong["holds"]), ("contradicted", 0.0))
        self.assertGreater(wrong["groundings"], 10)
        for clause in clauses.values():
            self.assertGreater(clause["weights"][0], 0.5)
            self.assertEqual((clause["verdict"], clause["holds"]), ("trusted", 1.0))
            self.assertLess(clause["low"], clause["weights"][0])
            self.assertGreater(clause["high"], clause["weights"][0])
            self.assertAlmostEqual(clause["chance"], 0.5, delta=0.2)
        self.assertGreater(answer["accuracy"]["test"]["rules"], answer["accuracy"]["test"]["network"])
        texts, _ = read_model(self.bytes_of())
        self.assertEqual([rule["verdict"] for rule in json.loads(texts["trust"])["rules"]],
                         ["trusted", "trusted", "contradicted"])

    def test_networks_do_not_lean_on_constraints(self):
        """Trained through rules that always hold, a network's own logits would violate them 20 times as often."""
        self.use_generated("hierarchy", "--nodes", "400", "--classes", "20", "--features", "20", "--noise", "2", "--seed", "5")

        def violations(method):
            # Without labels for validation the model is the one that was trained with the rules.
            self.train_json("--method", method, "--hidden", "30", "--lr", "0.01", "--epochs", "60", "--labels", "train+valid")
            return self.evaluate_json()["violations"]

        alone = violations("nn")["network"]
        with_rules = violations("kenn")
        self.assertGreater(alone, 30)
        self.assertLess(with_rules["network"], 3 * alone)
        self.assertLessEqual(with_rules["rules"], alone / 5)

    def test_text_says_why(self):
        self.use_rules()
        text = self.train(*FITTED).stdout.decode()
        self.assertIn("  weight  95 % interval   holds in       chance  verdict", text)
        self.assertRegex(text, r"\n   0\.000   0\.00 to  0\.00   0 of \d+ +0\.\d\d  contradicted +wrong\n")
        self.assertRegex(text, r"  trusted +citations stay on topic\[T=AI\]\n")

    def test_the_page_has_the_evidence(self):
        self.use_rules()
        self.train(*FITTED, "--report", "page.html")
        tables = {table["name"]: table for table in report_document(self.folder / "page.html")["tables"]}
        self.assertIn("contradicted", [row[-1] for row in tables["evidence"]["rows"]])
        self.train(*FITTED, "--trust", "joint", "--report", "page.html")
        self.assertNotIn("evidence", [table["name"] for table in report_document(self.folder / "page.html")["tables"]])

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
        message = "there are too few training labels for folds: rules that are not fixed get the weight 0.75 (--rule-prior)"
        self.assertIn(message, result.stderr.decode())
        answer = self.train_json(*FITTED, "--rule-prior", "0.75")
        self.assertIn(message, [each["message"] for each in answer["diagnostics"]])
        self.assertEqual({(clause["verdict"], *clause["weights"]) for clause in answer["clauses"]}, {("no evidence", 0.75, 0.75, 0.75)})

    def test_other_methods_have_nothing_to_cross_fit(self):
        self.use_topics(60)
        for method, trust in (("nn", None), ("sbr", None), ("kenn-greedy", "joint")):
            with self.subTest(method):
                answer = self.train_json("--method", method, "--epochs", "3")
                self.assertNotIn("cross_fit", answer)
                self.assertEqual(answer["trust"], trust)
                self.assertEqual(self.train("--method", method, "--trust", "cross-fitted").returncode, 2)
        self.train_json("--method", "kenn-greedy", "--rule-start", "1", "--epochs", "3")

    def test_nothing_is_cross_fitted_when_all_weights_are_fixed(self):
        self.use_topics(60)
        self.write((self.folder / "k.kenn").read_text().replace('"citations stay on topic"', '"fixed" weight 2'), "k.kenn")
        answer = self.train_json("--epochs", "3", "--log", "log.jsonl")
        self.assertNotIn("cross_fit", answer)
        self.assertEqual(answer["clauses"][0]["weights"], [2.0] * 3)
        self.assertNotIn("folds", (self.folder / "log.jsonl").read_text())

    def test_instances_without_labels_are_trusted_with_their_template(self):
        self.use_rules()
        lines = (self.data / "Paper.csv").read_text().splitlines()
        rows = [line.split(",") for line in lines[1:]]
        self.write((self.folder / "k.kenn").read_text().replace("AI(Paper), DB(Paper)", "AI(Paper), DB(Paper), ML(Paper)")
                   .replace("exclusive AI, DB", "predict New(Paper)\nexclusive AI, DB, ML").replace("{AI, DB}", "{AI, DB, New}"),
                   "k.kenn")
        self.write("\n".join([lines[0], *(",".join(row) for row in rows)]) + "\n", "data/Paper.csv")
        clauses = {clause["name"]: clause for clause in self.train_json(*FITTED)["clauses"]}
        new = clauses["citations stay on topic[T=New]"]
        self.assertEqual((new["verdict"], new["groundings"], new["holds"]), ("trusted with its template", 0, None))
        self.assertGreater(new["weights"][0], 0.5)

    def test_which_network_is_below_the_rules_is_said(self):
        """The one that was trained with the rules, or the one beside it: these two data sets have one each."""
        sentence = "kept the network that was trained without the rules"
        for seed, kept in (("1", "with rules"), ("4", "alone")):
            self.assert_done(run_kenn("generate", "hierarchy", "--nodes", "300", "--classes", "20", "--features", "20",
                                           "--noise", "1.5", "--seed", seed, "--out", "items" + seed, cwd=self.folder))
            command = ("train", "--knowledge", f"items{seed}/hierarchy.kenn", "--data", "items" + seed, "--train-fraction", "0.4",
                       "--hidden", "20", "--lr", "0.01", "--epochs", "60", "--seed", seed, "--out", "m.kenn")
            text = run_kenn(*command, cwd=self.folder).stdout.decode()
            self.assertEqual(sentence in text, kept == "alone", text)
            self.assertEqual(json.loads(run_kenn(*command, "--json", cwd=self.folder).stdout)["network_trained"], kept)

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
                        ("--trusted-weights", "no"), ("--trust-layers", "both"), ("--rule-start", "1"), ("--rule-lr", "0.1"),
                        ("--trust", "joint", "--folds", "3"), ("--trust", "joint", "--rule-prior", "1"),
                        ("--trust", "joint", "--trust-strength", "1"), ("--preset", "tuned", "--trust-layers", "tied")):
            with self.subTest(options):
                self.assertEqual(self.train(*options).returncode, 2)

    def test_log_tells_folds_from_the_model(self):
        self.use_rules(60)
        self.train_json(*FITTED, "--log", "log.jsonl")
        lines = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        self.assertEqual(sum(line.get("phase") == "folds" for line in lines), 61)
        self.assertEqual(len(lines), 122)

    def test_log_is_whole_after_a_resume_in_the_model_phase(self):
        self.use_rules(60)
        arguments = (*WAY, "--epochs", "300", "--log", "log.jsonl")
        self.train_json(*arguments)
        whole = (self.folder / "log.jsonl").read_text()
        command = [KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--out", "m.kenn", *arguments,
                   "--checkpoint-seconds", "0"]
        program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while program.poll() is None and (self.folder / "log.jsonl").read_text().count("\n") < 330:
            time.sleep(0.005)
        program.kill()
        program.wait()
        self.train_json(*arguments, "--resume")
        self.assertEqual((self.folder / "log.jsonl").read_text(), whole)


if __name__ == "__main__":
    unittest.main()
