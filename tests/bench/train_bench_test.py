"""bench/train_bench.py on a small network: that it compares the same thing, reports it, and refuses what differs.

Nothing here depends on how long anything takes.
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from environment import KENN, SOURCE, run_kenn

sys.path.insert(0, str(SOURCE / "bench"))
import train_bench  # noqa: E402  (found by the line above)

CLASSES = ["Agents", "AI", "DB", "HCI", "IR", "ML"]
PAPERS = 600


def run_bench(*arguments, **environment):
    return subprocess.run([sys.executable, "-B", SOURCE / "bench" / "train_bench.py", KENN, *arguments], capture_output=True,
                          text=True, timeout=900, check=False, env={**os.environ, **environment})


def finished(accuracy):
    return train_bench.Finished({"accuracy": {"test": {"rules": accuracy}}}, 1, 1)


class TrainBench(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def generate(self):
        papers = self.folder / "made"
        result = run_kenn("generate", "citation", "--nodes", str(PAPERS), "--words", "400", "--out", papers)
        self.assertEqual(result.returncode, 0, result)
        return papers

    def write_linqs(self):
        """A tiny download, with a pair that is repeated and one whose paper has no content."""
        (self.folder / "small.content").write_text("a\t0\t1\t0\tAI\nb\t1\t0\t1\tDB\nc\t0\t1\t0\tAI\n")
        (self.folder / "small.cites").write_text("a\tc\nc\tb\na\tc\nb\tnobody\n")

    def test_a_small_comparison(self):
        result = run_bench("--data", self.generate(), "--rounds", "1", "--epochs", "60", "--json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        report = json.loads(result.stdout)
        names = [line["program"] for line in report["programs"]]
        self.assertEqual(names, ["kenn, folder", "PyTorch, dense", "PyTorch, sparse"])
        self.assertEqual(report["splits"], {"train": 48, "valid": 12, "test": 540})
        self.assertLess(report["loss_difference"], train_bench.MOST_LOSS_DIFFERENCE)
        for line in report["programs"]:
            self.assertEqual([len(line[name]) for name in ("whole_seconds", "train_seconds", "test_accuracies")], [1, 1, 1])
            self.assertTrue(0.3 < line["test_accuracies"][0] < 1, line)
            self.assertGreater(line["whole_seconds"][0], line["train_seconds"][0])
            self.assertGreater(line["peak_bytes"], 1e6)
        self.assertEqual([goal["unit"] for goal in report["goals"]], ["times", "GB"])
        text = train_bench.to_text(report)
        for line in report["programs"]:
            self.assertRegex(text, rf"(?m)^{line['program']} .* {line['test_accuracies'][0]:.3f}$")
        self.assertRegex(text, r"(?m)^(met|NOT met) +kenn, folder: whole run faster than PyTorch, dense, at least 10 times: ")

    def test_splits_are_balanced(self):
        labels = random.Random(1).choices(CLASSES, weights=[4, 1, 4, 3, 4, 4], k=3312)
        splits = train_bench.choose_splits(labels, 0.1, random.Random(2))
        self.assertEqual(collections.Counter(splits), {"train": 264, "valid": 67, "test": 2981})
        training = collections.Counter(label for label, split in zip(labels, splits) if split == "train")
        self.assertEqual(training, dict.fromkeys(CLASSES, 44))
        self.assertNotEqual(splits, train_bench.choose_splits(labels, 0.1, random.Random(3)))

    def test_a_linqs_download_becomes_a_folder(self):
        self.write_linqs()
        papers = train_bench.copy_linqs(self.folder, self.folder)
        self.assertEqual(papers, [("a", "AI"), ("b", "DB"), ("c", "AI")])
        self.assertEqual((self.folder / "Cite.csv").read_text(), "x,y\na,c\nc,b\n")
        self.assertEqual((self.folder / "Paper.features.mtx").read_text(),
                         "%%MatrixMarket matrix coordinate pattern general\n3 3 4\n1 2\n2 1\n2 3\n3 2\n")

    def test_papers_are_made_up_when_there_is_no_citeseer(self):
        project, train_bench.ROOT = train_bench.ROOT, self.folder / "project"
        self.addCleanup(setattr, train_bench, "ROOT", project)
        options = train_bench.argparse.Namespace(kenn=KENN, data=None)
        source, name = train_bench.find_data(options, self.folder)
        self.assertIn("made up", name)
        self.assertTrue((source / "Paper.csv").exists())

    def test_differences_are_found(self):
        ours = [{"loss": 1.5, "valid_loss": 1.25}, {"loss": 1.0, "valid_loss": 1.0}]
        rival = [ours[0], {"loss": 1.0, "valid_loss": 1.5}]
        self.assertEqual(train_bench.largest_difference(ours, ours), 0)
        self.assertEqual(train_bench.largest_difference(ours, rival), 0.5)
        with self.assertRaises(ValueError):
            train_bench.largest_difference(ours, rival[:1])
        train_bench.check_accuracies({"one": [finished(0.6), finished(0.7)], "other": [finished(0.7), finished(0.65)]})
        with self.assertRaisesRegex(train_bench.Failed, "differ by more than 5 points"):
            train_bench.check_accuracies({"one": [finished(0.6)], "other": [finished(0.66)]})

    def test_the_smaller_ratio_counts(self):
        self.assertEqual(train_bench.ratios([1, 2, 1], [12, 20, 9]), {"median": 10, "of_shortest": 9})
        lines = [{"program": "kenn, folder", "times_faster": {"whole": {"median": 12, "of_shortest": 9}}, "peak_bytes": 2e8}]
        self.assertEqual([goal["met"] for goal in train_bench.goals(lines)], [False, True])

    def test_what_cannot_be_compared(self):
        for arguments, environment, message in (
                (("--data", self.folder), {}, "neither NAME.content nor Paper.csv"),
                (("--data", self.generate()), {"KENN_PYTHON": str(self.folder / "none")}, "no Python with numpy and torch")):
            result = run_bench(*arguments, **environment)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(message, result.stderr)
        self.assertEqual(run_bench("--rounds", "0").returncode, 2)


if __name__ == "__main__":
    unittest.main()
