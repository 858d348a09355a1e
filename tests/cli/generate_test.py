"""`kenn generate` from outside: the files, what it says about them, and what it refuses and how."""

import csv
import os
import re
import resource
import shlex
import subprocess
import unittest

from cli_test import BAD_INPUT, DONE, CommandLineTest
from environment import KENN, run_kenn

CITATION_FILES = ["Cite.csv", "Paper.csv", "Paper.features.mtx", "citation.kenn"]
SMOKERS_FILES = ["Friends.csv", "Person.csv", "smokers.kenn"]
HIERARCHY_FILES = ["Item.csv", "hierarchy.kenn"]


class GenerateTest(CommandLineTest):
    def generate(self, *arguments, **options):
        return run_kenn("generate", *arguments, cwd=self.folder, **options)

    def files(self, folder="out"):
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir()}

    def rows(self, name, folder="out"):
        with open(self.folder / folder / name, newline="") as file:
            return list(csv.DictReader(file))


class Citation(GenerateTest):
    def test_files_and_what_is_said_of_them(self):
        answer = self.assert_json(self.generate(
            "citation", "--nodes", "200", "--edges", "500", "--classes", "8", "--words", "300", "--homophily", "0.6",
            "--seed", "3", "--out", "out", "--json"), DONE)
        papers, citations = self.rows("Paper.csv"), self.rows("Cite.csv")
        topics = {paper["id"]: paper["label"] for paper in papers}
        self.assertEqual((len(papers), len(topics), len(citations)), (200, 200, 500))
        self.assertEqual(set(topics.values()), {"Agents", "AI", "DB", "HCI", "IR", "ML", "T7", "T8"})
        self.assertEqual(len({(row["x"], row["y"]) for row in citations}), 500)
        inside = sum(topics[row["x"]] == topics[row["y"]] for row in citations)
        self.assertEqual(inside, 300)

        first, sizes, *entries = (self.folder / "out" / "Paper.features.mtx").read_text().splitlines()
        self.assertEqual(first, "%%MatrixMarket matrix coordinate pattern general")
        self.assertEqual(sizes, f"200 300 {len(entries)}")
        cells = [tuple(map(int, entry.split())) for entry in entries]
        self.assertEqual(cells, sorted(set(cells)))
        self.assertEqual({row for row, _ in cells}, set(range(1, 201)))
        self.assertLessEqual({column for _, column in cells}, set(range(1, 301)))

        self.assertGreater(answer.pop("seconds"), 0)
        self.assertEqual(answer, {
            "kind": "citation", "ok": True, "folder": "out", "nodes": 200, "edges": 500, "classes": 8, "words": 300,
            "words_per_paper": len(cells) / 200, "homophily": 0.6, "seed": 3,
            "files": [f"out/{name}" for name in ("Paper.csv", "Paper.features.mtx", "Cite.csv", "citation.kenn")],
            "diagnostics": []})

    def test_defaults_are_like_citeseer(self):
        answer = self.assert_json(self.generate("citation", "--out", "out", "--json"), DONE)
        self.assertEqual([answer[name] for name in ("nodes", "edges", "classes", "words", "seed")],
                         [3312, 4714, 6, 3703, 0])
        self.assertAlmostEqual(answer["homophily"], 0.746, places=3)
        self.assertAlmostEqual(answer["words_per_paper"], 32, delta=0.5)

    def test_the_command_it_names_works(self):
        for folder in ("out", "two words", "it's", "-odd", "new/deep"):
            with self.subTest(folder):
                result = self.generate("citation", "--nodes", "50", f"--out={folder}")
                self.assert_done(result)
                self.assertEqual(sorted(self.files(folder)), CITATION_FILES)
                (command,) = re.findall(r"^Next: kenn (check .*)$", result.stdout.decode(), re.MULTILINE)
                self.assert_done(subprocess.run(["sh", "-c", f'"$0" {command}', KENN], cwd=self.folder,
                                                capture_output=True, timeout=120))

    def test_the_plan_over_the_files(self):
        self.assert_done(self.generate("citation", "--out", "out"))
        self.assert_done(run_kenn("check", "out/citation.kenn", "--dump", "plan", "--data", "out", cwd=self.folder))

    def test_seeds(self):
        for kind in ("citation", "smokers", "hierarchy"):
            for seed in ("0", "1", "18446744073709551615", "0"):
                self.assert_done(self.generate(kind, "--nodes", "90", "--seed", seed, "--out", f"{kind}-{seed}"))
            self.assert_done(self.generate(kind, "--nodes", "90", "--out", f"{kind}-default"))
            self.assertEqual(self.files(f"{kind}-0"), self.files(f"{kind}-default"))
            self.assertNotEqual(self.files(f"{kind}-0"), self.files(f"{kind}-1"))
            self.assertNotEqual(self.files(f"{kind}-0"), self.files(f"{kind}-18446744073709551615"))

    def test_smallest(self):
        self.assert_done(self.generate("citation", "--nodes", "2", "--classes", "2", "--edges", "0", "--words", "1",
                                       "--out", "out"))
        self.assertEqual(self.files()["Cite.csv"], b"x,y\n")
        self.assert_done(run_kenn("check", "out/citation.kenn", "--dump", "plan", "--data", "out", cwd=self.folder))

    def test_it_is_fast(self):
        """Linear: a slow way of drawing pairs or words would take minutes."""
        self.assert_done(self.generate("citation", "--nodes", "200000", "--edges", "1000000", "--out", "out"))


