"""The package without torch: knowledge, errors, NumPy, fit, models, and the same results as the command line."""

import copy
import dataclasses
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
import warnings

import kenn
import numpy

KENN = os.environ["KENN"]  # the program that was built, with all its commands
TOPICS = textwrap.dedent("""\
    type Paper
    predict AI(Paper), DB(Paper)
    given Cite(Paper, Paper), SameJournal(Paper, Paper)
    exclusive AI, DB
    for T in {AI, DB} rule "citations stay on topic": T(x) & Cite(x, y) -> T(y)
    for T in {AI, DB} rule "journals have one topic": T(x) & SameJournal(x, y) -> T(y)
    """)
SMOKERS = """
type Person
predict Smoker(Person), Cancer(Person), Friends(Person, Person)
given Old(Person)
rule weight 2.5: Smoker(x) -> Cancer(x)
rule "peers": Smoker(x) & Friends(x, y) -> Smoker(y)
rule "age": Old(x) -> !Smoker(x)
"""


def papers(count=300):
    """A model that is sure of six papers of ten; citations stay on topic, journals do not."""
    random = numpy.random.RandomState(1)
    topic = numpy.arange(count) % 2
    sure = numpy.where(random.rand(count) < 0.6, 2.0, random.choice([0.1, -0.1], count))
    database = numpy.where(topic == 1, sure, -sure)
    logits = numpy.stack([-database, database], axis=1).astype(numpy.float32)
    pairs = {}
    for name, same in (("Cite", True), ("SameJournal", False)):
        found = {(x, y) for x in range(count)
                 for y in random.choice(numpy.flatnonzero((topic == topic[x]) == same), 3, replace=False)}
        pairs[name] = numpy.array(sorted(found | {(y, x) for x, y in found})).T
    return logits, topic, pairs


def run_kenn(*arguments):
    result = subprocess.run([KENN, *map(str, arguments)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


class Folder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name


class Knowledge(Folder):
    def test_what_it_has(self):
        knowledge = kenn.Knowledge.from_file(self.write("topics.kenn", TOPICS))
        self.assertEqual([clause.name for clause in knowledge.clauses],
                         [f"{rule}[T={topic}]" for rule in ("citations stay on topic", "journals have one topic")
                          for topic in ("AI", "DB")])
        self.assertEqual(knowledge.clauses[2].line, 6)
        self.assertEqual([(each.name, each.role) for each in knowledge.predicates],
                         [("AI", "predict"), ("DB", "predict"), ("Cite", "given"), ("SameJournal", "given")])
        self.assertEqual(knowledge.predicted_tables[0].columns, ("AI", "DB"))
        self.assertIn("2 rules", str(knowledge))
        for other in (copy.deepcopy(knowledge), pickle.loads(pickle.dumps(knowledge))):
            self.assertEqual((other, other.clauses, other.name), (knowledge, knowledge.clauses, knowledge.name))

    def test_errors_have_places_and_carets(self):
        with self.assertRaises(kenn.KnowledgeError) as caught:
            kenn.Knowledge.from_file(self.write("bad.kenn", "type Paper\npredict AI(Papr), DB(Paper)\nrule: AI(x) -> DX(x)\n"))
        error = caught.exception
        self.assertEqual((error.line, error.column, error.message), (2, 12, "unknown type 'Papr'; did you mean 'Paper'?"))
        self.assertTrue(error.file.endswith("bad.kenn"))
        self.assertEqual(error.caret, "  predict AI(Papr), DB(Paper)\n             ^")
        self.assertEqual([each.line for each in error.diagnostics], [2, 3])
        self.assertIn("DX", str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again), again.line, again.caret), (type(error), str(error), 2, error.caret))
        with self.assertRaises(OSError) as caught:
            kenn.Knowledge.from_file(self.folder / "missing.kenn")
        self.assertIsInstance(caught.exception, kenn.FileError)
        self.assertIn("missing.kenn", str(caught.exception))

    def test_kenn2(self):
        knowledge = kenn.Knowledge.from_kenn2(self.write("smokers.txt", "S,C\nF\n\n_:nS,C\n>\n2.5:nS(x),nF(x.y),S(y)\n"))
        self.assertEqual([(table.name, table.columns) for table in knowledge.tables], [("Object", ("S", "C")), ("Pair", ("F",))])
        result = kenn.enhance(knowledge, {"Object": numpy.zeros((2, 2)), "Pair": numpy.ones((1, 1))}, {"Pair": [[0], [1]]})
        self.assertEqual({name: array.shape for name, array in result.items()}, {"Object": (2, 2), "Pair": (1, 1)})


