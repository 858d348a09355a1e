"""Runs the code in README.md and docs/: what a reader copies must work, and print what the page shows.

    ```kenn file=a.kenn             written to a.kenn; kenn must accept it
    ```kenn file=a.kenn rejected    written to a.kenn; kenn must reject it
    ```kenn2 file=a.txt             the same for the KENN2 format
    ```csv, ```text file=...        written to that file
    ```sql file=...                 likewise; tests/dataset/documentation_test.cpp runs it
    ```python file=a.py             written to a.py, for a Python with numpy; tests/python/documentation_test.py runs it if it uses kenn
    ```text prints=a.py             what a.py prints; documentation_test.py compares it
    ```console                      lines "$ kenn ...", "$ python3 ..." and "$ build/release/examples/..." are run; the
                                    lines after each are what it prints, seconds aside. What is learned may differ a
                                    little, since other processors round differently
    ```cmake, ```cpp file=...       built together against the installed library, and run
    ```cpp from=...                 lines of that file of the project, word for word
    ```sh                           commands that a reader types, without what they print: those of the program are run, every path and
                                    target of the others exists

The blocks of one page share a folder. Blocks of any other kind have no place in the documentation.
"""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from environment import BUILD, SOURCE, WITH_TORCH, python_with, run_kenn

BLOCK = re.compile(r"^```(?P<info>\w[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE_OUTPUT = {  # what the C++ example of a page prints, among other things
    "docs/cpp.md": "citations stay on topic[T=AI]: !AI(x) | !Cite(x, y) | AI(y)\n",
    "docs/enhance.md": "2.67828\n",
    "docs/torch.md": "AI DB AI DB\n",
}
EXAMPLES = "build/release/examples/"
PAGES = [SOURCE / "README.md", *(page for page in sorted((SOURCE / "docs").glob("*.md"))
                                 if WITH_TORCH or page.name not in ("torch.md", "train.md"))]
LEARNING = (EXAMPLES, "kenn train ", "kenn evaluate ", "kenn fit ")  # commands that print what was learned


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


def run_shell(command, folder):
    """Standard error first, as a person sees it: `kenn check` prints its findings before its result."""
    arguments = shlex.split(command)
    if arguments[0] == "python3":
        python, script = python_with("numpy"), arguments[1]
        if script.startswith("examples/"):
            python, script = python_with("torch"), SOURCE / script
        result = subprocess.run([python, script, *arguments[2:]], cwd=folder, text=True, capture_output=True)
    elif arguments[0].startswith(EXAMPLES):
        program = BUILD / "examples" / arguments[0].removeprefix(EXAMPLES)
        result = subprocess.run([program, *arguments[1:]], cwd=folder, text=True, capture_output=True)
    else:
        assert arguments[0] == "kenn", command
        result = run_kenn(*arguments[1:], cwd=folder, text=True)
    return result.stderr + result.stdout


PROGRESS = re.compile(r"^(?:fold networks, )?(?:epoch|model) (\d+) of (\d+)\b.*\n", re.MULTILINE)


def without_seconds(text):
    """Without what depends on the speed of the machine: times, and progress between the first line and the last."""
    text = PROGRESS.sub(lambda found: found[0] if found[1] in ("0", found[2]) else "", text)
    return re.sub(r"\b\d+\.\d+ s\b", "0.0 s", text)


NUMBER = re.compile(r"\d+(?:\.\d+)?")
BEST_EPOCH = re.compile(r": epoch \d+")  # which may be any that is nearly as good


def alike(shown, printed):
    """Whether two texts are the same but for small differences of their numbers."""
    def close(first, second):
        slack = 0.03 * float(first) + (0.1 if "." in first else 2)
        return abs(float(first) - float(second)) <= slack

    shown, printed = (BEST_EPOCH.sub(": epoch 0", without_seconds(text)) for text in (shown, printed))
    if NUMBER.sub("0", shown).split() != NUMBER.sub("0", printed).split():
        return False
    return all(map(close, NUMBER.findall(shown), NUMBER.findall(printed)))


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
            printed = run_shell(command, folder)
            if not (command.startswith(LEARNING) and alike(expected, printed)):
                self.assertEqual(without_seconds(printed), without_seconds(expected), block.place)

    def check_excerpt(self, block):
        def lines(text):
            return "\n".join(line.strip() for line in text.splitlines()) + "\n"

        self.assertIn(lines(block.body), lines((SOURCE / block.attributes["from"]).read_text()), block.place)

    def check_shell(self, block, folder):
        for line in block.body.splitlines():
            for command in " ".join(shlex.split(line, comments=True)).split(" && "):
                with self.subTest(block.place, command=command):
                    self.check_command(command.split(" "), folder)

    def check_command(self, words, folder):
        if words[0] == "make":
            self.assertRegex((SOURCE / "Makefile").read_text(), rf"(?m)^{words[1]}:")
        elif words[0] == "scripts/setup":
            for part in words[1:]:
                self.assertIn(f"  [{part}]=", (SOURCE / "scripts/setup").read_text())
        elif words[:2] == ["pip", "install"]:
            for extra in re.findall(r"\w+", words[2].removeprefix(".")):
                self.assertRegex((SOURCE / "pyproject.toml").read_text(), rf"(?m)^{extra} = \[")
        else:
            self.assertIn(words[0], ("kenn", "build/release/kenn"))
            result = run_kenn(*words[1:], cwd=folder if words[0] == "kenn" else SOURCE)
            self.assertEqual(result.returncode, 0, result.stderr)

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
        elif "from" in block.attributes:
            self.check_excerpt(block)
        elif block.language == "sh":
            self.check_shell(block, folder)
        elif block.language == "cmake":
            result = self.build_example(folder)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(EXAMPLE_OUTPUT[block.place.split(":")[0]], result.stdout)
        else:
            self.assertIn(block.language, ("cpp", "csv", "sql", "text", "toml", "python"), f"{block.place}: nothing tests this kind")
            self.assertTrue({"file", "prints"} & block.attributes.keys(), block.place)

    def test_pages_have_code(self):
        self.assertGreaterEqual(len(blocks(SOURCE / "README.md")), 4)
        self.assertGreaterEqual(len(blocks(SOURCE / "docs" / "language.md")), 15)

    def test_only_small_differences_are_alike(self):
        self.assertTrue(alike("found 46 of 50\nweight 0.64  a\n", "found 47 of 50\nweight  0.60  a\n"))
        for other in ("found 40 of 50", "found 46", "lost 46 of 50", "found 46 of 50 of 50"):
            self.assertFalse(alike("found 46 of 50", other), other)
        self.assertFalse(alike("predicted 0.50", "predicted 0.99"))
        self.assertTrue(alike("m.kenn: epoch 48 of 100\n", "m.kenn: epoch 61 of 100\n"))
        self.assertFalse(alike("m.kenn: epoch 48 of 100\n", "m.kenn: epoch 48 of 300\n"))

    def test_examples_are_accepted_without_findings(self):
        examples = sorted((SOURCE / "examples").glob("*.kenn*"))
        self.assertTrue(examples)
        for example in examples:
            result = run_kenn("check", example)
            self.assertEqual((result.returncode, result.stderr), (0, b""), example)


if __name__ == "__main__":
    unittest.main()
