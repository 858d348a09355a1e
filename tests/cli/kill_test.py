"""Killed at any moment, no command leaves half a file, and what goes on from there ends with the same bytes.

usage: kill_test.py [TRAININGS EXPERIMENTS WRITES]: how many of each are killed (default: 5 3 14). `make kills` runs more.
"""

import json
import random
import shutil
import subprocess
import sys
import time
import unittest

from environment import KENN, run_kenn
from npy_files import npy
from training_case import TrainingCase, read_model

COUNTS = {"trainings": 5, "experiments": 3, "writes": 14}
TRAININGS = {  # what a training is made of: one model, networks of folds, an ensemble, two phases, batches
    "joint": ("--trust", "joint", "--epochs", "400"),
    "cross-fitted": ("--epochs", "60"),
    "ensemble": ("--ensemble", "--epochs", "40"),
    "greedy": ("--method", "kenn-greedy", "--epochs", "150"),
    "batches": ("--trust", "joint", "--batch-size", "8", "--hidden", "5", "--epochs", "60"),
}
EXPERIMENT = """data = "data"
knowledge = "k.kenn"
methods = ["nn", "kenn"]
layers = [1, 2]
runs = 6
[training]
hidden = [8]
epochs = 60
"""
OLD = b"what was here before\n"


class Kills(TrainingCase):
    def setUp(self):
        super().setUp()
        self.use_topics()
        self.random = random.Random(19)
        self.killed = 0

    def timed(self, *arguments):
        """How long the command takes that is not killed."""
        start = time.monotonic()
        result = run_kenn(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return time.monotonic() - start

    def run_and_kill(self, seconds, *arguments):
        """SIGKILL at any moment of so many seconds. Whether it came in time."""
        program = subprocess.Popen([KENN, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            program.communicate(timeout=self.random.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            program.kill()
            program.communicate()
        self.assertIn(program.returncode, (0, -9))
        self.killed += program.returncode != 0
        return program.returncode != 0

    def test_trainings(self):
        whole = {}
        for name, options in TRAININGS.items():
            command = ("train", "--knowledge", "k.kenn", "--data", "data", "--out", "m", "--log", "log", *options)
            seconds = self.timed(*command)
            whole[name] = command, seconds, self.bytes_of("m"), self.bytes_of("log")
        while self.killed < COUNTS["trainings"]:
            name = list(TRAININGS)[self.killed % len(TRAININGS)]
            command, seconds, model, log = whole[name]
            with self.subTest(name, killed=self.killed):
                self.write(OLD, "m")
                interval = self.random.choice(("0", "0.02"))
                if not self.run_and_kill(seconds, *command, "--checkpoint-seconds", interval):
                    continue
                self.assertIn(self.bytes_of("m"), (OLD, model))
                if "m.checkpoint" in self.names():
                    read_model(self.bytes_of("m.checkpoint"))
                self.timed(*command, "--resume")
                self.assertEqual(self.bytes_of("m"), model)
                self.assertEqual(self.bytes_of("log"), log)
                self.assertEqual(self.names(), {"k.kenn", "data", "m", "log"})

    def test_experiments(self):
        self.write(EXPERIMENT, "e.toml")
        command = ("experiment", "e.toml", "--jobs", "2", "--out")
        seconds = self.timed(*command, "whole")
        results = self.bytes_of("whole/results.jsonl")
        while self.killed < COUNTS["experiments"]:
            with self.subTest(killed=self.killed):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                if not self.run_and_kill(seconds, *command, "out"):
                    continue
                there = self.folder / "out" / "results.jsonl"
                if there.exists():
                    for line in there.read_bytes().split(b"\n")[:-1]:
                        json.loads(line)
                self.timed(*command, "out", "--resume")
                self.assertEqual(there.read_bytes(), results)
                self.assertEqual({path.name for path in (self.folder / "out").iterdir()},
                                 {"experiment.json", "results.jsonl", "times.jsonl"})
                self.timed("report", "out")

    def writers(self):
        """Commands that write, each with the files it writes."""
        numbers = random.Random(7)
        papers = 30_000
        self.write(npy([[numbers.gauss(0, 1), numbers.gauss(0, 1)] for _ in range(papers)]), "Paper.z.npy")
        self.write("x,y\n" + "".join(f"{numbers.randrange(papers)},{numbers.randrange(papers)}\n" for _ in range(papers)),
                   "cites.csv")
        self.write("id,label,split\n" + "".join(f"{i},{('AI', 'DB')[i % 2]},train\n" for i in range(200)), "labels.csv")
        self.write(EXPERIMENT.replace("runs = 6", "runs = 2"), "e.toml")
        self.timed("train", "--knowledge", "k.kenn", "--data", "data", "--out", "m", *TRAININGS["joint"])
        self.timed("experiment", "e.toml", "--out", "results")
        use = ("--model", "m", "--data", "data", "--out")
        logits = ("--knowledge", "k.kenn", "--logits", "Paper=Paper.z.npy", "--relation", "Cite=cites.csv", "--out")
        return {
            "predict to CSV": (("predict", *use, "out/p.csv"), {"p.csv"}),
            "predict to NPY": (("predict", *use, "out/p.npy"), {"p.npy"}),
            "infer": (("infer", *use, "out/p.csv", "--map-steps", "3"), {"p.csv"}),
            "enhance": (("enhance", *logits, "out"), {"Paper.npy"}),
            "fit": (("fit", *logits, "out/m", "--labels", "Paper=labels.csv"), {"m"}),
            "generate": (("generate", "citation", "--nodes", "3000", "--out", "out"),
                         {"Paper.csv", "Paper.features.mtx", "Cite.csv", "citation.kenn"}),
            "report": (("report", "results", "--out", "out/page.html"), {"page.html", "report.json"}),
        }

    def test_writes(self):
        out = self.folder / "out"
        whole = {}
        for name, (command, files) in self.writers().items():
            out.mkdir()
            seconds = self.timed(*command)
            written = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
            self.assertLessEqual(files, {str(path) for path in written})
            whole[name] = command, seconds, written
            shutil.rmtree(out)
        while self.killed < COUNTS["writes"]:
            name = list(whole)[self.killed % len(whole)]
            command, seconds, written = whole[name]
            with self.subTest(name, killed=self.killed):
                for path in written:
                    (out / path).parent.mkdir(parents=True, exist_ok=True)
                    (out / path).write_bytes(OLD)
                if self.run_and_kill(seconds, *command):
                    for path, content in written.items():
                        self.assertIn((out / path).read_bytes(), (OLD, content), path)
                    self.timed(*command)
                    left = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
                    self.assertEqual(left.keys(), written.keys())
                    for path, content in written.items():
                        self.assertEqual(left[path], content, path)
                shutil.rmtree(out)


if __name__ == "__main__":
    if len(sys.argv) == 4 and all(argument.isdigit() for argument in sys.argv[1:]):
        COUNTS = dict(zip(COUNTS, map(int, sys.argv[1:])))
        del sys.argv[1:]
    unittest.main()
