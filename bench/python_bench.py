"""The layer in Python: its overhead over the same call in C++, and how much faster than vectorised PyTorch it is.

usage: python_bench.py PYTHON LAYER_BENCH [--rounds N] [--quick] [--json]

PYTHON has torch and kenn; LAYER_BENCH is the program layer-bench. Results are compared with both variants of the rival before
anything is timed. Then all take turns, each in a process of its own; ratios are those of one round, and of these the median.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy

HERE = pathlib.Path(__file__).parent
THREADS = 2
SHAPES = {  # repetitions of ours and of the rival, the goal
    "citeseer": (2000, 200, 10),
    "arxiv": (10, 2, 40),
}
MOST_OVERHEAD = 0.2
VARIANTS = ("softmax", "sigmoid")
TOLERANCE = 1e-4


class Failed(Exception):
    pass


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}\n{result.stderr}")
    return json.loads(result.stdout)


def compare(folder, pairs):
    """The largest difference to the rival; a gradient of a weight is a sum over all pairs, of about sqrt(pairs)."""
    largest = 0.0
    for variant in VARIANTS:
        for name in ("out", "grad_z", "grad_w"):
            ours, theirs = (numpy.load(folder / who / f"{name}.npy").astype(float) for who in ("ours", variant))
            scale = pairs ** 0.5 if name == "grad_w" else 1.0
            difference = float((abs(ours - theirs) / numpy.maximum(scale, abs(theirs))).max())
            if not difference <= TOLERANCE:
                raise Failed(f"{name} differs from the rival '{variant}' by {difference}: nothing was timed")
            largest = max(largest, difference)
    return largest


def measure(shape, options, folder):
    ours, rival, goal = SHAPES[shape]
    if options.quick:
        ours, rival = max(ours // 10, 2), max(rival // 10, 1)
    sizes = run(options.layer_bench, shape, THREADS, 0, folder)
    (folder / "ours").mkdir()
    python, threads = options.python, ("--threads", THREADS)
    run(python, HERE / "python_layer.py", folder, *threads, "--write", folder / "ours")
    for variant in VARIANTS:
        run(python, HERE / "rivals" / "pytorch.py", folder, *threads, "--variant", variant, "--write", folder / variant)
    difference = compare(folder, sizes["pairs"])
    rounds = []
    for _ in range(options.rounds):
        native = run(options.layer_bench, shape, THREADS, ours)
        layer = run(python, HERE / "python_layer.py", folder, *threads, "--repetitions", ours)
        medians = {"engine": statistics.median(native["engine_ms"]), "C++ module": statistics.median(native["module_ms"]),
                   "Python layer": statistics.median(layer["times_ms"])}
        for variant in VARIANTS:
            times = run(python, HERE / "rivals" / "pytorch.py", folder, *threads, "--variant", variant, "--repetitions", rival)
            medians[f"PyTorch, {variant}"] = times["median_ms"]
        rounds.append(medians)
    return {"shape": shape, **sizes, "threads": THREADS, "torch": layer["torch"], "difference": difference, "rounds": rounds,
            "median_ms": {name: statistics.median(each[name] for each in rounds) for name in rounds[0]},
            "overhead": ratio(rounds, "Python layer", "C++ module") - 1,
            "overhead_over_engine": ratio(rounds, "Python layer", "engine") - 1,
            "faster": {variant: ratio(rounds, f"PyTorch, {variant}", "Python layer") for variant in VARIANTS}, "goal": goal}


def ratio(rounds, one, other):
    return statistics.median(each[one] / each[other] for each in rounds)


def to_text(reports):
    lines = []
    for report in reports:
        lines.append(f"{report['shape']}: {report['rows']} rows, {report['pairs']} pairs, {report['rules']} rules, "
                     f"{report['threads']} threads, torch {report['torch']}; largest difference {report['difference']:.1e}")
        lines += [f"  {milliseconds:10.3f} ms  {name}" for name, milliseconds in report["median_ms"].items()]
        lines.append(f"  overhead of the Python layer: {100 * report['overhead']:.0f} % over the C++ module, "
                     f"{100 * report['overhead_over_engine']:.0f} % over the bare engine")
        if report["shape"] == "citeseer":
            lines.append(judge("overhead over the C++ module", 100 * report["overhead"], 100 * MOST_OVERHEAD, "%", False))
        for variant, factor in report["faster"].items():
            lines.append(judge(f"faster than PyTorch, {variant}", factor, report["goal"], "times", True))
        lines.append("")
    return "\n".join(lines)


def judge(what, reached, limit, unit, at_least):
    met = reached >= limit if at_least else reached <= limit
    return f"  {'met   ' if met else 'MISSED'}  {what}: {reached:.1f} {unit} (goal: {'at least' if at_least else 'at most'} {limit:g})"


def main():
    parser = argparse.ArgumentParser(description="The layer in Python against C++ and against PyTorch.")
    parser.add_argument("python", help="a Python with torch and kenn")
    parser.add_argument("layer_bench", help="the program layer-bench")
    parser.add_argument("--shape", choices=SHAPES, action="append", help="this one only; may be repeated")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    reports = []
    try:
        for shape in options.shape or SHAPES:
            with tempfile.TemporaryDirectory(prefix="kenn-bench-") as name:
                reports.append(measure(shape, options, pathlib.Path(name)))
    except (Failed, OSError) as error:
        print(f"python_bench: {error}", file=sys.stderr)
        return 1
    print(json.dumps(reports, indent=2) if options.json else to_text(reports))
    return 0


if __name__ == "__main__":
    sys.exit(main())
