"""`kenn enhance` from outside: results against a plain model, what it refuses and how, files that are never half."""

import array
import itertools
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time
import unittest

from cli_test import BAD_INPUT, DONE, CommandLineTest
from enhancer_model import Given, Model, Table, World, sigmoid, unary_table
from environment import KENN, SOURCE, run_kenn
from npy_files import MAGIC, float32, large_npy, npy, npy_header, read_npy

BOOSTS = ("softmax", "godel", "residual")
ORDERS = ("parallel", "sequential")
LARGEST_FLOAT = 3.4028234663852886e38


def csv(header, rows):
    return "".join(",".join(map(str, row)) + "\n" for row in [header, *rows])


def random_values(rows, columns, seed, spread=3.0):
    """Preactivations that float32 holds exactly, no two alike."""
    numbers = random.Random(seed)
    return [[float32(numbers.uniform(-spread, spread)) for _ in range(columns)] for _ in range(rows)]


def snapshot(folder):
    """Every file below a folder with its content and when it was written, and every folder."""
    return {str(path.relative_to(folder)): None if path.is_dir() else (path.read_bytes(), path.stat().st_mtime_ns)
            for path in folder.rglob("*")}


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def can_write_without_name(folder):
    try:
        os.close(os.open(folder, os.O_WRONLY | os.O_TMPFILE))
    except OSError:
        return False
    return True


class EnhanceTest(CommandLineTest):
    """Files are named relative to a folder of their own, so that messages name them in full."""

    def enhance(self, *arguments, **options):
        return run_kenn("enhance", *arguments, cwd=self.folder, **options)

    def results(self, *tables, out="out"):
        return {name: read_npy((self.folder / out / f"{name}.npy").read_bytes()) for name in tables}


# ---------------------------------------------------------------------------------------------------------------------
# Results


class Case:
    """A knowledge text, the world it speaks about, and its clauses as they are written out by hand."""

    def __init__(self, knowledge, world, clauses, fixed=None, ids=()):
        self.knowledge = knowledge
        self.world = world
        self.clauses = clauses
        self.fixed = fixed or {}  # weights that the knowledge fixes
        self.ids = ids  # the types that get an --ids file
        self.model = Model(world, clauses)

    def random_weights(self, layers, seed):
        numbers = random.Random(seed)
        return [{name: self.fixed.get(name, round(numbers.uniform(0, 2), 3)) for name in self.clauses}
                for _ in range(layers)]

    def write(self, test):
        """Writes the files and returns the arguments that name them."""
        test.write(self.knowledge)
        arguments = ["--knowledge", "input.kenn"]
        for name, table in self.world.tables.items():
            test.write(npy(table.values, columns=len(table.predicates)), f"{name}-logits.npy")
            arguments += ["--logits", f"{name}={name}-logits.npy"]
            if len(table.types) > 1:
                arguments += self.write_relation(test, name, table.types, table.tuples)
        for name, given in self.world.given.items():
            rows = list(given.degrees)
            has_degrees = any(degree != 1 for degree in given.degrees.values())
            degrees = list(given.degrees.values()) if has_degrees else None
            arguments += self.write_relation(test, name, given.types, rows, degrees)
        for name in self.ids:
            test.write("".join(f"{each}\n" for each in self.world.objects[name]), f"{name}.txt")
            arguments += ["--ids", f"{name}={name}.txt"]
        return arguments

    def write_relation(self, test, name, types, tuples, degrees=None):
        def text(row, type_name):
            return self.world.objects[type_name][row] if type_name in self.ids else row

        header = [f"argument{number}" for number in range(len(types))]
        rows = [[text(row, type_name) for row, type_name in zip(each, types)] for each in tuples]
        if degrees is not None:
            header.append("truth")
            rows = [[*row, degree] for row, degree in zip(rows, degrees)]
        test.write(csv(header, rows), f"{name}.csv")
        return ["--relation", f"{name}={name}.csv"]


def row_names(count):
    return [str(row) for row in range(count)]


PAIRS = [(0, 1), (1, 2), (0, 2), (2, 0), (3, 3), (4, 2), (1, 0), (2, 4), (4, 0)]

SMOKERS = Case(
    "type Person\n"
    "predict Smoker(Person), Cancer(Person), Friends(Person, Person)\n"
    "rule weight 2.5: Smoker(x) -> Cancer(x)\n"
    'rule "spreads": Smoker(x) & Friends(x, y) -> Smoker(y)\n'
    'rule "transitive": Friends(x, y) & Friends(y, z) -> Friends(x, z)\n'
    'rule "mutual": Friends(x, y) -> Friends(y, x)\n',
    World({"Person": row_names(6)},
          {"Person": unary_table("Person", ["Smoker", "Cancer"], random_values(6, 2, 1)),
           "Friends": Table(["Friends"], ["Person", "Person"], PAIRS, random_values(len(PAIRS), 1, 2))}),
    {"!Smoker(x) | Cancer(x)": "!Smoker(x) | Cancer(x)",
     "spreads": "!Smoker(x) | !Friends(x, y) | Smoker(y)",
     "transitive": "!Friends(x, y) | !Friends(y, z) | Friends(x, z)",
     "mutual": "!Friends(x, y) | Friends(y, x)"},
    fixed={"!Smoker(x) | Cancer(x)": 2.5})

CITATIONS = Case(
    "type Paper\n"
    "predict Agents(Paper), AI(Paper), DB(Paper)\n"
    "given Cite(Paper, Paper), Retracted(Paper)\n"
    "exclusive Agents, AI, DB\n"
    "for T in {Agents, AI, DB} rule \"topic\": T(x) & Cite(x, y) -> T(y)\n"
    'rule "apart": !Cite(x, y) & AI(x) -> !DB(y)\n'
    'rule "retracted": Retracted(x) -> !AI(x)\n'
    'rule "kept": Agents(x) -> DB(x) | Retracted(x)\n',
    World({"Paper": row_names(5)},
          {"Paper": unary_table("Paper", ["Agents", "AI", "DB"], random_values(5, 3, 3))},
          {"Cite": Given(["Paper", "Paper"], dict(zip(PAIRS, [0.3, 1, 0, 0.875, 0.5, 1, 0.01, 0.99, 0.6]))),
           "Retracted": Given(["Paper"], {(1,): 1, (3,): 0.25, (4,): 0})},
          exclusive=[["Agents", "AI", "DB"]]),
    {**{f"topic[T={topic}]": f"!{topic}(x) | !Cite(x, y) | {topic}(y)" for topic in ("Agents", "AI", "DB")},
     "apart": "Cite(x, y) | !AI(x) | !DB(y)",
     "retracted": "!Retracted(x) | !AI(x)",
     "kept": "!Agents(x) | DB(x) | Retracted(x)"})

PEOPLE = ["ann", "bob", "Carl Ludwig", "Zoë", "5"]
CONSTANTS_AND_EQUALITIES = Case(
    "type Person\n"
    "predict Smoker(Person), Cancer(Person)\n"
    "given Friends(Person, Person)\n"
    'rule "ann": !Smoker("ann") | Cancer("bob")\n'
    'rule "one": Cancer("Carl Ludwig")\n'
    'rule "bob": Friends(x, "bob") & x != "ann" -> Smoker(x)\n'
    'rule "others": Smoker(x) & x != y -> Cancer(y)\n'
    'rule "same": Friends(x, y) & Smoker(x) -> x = y | Smoker(y)\n'
    'rule "only": x = "5" & Smoker(x) -> Cancer(x)\n'
    'rule "self": !Friends(x, x) -> Smoker(x)\n',
    World({"Person": PEOPLE},
          {"Person": unary_table("Person", ["Smoker", "Cancer"], random_values(5, 2, 4))},
          {"Friends": Given(["Person", "Person"], dict.fromkeys([*PAIRS, (2, 1), (3, 1)], 1))}),
    {"ann": '!Smoker("ann") | Cancer("bob")',
     "one": 'Cancer("Carl Ludwig")',
     "bob": '!Friends(x, "bob") | x = "ann" | Smoker(x)',
     "others": "!Smoker(x) | x = y | Cancer(y)",
     "same": "!Friends(x, y) | !Smoker(x) | x = y | Smoker(y)",
     "only": '!Smoker("5") | Cancer("5")',
     "self": "Friends(x, x) | Smoker(x)"},
    ids=["Person"])

CONSTANTS_WITHOUT_IDS = Case(
    "type Person\n"
    "predict Smoker(Person)\n"
    "given Friends(Person, Person)\n"
    'rule "two": Friends("2", x) -> Smoker(x)\n'
    'rule "zero": Smoker(x) & x != "0" -> Smoker("0")\n',
    World({"Person": row_names(5)}, {"Person": unary_table("Person", ["Smoker"], random_values(5, 1, 5))},
          {"Friends": Given(["Person", "Person"], dict.fromkeys(PAIRS, 1))}),
    {"two": '!Friends("2", x) | Smoker(x)', "zero": '!Smoker(x) | x = "0" | Smoker("0")'})

