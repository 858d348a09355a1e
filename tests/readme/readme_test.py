"""Runs the code in README.md and docs/: what a reader copies must work, and print what the page shows.

    ```kenn file=a.kenn             written to a.kenn; kenn must accept it
    ```kenn file=a.kenn rejected    written to a.kenn; kenn must reject it
    ```kenn2 file=a.txt             the same for the KENN2 format
    ```csv, ```text file=...        written to that file
    ```sql file=...                 likewise; tests/data/documentation_test.cpp runs it
    ```python file=a.py             written to a.py, for a Python with numpy
    ```console                      lines "$ kenn ..." and "$ python3 ..." are run; the lines after each are what it
                                    prints, seconds aside
    ```cmake, ```cpp file=...       built together against the installed library, and run
    ```sh                           commands of the Makefile or of the program: every path and target in them exists

The blocks of one page share a folder. Blocks of any other kind have no place in the documentation.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from environment import BUILD, SOURCE, run_kenn

BLOCK = re.compile(r"^```(?P<info>\w[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE_OUTPUT = {  # what the C++ example of a page prints, among other things
    "README.md": "citations stay on topic[T=AI]: !AI(x) | !Cite(x, y) | AI(y)\n",
    "docs/enhance.md": "2.67828\n",
}
PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]


class Block:
    def __init__(self, page, match):
        words = match["info"].split()
        self.language = words[0]
        self.attributes = dict(word.split("=", 1) for word in words if "=" in word)
        self.rejected = "rejected" in words
        self.body = match["body"]
        line = page.read_text()[: match.start()].count("\n") + 1
        self.place = f"{page.relative_to(SOURCE)}:{line}"


def blocks(page):
    return [Block(page, match) for match in BLOCK.finditer(page.read_text())]


def python_with_numpy():
    """Debian's numpy belongs to Debian's Python, which need not be the first one on the path."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
            return python
    raise RuntimeError("no Python with numpy; scripts/setup test installs it")


def run_shell(command, folder):
    """Standard error first, as a person sees it: `kenn check` prints its findings before its result."""
    arguments = shlex.split(command)
    if arguments[0] == "python3":
        result = subprocess.run([python_with_numpy(), *arguments[1:]], cwd=folder, text=True, capture_output=True)
    else:
        assert arguments[0] == "kenn", command
        result = run_kenn(*arguments[1:], cwd=folder, text=True)
    return result.stderr + result.stdout


def without_seconds(text):
    return re.sub(r"\b\d+\.\d+ s\b", "0.0 s", text)


class Documentation(unittest.TestCase):
    def check_knowledge(self, block, folder):
        result = run_kenn("check", block.attributes["file"], cwd=folder, text=True)
        self.assertEqual(result.returncode, 1 if block.rejected else 0, f"{block.place}\n{result.stderr}")
        if not block.rejected:
            expected = "kenn2" if block.language == "kenn2" else "kenn"
            dump = run_kenn("check", "--json", block.attributes["file"], cwd=folder, text=True).stdout
            self.assertIn(f'"syntax":"{expected}"', dump, block.place)

    def check_console(self, block, folder):
        for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            self.assertEqual(without_seconds(run_shell(command, folder)), without_seconds(expected), block.place)

    def check_shell(self, block):
        for line in block.body.splitlines():
            words = shlex.split(line, comments=True)
            if words[0] == "make":
                self.assertRegex((SOURCE / "Makefile").read_text(), rf"(?m)^{words[1]}:", block.place)
            else:
                self.assertEqual(words[0], "build/release/kenn", block.place)
                self.assertEqual(run_kenn(*words[1:], cwd=SOURCE).returncode, 0, block.place)

    def build_example(self, folder):
        """Configures, builds and runs the C++ example against kenn installed in a folder of its own."""
        prefix = folder / "prefix"
        environment = {**os.environ, "CMAKE_PREFIX_PATH": str(prefix)}
        for command in (
            ["cmake", "--install", BUILD, "--prefix", prefix],
            ["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja"],
            ["cmake", "--build", folder / "build"],
        ):
            result = subprocess.run(command, capture_output=True, text=True, env=environment)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return subprocess.run([folder / "build" / "app"], cwd=folder, capture_output=True, text=True)

    def test_pages(self):
        for page in PAGES:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                for block in blocks(page):
                    if "file" in block.attributes:
                        (folder / block.attributes["file"]).write_text(block.body)
                for block in blocks(page):
                    with self.subTest(block.place):
                        self.check(block, folder)

    def check(self, block, folder):
        if block.language in ("kenn", "kenn2"):
            self.check_knowledge(block, folder)
        elif block.language == "console":
            self.check_console(block, folder)
        elif block.language == "sh":
            self.check_shell(block)
        elif block.language == "cmake":
            result = self.build_example(folder)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(EXAMPLE_OUTPUT[block.place.split(":")[0]], result.stdout)
        else:
            self.assertIn(block.language, ("cpp", "csv", "sql", "text", "python"), f"{block.place}: nothing tests this kind")
            self.assertIn("file", block.attributes, block.place)

    def test_pages_have_code(self):
        self.assertGreaterEqual(len(blocks(SOURCE / "README.md")), 6)
        self.assertGreaterEqual(len(blocks(SOURCE / "docs" / "language.md")), 15)

    def test_examples_are_accepted_without_findings(self):
        examples = sorted((SOURCE / "examples").iterdir())
        self.assertTrue(examples)
        for example in examples:
            result = run_kenn("check", example)
            self.assertEqual((result.returncode, result.stderr), (0, b""), example)


if __name__ == "__main__":
    unittest.main()
