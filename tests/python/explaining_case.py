"""What the tests of explanations share: rules and data for the program, as files, and for Python, as arrays."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy

import kenn

KENN = os.environ["KENN"]  # the program that was built
RULES = """type Paper
predict AI(Paper), DB(Paper), IR(Paper), Old(Paper)
predict Like(Paper, Paper)
given Cite(Paper, Paper), Known(Paper)
exclusive AI, DB, IR
for T in {AI, DB, IR} rule "topic <b>": T(x) & Cite(x, y) -> T(y)
rule "alike" weight 1: AI(x) & Like(x, y) -> AI(y)
rule "$old$ & known": Known(x) & !Old(x) -> IR(x)
rule "twice": Old(x) & Cite(x, y) & Cite(y, z) -> Old(z)
"""
NAMES = ["a", "b", 'say "c"', "<script>alert(1)</script>", "e & f", "g", "h", "i", "j", "alone"]


def run_kenn(*arguments, cwd):
    return subprocess.run([KENN, *map(str, arguments)], capture_output=True, text=True, cwd=cwd)


class Logits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        random = numpy.random.RandomState(4)
        cls.kb = kenn.Knowledge.from_text(RULES)
        cls.logits = {"Paper": random.normal(0, 1.5, (10, 4)).astype(numpy.float32),
                      "Like": random.normal(0, 1.5, (4, 1)).astype(numpy.float32)}
        pairs = numpy.array([(x, y) for x in range(9) for y in range(9) if x != y and random.rand() < 0.35 or (x, y) == (0, 1)]).T
        cls.relations = {"Cite": (pairs, random.uniform(0.2, 1, pairs.shape[1]).astype(numpy.float32)), "Known": numpy.array([0, 2, 5]),
                         "Like": numpy.array([[0, 1, 2, 3], [3, 0, 5, 6]])}
        cls.objects = {"Paper": NAMES}
        cls.labels = {"Paper": ["AI", "DB", "IR", "AI", "", "DB", "IR", "AI", "", "IR"]}
        cls.weights = [{clause.name: clause.weight if not clause.learned else round(random.uniform(0, 3), 3) for clause in cls.kb.clauses}
                       for _ in range(2)]
        cls.write_files()

    @classmethod
    def write_files(cls):
        (cls.folder / "rules.kenn").write_text(RULES)
        (cls.folder / "ids.txt").write_text("\n".join(NAMES) + "\n")
        (cls.folder / "weights.json").write_text(json.dumps(cls.weights))
        for name, array in cls.logits.items():
            numpy.save(cls.folder / f"{name}.npy", array)
        cites, degrees = cls.relations["Cite"]
        cls.write_csv("cite.csv", "x,y,truth", [(NAMES[x], NAMES[y], repr(float(degree))) for x, y, degree in zip(*cites, degrees)])
        cls.write_csv("known.csv", "x", [(NAMES[x],) for x in cls.relations["Known"]])
        cls.write_csv("like.csv", "x,y", [(NAMES[x], NAMES[y]) for x, y in cls.relations["Like"].T])
        cls.write_csv("labels.csv", "id,label", zip(NAMES, cls.labels["Paper"]))

    @classmethod
    def write_csv(cls, name, header, rows):
        with open(cls.folder / name, "w", newline="") as file:
            csv.writer(file).writerows([header.split(","), *rows])

    def program(self, *arguments):
        return run_kenn("explain", "--knowledge", "rules.kenn", "--logits", "Paper=Paper.npy", "--logits", "Like=Like.npy", "--ids",
                        "Paper=ids.txt", "--relation", "Cite=cite.csv", "--relation", "Known=known.csv", "--relation", "Like=like.csv",
                        "--labels", "Paper=labels.csv", *arguments, cwd=self.folder)

    def program_json(self, *arguments):
        result = self.program("--json", *arguments)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        found = json.loads(result.stdout)
        for name in ("ok", "seconds", "diagnostics"):
            del found[name]
        return found

    def explain(self, object, **options):
        return kenn.explain(self.kb, self.logits, self.relations, object, objects=self.objects, labels=self.labels, **options)

    def explainer(self, **options):
        return kenn.Explainer(self.kb, self.logits, self.relations, objects=self.objects, labels=self.labels, **options)