TWO_TYPES = Case(
    "type Paper, Author, Place\n"
    "predict AI(Paper), DB(Paper), Famous(Author), Reviews(Author, Paper, Author)\n"
    "given Wrote(Author, Paper), Lives(Author, Place)\n"
    'rule "fame": Famous(a) & Wrote(a, p) -> AI(p)\n'
    'rule "coauthors": Wrote(a, p) & Wrote(b, p) & a != b & Famous(a) -> Famous(b)\n'
    'rule "review": Reviews(a, p, b) & DB(p) -> Famous(a) | !Famous(b)\n'
    'rule "neighbours": Lives(a, s) & Lives(b, s) & Famous(a) -> Famous(b)\n'
    'rule "free": Famous(a) | DB(p)\n',
    World({"Paper": row_names(3), "Author": ["eve", "max", "tim", "uma"], "Place": row_names(2)},
          {"Paper": unary_table("Paper", ["AI", "DB"], random_values(3, 2, 6)),
           "Author": unary_table("Author", ["Famous"], random_values(4, 1, 7)),
           "Reviews": Table(["Reviews"], ["Author", "Paper", "Author"], [(0, 1, 2), (3, 0, 3), (1, 1, 0)],
                            random_values(3, 1, 8))},
          {"Wrote": Given(["Author", "Paper"], {(0, 0): 1, (1, 0): 0.75, (2, 0): 1, (2, 2): 0.5, (3, 1): 0.25}),
           "Lives": Given(["Author", "Place"], {(0, 0): 1, (1, 1): 1, (2, 1): 1, (3, 0): 1})}),
    {"fame": "!Famous(a) | !Wrote(a, p) | AI(p)",
     "coauthors": "!Wrote(a, p) | !Wrote(b, p) | a = b | !Famous(a) | Famous(b)",
     "review": "!Reviews(a, p, b) | !DB(p) | Famous(a) | !Famous(b)",
     "neighbours": "!Lives(a, s) | !Lives(b, s) | !Famous(a) | Famous(b)",
     "free": "Famous(a) | DB(p)"},
    ids=["Author"])

KENN2 = Case(
    "Smoker,Cancer,nice\nFriends,Knows\n\n1.5:nSmoker(x),Cancer(x)\n>\n"
    "_:nSmoker(x),nFriends(x.y),Smoker(y)\n_:nFriends(x.y),Knows(y.x)\n0.25:nKnows(x.y),nnice(x),nice(y)\n",
    World({"Object": row_names(5)},
          {"Object": unary_table("Object", ["Smoker", "Cancer", "nice"], random_values(5, 3, 9)),
           "Pair": Table(["Friends", "Knows"], ["Object", "Object"], PAIRS, random_values(len(PAIRS), 2, 10))}),
    {"!Smoker(x) | Cancer(x)": "!Smoker(x) | Cancer(x)",
     "!Smoker(x) | !Friends(x, y) | Smoker(y)": "!Smoker(x) | !Friends(x, y) | Smoker(y)",
     "!Friends(x, y) | Knows(y, x)": "!Friends(x, y) | Knows(y, x)",
     "!Knows(x, y) | !nice(x) | nice(y)": "!Knows(x, y) | !nice(x) | nice(y)"},
    fixed={"!Smoker(x) | Cancer(x)": 1.5, "!Knows(x, y) | !nice(x) | nice(y)": 0.25})

CASES = {"smokers": SMOKERS, "citations": CITATIONS, "constants": CONSTANTS_AND_EQUALITIES,
         "constants without ids": CONSTANTS_WITHOUT_IDS, "two types": TWO_TYPES, "KENN2": KENN2}


