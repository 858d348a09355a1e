"""Folders of experiments with synthetic results, for tests of reports."""

import json
import math
import random

FRACTIONS = [0.1, 0.25, 0.5, 0.75, 0.9]
TOPICS = ["AI", "Agents", "DB", "HCI", "IR", "ML"]
HOSTILE = '<script>alert("x")</script> & \'|\', "\n</script><img src=x onerror=alert(1)>'
PUBLISHED = {
    ("nn", ""): [0.544, 0.629, 0.680, 0.733, 0.759],
    ("kenn", "inductive"): [0.601, 0.671, 0.714, 0.754, 0.768],
    ("kenn", "transductive"): [0.652, 0.702, 0.744, 0.788, 0.808],
    ("sbr", "inductive"): [0.650, 0.682, 0.712, 0.719, 0.726],
    ("sbr", "transductive"): [0.703, 0.729, 0.747, 0.764, 0.780],
    ("rnm", "inductive"): [0.685, 0.709, 0.726, 0.726, 0.732],
    ("rnm", "transductive"): [0.708, 0.735, 0.753, 0.766, 0.780],
    ("nn (SBR, RNM)", "inductive"): [0.645, 0.674, 0.707, 0.717, 0.723],
    ("nn (SBR, RNM)", "transductive"): [0.640, 0.667, 0.695, 0.708, 0.726],
}
GAINS = {"inductive": 0.05, "transductive": 0.1}


def experiment(**changes):
    """What experiment.json holds."""
    value = {
        "name": "citeseer", "preset": "paper", "choices": ["The loss is linear in the probability of the true class."],
        "command": "kenn experiment --preset paper --data linqs:citeseer --out build/paper", "version": "0.1.0",
        "machine": {"processor": "a processor with a rather long name @ 2.60GHz", "cores": "2", "memory": "8.0 GB",
                    "system": "Linux 6.1 x86_64"},
        "data": "linqs:citeseer", "data_digest": "0123456789abcdef", "sizes": {"Paper": 3312, "Cite": 4714},
        "knowledge": "type Paper\npredict AI(Paper)\n", "settings": {"loss": "linear", "epochs": "300", "hidden": "50,50,50"},
        "seed": 0, "runs": 12, "fractions": FRACTIONS, "methods": ["nn", "kenn", "kenn-greedy"],
        "paradigms": ["inductive", "transductive"], "layers": [3, 1],
        "clauses": [{"name": f"citations stay on topic[T={topic}]", "group": topic, "is_fixed": False} for topic in TOPICS],
        "published": [{"method": method, "paradigm": paradigm,
                       "accuracy": {str(fraction): value for fraction, value in zip(FRACTIONS, values)}}
                      for (method, paradigm), values in PUBLISHED.items()],
    }
    return value | changes


def curve_of(rng, epochs, accuracy):
    def rise(top, noise):
        return [0.17 + (top - 0.17) * (1 - math.exp(-epoch / 12)) + rng.gauss(0, noise) for epoch in range(epochs + 1)]

    return {"loss": [1.8 * math.exp(-epoch / 15) + 0.02 for epoch in range(epochs + 1)], "accuracy": rise(0.99, 0.002),
            "valid_loss": [1.0 + 0.8 * math.exp(-epoch / 15) for epoch in range(epochs + 1)],
            "valid_accuracy": rise(accuracy, 0.008)}


def result(rng, fraction, run, method, paradigm, layers, base, clauses, with_curve):
    """One line of results.jsonl."""
    share = FRACTIONS[2] if fraction is None else fraction
    gain = 0.0 if method == "nn" else GAINS[paradigm] * (1.05 - share) * (1.0 if layers > 1 else 0.7)
    accuracy = min(0.99, max(0.05, base + gain + (0.005 if method == "kenn-greedy" else 0) + rng.gauss(0, 0.012)))
    compliance = [0.55 + 0.06 * (i % 7) + rng.gauss(0, 0.025) for i in range(clauses)]
    epochs = 40 + rng.randrange(30)
    value = {"fraction": fraction, "run": run, "method": method, "paradigm": paradigm, "layers": layers, "epochs": epochs,
             "tested_epoch": epochs,
             "splits": {name: {"labels": labels, "accuracy": score}
                        for name, labels, score in (("train", 265, 0.99), ("valid", 66, accuracy - 0.01), ("test", 2981, accuracy))},
             "weights": [[0.5 + 0.8 * (value - 0.6) + rng.gauss(0, 0.05) for value in compliance] for _ in range(layers)],
             "compliance": compliance if layers else [None] * clauses}
    return value | ({"curve": curve_of(rng, epochs, accuracy)} if with_curve else {})


def results_of(about, seed=1):
    rng = random.Random(seed)
    lines = []
    for fraction in about["fractions"]:
        share = FRACTIONS[2] if fraction is None else fraction
        for run in range(about["runs"]):
            base = 0.5 + 0.26 * math.sqrt(share) + rng.gauss(0, 0.02)
            for method in about["methods"]:
                for paradigm in [""] if method == "nn" else about["paradigms"]:
                    for layers in [0] if method == "nn" else about["layers"]:
                        lines.append(result(rng, fraction, run, method, paradigm, layers, base, len(about["clauses"]), run == 0))
    return lines


def times_of(results):
    keys = ("fraction", "run", "method", "paradigm", "layers")
    return [{key: each[key] for key in keys} | {"seconds": 0.4 + 0.3 * each["layers"]} for each in results]


def write_folder(folder, about, results=None):
    results = results_of(about) if results is None else results
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "experiment.json").write_text(json.dumps(about))
    for name, lines in (("results.jsonl", results), ("times.jsonl", times_of(results))):
        (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def hostile_experiment():
    """Every name is one that would be markup, or code, if it were not escaped."""
    name = HOSTILE
    clauses = [{"name": f"{name}{i}", "group": f"{name}{i}", "is_fixed": i == 0} for i in range(10)]
    return experiment(
        name=name, runs=6, fractions=[0.1, 0.5], layers=[1], methods=["nn", "kenn", name], clauses=clauses, knowledge=name,
        command=name, data=name, choices=[name], machine={name: name}, settings={name: name}, sizes={name: 3},
        published=[{"method": name, "paradigm": "", "accuracy": {"0.1": 0.5}}])


CASES = {
    "paper": experiment(),
    "hostile": hostile_experiment(),
    "demo": experiment(name="demo", preset="", runs=8, fractions=[0.1], methods=["nn", "kenn"], layers=[3],
                       published=[]),
    "single": experiment(name="training", preset="", runs=1, fractions=[None], methods=["kenn"],
                         paradigms=["transductive"], layers=[1], published=[]),
}
