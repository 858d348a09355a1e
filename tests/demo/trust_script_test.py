"""`make trust` from outside, on a small data set: its tables, its chart, and that it goes on where it was stopped."""

import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

from environment import KENN, SOURCE

TOPICS = ("Agents", "AI", "DB", "HCI", "IR", "ML")


def write_papers(folder, papers=180):
    """LINQS files: two words of ten tell the topic half of the time, and citations stay on topic."""
    numbers = random.Random(2)
    folder.mkdir()
    with open(folder / "citeseer.content", "w") as file:
        for paper in range(papers):
            words = [int(numbers.random() < (0.6 if word // 2 == paper % 6 else 0.2)) for word in range(12)]
            file.write("\t".join([f"p{paper}", *map(str, words), TOPICS[paper % 6]]) + "\n")
    with open(folder / "citeseer.cites", "w") as file:
        for paper in range(papers):
            for _ in range(2):
                file.write(f"p{paper}\tp{numbers.randrange(papers // 6) * 6 + paper % 6}\n")


class TrustScript(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        write_papers(self.folder / "data")

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, "-B", SOURCE / "scripts" / "trust", "--kenn", KENN, "--web", pathlib.Path(KENN).parent / "web",
                               "--data", self.folder / "data", "--out", self.folder / "out", "--runs", "2", "--epochs", "4",
                               *arguments], capture_output=True, text=True, timeout=900, check=False)

    def test_labels(self):
        result = self.run_script("--only", "labels")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = [line.split(" | ") for line in result.stdout.splitlines()[2:] if line]
        self.assertEqual([row[0] for row in rows], ["| 10 %", "| 25 %", "| 50 %"] * 2)
        for row in rows:
            self.assertRegex(row[5], r"^[+-]0\.\d{3} ± (0\.\d{3})$")
            self.assertRegex(row[8], r"^[012] of 2 \|$")
        self.assertEqual(self.run_script("--only", "labels").stdout, result.stdout)

    def test_wrong_rules(self):
        result = self.run_script("--only", "wrong-rules")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(re.findall(r"\b0\.\d{3}\b", result.stdout)), 24)
        self.assertIn("<svg", (self.folder / "out" / "charts" / "wrong-rules.svg").read_text())
        self.assertEqual((self.folder / "out" / "joint-30.kenn").read_text().count('rule "wrong '), 30)

    def test_failures(self):
        self.assertEqual(self.run_script("--only", "both").returncode, 2)
        (self.folder / "data" / "citeseer.cites").unlink()
        result = self.run_script("--only", "labels")
        self.assertEqual(result.returncode, 1)
        self.assertIn("trust: ", result.stderr)


if __name__ == "__main__":
    unittest.main()