class Results(EnhanceTest):
    def check(self, case, layers, boost="softmax", order="parallel", center=None):
        """Runs a case with random weights; every number that comes out is compared with the model."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        weights = case.random_weights(layers, seed=layers)
        self.write(json.dumps(weights), "weights.json")
        arguments = [*case.write(self), "--weights", "weights.json", "--layers", str(layers), "--boost", boost,
                     "--order", order, "--out", "out"]
        arguments += [] if center is None else ["--center", center]
        answer = self.assert_json(self.enhance(*arguments, "--json"), DONE)
        self.assertEqual(answer["center"], center or ("none" if case is KENN2 else "groups"))
        centers = answer["center"] == "groups"
        expected = case.model.enhance(weights, boost, order, centers)
        self.assert_results(case, answer, expected)
        self.assert_clauses(case, answer, weights, expected, centers)
        self.assertEqual((answer["layers"], answer["boost"], answer["order"]), (layers, boost, order))
        self.assertEqual(answer["diagnostics"], [])

    def assert_results(self, case, answer, expected):
        self.assertEqual(sorted(os.listdir(self.folder / "out")), sorted(f"{name}.npy" for name in expected))
        results = self.results(*expected)
        for about in answer["tables"]:
            name = about["name"]
            table = case.world.tables[name]
            self.assertEqual((about["file"], about["rows"], about["columns"]),
                             (f"out/{name}.npy", len(table.values), table.predicates))
            self.assert_close(results[name], expected[name])
            changes = [abs(new - old) for rows in zip(results[name], table.values) for new, old in zip(*rows)]
            largest = about["largest_change"]
            row, column = largest["row"], table.predicates.index(largest["column"])
            self.assertEqual(abs(largest["change"]), max(changes))
            self.assertEqual(largest["change"], results[name][row][column] - table.values[row][column])
        self.assertEqual([about["name"] for about in answer["tables"]], list(case.world.tables))

    def assert_clauses(self, case, answer, weights, expected, centers):
        before = {name: table.values for name, table in case.world.tables.items()}
        if centers:
            before, expected = case.model.centered(before), case.model.centered(expected)
        self.assertEqual([clause["name"] for clause in answer["clauses"]], list(case.clauses))
        for clause in answer["clauses"]:
            name = clause["name"]
            self.assertEqual(clause["groundings"], len(case.model.groundings[name]), name)
            self.assert_close([clause["weights"]], [[layer[name] for layer in weights]])
            self.assertAlmostEqual(clause["truth_before"], case.model.mean_truth(name, before), 5)
            self.assertAlmostEqual(clause["truth_after"], case.model.mean_truth(name, expected), 5)
        self.assertEqual(answer["instances"], sum(map(len, case.model.groundings.values())))

    def assert_close(self, rows, expected):
        self.assertEqual([len(row) for row in rows], [len(row) for row in expected])
        for row, wanted in zip(rows, expected):
            for number, want in zip(row, wanted):
                self.assertAlmostEqual(number, want, delta=2e-5 + 1e-6 * abs(want))

    def test_all_settings(self):
        for boost, order, layers in itertools.product(BOOSTS, ORDERS, (1, 2, 3)):
            with self.subTest(boost=boost, order=order, layers=layers):
                self.check(SMOKERS, layers, boost, order)

    def test_all_kinds_of_rules(self):
        for name, case in CASES.items():
            for boost, order, layers in (("softmax", "parallel", 1), ("godel", "parallel", 3),
                                         ("softmax", "sequential", 3), ("godel", "sequential", 2),
                                         ("residual", "parallel", 2), ("residual", "sequential", 1)):
                with self.subTest(name, boost=boost, order=order, layers=layers):
                    self.check(case, layers, boost, order)

    def test_centring_can_be_chosen(self):
        for case in (SMOKERS, CITATIONS, KENN2):
            for boost, center in itertools.product(BOOSTS, ("groups", "none")):
                with self.subTest(boost=boost, center=center):
                    self.check(case, 2, boost, center=center)
        weights = CITATIONS.random_weights(1, seed=1)
        for boost in BOOSTS:
            self.assertNotEqual(*[CITATIONS.model.enhance(weights, boost, center=center) for center in (True, False)])

    def test_a_constant_added_to_an_exclusive_group_changes_nothing_else(self):
        rules = ("type T\npredict A(T), Other(T), B(T), C(T)\nexclusive C, A, B\n"
                 "rule: A(x) -> B(x)\nrule: C(x) -> !A(x) | Other(x)\n")
        values = random_values(4, 4, 21)
        self.write(rules)
        results = []
        for shift in (0.0, 8.0):
            self.write(npy([[float32(value + shift * (column != 1)) for column, value in enumerate(row)]
                            for row in values]), "z.npy")
            self.assert_done(self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--boost", "residual",
                                          "--layers", "2", "--out", "out"))
            results.append(self.results("T")["T"])
        shifted = [[value + 8.0 * (column != 1) for column, value in enumerate(row)] for row in results[0]]
        self.assert_close(results[1], shifted)

    def test_residual_starts_with_a_larger_weight(self):
        usual = {name: SMOKERS.fixed.get(name, 2.5) for name in SMOKERS.clauses}
        self.assert_done(self.enhance(*SMOKERS.write(self), "--boost", "residual", "--out", "out"))
        for name, rows in SMOKERS.model.enhance([usual], "residual").items():
            self.assert_close(self.results(name)[name], rows)

    def test_order_makes_a_difference(self):
        """The cases would not notice an --order that does nothing if none of them had early clauses."""
        for case in (SMOKERS, CITATIONS, CONSTANTS_AND_EQUALITIES, KENN2):
            weights = case.random_weights(1, seed=1)
            self.assertNotEqual(*[case.model.enhance(weights, "softmax", order) for order in ORDERS])

    def test_weights_of_the_knowledge_and_of_a_file_for_all_layers(self):
        arguments = [*SMOKERS.write(self), "--layers", "2", "--out", "out"]
        usual = {name: SMOKERS.fixed.get(name, 0.5) for name in SMOKERS.clauses}
        self.assert_done(self.enhance(*arguments))
        for name, rows in SMOKERS.model.enhance([usual] * 2).items():
            self.assert_close(self.results(name)[name], rows)
        # A weight that the knowledge fixes may be left out, or be there as it is.
        for chosen in ({"spreads": 2, "transitive": 0, "mutual": 0.125},
                       {"!Smoker(x) | Cancer(x)": 2.5, "spreads": 2, "transitive": 0, "mutual": 0.125}):
            self.write(json.dumps(chosen), "weights.json")
            self.assert_done(self.enhance(*arguments, "--weights", "weights.json"))
            for name, rows in SMOKERS.model.enhance([{**usual, **chosen}] * 2).items():
                self.assert_close(self.results(name)[name], rows)

    def test_godel_takes_the_first_of_equals(self):
        self.write("type T\npredict A(T), B(T)\nrule weight 3: A(x) | B(x)\nrule weight 1: B(x) | !A(x)\n")
        self.write(npy([[0.0, 0.0]]), "z.npy")
        self.assert_done(self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--boost", "godel",
                                      "--out", "out"))
        self.assertEqual(self.results("T"), {"T": [[3.0, 1.0]]})

    def test_report_for_a_person(self):
        result = self.enhance(*CITATIONS.write(self), "--out", "new/out")
        self.assert_done(result)
        lines = result.stdout.decode().splitlines()
        self.assertRegex(lines[0], r"^new/out/Paper\.npy: 5 rows, 3 columns, largest change -?\d+\.\d+ "
                                   r"\(row \d, (Agents|AI|DB)\)$")
        text = "\n".join(lines)
        for step in ("read", "plan", "enhance", "truth", "write", "total"):
            self.assertRegex(text, rf"\b{step} \d+\.\d+ s\b")
        self.assertRegex(text, r"\b\d+ groundings in 4 groups, 6 clauses, 1 layer\b")
        before = {"Paper": CITATIONS.world.tables["Paper"].values}
        after = CITATIONS.model.enhance([dict.fromkeys(CITATIONS.clauses, 0.5)], center=True)
        for name in CITATIONS.clauses:
            truths = [CITATIONS.model.mean_truth(name, CITATIONS.model.centered(values)) for values in (before, after)]
            (found,) = re.findall(rf"(\d\.\d+) -> (\d\.\d+)  {re.escape(name)}$", text, re.MULTILINE)
            for shown, truth in zip(found, truths):
                self.assertAlmostEqual(float(shown), truth, delta=0.0006)

    def test_one_is_not_counted_as_many(self):
        self.write("type T\npredict A(T)\nrule: A(x)\n")
        self.write(npy([[1.0]]), "z.npy")
        result = self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--out", "out")
        self.assertIn(b"out/T.npy: 1 row, 1 column, largest change 0.500 (row 0, A)\n", result.stdout)
        self.assertIn(b" 1 grounding in 1 group, 1 clause, 1 layer\n", result.stdout)

    def test_timings_in_json(self):
        answer = self.assert_json(self.enhance(*CITATIONS.write(self), "--json", "--out", "out"), DONE)
        self.assertEqual(list(answer["seconds"]), ["read", "plan", "enhance", "truth", "write", "total"])
        steps = list(answer["seconds"].values())
        self.assertTrue(all(seconds >= 0 for seconds in steps))
        self.assertGreaterEqual(steps[-1], sum(steps[:-1]) * 0.999)
        for key in ("groundings", "plan_bytes", "work_bytes", "threads"):
            self.assertGreater(answer[key], 0)

    def test_knowledge_from_standard_input(self):
        arguments = [*SMOKERS.write(self), "--out", "out"]
        self.assert_done(self.enhance(*arguments))
        arguments[1] = "-"
        self.assert_done(self.enhance(*arguments[:-1], "again", input=SMOKERS.knowledge.encode()))
        self.assertEqual(contents(self.folder / "again"), contents(self.folder / "out"))

    def test_a_rule_without_weight_changes_nothing(self):
        """Whatever it shares with the others: tables, groundings, or that it speaks of single objects."""
        knowledge = ('type T\npredict A(T), B(T)\nrule weight 1: A(x) -> B(x)\nrule weight 1: A("1")\n'
                     "rule weight 1: A(x) & A(y) & x != y -> B(y)\n")
        self.write(npy(random_values(3, 2, 16)), "z.npy")
        for order in ORDERS:
            results = []
            for more in ("", 'rule weight 0: A(x) -> B("0")\n', 'rule weight 0: A("0") -> B("1")\n',
                         "rule weight 0: B(x) -> A(x)\n", "rule weight 0: A(x) & A(y) -> B(y)\n"):
                self.write(knowledge + more)
                self.assert_done(self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--order", order,
                                              "--out", "out"))
                results.append(self.results("T")["T"])
                with self.subTest(order=order, more=more):
                    for number, want in zip(sum(results[-1], []), sum(results[0], [])):
                        self.assertAlmostEqual(number, want, 5)


class Formats(EnhanceTest):
    """Whatever the files look like, the same numbers in them give the same bytes."""

    VALUES = [[0.5, -1.25], [3.0, 0.0], [-2.0, -0.0625], [1.5, 2.75]]
    TUPLES = [[0, 1], [1, 2], [3, 3], [0, 3]]
    DEGREES = [1, 0.5, 0.25, 0]

    def setUp(self):
        super().setUp()
        self.write("type Person\npredict Smoker(Person), Cancer(Person)\ngiven Friends(Person, Person)\n"
                   "rule: Smoker(x) & Friends(x, y) -> Smoker(y)\nrule: Smoker(x) -> Cancer(x)\n")
        self.write(npy(self.VALUES), "z.npy")
        self.write(csv("xy", self.TUPLES), "friends.csv")
        self.write(csv(["x", "y", "truth"], [[*pair, truth] for pair, truth in zip(self.TUPLES, self.DEGREES)]),
                   "degrees.csv")

    def run_with(self, logits="z.npy", relation="friends.csv", *options):
        result = self.enhance("--knowledge", "input.kenn", "--logits", f"Person={logits}", "--relation",
                              f"Friends={relation}", "--out", "out", *options)
        self.assert_done(result)
        return (self.folder / "out" / "Person.npy").read_bytes()

    def test_logits(self):
        expected = self.run_with()
        for description, fortran, version in itertools.product(
                ("<f4", ">f4", "<f8", ">f8"), (False, True), ((1, 0), (2, 0), (3, 0))):
            with self.subTest(description, fortran=fortran, version=version):
                self.write(npy(self.VALUES, description, fortran, version), "other.npy")
                self.assertEqual(self.run_with("other.npy"), expected)

    def test_one_dimension_is_one_column(self):
        self.write("type Person\npredict Smoker(Person)\ngiven Friends(Person, Person)\n"
                   "rule: Smoker(x) & Friends(x, y) -> Smoker(y)\n")
        self.write(npy([[1.0], [2.0], [3.0], [4.0]]), "matrix.npy")
        self.write(npy([1.0, 2.0, 3.0, 4.0]), "list.npy")
        self.assertEqual(self.run_with("list.npy"), self.run_with("matrix.npy"))

    def test_relations_from_npy(self):
        expected = self.run_with()
        for description, fortran in itertools.product(
                ("<i8", ">i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f4", "<f8", ">f8"), (False, True)):
            with self.subTest(description, fortran=fortran):
                self.write(npy(self.TUPLES, description, fortran), "friends.npy")
                self.assertEqual(self.run_with(relation="friends.npy"), expected)

    def test_degrees(self):
        expected = self.run_with(relation="degrees.csv")
        self.assertNotEqual(expected, self.run_with())
        rows = [[*pair, truth] for pair, truth in zip(self.TUPLES, self.DEGREES)]
        for description, fortran in itertools.product(("<f4", "<f8"), (False, True)):
            self.write(npy(rows, description, fortran), "degrees.npy")
            self.assertEqual(self.run_with(relation="degrees.npy"), expected)
        self.write(csv(["truth", "x", "y"], [[row[2], *row[:2]] for row in rows]), "other.csv")
        self.assertEqual(self.run_with(relation="other.csv"), expected)
        self.write(csv(["x", "y", "truth"], rows[:-1]), "other.csv")  # degree 0 is the same as not listed
        self.assertEqual(self.run_with(relation="other.csv"), expected)
        self.write(csv(["x", "y", "truth"], [[*pair, "1.0"] for pair in self.TUPLES]), "other.csv")
        self.assertEqual(self.run_with(relation="other.csv"), self.run_with())

    def test_csv_dialects(self):
        expected = self.run_with()
        plain = csv("xy", self.TUPLES)
        for text in (plain.replace("\n", "\r\n"), plain.rstrip("\n"), "\ufeff" + plain, plain + "\n\n", plain + " \n",
                     plain.replace(",", " ,\t"), re.sub(r"(\d)", r'"\1"', plain), plain.replace("x,y", '"from, x","y"'),
                     csv(["source", "target"], reversed(self.TUPLES))):
            with self.subTest(text):
                self.write(text, "other.csv")
                self.assertEqual(self.run_with(relation="other.csv"), expected)

    def test_ids(self):
        expected = self.run_with()
        ids = ["ann", "van Dyke, Bob", 'Carl "C" Curie', "3"]  # an id that looks like a row number is an id
        quoted = ['"' + each.replace('"', '""') + '"' for each in ids]
        self.write(csv("xy", [[quoted[row] for row in pair] for pair in self.TUPLES]), "named.csv")
        for end in ("\n", "\r\n"):
            self.write(end.join(ids) + end, "ids.txt")
            self.assertEqual(self.run_with("z.npy", "named.csv", "--ids", "Person=ids.txt"), expected)
        self.write("0\n2\n1\n3\n", "ids.txt")
        self.write(csv("xy", [[[0, 2, 1, 3][row] for row in pair] for pair in self.TUPLES]), "named.csv")
        self.assertEqual(self.run_with("z.npy", "named.csv", "--ids", "Person=ids.txt"), expected)

    def test_a_tuple_listed_twice_counts_once(self):
        expected = self.run_with()
        self.write(csv("xy", [*self.TUPLES, self.TUPLES[0], self.TUPLES[0]]), "twice.csv")
        arguments = ["--knowledge", "input.kenn", "--logits", "Person=z.npy", "--relation", "Friends=twice.csv",
                     "--out", "out"]
        result = self.enhance(*arguments)
        self.assertEqual(result.returncode, DONE)
        self.assertRegex(result.stderr.decode(), r"^twice\.csv: warning: .*\b2\b")
        self.assertEqual((self.folder / "out" / "Person.npy").read_bytes(), expected)
        answer = self.assert_json(self.enhance(*arguments, "--json"), DONE)
        (found,) = answer["diagnostics"]
        self.assertEqual((found["severity"], found["file"]), ("warning", "twice.csv"))

    def test_odd_names_of_files(self):
        expected = self.run_with()
        for name in ("two words", "a=b", "né∀"):
            self.write(npy(self.VALUES), f"{name}.npy")
            self.write(csv("xy", self.TUPLES), f"{name}.CSV")
            self.assertEqual(self.run_with(f"{name}.npy", f"{name}.CSV"), expected)


class SmallAndExtreme(EnhanceTest):
    RULES = ("rule: Smoker(x) -> Cancer(x)\nrule: Smoker(x) & Friends(x, y) -> Smoker(y)\n"
             "rule: Smoker(x) & Cancer(y) -> Cancer(x) & x != y\nrule: !Friends(x, y) & Cancer(x) -> Cancer(y)\n")

    def run_all(self, values, pairs, rules=RULES):
        """The result of every setting; reading it refuses NaN and infinity."""
        self.write("type Person\npredict Smoker(Person), Cancer(Person)\ngiven Friends(Person, Person)\n" + rules)
        self.write(npy(values, columns=2), "z.npy")
        self.write(csv("xy", pairs), "friends.csv")
        for boost, order in itertools.product(BOOSTS, ORDERS):
            result = self.enhance("--knowledge", "input.kenn", "--logits", "Person=z.npy", "--relation",
                                  "Friends=friends.csv", "--boost", boost, "--order", order, "--layers", "2",
                                  "--out", "out", "--json")
            answer = self.assert_json(result, DONE)
            yield boost, order, self.results("Person")["Person"], answer

    def model(self, values, pairs):
        people = row_names(len(values))
        world = World({"Person": people}, {"Person": unary_table("Person", ["Smoker", "Cancer"], values)},
                      {"Friends": Given(["Person", "Person"], dict.fromkeys(pairs, 1))})
        texts = ["!Smoker(x) | Cancer(x)", "!Smoker(x) | !Friends(x, y) | Smoker(y)",
                 "!Smoker(x) | !Cancer(y) | Cancer(x)", "!Smoker(x) | !Cancer(x)",
                 "Friends(x, y) | !Cancer(x) | Cancer(y)"]
        return Model(world, {text: text for text in texts})

    def test_nothing_at_all(self):
        for _, _, rows, answer in self.run_all([], []):
            self.assertEqual(rows, [])
            self.assertEqual(answer["groundings"], 0)
            self.assertEqual(answer["tables"][0]["largest_change"], None)
            for clause in answer["clauses"]:
                self.assertEqual((clause["groundings"], clause["truth_before"], clause["truth_after"]),
                                 (0, None, None))

    def test_no_pairs(self):
        values = random_values(3, 2, 11)
        for boost, order, rows, _ in self.run_all(values, [], "rule: Smoker(x) & Friends(x, y) -> Smoker(y)\n"):
            self.assertEqual(rows, values, (boost, order))

    def test_no_pairs_of_a_predicted_relation(self):
        self.write("type T\npredict A(T), R(T, T)\nrule: A(x) & R(x, y) -> A(y)\nrule: R(x, y) -> R(y, x)\n")
        self.write(npy([[1.0], [2.0]]), "z.npy")
        self.write(npy([], columns=1), "r.npy")
        self.write("x,y\n", "r.csv")
        self.assert_json(self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--logits", "R=r.npy",
                                      "--relation", "R=r.csv", "--out", "out", "--json"), DONE)
        self.assertEqual(self.results("T", "R"), {"T": [[1.0], [2.0]], "R": []})

    def test_one_row(self):
        values = [[float32(0.7), float32(-0.2)]]
        for pairs in ([], [(0, 0)]):
            self.assert_as_modelled(values, pairs)

    def test_one_column(self):
        self.write("type T\npredict A(T)\nrule weight 2: A(x)\n")
        self.write(npy([[1.0], [-1.0]]), "z.npy")
        for boost, order in itertools.product(BOOSTS, ORDERS):
            self.assert_done(self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--boost", boost,
                                          "--order", order, "--out", "out"))
            share = [1 - sigmoid(1.0), 1 - sigmoid(-1.0)] if boost == "residual" else [1.0, 1.0]
            for (number,), value, part in zip(self.results("T")["T"], (1.0, -1.0), share):
                self.assertAlmostEqual(number, value + 2 * part, delta=1e-6)

    def test_zero_clauses(self):
        values = random_values(3, 2, 12)
        for _, _, rows, answer in self.run_all(values, [(0, 1)], rules=""):
            self.assertEqual((rows, answer["clauses"], answer["groundings"]), (values, [], 0))

    def test_tables_that_no_rule_speaks_of(self):
        """Their logits may be left out; where they are given, they come back as they are."""
        self.write("type Used, Other\npredict A(Used), B(Other), R(Used, Other)\nrule weight 1: A(x)\n")
        self.write(npy([[1.0]]), "a.npy")
        self.write(npy([[2.0], [3.0]]), "b.npy")
        arguments = ["--knowledge", "input.kenn", "--logits", "Used=a.npy"]
        for more, expected in (([], {"Used": [[2.0]]}),
                               (["--logits", "Other=b.npy"], {"Used": [[2.0]], "Other": [[2.0], [3.0]]})):
            out = f"out{len(more)}"
            result = self.enhance(*arguments, *more, "--out", out)
            self.assertEqual(result.returncode, DONE)
            self.assertEqual(sorted(os.listdir(self.folder / out)), sorted(f"{name}.npy" for name in expected))
            self.assertEqual(self.results(*expected, out=out), expected)

    def assert_as_modelled(self, values, pairs):
        model = self.model(values, pairs)
        for boost, order, rows, answer in self.run_all(values, pairs):
            weights = dict.fromkeys(model.clauses, 2.5 if boost == "residual" else 0.5)
            expected = model.enhance([weights] * 2, boost, order)["Person"]
            for row, wanted in zip(rows, expected):
                for number, want in zip(row, wanted):
                    self.assertAlmostEqual(number, want, delta=2e-5 + 1e-6 * abs(want), msg=(boost, order))
            for clause in answer["clauses"]:
                for truth in (clause["truth_before"], clause["truth_after"]):
                    self.assertTrue(truth is None or 0 <= truth <= 1)

    def test_large_preactivations(self):
        pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 0), (2, 2), (1, 0), (3, 1)]
        for size in (88.0, 104.0, 1e4, 1e30, LARGEST_FLOAT):
            for signs in ((1, 1, -1, 1), (1, -1, 1, -1), (-1, 1, 1, -1)):
                values = [[float32(sign * size), float32(other * size)] for sign, other in zip(signs, signs[::-1])]
                with self.subTest(size=size, signs=signs):
                    self.assert_as_modelled(values, pairs)
        self.assert_as_modelled([[float32(1e30), float32(-1e30)], [0.0, 1.0], [float32(-1e30), 2.0]], [(0, 1), (1, 2)])

    def test_largest_weights(self):
        self.write("type T\npredict A(T), B(T)\nrule weight 500: A(x) & B(y) -> A(y)\n")
        self.write(npy([[LARGEST_FLOAT, -LARGEST_FLOAT], [1.0, 1.0], [-1e30, 1e-45]]), "z.npy")
        for boost in BOOSTS:
            self.assert_done(self.enhance("--knowledge", "input.kenn", "--logits", "T=z.npy", "--boost", boost,
                                          "--layers", "3", "--out", "out"))
            self.results("T")


class Threads(EnhanceTest):
    """Bits do not depend on --threads, on data large enough for all of them to have work."""

    def test_bits(self):
        numbers = random.Random(13)
        objects, pairs = 8_000, 20_000
        tuples = sorted({(numbers.randrange(objects), numbers.randrange(objects)) for _ in range(pairs)})
        numbers.shuffle(tuples)
        self.write("type T\npredict A(T), B(T), C(T), R(T, T)\ngiven G(T, T)\n"
                   "for P in {A, B, C} rule: P(x) & G(x, y) -> P(y)\n"
                   "for P in {A, B, C} rule: P(x) & R(x, y) -> P(y)\n"
                   "rule: A(x) -> B(x) | C(x)\nrule: R(x, y) & R(y, z) & x != z -> A(x) | !B(z)\n")
        self.write(large_npy(array.array("f", (numbers.gauss(0, 2) for _ in range(3 * objects))), 3), "z.npy")
        self.write(large_npy(array.array("f", (numbers.gauss(0, 2) for _ in tuples)), 1), "r.npy")
        self.write(csv("xy", tuples), "r.csv")
        self.write(csv("xy", [pair[::-1] for pair in tuples]), "g.csv")
        arguments = ["--knowledge", "input.kenn", "--logits", "T=z.npy", "--logits", "R=r.npy", "--relation", "R=r.csv",
                     "--relation", "G=g.csv", "--json"]
        for boost, order in zip(BOOSTS, itertools.cycle(ORDERS)):
            results = []
            for threads in ("1", "2", "5", None):
                chosen = [] if threads is None else ["--threads", threads]
                answer = self.assert_json(self.enhance(*arguments, *chosen, "--boost", boost, "--order", order,
                                                       "--layers", "2", "--out", "out"), DONE)
                self.assertEqual(answer["threads"], int(threads or answer["threads"]))
                results.append((contents(self.folder / "out"), answer["clauses"]))
            for result in results[1:]:
                self.assertTrue(result == results[0], (boost, order))


# ---------------------------------------------------------------------------------------------------------------------
# Bad input


class Refused(EnhanceTest):
    """Every case: status 1, messages with file and place, nothing on standard output, no file made or changed."""

    def setUp(self):
        super().setUp()
        self.write("type Person\npredict Smoker(Person), Cancer(Person)\ngiven Friends(Person, Person)\n"
                   "predict Likes(Person, Person)\n"
                   "rule weight 2.5: Smoker(x) -> Cancer(x)\n"
                   'rule "spreads": Smoker(x) & Friends(x, y) -> Smoker(y)\n'
                   'rule "liked": Likes(x, y) & Smoker(x) -> Smoker(y)\n', "rules.kenn")
        self.write(npy([[3.0, -1.0], [0.0, 0.5], [-2.0, -2.0]]), "z.npy")
        self.write(npy([[1.0], [2.0]]), "likes.npy")
        self.write("ann\nbob\ncarl\n", "ids.txt")
        self.write("x,y\n0,1\n1,2\n", "friends.csv")
        self.write("x,y\n2,1\n1,1\n", "likes.csv")
        self.arguments = {"--knowledge": ["rules.kenn"], "--logits": ["Person=z.npy", "Likes=likes.npy"],
                          "--relation": ["Friends=friends.csv", "Likes=likes.csv"], "--out": ["out"]}

    def command(self, changes):
        chosen = {**self.arguments, **changes}
        return [word for option, values in chosen.items() for value in values for word in (option, value)]

    def assert_refused(self, *findings, **changes):
        """A finding is its place (file:line:column, or the file) and parts of its message. `changes` are arguments."""
        arguments = self.command({f"--{name}": values for name, values in changes.items()})
        old = self.folder / "out"
        for existing in (False, True):
            if existing:
                old.mkdir()
                (old / "Person.npy").write_bytes(b"an old result")
                (old / "mine.txt").write_bytes(b"not a result")
            before = snapshot(self.folder)
            result = self.enhance(*arguments, *([] if existing else ["--json"]))
            self.assertEqual(snapshot(self.folder), before)
            if existing:
                self.assert_text(result, findings)
                for path in old.iterdir():
                    path.unlink()
                old.rmdir()
            else:
                self.assert_diagnostics(result, findings)

    def assert_text(self, result, findings):
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        text = result.stderr.decode()
        lines = [line for line in text.splitlines() if ": error: " in line]
        self.assertEqual(len(lines), len(findings), text)
        for line, (place, *parts) in zip(lines, findings):
            self.assertTrue(line.startswith(f"{place}: error: "), f"{line!r} does not start with {place!r}")
            for part in parts:
                self.assertIn(part, line)
        self.assertIn(f"\n{len(findings)} error", "\n" + text)

    def assert_diagnostics(self, result, findings):
        answer = self.assert_json(result, BAD_INPUT)
        self.assertEqual(answer["file"], findings[0][0].split(":")[0])
        self.assertEqual(len(answer["diagnostics"]), len(findings), answer)
        for found, (place, *parts) in zip(answer["diagnostics"], findings):
            located = [found["file"], *(str(found[key]) for key in ("line", "column") if key in found)]
            self.assertEqual((found["severity"], ":".join(located)), ("error", place))
            for part in parts:
                self.assertIn(part, found["message"])

    def test_the_arguments_are_otherwise_accepted(self):
        self.assert_done(self.enhance(*self.command({})))

    # The relations

    def friends(self, text):
        self.write(text, "bad.csv")
        return {"relation": ["Friends=bad.csv", "Likes=likes.csv"]}

    def friends_npy(self, content):
        self.write(content, "bad.npy")
        return {"relation": ["Friends=bad.npy", "Likes=likes.csv"]}

    def test_row_numbers(self):
        for field, *parts in (("3", "no row 3", "Person", "0 to 2"), ("-1", "-1", "negative", "from 0"),
                              ("4294967296", "no row 4294967296"), ("99999999999999999999", "no row 9999"),
                              ("1.5", "1.5", "whole number"), ("1e99", "no row 1e99"), ("inf", "inf"), ("nan", "nan")):
            with self.subTest(field):
                self.assert_refused(("bad.csv:3:3", *parts), **self.friends(f"x,y\n0,1\n1,{field}\n"))
        self.assert_refused(("bad.csv:2:1", "negative"), ("bad.csv:4:3", "no row 7"),
                            **self.friends("x,y\n-2,0\n0,1\n1,7\n"))
        self.write("x,y\n2,1\n1,3\n", "bad.csv")
        self.assert_refused(("bad.csv:3:3", "no row 3"), relation=["Friends=friends.csv", "Likes=bad.csv"])

    def test_row_numbers_in_npy(self):
        for description, number, *parts in (("<i8", 3, "no row 3", "0 to 2"), ("<i8", -1, "-1", "negative"),
                                            ("|i1", -1, "negative"), ("<u8", 2**64 - 1, "no row 18446744073709551615"),
                                            ("<f8", 0.5, "0.5", "whole number"), ("<f4", float("nan"), "nan"),
                                            ("<f8", 1e300, "no row 1e+300")):
            for fortran in (False, True):
                with self.subTest(description, number=number, fortran=fortran):
                    self.assert_refused(("bad.npy", "row 1, column 0", *parts),
                                        **self.friends_npy(npy([[0, 1], [number, 2]], description, fortran)))

    def test_text_where_a_number_belongs(self):
        self.assert_refused(("bad.csv:2:3", "'bob' is not a row number", "--ids Person=FILE"),
                            **self.friends("x,y\n0,bob\n"))
        self.assert_refused(("bad.csv:2:5", "'often' is not a number"), **self.friends("x,y,truth\n0,1,often\n"))
        self.assert_refused(("bad.csv:2:3", "empty"), **self.friends("x,y\n0,\n"))

    def test_truth_degrees(self):
        for degree in ("1.01", "-0.5", "nan", "inf"):
            self.assert_refused(("bad.csv:2:5", degree, "between 0 and 1"),
                                **self.friends(f"x,y,truth\n0,1,{degree}\n"))
        self.assert_refused(("bad.csv:2:5", "empty"), **self.friends("x,y,truth\n0,1,\n"))
        self.assert_refused(("bad.npy", "row 0, column 2", "between 0 and 1"),
                            **self.friends_npy(npy([[0.0, 1.0, 2.0]])))
        self.write("x,y,truth\n0,1,1\n1,2,1\n", "bad.csv")
        self.assert_refused(("bad.csv:1:5", "'Likes' is predicted"), relation=["Friends=friends.csv", "Likes=bad.csv"])

    def test_two_truth_degrees(self):
        self.assert_refused(("bad.csv", "two truth degrees", "0.5", "0.6"),
                            **self.friends("x,y,truth\n0,1,0.5\n1,2,1\n0,1,0.6\n"))
        self.assertNotIn(b"0.60000", self.enhance(*self.command({"--relation": ["Friends=bad.csv",
                                                                                "Likes=likes.csv"]})).stderr)

    def test_tuples_of_a_predicted_relation_listed_twice(self):
        self.write("x,y\n2,1\n1,1\n2,1\n", "bad.csv")
        self.write(npy([[1.0], [2.0], [3.0]]), "three.npy")
        changes = {"relation": ["Friends=friends.csv", "Likes=bad.csv"],
                   "logits": ["Person=z.npy", "Likes=three.npy"]}
        self.assert_refused(("bad.csv", "'Likes'", "(2, 1)", "twice", "0 and 2"), **changes)

    def test_repeated_tuples_are_named_as_they_are_written(self):
        self.write("x,y\ncarl,bob\nbob,bob\ncarl,bob\n", "bad.csv")
        self.write("x,y\nann,bob\n", "named.csv")
        self.write(npy([[1.0], [2.0], [3.0]]), "three.npy")
        self.assert_refused(("bad.csv", "'Likes'", "carl", "bob", "twice"),
                            relation=["Friends=named.csv", "Likes=bad.csv"], ids=["Person=ids.txt"],
                            logits=["Person=z.npy", "Likes=three.npy"])

    def test_header_of_csv(self):
        for text, place, *parts in (
            ("", "bad.csv", "empty", "first line must name the columns"),
            ("\n0,1\n", "bad.csv:1:1", "first line is empty"),
            ("0,1\n1,2\n", "bad.csv:1:1", "first line must name the columns", "looks like data"),
            ("x\n0\n", "bad.csv:1:2", "'Friends' has 2 arguments", "the header has 1 column"),
            ("x,truth\n0,1\n", "bad.csv:1:8", "2 arguments", "1 column besides 'truth'"),
            ("x,y,z\n0,1,2\n", "bad.csv:1:5", "2 arguments", "'truth'", "3 columns"),
            ("x;y\n0;1\n", "bad.csv:1:4", "2 arguments", "1 column"),
        ):
            with self.subTest(text):
                self.assert_refused((place, *parts), **self.friends(text))

    def test_ragged_lines(self):
        self.assert_refused(("bad.csv:3:2", "1 field", "first line has 2"), ("bad.csv:5:5", "3 fields"),
                            **self.friends("x,y\n0,1\n1\n1,2\n0,1,2\n"))
        self.assert_refused(("bad.csv:3:1", "empty"), **self.friends("x,y\n0,1\n\n1,2\n"))

    def test_no_text(self):
        for text, place, part in ((b"x,y\n0,\xff\n", "bad.csv:2:3", "UTF-8"),
                                  (b"x,y\n0,1\0\n", "bad.csv:2:4", "zero byte"),
                                  (b'x,y\n0,"1\n', "bad.csv:2:3", "quote never ends"),
                                  (b'x,y\n0,1"\n', "bad.csv:2:4", "quote inside a field")):
            self.assert_refused((place, part), **self.friends(text))

    def test_many_errors_are_cut_short(self):
        self.friends("x,y\n" + "5,0\n" * 100_000)
        result = self.enhance(*self.command({"--relation": ["Friends=bad.csv", "Likes=likes.csv"]}))
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        self.assertEqual(result.stderr.count(b": error: "), 20)

    def test_shapes_of_npy_relations(self):
        for content, *parts in ((npy([[0], [1]], "<i8"), "2 arguments", "1 column"),
                                (npy([0, 1, 1], "<i8"), "2 arguments", "1 column"),
                                (npy([[0, 1, 1, 1]], "<i8"), "2 arguments", "4 columns"),
                                (npy_header((1, 2, 1), "<i8") + bytes(16), "3 dimensions"),
                                (npy_header((1, 2), "|S4") + bytes(8), "'|S4'", "row numbers"),
                                (npy_header((1, 2), "<c8") + bytes(16), "'<c8'", "row numbers"),
                                (b"x,y\n0,1\n", "not an NPY file"),
                                (npy([[0, 1], [1, 2]], "<i8")[:-1], "truncated", "32 bytes", "31 are there")):
            with self.subTest(parts):
                self.assert_refused(("bad.npy", *parts), **self.friends_npy(content))
        self.write(npy([[2, 1, 1], [1, 1, 1]], "<i8"), "bad.npy")
        self.assert_refused(("bad.npy", "'Likes' has 2 arguments", "3 columns", "truth"),
                            relation=["Friends=friends.csv", "Likes=bad.npy"])

    def test_unknown_kind_of_file(self):
        self.write("x y\n0 1\n", "bad.txt")
        self.assert_refused(("bad.txt", ".csv or .npy"), relation=["Friends=bad.txt", "Likes=likes.csv"])

    # Ids

    def test_unknown_ids(self):
        self.write("x,y\ncarl,bob\nbob,bob\n", "named.csv")
        for text, place, unknown in (("x,y\nann,dora\n", "bad.csv:2:5", "'dora'"),
                                     ("x,y\nann,bob\n0,bob\n", "bad.csv:3:1", "'0'"),
                                     ("x,y\nAnn,bob\n", "bad.csv:2:1", "'Ann'")):
            with self.subTest(text):
                self.write(text, "bad.csv")
                self.assert_refused((place, "Person has no object with the id", unknown), ids=["Person=ids.txt"],
                                    relation=["Friends=bad.csv", "Likes=named.csv"])

    def test_misspelt_ids_get_a_suggestion(self):
        self.write("x,y\ncarl,bob\nbob,bob\n", "named.csv")
        self.write("x,y\nann,bobb\n", "bad.csv")
        self.assert_refused(("bad.csv:2:5", "'bobb'", "did you mean 'bob'?"), ids=["Person=ids.txt"],
                            relation=["Friends=bad.csv", "Likes=named.csv"])

    def test_repeated_ids(self):
        self.write("ann\nbob\nann\nann\n", "bad.txt")
        self.assert_refused(("bad.txt:3:1", "'ann'", "line 1"), ("bad.txt:4:1", "'ann'", "line 1"),
                            ids=["Person=bad.txt"])

    def test_ids_that_are_none(self):
        for content, place, part in ((b"ann\n\ncarl\n", "bad.txt:2:1", "empty"),
                                     (b"ann\nb\0b\ncarl\n", "bad.txt:2:2", "zero byte"),
                                     (b"ann\n\xff\ncarl\n", "bad.txt:2:1", "UTF-8")):
            self.write(content, "bad.txt")
            self.assert_refused((place, part), ids=["Person=bad.txt"])
        self.write("ann\nbob\n", "bad.txt")
        self.assert_refused(("z.npy", "3 rows", "2 ids"), ids=["Person=bad.txt"])
        self.assert_refused(("ids.txt", "'Persn'", "did you mean 'Person'?"), ids=["Persn=ids.txt"])
        self.assert_refused(("ids.txt", "'Person'", "twice"), ids=["Person=ids.txt", "Person=ids.txt"])

    def test_constants(self):
        self.write("type Person\npredict Smoker(Person), Cancer(Person)\nrule: Smoker(x) -> Cancer(x)\n"
                   'rule "dora": Cancer("dora")\n', "rules.kenn")
        changes = {"logits": ["Person=z.npy"], "relation": []}
        self.assert_refused(("rules.kenn:4:1", "'dora'", '"dora" is no object of type \'Person\''), **changes)
        self.assert_refused(("rules.kenn:4:1", '"dora"', "'Person'"), ids=["Person=ids.txt"], **changes)

    # Logits

    def logits(self, content):
        self.write(content, "bad.npy")
        return {"logits": ["Person=bad.npy", "Likes=likes.npy"]}

    def test_no_npy(self):
        good = npy([[3.0, -1.0], [0.0, 0.5], [-2.0, -2.0]])
        for content, *parts in (
            (b"", "not an NPY file", "empty"),
            (b"PK\x03\x04" + good, "not an NPY file"),
            (b"1.0,2.0\n", "not an NPY file"),
            (MAGIC.lower() + good[6:], "not an NPY file"),
            (good[:4], "not an NPY file"),
            (good[:7], "truncated", "header"),
            (good[:9], "truncated", "header"),
            (good[:60], "truncated", "header"),
            (good[:-1], "truncated", "(3, 2)", "24 bytes", "23 are there"),
            (good[:128], "truncated", "0 are there"),
            (good + b"\0", "damaged", "1 more"),
            (MAGIC + b"\x04\x00" + good[8:], "version 4.0", "1.0, 2.0 and 3.0"),
            (MAGIC + b"\x02\x00\xff\xff\xff\xff" + good[10:], "header is damaged", "4.3 GB"),
            (good.replace(b"'descr'", b"'desrc'"), "header is damaged"),
            (good.replace(b"(3, 2)", b"(3, x)"), "header is damaged"),
            (good.replace(b"(3, 2)", b"(-3,2)"), "header is damaged"),
            (npy_header((10**12, 10**12)), "header is damaged", "(1000000000000, 1000000000000)"),
        ):
            with self.subTest(parts):
                self.assert_refused(("bad.npy", *parts), **self.logits(content))

    def test_wrong_types(self):
        for description, size in (("<i8", 8), ("<f2", 2), ("<f16", 16), ("<c8", 8), ("|O", 8), ("|b1", 1), ("<U3", 12),
                                  ("|u1", 1), ("[('a', '<f4')]", 4)):
            with self.subTest(description):
                self.assert_refused(("bad.npy", description, "float32 ('<f4') or float64 ('<f8')"),
                                    **self.logits(npy_header((3, 2), description) + bytes(6 * size)))

    def test_wrong_shapes(self):
        for content, *parts in (
            (npy_header(()) + bytes(4), "0 dimensions", "one or two"),
            (npy_header((3, 2, 1)) + bytes(24), "3 dimensions", "one or two"),
            (npy([1.0, 2.0, 3.0]), "'Person' have 1 column", "2: Smoker, Cancer"),
            (npy([[1.0] * 3] * 3), "'Person' have 3 columns", "2: Smoker, Cancer"),
            (npy_header((3, 0)), "'Person' have 0 columns", "2: Smoker, Cancer"),
        ):
            with self.subTest(parts):
                self.assert_refused(("bad.npy", *parts), **self.logits(content))
        self.write(npy([[1.0], [2.0], [3.0]]), "bad.npy")
        self.assert_refused(("bad.npy", "'Likes' have 3 rows", "lists 2 tuples"),
                            logits=["Person=z.npy", "Likes=bad.npy"])
        self.write(npy([[1.0, 2.0], [3.0, 4.0]]), "bad.npy")
        self.assert_refused(("friends.csv:3:3", "no row 2", "Person", "0 to 1"),
                            logits=["Person=bad.npy", "Likes=likes.npy"])

    def test_larger_than_memory(self):
        """A file with a hole: it has more bytes than the machine, but takes no room on the disk."""
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        for description, columns, changes in (("<f4", 2, self.logits(b"")), ("<i8", 2, self.friends_npy(b""))):
            rows = 2 * memory // columns // 4
            header = npy_header((rows, columns), description)
            path = self.write(header, "bad.npy")
            os.truncate(path, len(header) + rows * columns * int(description[-1]))
            result = self.enhance(*self.command({f"--{name}": values for name, values in changes.items()}), "--json")
            path.unlink()
            self.assertFalse((self.folder / "out").exists())
            self.assert_diagnostics(result, [("bad.npy", "too large for the memory", "needs", "this machine has")])

    def test_numbers_that_are_not_finite(self):
        for description, fortran in itertools.product(("<f4", ">f4", "<f8"), (False, True)):
            for number, part in (("nan", "not a number"), ("inf", "infinite"), ("-inf", "infinite")):
                with self.subTest(description, fortran=fortran, number=number):
                    rows = [[0.0, 1.0], [2.0, 3.0], [4.0, float(number)]]
                    self.assert_refused(("bad.npy", "row 2", "column", part),
                                        **self.logits(npy(rows, description, fortran)))
        self.assert_refused(("bad.npy", "row 0", "too large for float32"), **self.logits(npy([[1e39, 0.0]] * 3, "<f8")))

    def test_numbers_that_are_not_finite_are_said_to_be_in_a_table_and_a_column(self):
        self.assert_refused(("bad.npy", "'Person'", "row 1", "'Cancer'"),
                            **self.logits(npy([[0.0, 1.0], [2.0, float("nan")], [4.0, 5.0]])))

    # What is there, and how often

    def test_given_twice(self):
        self.write("x,y\n", "other.csv")
        for option, name, values, again in (
            ("relation", "Friends", ["Friends=friends.csv", "Likes=likes.csv"], "other.csv"),
            ("relation", "Likes", ["Friends=friends.csv", "Likes=likes.csv"], "other.csv"),
            ("logits", "Person", ["Person=z.npy", "Likes=likes.npy"], "likes.npy"),
        ):
            with self.subTest(name):
                first = next(value.split("=")[1] for value in values if value.startswith(name))
                self.assert_refused((again, f"'{name}'", "given twice", first),
                                    **{option: [*values, f"{name}={again}"]})

    def test_not_given(self):
        for changes, *parts in (
            ({"relation": ["Likes=likes.csv"]}, "relation 'Friends' is missing", "--relation Friends=FILE"),
            ({"relation": ["Friends=friends.csv"]}, "relation 'Likes' is missing", "--relation Likes=FILE"),
            ({"logits": ["Likes=likes.npy"]}, "logits of 'Person' are missing", "--logits Person=FILE"),
            ({"logits": ["Person=z.npy"]}, "logits of 'Likes' are missing", "--logits Likes=FILE"),
        ):
            with self.subTest(parts):
                self.assert_refused(("rules.kenn", *parts), **changes)

    def test_unknown(self):
        self.assert_refused(("friends.csv", "no relation 'Freinds'", "did you mean 'Friends'?"),
                            relation=["Freinds=friends.csv", "Likes=likes.csv"])
        self.assert_refused(("z.npy", "no table 'person'", "did you mean 'Person'?"), logits=["person=z.npy"])

    def test_names_of_other_things_are_explained(self):
        """A newcomer gives the logits of a predicate, of a given relation, or lists a type."""
        self.assert_refused(("z.npy", "'Smoker'", "'Person'"), logits=["Smoker=z.npy", "Likes=likes.npy"])
        self.assert_refused(("z.npy", "'Friends'", "given"), logits=["Friends=z.npy", "Likes=likes.npy"])
        self.assert_refused(("friends.csv", "'Person'", "type"), relation=["Person=friends.csv"])

    def test_missing_and_unreadable_files(self):
        (self.folder / "folder.npy").mkdir()
        (self.folder / "folder.csv").mkdir()
        for option, kept, name, ending in (("logits", ["Likes=likes.npy"], "Person", "npy"),
                                           ("relation", ["Likes=likes.csv"], "Friends", "csv"),
                                           ("relation", ["Likes=likes.csv"], "Friends", "npy"),
                                           ("ids", [], "Person", "npy")):
            for file, part in ((f"missing.{ending}", "No such file"), (f"folder.{ending}", "directory")):
                self.assert_refused((file, part), **{option: [*kept, f"{name}={file}"]})
        self.assert_refused(("missing.kenn", "No such file"), knowledge=["missing.kenn"])
        self.assert_refused(("missing.json", "No such file"), weights=["missing.json"])
        self.assert_refused(("folder.csv", "directory"), weights=["folder.csv"])

    def test_wrong_knowledge(self):
        self.write("type Person\npredict Smoker(Person)\nrule: Smokr(x)\n", "rules.kenn")
        self.assert_refused(("rules.kenn:3:7", "'Smokr'", "did you mean 'Smoker'?"))

    def test_too_many_groundings(self):
        self.write("type Person\npredict Smoker(Person), Cancer(Person)\n"
                   'rule "all": Smoker(x) & Smoker(y) -> Cancer(z)\n', "rules.kenn")
        changes = {"logits": ["Person=z.npy"], "relation": []}
        self.assert_refused(("rules.kenn:3:1", "'all'", "27 groundings", "3 x 3 x 3", "limit of 26", "'given' literal",
                             "--max-groundings"), **changes, **{"max-groundings": ["26"]})
        self.assert_done(self.enhance(*self.command({"--logits": ["Person=z.npy"], "--relation": [],
                                                     "--max-groundings": ["27"]})))
        # By default it stops before it fills the memory.
        self.write(npy_header((3000, 2)) + bytes(24000), "bad.npy")
        (self.folder / "out" / "Person.npy").unlink()
        (self.folder / "out").rmdir()
        self.assert_refused(("rules.kenn:3:1", "27000000000 groundings", "100000000"), logits=["Person=bad.npy"],
                            relation=[])

    # Weights

    def test_weights(self):
        good = {"spreads": 1, "liked": 2}
        for content, place, *parts in (
            ({**good, "spread": 1}, "weights.json", "no clause 'spread'", "did you mean 'spreads'?"),
            ({"spreads": 1}, "weights.json", "no weight: 'liked'"),
            ({}, "weights.json", "no weight: 'spreads', 'liked'"),
            ({**good, "liked": "2"}, "weights.json", "'liked' is not a number"),
            ({**good, "liked": None}, "weights.json", "'liked' is not a number", "null"),
            ({**good, "liked": [1, 2]}, "weights.json", "'liked' is not a number", "list"),
            ({**good, "liked": -0.5}, "weights.json", "'liked' is negative: -0.5"),
            ({**good, "liked": 501}, "weights.json", "'liked' is 501", "500"),
            ({**good, "!Smoker(x) | Cancer(x)": 1}, "weights.json", "'!Smoker(x) | Cancer(x)' is 1", "fixes it to 2.5"),
            ([good, good], "weights.json", "2 objects", "1 layer"),
            ([], "weights.json", "0 objects", "1 layer"),
            (7, "weights.json", "object with one entry per clause", "number"),
            ('{"spreads": 1, "liked": 1, "liked": 2}', "weights.json", "'liked' is there twice"),
            ('{"spreads": 1,\n "liked": NaN}', "weights.json:2:11", "not JSON"),
            ('{"spreads": 1,\n "liked": 2,}', "weights.json:2:13", "not JSON"),
            ('{"spreads": 1', "weights.json:1:14", "not JSON"),
            ("", "weights.json", "empty"),
        ):
            with self.subTest(content):
                self.write(content if isinstance(content, str) else json.dumps(content), "weights.json")
                self.assert_refused((place, *parts), weights=["weights.json"])
        self.write(json.dumps([good, {"spreads": -1, "like": 1}]), "weights.json")
        self.assert_refused(("weights.json", "layer 2", "'spreads' is negative"),
                            ("weights.json", "layer 2", "no clause 'like'"),
                            ("weights.json", "layer 2", "no weight: 'liked'"), weights=["weights.json"], layers=["2"])

    # Where the results go

    def test_folders_that_cannot_be_written(self):
        for out, *parts in (("z.npy", "Not a directory"), ("z.npy/deep/out", "Not a directory"),
                            ("deep/" + "x" * 300, "File name too long")):
            with self.subTest(out):
                before = snapshot(self.folder)
                result = self.enhance(*self.command({"--out": [out]}))
                self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
                self.assertTrue(result.stderr.decode().startswith(f"{out}: error: cannot "), result.stderr)
                for part in parts:
                    self.assertIn(part, result.stderr.decode())
                answer = self.assert_json(self.enhance(*self.command({"--out": [out]}), "--json"), BAD_INPUT)
                self.assertEqual([found["file"] for found in answer["diagnostics"]], [out])
                self.assertEqual(snapshot(self.folder), before)

    def test_a_folder_where_a_result_belongs(self):
        """The first of the two tables could be written, but only all of them are."""
        (self.folder / "results" / "Likes.npy").mkdir(parents=True)
        (self.folder / "results" / "Person.npy").write_bytes(b"an old result")
        self.assert_refused(("results/Likes.npy", "Is a directory"), out=["results"])

    def test_folder_without_rights(self):
        folder = self.folder / "results"
        folder.mkdir(mode=0o555)
        limits = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
        result = subprocess.run([*limits, KENN, "enhance", *self.command({"--out": ["results"]})], cwd=self.folder,
                                capture_output=True, timeout=120)
        self.assert_rejected(result, "results: error: cannot write to the folder: Permission denied")
        self.assertEqual(os.listdir(folder), [])


class Interrupted(EnhanceTest):
    """Full disks, limits and kills: results are all there or none is, and old ones stay."""

    def setUp(self):
        super().setUp()
        self.write("type Small, Large\npredict A(Small), B(Large), C(Large)\n"
                   "rule weight 1: A(x)\nrule weight 1: B(x) -> C(x)\n")
        self.write(npy([[1.0], [2.0]]), "small.npy")

    def write_large(self, rows):
        path = self.write(npy_header((rows, 2)), "large.npy")
        os.truncate(path, path.stat().st_size + rows * 8)  # zeros

    def arguments(self, out="out"):
        return ["--knowledge", "input.kenn", "--logits", "Small=small.npy", "--logits", "Large=large.npy", "--out", out]

    def test_limit_of_file_sizes(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

        self.write_large(20_000)
        for out in ("out", "new/deep/out"):
            for options in ([], ["--json"]):
                before = snapshot(self.folder)
                result = self.enhance(*self.arguments(out), *options, preexec_fn=limit)
                self.assertEqual(snapshot(self.folder), before)
                if options:
                    (found,) = self.assert_json(result, BAD_INPUT)["diagnostics"]
                    self.assertEqual(found["file"], f"{out}/Large.npy")
                    self.assertIn("File too large", found["message"])
                else:
                    self.assert_rejected(result, f"{out}/Large.npy: error: cannot write the file: File too large")
            (self.folder / "out").mkdir(exist_ok=True)
            (self.folder / "out" / "Small.npy").write_bytes(b"an old result")

    def test_full_disk(self):
        """A file system of a few pages, where this machine lets us mount one; the limit above is everywhere."""
        self.write_large(20_000)
        script = (f'mount -t tmpfs -o size=128k none "$1" || exit 99; mkdir "$1/old"; printf old > "$1/old/Large.npy"\n'
                  f'"$0" enhance {shlex.join(self.arguments("disk/old"))}; echo "status $?"\n'
                  f'"$0" enhance {shlex.join(self.arguments("disk/new/deep"))} --json; echo "status $?"\n'
                  'cd "$1"; find . -type f -size +0 -exec cat {} +; echo; find . | sort\n')
        (self.folder / "disk").mkdir()
        rights = ["--mount"] if os.geteuid() == 0 else ["--mount", "--user", "--map-root-user"]
        result = subprocess.run(["unshare", *rights, "sh", "-c", script, KENN, "disk"], cwd=self.folder,
                                capture_output=True, timeout=120)
        if b"status" not in result.stdout:
            return
        first, answer, second, *left = result.stdout.decode().splitlines()
        self.assertEqual((first, second), ("status 1", "status 1"))
        self.assertIn(b"disk/old/Large.npy: error: cannot write the file: No space left on device\n", result.stderr)
        answer = json.loads(answer)
        self.assertEqual((answer["ok"], answer["file"]), (False, "disk/new/deep/Large.npy"))
        self.assertIn("No space left", answer["diagnostics"][0]["message"])
        self.assertEqual(left, ["old", ".", "./old", "./old/Large.npy"])

    def test_standard_output_that_is_full(self):
        self.write_large(10)
        with open("/dev/full", "wb") as full:
            result = subprocess.run([KENN, "enhance", *self.arguments()], cwd=self.folder, stdout=full,
                                    stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn(b"cannot write to standard output", result.stderr)

    def test_killed(self):
        """Killed at any moment, also while it writes, it leaves the old results or the new ones, whole."""
        self.write_large(500_000)
        start = time.monotonic()
        self.assert_done(self.enhance(*self.arguments()))
        duration = time.monotonic() - start
        new = contents(self.folder / "out")
        numbers = random.Random(14)
        for attempt in range(12):
            out = self.folder / "killed"
            out.mkdir(exist_ok=True)
            for path in out.iterdir():
                path.unlink()
            has_old = attempt % 2 == 1
            if has_old:
                for name in new:
                    (out / name).write_bytes(b"an old result")
            program = subprocess.Popen([KENN, "enhance", *self.arguments("killed")], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(numbers.uniform(0.2, 1.1) * duration)
            program.send_signal(signal.SIGKILL if attempt % 4 < 2 else signal.SIGINT)
            program.wait(120)
            if can_write_without_name(out):  # then what has a name, even a temporary one, is complete
                for path in set(out.iterdir()) - {out / name for name in new}:
                    self.assertIn(path.read_bytes(), new.values(), path)
            for name, content in new.items():
                found = (out / name).read_bytes() if (out / name).exists() else None
                self.assertTrue(found == content or found == (b"an old result" if has_old else None), (attempt, name))
        # What a killed program left does not disturb the next one.
        self.assert_done(self.enhance(*self.arguments("killed")))
        self.assertEqual({name: (out / name).read_bytes() for name in new}, new)

    def test_side_by_side(self):
        self.write_large(50_000)
        programs = [subprocess.Popen([KENN, "enhance", *self.arguments("new/out")], cwd=self.folder,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(4)]
        for program in programs:
            self.assertEqual((program.communicate(timeout=120)[1], program.returncode), (b"", DONE))
        self.assert_done(self.enhance(*self.arguments()))
        self.assertTrue(contents(self.folder / "new" / "out") == contents(self.folder / "out"))


# ---------------------------------------------------------------------------------------------------------------------
# The command line


class EnhanceUsage(EnhanceTest):
    def test_help_is_complete_and_its_examples_work(self):
        result = run_kenn("enhance", "--help")
        self.assert_done(result)
        text = result.stdout.decode()
        for word in ("--knowledge", "--syntax", "auto|kenn|kenn2", "--logits", "--relation", "--ids", "--weights",
                     "--layers", "--boost", "softmax|godel|residual", "--center", "groups|none", "--order", "parallel|sequential", "--threads",
                     "--max-groundings", "--labels", "--fit", "--model", "--folds", "--seed", "--rule-prior",
                     "--trust-strength", "--loss", "--json", "--out", "NAME=FILE", "Exit status"):
            self.assertIn(word, text)
        self.write((SOURCE / "examples" / "citations.kenn").read_bytes(), "rules.kenn")
        self.write(npy(random_values(5, 6, 15)), "z.npy")
        self.write(npy(random_values(2, 6, 16)), "new.npy")
        self.write("x,y\n0,1\n1,2\n", "cites.csv")
        self.write("x,y\n0,1\n", "new.csv")
        self.write("id,label\n0,AI\n1,AI\n2,DB\n3,DB\n", "labels.csv")
        self.write("0\n1\n2\n3\n4\n", "ids.txt")
        topics = ("Agents", "AI", "DB", "HCI", "IR", "ML")
        self.write(json.dumps({f"citations stay on topic[T={topic}]": 1 for topic in topics}), "weights.json")
        for page in (text, run_kenn("fit", "--help").stdout.decode(), run_kenn("--help").stdout.decode()):
            examples = re.findall(r"^  kenn ((?:enhance|fit) .*(?:\\\n.*)*)$", page, re.MULTILINE)
            self.assertNotEqual(examples, [])
            for example in examples:  # as a person would paste it into a shell
                self.assert_done(subprocess.run(["sh", "-c", f'"$0" {example}', KENN], cwd=self.folder,
                                                capture_output=True, timeout=120))

    def test_help_fits_a_window(self):
        lines = run_kenn("enhance", "--help").stdout.decode().split("Examples:")[0].splitlines()
        self.assertEqual([line for line in lines if len(line) > 100], [])

    def test_help_says_what_is_required(self):
        text = run_kenn("enhance", "--help").stdout.decode()
        for option in ("--knowledge", "--out"):
            self.assertRegex(text, rf"(?im)^Usage: .*{option}|^ +{option} .*(\n {{20,}}.*)*required")

    def test_wrong_usage(self):
        good = ["enhance", "--knowledge", "k", "--logits", "T=z.npy", "--out", "out"]
        for arguments, *messages in (
            (["enhance"], "--knowledge"),
            (good[:-2], "the option '--out' is required"),
            (["enhance", *good[3:]], "--knowledge", "required"),
            ([*good, "--logits", "z.npy"], "--logits", "'z.npy'", "NAME=FILE"),
            ([*good, "--logits", "=z.npy"], "--logits", "'=z.npy'", "NAME=FILE"),
            ([*good, "--logits", "T="], "--logits", "'T='", "NAME=FILE"),
            ([*good, "--relation", "r.csv"], "--relation", "'r.csv'", "NAME=FILE"),
            ([*good, "--ids", "ids.txt"], "--ids", "'ids.txt'", "NAME=FILE"),
            ([*good, "--logits"], "the option '--logits' needs a value"),
            ([*good, "--relatoin", "R=r.csv"], "unknown option '--relatoin'", "did you mean '--relation'?"),
            ([*good, "--thread", "2"], "unknown option '--thread'", "did you mean '--threads'?"),
            ([*good, "-x"], "unknown option '-x'"),
            ([*good, "--out", "other"], "the option '--out' can only be given once"),
            ([*good, "--layers", "0"], "--layers", "0", "1", "1000"),
            ([*good, "--layers", "1001"], "--layers", "1001"),
            ([*good, "--layers", "-1"], "--layers", "-1"),
            ([*good, "--layers", "1.5"], "--layers", "1.5"),
            ([*good, "--layers", "three"], "--layers", "three", "1 to 1000"),
            ([*good, "--json=maybe"], "the option '--json' cannot be 'maybe'"),
            ([*good, "--layers", ""], "--layers"),
            ([*good, "--threads", "0"], "--threads", "0", "1", "1024"),
            ([*good, "--threads", "many"], "--threads", "many"),
            ([*good, "--threads", "99999999999999999999"], "--threads"),
            ([*good, "--max-groundings", "lots"], "--max-groundings", "lots", "from 1 to 1000000000000000"),
            ([*good, "--boost", "lukasiewicz"], "--boost", "lukasiewicz", "softmax", "godel"),
            ([*good, "--order", "serial"], "--order", "serial", "parallel", "sequential"),
            ([*good, "--syntax", "prolog"], "--syntax", "prolog", "kenn2"),
            ([*good, "--json", "--layers", "x"], "--layers", "x"),
        ):
            with self.subTest(arguments):
                self.assert_misused(run_kenn(*arguments, cwd=self.folder), *messages)
                self.assertEqual(os.listdir(self.folder), [])

    def test_a_negative_limit_of_groundings(self):
        self.assert_misused(run_kenn("enhance", "--knowledge", "k", "--out", "out", "--max-groundings", "-1"),
                            "--max-groundings", "-1")

    def test_arguments_without_an_option(self):
        for before in (["--knowledge", "k", "--out", "o"], ["--knowledge", "k", "--out", "o", "--logits", "T=z.npy"]):
            self.assert_misused(run_kenn("enhance", *before, "R=r.csv"), "unexpected argument 'R=r.csv'")


if __name__ == "__main__":
    unittest.main()
