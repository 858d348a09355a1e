"""What the tests of `kenn train`, `predict` and `evaluate` share: data, runs, and model files as Python reads them."""

import atexit
import csv
import functools
import json
import os
import pathlib
import pty
import random
import shutil
import struct
import subprocess
import tempfile

from cli_test import BAD_INPUT, CommandLineTest
from environment import KENN, run_kenn

JOINT = ("--trust", "joint", "--boost", "softmax")  # the way of the paper
TOPICS = """type Paper
predict AI(Paper), DB(Paper)
given Cite(Paper, Paper)
exclusive AI, DB
for T in {AI, DB} rule "citations stay on topic": T(x) & Cite(x, y) -> T(y)
"""
PEOPLE = """type Person
predict Smoker(Person), Cancer(Person), Friends(Person, Person)
rule "smoking causes cancer": Smoker(x) -> Cancer(x)
rule "friends smoke together": Smoker(x) & Friends(x, y) -> Smoker(y)
rule "friendship is mutual": Friends(x, y) -> Friends(y, x)
"""
SPLITS = ("train", "valid", "test")


@functools.lru_cache
def generated(*arguments):
    """A folder that `kenn generate` wrote, once for all tests."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    assert run_kenn("generate", *arguments, "--out", folder).returncode == 0
    return pathlib.Path(folder)


def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def read_model(content):
    """The texts and the tensors (shape, values) of a model file, by nothing but its documentation."""
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + size])
    texts = header.pop("__metadata__")
    tensors = {}
    for name, about in header.items():
        assert about["dtype"] == "F32", about
        start, end = about["data_offsets"]
        values = struct.unpack(f"<{(end - start) // 4}f", content[8 + size + start:8 + size + end])
        tensors[name] = (about["shape"], values)
    return texts, tensors


class TrainingCase(CommandLineTest):
    """Every test has a folder with the knowledge k.kenn and the data set data/."""

    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"

    def use_generated(self, kind="citation", *options):
        options = options or (("--nodes", "200", "--words", "100") if kind == "citation" else ("--nodes", "60"))
        shutil.copytree(generated(kind, *options), self.data)
        shutil.move(self.data / f"{kind}.kenn", self.folder / "k.kenn")

    def use_topics(self, papers=60, seed=5, splits=SPLITS):
        """Two topics, a feature that tells them half of the time, and citations inside the topic."""
        numbers = random.Random(seed)
        rows, cites = ["id,label,split,word,other\n"], ["x,y\n"]
        for paper in range(papers):
            topic = paper % 2
            word = numbers.gauss(2 * topic - 1, 1.5)
            rows.append(f"p{paper},{('AI', 'DB')[topic]},{splits[paper // 2 % len(splits)]},{word:.3f},"
                        f"{numbers.gauss(0, 1):.3f}\n")
            for other in numbers.sample(range(papers // 2), 2):
                cites.append(f"p{paper},p{2 * other + topic}\n")
        self.write(TOPICS, "k.kenn")
        self.data.mkdir(exist_ok=True)
        self.write("".join(rows), "data/Paper.csv")
        self.write("".join(cites), "data/Cite.csv")

    def add_splits(self, name="Paper"):
        """Splits in the data itself, by turns, every tenth row in none."""
        lines = (self.data / f"{name}.csv").read_text().splitlines()
        turns = [*SPLITS, "train", "test", "train", "valid", "train", "train", ""]
        self.write("".join(f"{line},{turns[number % 10] if number else 'split'}\n"
                           for number, line in enumerate(lines)), f"data/{name}.csv")

    def train(self, *arguments, out="m.kenn", **options):
        return run_kenn("train", "--knowledge", "k.kenn", "--data", "data", "--out", out, *arguments,
                        cwd=self.folder, **options)

    def train_json(self, *arguments, **options):
        result = self.train("--json", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return self.assert_json(result, 0)

    def use(self, command, *arguments, model="m.kenn", data="data", **options):
        return run_kenn(command, "--model", model, "--data", data, *arguments, cwd=self.folder, **options)

    def evaluate_json(self, *arguments, **options):
        return self.assert_json(self.use("evaluate", "--json", *arguments, **options), 0)

    def predict(self, out="predictions.csv", **options):
        result = self.use("predict", "--out", out, **options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result

    def bytes_of(self, name="m.kenn"):
        return (self.folder / name).read_bytes()

    def names(self):
        return {path.name for path in self.folder.iterdir()}

    def refuse(self, result, *messages):
        """One error, in one line, with status 1 and nothing on standard output."""
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""), result.stderr)
        text = result.stderr.decode()
        for message in messages:
            self.assertIn(message, text)
        self.assertEqual(text.count(": error: "), 1, text)
        self.assertNotIn("frame #", text)

    def run_on_terminal(self, *arguments, columns=80):
        """What the program writes to standard error when that is a terminal."""
        ours, theirs = pty.openpty()
        subprocess.run(["stty", "cols", str(columns)], stdin=theirs, check=True)
        with open(ours, "rb", buffering=0) as terminal:
            program = subprocess.Popen([KENN, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs)
            os.close(theirs)
            shown = b""
            try:
                while part := terminal.read(4096):
                    shown += part
            except OSError:  # Linux says so when the other end is closed
                pass
            self.assertEqual(program.wait(120), 0)
        return shown.decode()
