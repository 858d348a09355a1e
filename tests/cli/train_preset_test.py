"""`kenn train --preset` and `--labels`: settings by name, and options that count more."""

import subprocess
import time
import unittest

from environment import KENN, report_document
from training_case import TrainingCase, read_model

SMALL = ("--hidden", "8", "--epochs", "5")


class Presets(TrainingCase):
    def setUp(self):
        super().setUp()
        self.use_topics(120)

    def settings_in(self, *options):
        """What the page of a training says about its settings, and the command to repeat it."""
        self.train(*options, "--report", "page.html")
        about = report_document(self.folder / "page.html")["about"]
        return about["settings"], about["command"]

    def test_paper(self):
        settings, command = self.settings_in("--preset", "paper", *SMALL)
        for name, value in {"boost": "softmax", "center": "none", "trust": "joint", "loss": "linear", "keep": "last",
                            "plateau": "10", "epsilon": "1e-07", "epochs": "5", "hidden": "8"}.items():
            self.assertEqual(settings[name], value, name)
        self.assertIn("--preset paper --seed 0 --hidden 8", command)
        self.assertNotIn("--loss linear", command)

    def test_trusted(self):
        answer = self.train_json("--preset", "trusted", *SMALL)
        self.assertEqual((answer["trust"], answer["members"], answer["layers"], answer["preset"]),
                         ("cross-fitted", 10, 3, "trusted"))
        self.assertEqual(sorted(answer["accuracy"]), ["test", "train"], "labels for validation are learned from")

    def test_options_count_more(self):
        answer = self.train_json("--preset", "trusted", "--layers", "2", "--folds", "3", "--labels", "train", *SMALL)
        self.assertEqual((answer["layers"], answer["members"]), (2, 3))
        self.assertEqual(sorted(answer["accuracy"]), ["test", "train", "valid"])
        answer = self.train_json("--preset", "trusted", "--no-ensemble", *SMALL)
        self.assertEqual(answer["members"], 1)
        answer = self.train_json("--preset", "trusted", "--method", "kenn-greedy", *SMALL)
        self.assertEqual((answer["trust"], answer["members"]), ("joint", 1))

    def test_the_page_repeats_the_training(self):
        self.train("--preset", "tuned", "--seed", "3", *SMALL, "--report", "page.html")
        model = self.bytes_of()
        command = report_document(self.folder / "page.html")["about"]["command"]
        options = command.split("--preset", 1)[1].split(" --out")[0].split()
        self.train("--preset", *options)
        self.assertEqual(self.bytes_of(), model)

    def test_the_page_has_options_that_override_the_preset_with_defaults(self):
        given = ("--trust", "cross-fitted", "--boost", "residual", "--loss", "cross-entropy", "--layers", "1", "--no-ensemble")
        self.train("--preset", "tuned", *given, *SMALL, "--report", "page.html")
        command = report_document(self.folder / "page.html")["about"]["command"]
        for option in ("--trust cross-fitted", "--boost residual", "--loss cross-entropy", "--layers 1", "--no-ensemble"):
            self.assertIn(option, command)

    def test_labels_for_validation_may_be_learned_from(self):
        one, both = (self.train_json(*SMALL, "--labels", labels) for labels in ("train", "train+valid"))
        self.assertEqual(both["accuracy"]["train"]["labels"],
                         one["accuracy"]["train"]["labels"] + one["accuracy"]["valid"]["labels"])
        texts, _ = read_model(self.bytes_of())
        self.assertIn('"labels":"train+valid"', texts["training"])

    def test_a_checkpoint_of_another_preset_is_refused(self):
        command = [KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--out", "m.kenn", "--preset", "tuned", "--epochs",
                   "1000000", "--checkpoint-seconds", "0"]
        program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not (self.folder / "m.kenn.checkpoint").exists() and program.poll() is None:
            time.sleep(0.02)
        program.kill()
        program.wait()
        self.refuse(self.train("--resume", "--preset", "paper", "--epochs", "1000000"), "--preset was tuned and is now paper")

    def test_wrong_usage(self):
        for options in (("--preset", "none"), ("--labels", "valid"), ("--ensemble", "--no-ensemble"), ("--preset", "trusted", "--rule-start", "1"),
                        ("--preset", "paper", "--trust", "cross-fitted", "--rule-start", "1")):
            self.assertEqual(self.train(*options).returncode, 2, options)
        self.train_json("--preset", "tuned", "--rule-start", "1", *SMALL)


if __name__ == "__main__":
    unittest.main()
