"""The command line from outside: exit statuses, which stream says what, odd files and streams, hostile inputs."""

import json
import os
import pathlib
import pty
import random
import re
import shlex
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from environment import KENN, SOURCE, run_kenn

DONE, BAD_INPUT, WRONG_USAGE = 0, 1, 2
EXAMPLES = sorted((SOURCE / "examples").glob("*.kenn*"))
SMOKERS = SOURCE / "examples" / "smokers.kenn"
HEADER = "type T\npredict A(T), B(T)\n"
WRONG_RULE = HEADER + "rule: A(x) -> Unknown(x)\nrule: A(x) -> B(x)\n"


def parse_json(line):
    """One object, strictly: no key twice, no NaN."""

    def without_repeats(pairs):
        keys = [key for key, _ in pairs]
        if len(keys) != len(set(keys)):
            raise ValueError(f"a key is there twice: {keys}")
        return dict(pairs)

    def reject(constant):
        raise ValueError(constant)

    return json.loads(line.decode("utf-8"), object_pairs_hook=without_repeats, parse_constant=reject)


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, content, name="input.kenn"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def assert_done(self, result):
        self.assertEqual((result.returncode, result.stderr), (DONE, b""))
        self.assertNotEqual(result.stdout, b"")

    def assert_rejected(self, result, message):
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        self.assertIn(message, result.stderr.decode(errors="replace"))

    def assert_misused(self, result, *messages):
        self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, b""))
        for message in (*messages, "--help"):
            self.assertIn(message, result.stderr.decode())

    def assert_json(self, result, status):
        self.assertEqual((result.returncode, result.stderr), (status, b""))
        self.assertTrue(result.stdout.endswith(b"\n"))
        self.assertEqual(result.stdout.count(b"\n"), 1)
        answer = parse_json(result.stdout)
        self.assertIs(answer["ok"], status == DONE)
        return answer


class Usage(CommandLineTest):
    def test_help_and_version(self):
        for arguments in (["--help"], ["-h"], ["check", "--help"], ["completion", "--help"]):
            self.assert_done(run_kenn(*arguments))
        result = run_kenn("--version")
        self.assert_done(result)
        (version,) = re.findall(r"project\(kenn VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text())
        self.assertEqual(result.stdout.decode(), f"kenn {version}\n")

    def test_alone_it_prints_its_help_as_an_error(self):
        result = run_kenn()
        self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, b""))
        self.assertEqual(result.stderr, run_kenn("--help").stdout)

    def test_help_of_check_is_complete_and_its_examples_work(self):
        text = run_kenn("check", "--help").stdout.decode()
        for word in ("FILE", "--help", "--syntax", "--dump", "--json", "auto|kenn|kenn2", "ast|clauses", "Exit status"):
            self.assertIn(word, text)
        examples = re.findall(r"^  kenn (check .*)$", text, re.MULTILINE)
        self.assertGreaterEqual(len(examples), 2)
        self.write(SMOKERS.read_bytes(), "rules.kenn")
        self.write((SOURCE / "examples" / "smokers.kenn2").read_bytes(), "knowledge.txt")
        for example in examples:
            self.assert_done(run_kenn(*shlex.split(example), cwd=self.folder))

    def test_wrong_usage(self):
        for arguments, *messages in (
            (["chek"], "unknown command 'chek'", "did you mean 'check'?"),
            (["xyzzy"], "unknown command 'xyzzy'"),
            ([""], "unknown command ''"),
            (["--versoin"], "unknown option '--versoin'", "did you mean '--version'?"),
            (["check", "f", "--dmp"], "unknown option '--dmp'", "did you mean '--dump'?"),
            (["check", "f", "-x"], "unknown option '-x'"),
            (["check"], "FILE"),
            (["check", "a", "b"], "unexpected argument 'b'"),
            (["check", "f", "--dump", "trees"], "--dump", "trees", "ast", "clauses"),
            (["check", "f", "--dump"], "--dump"),
            (["check", "f", "--dump", "ast", "--dump", "ast"], "--dump"),
            (["check", "f", "--syntax", "prolog"], "--syntax", "prolog", "auto", "kenn", "kenn2"),
            (["check", "f", "--json=perhaps"], "--json"),
            (["completion"], "SHELL"),
            (["completion", "tcsh"], "tcsh", "bash", "zsh"),
        ):
            with self.subTest(arguments):
                self.assert_misused(run_kenn(*arguments), *messages)

    def test_no_word_is_suggested_for_itself(self):
        self.assertNotIn(b"did you mean '--dump'", run_kenn("--dump", "ast", "check", SMOKERS).stderr)

    def test_two_dashes_end_the_options(self):
        self.write(SMOKERS.read_bytes(), "-rules.kenn")
        self.assert_done(run_kenn("check", "--", "-rules.kenn", cwd=self.folder))

    def test_it_starts_without_torch(self):
        listing = subprocess.run(["ldd", KENN], capture_output=True, text=True, check=True).stdout
        self.assertIn("libc.so", listing)
        self.assertNotRegex(listing, "torch|c10")


class Inputs(CommandLineTest):
    def test_standard_input(self):
        expected = run_kenn("check", SMOKERS).stdout.replace(bytes(SMOKERS), b"<standard input>")
        for name, result in (
            ("pipe", run_kenn("check", "-", input=SMOKERS.read_bytes())),
            ("file", self.run_with_input(SMOKERS)),
            ("/dev/null", self.run_with_input("/dev/null", status=DONE)),
        ):
            with self.subTest(name):
                self.assertEqual(result.returncode, DONE)
                self.assertEqual(result.stdout, expected) if name != "/dev/null" else None
        self.assert_rejected(run_kenn("check", "-", input=WRONG_RULE.encode()), "<standard input>:3:15: error: ")

    def run_with_input(self, path, status=DONE):
        with open(path, "rb") as stream:
            return run_kenn("check", "-", stdin=stream)