class Enhance(Folder):
    def command_line(self, text, logits, relations, *options):
        """`kenn enhance` on the same inputs."""
        self.write("rules.kenn", text)
        arguments = ["enhance", "--knowledge", self.folder / "rules.kenn", "--out", self.folder / "out", *options]
        for name, array in logits.items():
            numpy.save(self.folder / f"{name}.logits.npy", array)
            arguments += ["--logits", f"{name}={self.folder / name}.logits.npy"]
        for name, numbers in relations.items():
            numbers = numpy.atleast_2d(numbers)
            numpy.savetxt(self.folder / f"{name}.csv", numbers.T, "%d", ",", header=",".join("xyz"[: len(numbers)]), comments="")
            arguments += ["--relation", f"{name}={self.folder / name}.csv"]
        run_kenn(*arguments)
        return {name: numpy.load(self.folder / "out" / f"{name}.npy") for name in logits}

    def test_equal_to_the_command_line(self):
        logits, _, pairs = papers()
        for options in ({}, {"layers": 3}, {"boost": "godel"}, {"layers": 2, "order": "sequential"}, {"boost": "residual"},
                        {"boost": "residual", "layers": 2, "center": False}, {"center": True}):
            words = [word for name, value in options.items() for word in ("--" + name, str(value))]
            words = [{"True": "groups", "False": "none"}.get(word, word) for word in words]
            expected = self.command_line(TOPICS, {"Paper": logits}, pairs, *words)["Paper"]
            for threads in (0, 1, 3):
                ours = kenn.enhance(kenn.Knowledge.from_text(TOPICS), logits, pairs, threads=threads, **options)
                self.assertEqual(ours.tobytes(), expected.tobytes(), options)

    def test_several_tables_and_weights_by_name(self):
        random = numpy.random.RandomState(2)
        pairs = numpy.array([(x, y) for x in range(9) for y in range(9) if random.rand() < 0.4]).T
        logits = {"Person": random.randn(9, 2).astype(numpy.float32), "Friends": random.randn(pairs.shape[1], 1).astype(numpy.float32)}
        relations = {"Friends": pairs, "Old": numpy.array([1, 4])}
        weights = {"peers": 0.7, "age": 2.0, "!Smoker(x) | Cancer(x)": 2.5}
        self.write("weights.json", json.dumps(weights))
        expected = self.command_line(SMOKERS, logits, relations, "--weights", self.folder / "weights.json")
        ours = kenn.enhance(kenn.Knowledge.from_text(SMOKERS), logits, relations, weights)
        for name in logits:
            self.assertEqual(ours[name].tobytes(), expected[name].tobytes())

    def test_degrees_names_and_layouts(self):
        knowledge = kenn.Knowledge.from_text('type P predict A(P) given R(P, P) rule: A("ann") & R("ann", y) -> A(y)')
        logits = numpy.array([[2.0], [0.0], [0.0]])
        relations = {"R": (numpy.array([[0, 0], [1, 2]]), numpy.array([1.0, 0.3]))}
        result = kenn.enhance(knowledge, logits, relations, objects={"P": ["ann", "bob", "eve"]})
        self.assertGreater(result[1, 0], result[2, 0])
        self.assertGreater(result[2, 0], 0)
        turned = numpy.asfortranarray(numpy.random.randn(6, 2))[::2]
        knowledge = kenn.Knowledge.from_text(TOPICS)
        relations = {"Cite": [[0], [1]], "SameJournal": []}
        numpy.testing.assert_array_equal(kenn.enhance(knowledge, turned, relations),
                                         kenn.enhance(knowledge, numpy.ascontiguousarray(turned), relations))

    def test_exclusive_groups_are_centred(self):
        logits, _, pairs = papers()
        knowledge = kenn.Knowledge.from_text(TOPICS)
        for boost in ("softmax", "residual"):
            plain, shifted = (kenn.enhance(knowledge, logits + shift, pairs, boost=boost) for shift in (0, 4))
            numpy.testing.assert_allclose(shifted, plain + 4, atol=1e-4)
            raw, shifted = (kenn.enhance(knowledge, logits + shift, pairs, boost=boost, center=False) for shift in (0, 4))
            self.assertGreater(numpy.abs(shifted - raw - 4).max(), 0.1)
        text = "A,B\n\n_:nA,B\n"
        kenn2 = kenn.Knowledge.from_kenn2(self.write("rules.txt", text))
        for center in (None, False, True):  # it has no groups
            numpy.testing.assert_array_equal(kenn.enhance(kenn2, logits, center=center), kenn.enhance(kenn2, logits))

    def test_weights_start_as_the_boost_says(self):
        knowledge = kenn.Knowledge.from_text('type P predict A(P), B(P) rule "learned": A(x) rule "fixed" weight 0.25: B(x)')
        logits = numpy.zeros((1, 2))
        for boost, start in (("softmax", 0.5), ("godel", 0.5), ("residual", 2.5)):
            numpy.testing.assert_array_equal(kenn.enhance(knowledge, logits, boost=boost),
                                             kenn.enhance(knowledge, logits, weights=[start, 0.25], boost=boost))

    def test_nothing_to_do(self):
        knowledge = kenn.Knowledge.from_text(TOPICS)
        nothing = {"Cite": [], "SameJournal": []}
        self.assertEqual(kenn.enhance(knowledge, numpy.zeros((0, 2)), nothing).shape, (0, 2))
        numpy.testing.assert_array_equal(kenn.enhance(knowledge, numpy.ones((3, 2)), nothing), numpy.ones((3, 2)))

    def test_refusals(self):
        logits, _, pairs = papers(20)
        knowledge = kenn.Knowledge.from_text(TOPICS)
        names = [clause.name for clause in knowledge.clauses]
        bad = logits.copy()
        bad[3, 1] = numpy.inf
        product = kenn.Knowledge.from_text("type P predict A(P) rule: A(x) & A(y) & A(z) -> A(x)  rule: A(x) | A(y)")
        for kind, expected, call in (
            (kenn.DataError, r"\[rows, 2\] \(AI, DB\), got \[20, 3\]", lambda: kenn.enhance(knowledge, numpy.zeros((20, 3)), pairs)),
            (kenn.DataError, "expected numbers, got", lambda: kenn.enhance(knowledge, numpy.full((20, 2), "a"), pairs)),
            (kenn.DataError, r"(?s)Paper.*3.*DB", lambda: kenn.enhance(knowledge, bad, pairs)),
            (kenn.DataError, "'SameJournal' is missing", lambda: kenn.enhance(knowledge, logits, {"Cite": [[0], [1]]})),
            (kenn.DataError, "no clause 'x'", lambda: kenn.enhance(knowledge, logits, pairs, {"x": 1})),
            (kenn.DataError, "is missing", lambda: kenn.enhance(knowledge, logits, pairs, {names[0]: 1})),
            (kenn.DataError, "is -1.0, expected one from 0 to 500",
             lambda: kenn.enhance(knowledge, logits, pairs, dict.fromkeys(names, -1))),
            (kenn.DataError, r"expected the shape \[2, 4\]", lambda: kenn.enhance(knowledge, logits, pairs, numpy.ones((1, 4)), layers=2)),
            (kenn.DataError, "boost: expected 'softmax', 'godel' or 'residual', got 'x'", lambda: kenn.enhance(knowledge, logits, pairs, boost="x")),
            (kenn.DataError, "center: expected True, False or None, got 1", lambda: kenn.enhance(knowledge, logits, pairs, center=1)),
            (kenn.LimitError, "(?s)grounding", lambda: kenn.enhance(product, numpy.zeros((1000, 1)), max_groundings=1000)),
            (kenn.DataError, "no type 'Q'", lambda: kenn.enhance(knowledge, logits, pairs, objects={"Q": 3})),
        ):
            with self.subTest(expected), self.assertRaisesRegex(kind, expected):
                call()


