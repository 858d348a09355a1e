"""Where the time of `kenn enhance` goes with many pairs: seconds by stage, and peak memory.

usage: enhance_bench.py KENN [PAIRS]

PAIRS (10,000,000) random pairs of a tenth as many objects, six rules, from CSV with ids, from CSV with row numbers and from NPY. The
three give the same bytes, which is checked first. Where pandas is installed, its reader of CSV is timed beside: from the files to row
numbers; what kenn reads are also the logits, and it sorts the pairs. The best of three runs is shown.
"""

import importlib.util
import json
import multiprocessing
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import numpy

TOPICS = ("AI", "Agents", "DB", "HCI", "IR", "ML")
AT_ONCE = 100_000


def write_inputs(folder, pairs):
    objects = pairs // 10
    random = numpy.random.default_rng(1)
    ends = random.integers(0, objects, (pairs, 2))
    ids = numpy.array([f"paper-{number:08d}" for number in range(objects)])
    numpy.save(folder / "pairs.npy", ends.astype(numpy.int32))
    numpy.save(folder / "logits.npy", random.normal(size=(objects, len(TOPICS))).astype(numpy.float32))
    (folder / "ids.txt").write_text("".join(f"{name}\n" for name in ids))
    with open(folder / "ids.csv", "w") as by_id, open(folder / "rows.csv", "w") as by_row:
        for file in (by_id, by_row):
            file.write("x,y\n")
        for first in range(0, pairs, AT_ONCE):
            some = ends[first:first + AT_ONCE]
            by_id.writelines(f"{x},{y}\n" for x, y in zip(ids[some[:, 0]], ids[some[:, 1]]))
            by_row.writelines(f"{x},{y}\n" for x, y in some.tolist())
    names = ", ".join(f"{topic}(Paper)" for topic in TOPICS)
    topics = ", ".join(TOPICS)
    (folder / "rules.kenn").write_text(f"type Paper predict {names} exclusive {topics} given Cite(Paper, Paper)\n"
                                       f"for T in {{{topics}}} rule: T(x) & Cite(x, y) -> T(y)\n")


def run(kenn, folder, relation, *options):
    """The report of one run, and its peak megabytes."""
    arguments = [kenn, "enhance", "--knowledge", "rules.kenn", "--logits", "Paper=logits.npy", "--relation", f"Cite={relation}", "--layers", "1",
                 "--json", "--out", f"out-{relation}", *options]
    with open(folder / "report.json", "wb") as report:
        process = subprocess.Popen(arguments, cwd=folder, stdout=report)
        _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, arguments
    return json.loads((folder / "report.json").read_text()), usage.ru_maxrss / 1024


def seconds_of_pandas(folder, relation):
    """From a CSV file to row numbers, as one would write it."""
    import pandas

    start = time.perf_counter()
    pairs = pandas.read_csv(folder / relation)
    if relation == "ids.csv":
        ids = pandas.Index(pandas.read_csv(folder / "ids.txt", header=None)[0])
        rows = numpy.stack([ids.get_indexer(pairs["x"]), ids.get_indexer(pairs["y"])], axis=1)
    else:
        rows = pairs.to_numpy()
    seconds = time.perf_counter() - start
    assert (rows == numpy.load(folder / "pairs.npy")).all()
    return seconds


def in_child(function, *arguments):
    """The peak of a program counts that of the process that starts it, which so stays small."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def main(kenn, pairs=10_000_000):
    kenn = str(pathlib.Path(kenn).absolute())
    sources = {"ids.csv": ("--ids", "Paper=ids.txt"), "rows.csv": (), "pairs.npy": ()}
    print(f"kenn enhance, {pairs:,} pairs of {pairs // 10:,} objects, 6 rules ({platform.machine()}, {os.cpu_count()} cores, release build)")
    print(f"{'source':>10} {'read':>7} {'plan':>7} {'layer':>7} {'total':>7} {'MB':>6} {'plan B/pair':>12} {'pandas reads':>13} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        in_child(write_inputs, folder, pairs)
        for relation, options in sources.items():
            reports = [run(kenn, folder, relation, *options) for _ in range(3)]
            assert (folder / f"out-{relation}" / "Paper.npy").read_bytes() == (folder / "out-ids.csv" / "Paper.npy").read_bytes()
            report, _ = min(reports, key=lambda each: each[0]["seconds"]["total"])
            seconds = report["seconds"]
            line = (f"{relation:>10} {seconds['read']:7.2f} {seconds['plan']:7.2f} {seconds['enhance']:7.2f} {seconds['total']:7.2f} "
                    f"{max(peak for _, peak in reports):6.0f} {report['plan_bytes'] / report['groundings']:12.1f}")
            if relation.endswith(".csv") and importlib.util.find_spec("pandas"):
                rival = min(in_child(seconds_of_pandas, folder, relation) for _ in range(2))
                line += f" {rival:13.2f} {rival / seconds['read']:6.1f}"
            print(line)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
