"""One training on Citeseer, `kenn train` against the same model in PyTorch: equality first, then time and memory.

usage: train_bench.py KENN [--data DIR] [--rounds N] [--epochs N] [--json]; --help says more

Both get the same folder with the same splits, and start from the same parameters. Before anything is timed, the losses of
both have to agree epoch by epoch. Then the programs take turns, with a new split and new parameters in every round. Exit
status: 0 measured (goals are reported, met or not), 1 the results differ or a program failed, 2 wrong usage.
"""

import argparse
import collections
import csv
import json
import os
import pathlib
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RIVAL = ROOT / "bench" / "rivals" / "pytorch_train.py"
LAYERS = "3"
TRAIN_FRACTION = 0.1
THREADS = "2"
# Threads of OpenMP that spin while they wait slow each other down when anything else runs. The rival gets what is faster.
WAITING = {"default": {}, "passive": {"OMP_WAIT_POLICY": "passive"}}
WAITING_EPOCHS = 20

EQUAL_EPOCHS = 20  # in which the losses are compared: later, rounding alone may lead two trainings apart
MOST_LOSS_DIFFERENCE = 1e-4  # where losses are around 1
MOST_ACCURACY_DIFFERENCE = 0.05  # of the means of all rounds
LEAST_RATIO = 10
MOST_GIGABYTES = 0.3


class Failed(Exception):
    """The comparison cannot be made, or the results differ."""


# --------------------------------------------------------------------------------------------------------- processes

Finished = collections.namedtuple("Finished", "report seconds peak_bytes")