class Fit(Folder):
    def test_the_same_model_as_the_command_line(self):
        for options, words in (({}, []),
                               ({"center": False}, ["--center", "none"])):
            with self.subTest(options):
                self.check_against_the_command_line(options, words)

    def check_against_the_command_line(self, options, words):
        logits, topic, pairs = papers()
        labels = numpy.where(numpy.arange(300) < 100, topic, -1)
        model = kenn.fit(kenn.Knowledge.from_file(self.write("topics.kenn", TOPICS)), logits, labels, pairs, **options)
        model.save(self.folder / "ours.model")
        numpy.save(self.folder / "logits.npy", logits)
        for name, numbers in pairs.items():
            numpy.savetxt(self.folder / f"{name}.csv", numbers.T, "%d", ",", header="x,y", comments="")
        self.write("labels.csv", "id,label\n" + "".join(f"{i},{'AD'[topic[i]]}{'IB'[topic[i]]}\n" for i in range(100)))
        inputs = ["--logits", f"Paper={self.folder / 'logits.npy'}"]
        for name in pairs:
            inputs += ["--relation", f"{name}={self.folder / name}.csv"]
        printed = run_kenn("fit", "--knowledge", self.folder / "topics.kenn", *inputs, "--labels",
                           f"Paper={self.folder / 'labels.csv'}", "--out", self.folder / "theirs.model", "--json", *words)
        ours = [dataclasses.asdict(rule) for rule in model.evidence]
        self.assertEqual(ours, [{name: clause[name] for name in ours[0]} for clause in json.loads(printed)["clauses"]])
        self.assertEqual((self.folder / "ours.model").read_bytes(), (self.folder / "theirs.model").read_bytes())
        run_kenn("enhance", "--model", self.folder / "ours.model", *inputs, "--out", self.folder / "out")
        loaded = kenn.Model.load(self.folder / "theirs.model")
        self.assertEqual(loaded.logits(logits, pairs).tobytes(), numpy.load(self.folder / "out" / "Paper.npy").tobytes())
        right = (loaded.predict(logits, pairs) == numpy.array(["AI", "DB"])[topic])[100:].mean()
        self.assertGreater(right, 0.95)
        self.assertGreater(model.weights()["citations stay on topic[T=AI]"][0], 0.1)
        self.assertEqual(model.weights()["journals have one topic[T=AI]"], [0.0] * 3)
        self.assertLess(model.trust.loss_with, model.trust.loss_without)
        again = pickle.loads(pickle.dumps(model))
        self.assertEqual((again.weights(), again.trust), (model.weights(), model.trust))
        self.assertEqual(loaded.evidence, model.evidence)
        numpy.testing.assert_allclose(again.predict_proba(logits, pairs).sum(axis=1), 1, rtol=1e-5)

    def test_evidence(self):
        logits, topic, pairs = papers()
        model = kenn.fit(kenn.Knowledge.from_text(TOPICS), logits, topic, pairs)
        verdicts = {rule.name: rule.verdict for rule in model.evidence}
        self.assertEqual(verdicts["citations stay on topic[T=AI]"], "trusted")
        self.assertEqual(verdicts["journals have one topic[T=AI]"], "contradicted")
        for rule in model.evidence:
            self.assertEqual(rule.weight, model.weights()[rule.name][0])
            self.assertTrue(rule.low <= rule.weight <= rule.high)

    def test_warnings(self):
        logits, topic, pairs = papers()
        knowledge = kenn.Knowledge.from_text(TOPICS)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            kenn.fit(knowledge, logits, topic, pairs)
        seen = numpy.where(numpy.eye(2)[topic] > 0, 4.0, -4.0)
        with self.assertWarnsRegex(UserWarning, "right on 300 of 300 labelled rows.*out-of-fold logits"):
            kenn.fit(knowledge, seen, topic, pairs)
        few = numpy.where(numpy.arange(300) < 3, topic, -1)
        with self.assertWarnsRegex(UserWarning, "too few labels for two folds"):
            model = kenn.fit(knowledge, logits, few, pairs, rule_prior=0.5)
        self.assertEqual({weight for weights in model.weights().values() for weight in weights}, {0.5})

    def test_kinds_of_labels(self):
        logits, topic, pairs = papers(60)
        knowledge = kenn.Knowledge.from_text(TOPICS)
        names = ["AI" if t == 0 else "DB" if t else None for t in topic]
        matrix = numpy.eye(2, dtype=int)[topic]
        weights = [kenn.fit(knowledge, logits, labels, pairs).weights() for labels in (topic, names, matrix)]
        self.assertEqual(weights[0], weights[1])
        self.assertEqual(weights[0], weights[2])
        for expected, labels in ((r"expected the shape \[60\], got \[59\]", topic[1:]), ("0 to 1", topic + 5),
                                 ("expected one of AI, DB", ["AX"] * 60), ("no label", numpy.full(60, -1))):
            with self.subTest(expected), self.assertRaisesRegex(kenn.DataError, expected):
                kenn.fit(knowledge, logits, labels, pairs)

    def test_interrupt(self):
        script = self.write("fit.py", textwrap.dedent("""
            import kenn, numpy, sys
            kb = kenn.Knowledge.from_text("type P predict A(P), B(P) given R(P, P) exclusive A, B rule: A(x) & R(x, y) -> A(y)")
            logits = numpy.zeros((20000, 2))
            logits[:10000] = 5, -5
            pairs = numpy.stack([numpy.random.randint(0, 10000, 200000), numpy.random.randint(10000, 20000, 200000)])
            print("start", flush=True)
            kenn.fit(kb, logits, numpy.zeros(20000, int), {"R": pairs}, layers=20)
            """))
        process = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "start\n")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        _, errors = process.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertLess(time.monotonic() - start, 10)