class Smokers(GenerateTest):
    def test_files_and_what_is_said_of_them(self):
        answer = self.assert_json(self.generate(
            "smokers", "--nodes", "300", "--edges", "450", "--homophily", "0.8", "--out", "out", "--json"), DONE)
        persons, pairs = self.rows("Person.csv"), self.rows("Friends.csv")
        self.assertEqual((len(persons), len(pairs)), (300, 1800))
        listed = {(row["x"], row["y"]) for row in pairs}
        self.assertEqual(len(listed), 1800)
        self.assertEqual({(y, x) for x, y in listed}, listed)
        for rows, labels, features in ((persons, ("Smoker", "Cancer"), ("cough", "stamina", "pain")),
                                       (pairs, ("Friends",), ("messages", "distance"))):
            for label in labels:
                self.assertEqual({row[label] for row in rows}, {"", "0", "1"})
            for feature in features:
                self.assertLess(max(abs(float(row[feature])) for row in rows), 6)

        self.assertGreater(answer.pop("seconds"), 0)
        self.assertEqual(answer, {
            "kind": "smokers", "ok": True, "folder": "out", "nodes": 300, "edges": 450, "pairs": 1800, "smokers": 105,
            "homophily": 0.8, "seed": 0,
            "files": [f"out/{name}" for name in ("Person.csv", "Friends.csv", "smokers.kenn")], "diagnostics": []})

    def test_the_command_it_names_works(self):
        result = self.generate("smokers", "--out", "out")
        self.assert_done(result)
        self.assertEqual(sorted(self.files()), SMOKERS_FILES)
        self.assertIn(b"\nNext: kenn check out/smokers.kenn\n", result.stdout)
        self.assert_done(run_kenn("check", "out/smokers.kenn", "--dump", "plan", "--data", "out", cwd=self.folder))


class Hierarchy(GenerateTest):
    def rules(self, folder="out"):
        text = (self.folder / folder / "hierarchy.kenn").read_text()
        children = re.findall(r"^rule: (C\d+)\(x\) -> (C\d+)\(x\)$", text, re.MULTILINE)
        exclusions = re.findall(r"^rule: !(C\d+)\(x\) \| !(C\d+)\(x\)$", text, re.MULTILINE)
        self.assertEqual(len(children) + len(exclusions), text.count("rule"))
        return children, exclusions

    def assert_rules_hold(self, folder="out"):
        """Returns the label sets."""
        children, exclusions = self.rules(folder)
        items = [{name for name, value in row.items() if name[0] == "C" and value == "1"}
                 for row in self.rows("Item.csv", folder)]
        for labels in items:
            self.assertEqual([rule for rule in children if rule[0] in labels and rule[1] not in labels], [])
            self.assertEqual([rule for rule in exclusions if labels.issuperset(rule)], [])
        for rule in children + exclusions:
            for name in rule:
                self.assertTrue(any(name in labels for labels in items), name)
        return items

    def test_files_and_what_is_said_of_them(self):
        answer = self.assert_json(self.generate(
            "hierarchy", "--nodes", "300", "--classes", "40", "--exclusions", "50", "--features", "7", "--noise", "0.5",
            "--seed", "3", "--out", "out", "--json"), DONE)
        rows = self.rows("Item.csv")
        self.assertEqual([row["id"] for row in rows], [f"i{number}" for number in range(1, 301)])
        labels = [f"C{number}" for number in range(1, 41)]
        features = [f"f{number}" for number in range(1, 8)]
        self.assertEqual(list(rows[0]), ["id", *labels, *features])
        self.assertEqual({row[label] for row in rows for label in labels}, {"0", "1"})
        self.assertLess(max(abs(float(row[feature])) for row in rows for feature in features), 9)
        children, exclusions = self.rules()
        self.assertEqual([child for child, _ in children], labels[4:])  # each has one parent
        self.assertEqual(len({frozenset(pair) for pair in exclusions}), 50)
        items = self.assert_rules_hold()

        self.assertGreater(answer.pop("seconds"), 0)
        self.assertEqual(answer, {
            "kind": "hierarchy", "ok": True, "folder": "out", "nodes": 300, "classes": 40, "roots": 4, "exclusions": 50,
            "rules": 86, "features": 7, "labels_per_item": sum(map(len, items)) / 300, "seed": 3,
            "files": ["out/Item.csv", "out/hierarchy.kenn"], "diagnostics": []})

    def test_defaults(self):
        answer = self.assert_json(self.generate("hierarchy", "--out", "out", "--json"), DONE)
        self.assertEqual([answer[name] for name in ("nodes", "classes", "roots", "exclusions", "rules", "features", "seed")],
                         [1500, 80, 8, 128, 200, 40, 0])
        self.assert_rules_hold()

    def test_the_command_it_names_works(self):
        result = self.generate("hierarchy", "--out", "out")
        self.assert_done(result)
        self.assertEqual(sorted(self.files()), HIERARCHY_FILES)
        self.assertIn(b"\nNext: kenn check out/hierarchy.kenn\n", result.stdout)
        self.assert_done(run_kenn("check", "out/hierarchy.kenn", "--dump", "plan", "--data", "out", cwd=self.folder))

    def test_no_exclusions(self):
        for folder, options in (("none", ["--exclusions", "0"]), ("two", ["--classes", "2", "--nodes", "2"])):
            self.assert_done(self.generate("hierarchy", *options, "--out", folder))
            self.assertEqual(self.rules(folder)[1], [])
            self.assert_done(run_kenn("check", f"{folder}/hierarchy.kenn", "--dump", "plan", "--data", folder,
                                      cwd=self.folder))

    def test_it_is_fast(self):
        """Also with many classes: a slow way of drawing exclusions would take minutes."""
        self.assert_done(self.generate("hierarchy", "--nodes", "10000", "--classes", "5000", "--out", "out"))