def run(command, environment=None):
    """Runs a program that prints one JSON object. The system counts the memory of this process before the program starts
    as the program's, so this one stays small."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=errors,
                              env={**os.environ, **(environment or {})}) as process:
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        if process.returncode != 0:
            errors.seek(0)
            said = (errors.read() or output).decode(errors="replace").strip()
            raise Failed(f"{command[0]} ended with status {process.returncode}:\n{said}")
    return Finished(json.loads(output), seconds, usage.ru_maxrss * 1024)


def find_python():
    """A Python that can import torch: $KENN_PYTHON alone when it is set, else /usr/bin/python3 or python3."""
    chosen = os.environ.get("KENN_PYTHON")
    candidates = [chosen] if chosen else ["/usr/bin/python3", "python3"]
    for candidate in candidates:
        try:
            if subprocess.run([candidate, "-c", "import numpy, torch"], capture_output=True, check=False).returncode == 0:
                return candidate
        except OSError:
            pass
    raise Failed(f"no Python with numpy and torch for the rival (tried: {', '.join(candidates)}). Install one (apt install "
                 "python3-torch python3-numpy libopenblas0-pthread), or name one in KENN_PYTHON.")


# -------------------------------------------------------------------------------------------------------------- data


class Data:
    """Papers, labels and citations in a folder of docs/data.md; every round gets new splits there."""

    def __init__(self, kenn, source, folder):
        self.folder = pathlib.Path(folder)
        self.linqs = None  # the LINQS folder, when there is one
        self.knowledge = ROOT / "examples" / "citations.kenn"
        if any(source.glob("*.content")):
            self.linqs = source
            self.papers = copy_linqs(source, self.folder)
        elif (source / "Paper.csv").exists():
            self.knowledge = source / "citation.kenn"
            self.papers = copy_folder(source, self.folder)
        else:
            raise Failed(f"{source}: neither NAME.content nor Paper.csv is there")
        self.classes = run([kenn, "check", self.knowledge, "--json"]).report["exclusive"][0]

    def write_splits(self, seed):
        splits = choose_splits([label for _, label in self.papers], TRAIN_FRACTION, random.Random(seed))
        with open(self.folder / "Paper.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("id", "label", "split"))
            writer.writerows((*paper, split) for paper, split in zip(self.papers, splits))


def choose_splits(labels, fraction, numbers):
    """As many papers of every class for training, 4 of 5 labelled ones in all; the others are for validation and test."""
    chosen = round(len(labels) * fraction)
    classes = sorted(set(labels))
    per_class = round(round(0.8 * chosen) / len(classes))
    rows = numbers.sample(range(len(labels)), len(labels))
    taken = collections.Counter()
    first, rest = [], []
    for row in rows:
        taken[labels[row]] += 1
        (first if taken[labels[row]] <= per_class else rest).append(row)
    splits = [None] * len(labels)
    for place, row in enumerate(first + rest):
        splits[row] = "train" if place < per_class * len(classes) else "valid" if place < chosen else "test"
    return splits


def copy_linqs(source, folder):
    """Writes Paper.features.mtx and Cite.csv, and returns the (id, label) of every paper."""
    papers, places = [], []
    with open(next(source.glob("*.content")), encoding="utf-8") as file:
        for row, line in enumerate(file, start=1):
            identifier, *words, label = line.split()
            papers.append((identifier, label))
            places.extend(f"{row} {column}\n" for column, word in enumerate(words, start=1) if float(word) != 0)
    with open(folder / "Paper.features.mtx", "w", encoding="utf-8") as file:
        file.write(f"%%MatrixMarket matrix coordinate pattern general\n{len(papers)} {len(words)} {len(places)}\n")
        file.writelines(places)
    known = {identifier for identifier, _ in papers}
    with open(next(source.glob("*.cites")), encoding="utf-8") as file:
        pairs = dict.fromkeys(tuple(line.split()) for line in file)
    with open(folder / "Cite.csv", "w", encoding="utf-8") as file:
        file.write("x,y\n")
        file.writelines(f"{x},{y}\n" for x, y in pairs if x in known and y in known)
    return papers


def copy_folder(source, folder):
    for name in ("Paper.features.mtx", "Cite.csv"):
        shutil.copy(source / name, folder / name)
    with open(source / "Paper.csv", encoding="utf-8", newline="") as file:
        return [(paper["id"], paper["label"]) for paper in csv.DictReader(file)]


# ---------------------------------------------------------------------------------------------------------- programs


def as_words(options):
    return [word for option in options.items() for word in option]


class Programs:
    """How each of the compared programs is started."""

    def __init__(self, options, data, folder):
        self.options, self.data, self.folder = options, data, pathlib.Path(folder)
        self.start = self.folder / "start.kenn"  # the initial parameters
        self.python = find_python()
        self.waiting = "default"

    def train(self, source, seed, more=None):
        """`more` are options that are added or take the place of the usual ones."""
        options = {"--knowledge": self.data.knowledge, "--data": source, "--layers": LAYERS, "--epochs": self.options.epochs,
                   "--trust": "joint", "--boost": "softmax", "--seed": seed, "--threads": THREADS, "--out": self.folder / "model.kenn"}
        return run([self.options.kenn, "train", "--json", *as_words({**options, **(more or {})})])

    def prepare(self, seed):
        """Writes the splits and the initial parameters that belong to a seed."""
        self.data.write_splits(seed)
        # The learning rate is so small that the model is still what it was at the start.
        self.folder_run(seed, {"--epochs": 1, "--lr": 1e-9, "--out": self.start})

    def folder_run(self, seed, more=None):
        return self.train(self.data.folder, seed, more)

    def linqs_run(self, seed):
        return self.train(f"linqs:{self.data.linqs}", seed, {"--train-fraction": TRAIN_FRACTION})

    def rival_run(self, features, more=None):
        options = {"--classes": ",".join(self.data.classes), "--features": features, "--layers": LAYERS,
                   "--start": self.start, "--epochs": self.options.epochs, "--threads": THREADS}
        return run([self.python, RIVAL, self.data.folder, *as_words({**options, **(more or {})})], WAITING[self.waiting])

    def all(self):
        """{name: a function from the seed to a finished run}, in the order of the table."""
        programs = {"kenn, folder": self.folder_run}
        if self.data.linqs:
            programs["kenn, linqs"] = self.linqs_run
        for features in ("dense", "sparse"):
            programs[f"PyTorch, {features}"] = lambda _, features=features: self.rival_run(features)
        return programs

    def choose_waiting(self):
        """Takes the way of waiting with which the rival is faster, the better of two short runs each."""
        shortest = dict.fromkeys(WAITING, float("inf"))
        for _ in range(2):
            for self.waiting in WAITING:
                finished = self.rival_run("dense", {"--epochs": WAITING_EPOCHS})
                shortest[self.waiting] = min(shortest[self.waiting], finished.report["seconds"]["train"])
        self.waiting = min(shortest, key=shortest.get)
        return shortest


# ---------------------------------------------------------------------------------------------------------- equality


def read_history(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def largest_difference(ours, rival):
    """Of the losses on training and validation papers, over all epochs."""
    epochs = list(zip(ours, rival, strict=True))
    return max(abs(one[name] - other[name]) for one, other in epochs for name in ("loss", "valid_loss"))


def label_counts(report):
    return {split: score["labels"] for split, score in report["accuracy"].items()}


def check_equality(programs):
    """From the same parameters, on the same splits, both have to go the same way. Returns how far they are apart."""
    log = programs.folder / "log"
    epochs = {"--epochs": EQUAL_EPOCHS}
    ours = programs.folder_run(0, {**epochs, "--log": log}).report
    difference = 0
    for features in ("dense", "sparse"):
        rival = programs.rival_run(features, epochs).report
        if label_counts(ours) != label_counts(rival):
            raise Failed(f"the splits differ: {label_counts(ours)} and {label_counts(rival)}")
        difference = max(difference, largest_difference(read_history(log), rival["history"]))
    if not difference <= MOST_LOSS_DIFFERENCE:
        raise Failed(f"the losses of both differ by {difference:.1e}, nothing was timed")
    return difference


def check_accuracies(measured):
    means = {name: statistics.fmean(test_accuracies(runs)) for name, runs in measured.items()}
    if max(means.values()) - min(means.values()) > MOST_ACCURACY_DIFFERENCE:
        raise Failed(f"the accuracies differ by more than {100 * MOST_ACCURACY_DIFFERENCE:.0f} points: {means}")


# ------------------------------------------------------------------------------------------------------ measurements


def test_accuracies(runs):
    return [finished.report["accuracy"]["test"]["rules"] for finished in runs]


def whole_seconds(runs):
    return [finished.seconds for finished in runs]


def train_seconds(runs):
    return [finished.report["seconds"]["train"] for finished in runs]


def ratios(ours, rival):
    """How many times as long the rival takes: the median of the rounds, since the machine may be slower in one round than
    in another, and by the shortest times."""
    return {"median": statistics.median(b / a for a, b in zip(ours, rival)), "of_shortest": min(rival) / min(ours)}


def measure_all(programs, progress):
    measured = {name: [] for name in programs.all()}
    for seed in range(programs.options.rounds):
        programs.prepare(seed)
        for name, start in programs.all().items():
            progress(f"round {seed + 1} of {programs.options.rounds}: {name}")
            measured[name].append(start(seed))
        counts = {name: label_counts(runs[-1].report) for name, runs in measured.items()}
        if len({json.dumps(count, sort_keys=True) for count in counts.values()}) != 1:
            raise Failed(f"the splits differ: {counts}")
    return measured


def summary(measured):
    """One object per program, with what the table and the goals need."""
    rival = measured["PyTorch, dense"]
    return [{
        "program": name,
        "whole_seconds": whole_seconds(runs),
        "train_seconds": train_seconds(runs),
        "peak_bytes": max(finished.peak_bytes for finished in runs),
        "test_accuracies": test_accuracies(runs),
        "times_faster": {"whole": ratios(whole_seconds(runs), whole_seconds(rival)),
                         "train": ratios(train_seconds(runs), train_seconds(rival))},
    } for name, runs in measured.items()]


def goals(lines):
    """The smaller of the two ratios counts, as in kenn-bench."""
    for line in lines:
        if line["program"].startswith("kenn"):
            yield goal(f"{line['program']}: whole run faster than PyTorch, dense", LEAST_RATIO, "times",
                       min(line["times_faster"]["whole"].values()), True)
            yield goal(f"{line['program']}: memory in all", MOST_GIGABYTES, "GB", line["peak_bytes"] / 1e9, False)


def goal(what, limit, unit, reached, at_least):
    return {"goal": what, "limit": limit, "unit": unit, "reached": reached, "at_least": at_least,
            "met": reached >= limit if at_least else reached <= limit}


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "unknown")


def describe_machine(kenn):
    """To be called before anything runs: other work makes times longer."""
    version = subprocess.run([kenn, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {"processor": processor(), "cores": os.cpu_count(), "load at the start": round(os.getloadavg()[0], 2),
            "system": platform.platform(), "kenn": version}


# ------------------------------------------------------------------------------------------------------------ report


def table_text(lines):
    text = (f"{'':<16}{'whole s':>9}{'train s':>9}{'faster':>9}{'of shortest':>13}{'train faster':>14}{'MB':>6}"
            f"{'test accuracy':>15}\n")
    for line in lines:
        faster = line["times_faster"]
        text += (f"{line['program']:<16}{statistics.median(line['whole_seconds']):9.2f}"
                 f"{statistics.median(line['train_seconds']):9.2f}{faster['whole']['median']:9.1f}"
                 f"{faster['whole']['of_shortest']:13.1f}{faster['train']['median']:14.1f}{line['peak_bytes'] / 1e6:6.0f}"
                 f"{statistics.fmean(line['test_accuracies']):15.3f}\n")
    return text


def goals_text(judged):
    text = ""
    for each in judged:
        text += "met      " if each["met"] else "NOT met  "
        text += f"{each['goal']}, at {'least' if each['at_least'] else 'most'} {each['limit']} {each['unit']}: "
        text += f"{each['reached']:.3g}\n"
    return text


def to_text(report):
    lines = [f"{name}: {value}" for name, value in report["machine"].items()]
    waiting = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in report["rival_waiting"]["seconds"].items())
    lines += [f"data: {report['data']}",
              f"rival's threads wait: {report['rival_waiting']['chosen']} ({WAITING_EPOCHS} epochs: {waiting})",
              f"largest difference of the losses from the same start: {report['loss_difference']:.1e}", ""]
    return ("\n".join(lines) + f"\nTraining, {report['epochs']} epochs (rounds: {report['rounds']}; medians, mean accuracy):\n"
            + table_text(report["programs"]) + "\nGoals (of speed: by the medians and by the shortest times):\n"
            + goals_text(report["goals"]))


def compare(options, folder, progress):
    machine = describe_machine(options.kenn)
    source, data_name = find_data(options, folder)
    (folder / "papers").mkdir()
    data = Data(options.kenn, source, folder / "papers")
    programs = Programs(options, data, folder)
    progress("comparing the losses")
    programs.prepare(0)
    difference = check_equality(programs)
    progress("how the rival's threads wait")
    waiting = programs.choose_waiting()
    measured = measure_all(programs, progress)
    check_accuracies(measured)
    lines = summary(measured)
    versions = {f"rival's {name}": measured["PyTorch, dense"][0].report[name] for name in ("torch", "numpy")}
    return {"machine": {**machine, **versions}, "data": data_name, "epochs": options.epochs, "rounds": options.rounds,
            "splits": label_counts(measured["kenn, folder"][-1].report), "loss_difference": difference,
            "rival_waiting": {"chosen": programs.waiting, "seconds": waiting}, "programs": lines,
            "goals": list(goals(lines))}


def find_data(options, folder):
    """The folder of the data, and what to call it; made up when there is none."""
    if options.data:
        return pathlib.Path(options.data), options.data
    citeseer = ROOT.parent / "shared" / "data" / "citeseer"
    if citeseer.exists():
        return citeseer, "Citeseer"
    made_up = folder / "made-up"
    run([options.kenn, "generate", "citation", "--out", made_up, "--json"])
    return made_up, f"made up by 'kenn generate citation', since {os.path.relpath(citeseer)} is not there"


def parse_arguments():
    parser = argparse.ArgumentParser(description="Trains on Citeseer with kenn and with PyTorch: accuracy, time and memory.")
    parser.add_argument("kenn", metavar="KENN", help="the program")
    parser.add_argument("--data", metavar="DIR", help="a LINQS folder, or one made by 'kenn generate citation'; unless given, "
                        "../shared/data/citeseer beside the project, or made-up papers when that is not there")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="each with its own split (%(default)s)")
    parser.add_argument("--epochs", type=int, default=300, metavar="N", help="of every training (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.rounds < 1 or options.epochs < 1:
        parser.error("--rounds and --epochs have to be at least 1")
    return options


def main():
    options = parse_arguments()
    show = sys.stderr.isatty()

    def progress(text):
        if show:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    try:
        with tempfile.TemporaryDirectory(prefix="kenn-bench-") as name:
            report = compare(options, pathlib.Path(name), progress)
    except (Failed, OSError, subprocess.CalledProcessError) as error:
        progress("")
        print(f"train_bench: {error}", file=sys.stderr)
        return 1
    progress("")
    print(json.dumps(report, indent=2) if options.json else to_text(report), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