class Models(Folder):
    def test_a_trained_model_predicts_as_the_command_line(self):
        data = self.folder / "papers"
        run_kenn("generate", "citation", "--nodes", 200, "--edges", 400, "--words", 50, "--out", data)
        run_kenn("train", "--knowledge", data / "citation.kenn", "--data", data, "--layers", 2, "--hidden", "8", "--epochs", 20,
                 "--out", self.folder / "model.kenn")
        run_kenn("predict", "--model", self.folder / "model.kenn", "--data", data, "--out", self.folder / "p.npy")
        expected = numpy.load(self.folder / "p.npy")
        model = kenn.Model.load(self.folder / "model.kenn")
        features, pairs = read_generated(data)
        self.assertEqual(model.predict_proba(features, {"Cite": pairs}).tobytes(), expected.tobytes())
        sparse = Rows(features)
        self.assertEqual(model.predict_proba(sparse, {"Cite": pairs}).tobytes(), expected.tobytes())
        model.save(self.folder / "again.kenn")
        self.assertEqual((self.folder / "again.kenn").read_bytes(), (self.folder / "model.kenn").read_bytes())
        self.assertEqual(len(model.weights()["citations stay on topic[T=AI]"]), 2)
        results = []
        threads = [threading.Thread(target=lambda: results.append(model.predict_proba(features, {"Cite": pairs}).tobytes()))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(set(results), {expected.tobytes()})
        with self.assertRaisesRegex(kenn.DataError, "knows 50 features of 'Paper', but the data has 49"):
            model.predict_proba(features[:, 1:], {"Cite": pairs})

    def test_damaged_files(self):
        for content in (b"", b"not a model", b"\0" * 100):
            (self.folder / "bad.kenn").write_bytes(content)
            with self.assertRaises(kenn.DataError):
                kenn.Model.load(self.folder / "bad.kenn")
        with self.assertRaises(kenn.FileError):
            kenn.Model.load(self.folder / "missing.kenn")


class Rows:
    """A sparse matrix as SciPy has them, as far as kenn looks at it."""

    def __init__(self, dense):
        self.shape = dense.shape
        places = [numpy.flatnonzero(row) for row in dense]
        self.indptr = numpy.cumsum([0] + [len(each) for each in places])
        self.indices = numpy.concatenate(places).astype(numpy.int32)
        self.data = numpy.concatenate([row[each] for row, each in zip(dense, places)])

    def tocsr(self):
        return self

    def sum_duplicates(self):
        pass


def read_generated(folder):
    """The features and the citations of `kenn generate citation`."""
    ids = [line.split(",")[0] for line in (folder / "Paper.csv").read_text().splitlines()[1:]]
    rows = {name: row for row, name in enumerate(ids)}
    lines = [line for line in (folder / "Paper.features.mtx").read_text().splitlines() if not line.startswith("%")]
    height, width, _ = map(int, lines[0].split())
    features = numpy.zeros((height, width), numpy.float32)
    for line in lines[1:]:
        row, column, *value = line.split()
        features[int(row) - 1, int(column) - 1] = float(value[0]) if value else 1
    pairs = [line.split(",")[:2] for line in (folder / "Cite.csv").read_text().splitlines()[1:]]
    return features, numpy.array([[rows[x], rows[y]] for x, y in pairs]).T


if __name__ == "__main__":
    unittest.main()