class Writing(GenerateTest):
    def test_files_that_are_there_are_replaced(self):
        self.assert_done(self.generate("citation", "--nodes", "50", "--out", "out"))
        first = self.files()
        self.write("mine", "out/notes.txt")
        self.assert_done(self.generate("citation", "--nodes", "60", "--out", "out"))
        second = self.files()
        self.assertEqual(second.pop("notes.txt"), b"mine")
        self.assertEqual(sorted(second), CITATION_FILES)
        self.assertNotEqual(first["Paper.csv"], second["Paper.csv"])

    def test_folders_that_cannot_be_written_to(self):
        self.write("a file", "file")
        (self.folder / "locked").mkdir(mode=0o555)
        limits = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
        for out, message in (("file", "Not a directory"), ("file/deep", "Not a directory"),
                             ("locked", "Permission denied"), ("locked/deep", "Permission denied")):
            for options in ([], ["--json"]):
                with self.subTest(out=out, options=options):
                    result = subprocess.run([*limits, KENN, "generate", "citation", "--out", out, *options],
                                            cwd=self.folder, capture_output=True, timeout=120)
                    if options:
                        (found,) = self.assert_json(result, BAD_INPUT)["diagnostics"]
                        self.assertIn(message, found["message"])
                    else:
                        self.assert_rejected(result, message)
        self.assertEqual(sorted(os.listdir(self.folder)), ["file", "locked"])

    def test_no_room_for_a_file(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

        result = self.generate("citation", "--out", "out", preexec_fn=limit)
        self.assert_rejected(result, "out/Paper.features.mtx: error: cannot write the file: File too large")
        self.assertEqual(os.listdir(self.folder), [])

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([KENN, "generate", "smokers", "--out", "out"], cwd=self.folder, stdout=full,
                                    stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn(b"cannot write to standard output", result.stderr)


class Usage(GenerateTest):
    def test_help_is_complete_and_its_examples_work(self):
        result = run_kenn("generate", "--help")
        self.assert_done(result)
        text = result.stdout.decode()
        for word in ("citation|smokers|hierarchy", "--nodes", "--edges", "--classes", "--words", "--homophily",
                     "--exclusions", "--features", "--noise", "--seed", "--out", "--json", "(default: 3312)", "(required)", "Exit status"):
            self.assertIn(word, text)
        self.assertEqual([line for line in text.splitlines() if len(line) > 100], [])
        for page in (text, run_kenn("--help").stdout.decode()):
            examples = re.findall(r"^  kenn (generate .*)$", page, re.MULTILINE)
            self.assertNotEqual(examples, [])
            for example in examples:
                self.assert_done(run_kenn(*shlex.split(example), cwd=self.folder))

    def test_wrong_usage(self):
        citation = ["citation", "--out", "out"]
        smokers = ["smokers", "--out", "out"]
        hierarchy = ["hierarchy", "--out", "out"]
        for arguments, *messages in (
            ([], "required"),
            (["citation"], "the option '--out' is required"),
            (["--out", "out"], "KIND is required"),
            (["citation", "--out"], "the option '--out' needs a value"),
            (["citation", "--out", ""], "--out", "the folder has no name"),
            (["citations", "--out", "out"], "citations", "citation", "smokers"),
            ([*citation, "smokers"], "unexpected argument 'smokers'"),
            ([*citation, "--edgse", "5"], "unknown option '--edgse'", "did you mean '--edges'?"),
            ([*citation, "--force"], "unknown option '--force'"),
            ([*citation, "--out", "other"], "the option '--out' can only be given once"),
            ([*citation, "--nodes", "1"], "--nodes", "1 ", "2 to 100000000"),
            ([*citation, "--nodes", "-5"], "--nodes", "-5"),
            ([*citation, "--nodes", "-18446744073709551000"], "--nodes"),
            ([*citation, "--nodes", "1e3"], "--nodes", "1e3"),
            ([*citation, "--nodes", "many"], "--nodes", "many"),
            ([*citation, "--nodes", "100000001"], "--nodes", "100000001"),
            ([*citation, "--nodes", "5"], "5 papers cannot have 6 topics"),
            ([*citation, "--nodes"], "the option '--nodes' needs a value"),
            ([*citation, "--edges", "-1"], "--edges", "-1"),
            ([*citation, "--edges", "1000000001"], "--edges"),
            ([*citation, "--nodes", "10", "--edges", "91"], "91 citations do not fit", "at most 90"),
            ([*citation, "--nodes", "10", "--edges", "60"], "at this homophily 45 of 60", "at most 8"),
            ([*citation, "--classes", "1"], "--classes", "2 to 10000"),
            ([*citation, "--classes", "10001"], "--classes", "2 to 10000"),
            ([*citation, "--words", "0"], "--words", "1 to 10000000"),
            ([*citation, "--homophily", "1.01"], "the homophily must be from 0 to 1"),
            ([*citation, "--homophily", "-0.1"], "the homophily must be from 0 to 1"),
            ([*citation, "--homophily", "nan"], "the homophily must be from 0 to 1"),
            ([*citation, "--homophily", "high"], "--homophily", "high"),
            ([*citation, "--seed", "-1"], "--seed", "-1"),
            ([*citation, "--seed", "18446744073709551616"], "--seed", "18446744073709551616"),
            ([*citation, "--seed", "0.5"], "--seed", "0.5"),
            ([*citation, "--json=perhaps"], "the option '--json' cannot be 'perhaps'"),
            ([*smokers, "--classes", "3"], "--classes: it does not apply to smokers, only to citation and hierarchy"),
            ([*smokers, "--words", "100"], "--words: it does not apply to smokers, only to citation"),
            ([*smokers, "--noise", "1"], "--noise: it does not apply to smokers, only to hierarchy"),
            ([*citation, "--exclusions", "1"], "--exclusions: it does not apply to citation, only to hierarchy"),
            ([*citation, "--features", "1"], "--features: it does not apply to citation, only to hierarchy"),
            ([*smokers, "--nodes", "10", "--edges", "46"], "46 friendships do not fit", "at most 45"),
            ([*hierarchy, "--edges", "9"], "--edges: it does not apply to hierarchy, only to citation and smokers"),
            ([*hierarchy, "--words", "9"], "--words: it does not apply to hierarchy, only to citation"),
            ([*hierarchy, "--homophily", "1"], "--homophily: it does not apply to hierarchy"),
            ([*hierarchy, "--nodes", "79"], "79 items cannot have 80 classes"),
            ([*hierarchy, "--nodes", "100000000"], "100000000 items with 40 features each are too many"),
            ([*hierarchy, "--classes", "10001"], "--classes", "2 to 10000"),
            ([*hierarchy, "--exclusions", "1000"], "1000 exclusions do not fit: the 80 classes of seed 0 have at most"),
            ([*hierarchy, "--exclusions", "-1"], "--exclusions", "-1"),
            ([*hierarchy, "--features", "0"], "--features", "1 to 10000"),
            ([*hierarchy, "--noise", "-1"], "the noise must be from 0 to 1000"),
            ([*hierarchy, "--noise", "nan"], "the noise must be from 0 to 1000"),
            ([*hierarchy, "--noise", "loud"], "--noise", "loud"),
        ):
            with self.subTest(arguments):
                self.assert_misused(self.generate(*arguments), *messages)
                self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
