"""One training of a wide network on dense features, `kenn train` against the same model in PyTorch: equality first, then time.

usage: wide_train_bench.py KENN [--rows N] [--epochs N] [--rounds N]

50,000 rows with 128 features, hidden layers of 256 and 256, 40 classes, a rule for each, 350,000 pairs, two layers of enhancers, the whole
graph in every step. Both start from the same parameters; before anything is timed, their losses have to agree. Then the programs take
turns. A step's share is counted alone, without what reading takes. Exit status: 0 measured, 1 the results differ or a program failed.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

import numpy
from train_bench import Failed, RIVAL, describe_machine, find_python, largest_difference, read_history, run

FEATURES, HIDDEN, CLASSES, LAYERS, THREADS = 128, "256,256", 40, 2, 2
PAIRS_PER_ROW = 7
EQUAL_EPOCHS = 3
MOST_LOSS_DIFFERENCE = 1e-3  # where losses are around 4
GOAL = 1.5


def write_data(folder, rows):
    random = numpy.random.default_rng(1)
    labels = random.integers(0, CLASSES, rows)
    features = random.normal(size=(CLASSES, FEATURES))[labels] + 2 * random.normal(size=(rows, FEATURES))
    numpy.save(folder / "Paper.features.npy", features.astype(numpy.float32))
    splits = numpy.array(["train", "valid", "test"])[random.choice(3, rows, p=[0.5, 0.2, 0.3])]
    with open(folder / "Paper.csv", "w", encoding="utf-8") as file:
        file.write("id,label,split\n")
        file.writelines(f"p{row},C{label},{split}\n" for row, (label, split) in enumerate(zip(labels, splits)))
    pairs = numpy.unique(random.integers(0, rows, (PAIRS_PER_ROW * rows, 2)), axis=0)
    with open(folder / "Cite.csv", "w", encoding="utf-8") as file:
        file.write("x,y\n")
        file.writelines(f"p{x},p{y}\n" for x, y in pairs)
    classes = [f"C{number}" for number in range(CLASSES)]
    names = ", ".join(classes)
    (folder / "rules.kenn").write_text(
        f"type Paper predict {', '.join(f'{name}(Paper)' for name in classes)} exclusive {names} given Cite(Paper, Paper)\n"
        f"for T in {{{names}}} rule: T(x) & Cite(x, y) -> T(y)\n")


class Programs:
    def __init__(self, kenn, folder):
        self.kenn, self.folder, self.python = kenn, folder, find_python()
        self.start = folder / "start.kenn"
        self.train(1, "--lr", "1e-9", out=self.start)

    def train(self, epochs, *more, out=None):
        return run([self.kenn, "train", "--json", "--knowledge", self.folder / "rules.kenn", "--data", self.folder, "--hidden", HIDDEN,
                    "--layers", LAYERS, "--trust", "joint", "--boost", "softmax", "--epochs", epochs, "--threads", THREADS,
                    "--out", out or self.folder / "model.kenn", *more])

    def rival(self, epochs):
        return run([self.python, RIVAL, self.folder, "--classes", ",".join(f"C{number}" for number in range(CLASSES)), "--hidden", HIDDEN,
                    "--layers", LAYERS, "--start", self.start, "--epochs", epochs, "--threads", THREADS])


def compare(options, folder):
    machine = describe_machine(options.kenn)
    write_data(folder, options.rows)
    programs = Programs(options.kenn, folder)
    programs.train(EQUAL_EPOCHS, "--log", folder / "log")
    difference = largest_difference(read_history(folder / "log"), programs.rival(EQUAL_EPOCHS).report["history"])
    if not difference <= MOST_LOSS_DIFFERENCE:
        raise Failed(f"the losses of both differ by {difference:.1e}, nothing was timed")
    ours, rivals = [], []
    for _ in range(options.rounds):
        ours.append(programs.train(options.epochs).report["seconds"]["train"])
        rivals.append(programs.rival(options.epochs).report["seconds"]["train"])
    ratio = min(statistics.median(b / a for a, b in zip(ours, rivals)), min(rivals) / min(ours))
    for name, value in machine.items():
        print(f"{name}: {value}")
    print(f"{options.rows:,} rows, {FEATURES} features, hidden {HIDDEN}, {CLASSES} rules, {LAYERS} layers, {options.epochs} epochs\n"
          f"largest difference of the losses from the same start: {difference:.1e}\n"
          f"kenn train: {min(ours):.2f} s, PyTorch with index_add: {min(rivals):.2f} s (shortest of {options.rounds})\n"
          f"{'met' if ratio >= GOAL else 'NOT met'}: kenn is {ratio:.2f} times as fast, goal {GOAL}")


def parse_arguments():
    parser = argparse.ArgumentParser(description="Trains a wide network on dense features with kenn and with PyTorch.")
    parser.add_argument("kenn", metavar="KENN", help="the program")
    parser.add_argument("--rows", type=int, default=50_000, metavar="N")
    parser.add_argument("--epochs", type=int, default=10, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    return parser.parse_args()


def main():
    try:
        with tempfile.TemporaryDirectory(prefix="kenn-bench-") as name:
            compare(parse_arguments(), pathlib.Path(name))
    except Failed as error:
        print(f"wide_train_bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
