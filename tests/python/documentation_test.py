"""Runs the Python programs in README.md and docs/ that use kenn, each page in a folder with the other files that it shows.

Programs with torch run beside Debian's torch, the others beside pandas and scikit-learn. A block ```text prints=a.py has what
a.py prints, up to small differences of numbers.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from environments import BUILD, FOLDER, SOURCE

# Where the program is, since the pages' checker of texts asks for it.
os.environ.setdefault("KENN", str(BUILD / "kenn"))
sys.path += [str(SOURCE / "tests"), str(SOURCE / "tests" / "readme")]
from readme_test import alike, blocks  # noqa: E402

PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]


def uses(body, module):
    return re.search(rf"(?m)^\s*(?:import|from) [^\n]*\b{module}\b", body) or f"kenn.{module}" in body


class Documentation(unittest.TestCase):
    def run_program(self, block, folder):
        name = "layer" if uses(block.body, "torch") else "sklearn"
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment["PATH"] = f"{FOLDER / name / 'bin'}{os.pathsep}{environment['PATH']}"  # where the command kenn is
        result = subprocess.run([FOLDER / name / "bin" / "python", block.attributes["file"]], cwd=folder, capture_output=True,
                                text=True, timeout=300, env=environment)
        self.assertEqual(result.returncode, 0, f"{block.place}\n{result.stdout}{result.stderr}")
        return result.stdout

    def test_programs(self):
        count = 0
        for page in PAGES:
            shown = {block.attributes["prints"]: block for block in blocks(page) if "prints" in block.attributes}
            programs = [block for block in blocks(page) if block.language == "python"]
            if any(uses(block.body, "kenn") for block in programs):
                count += len(programs)
                self.run_page(page, programs, shown)
            self.assertEqual(list(shown), [], f"{page.name} shows what programs print that it does not have")
        self.assertGreaterEqual(count, 8)

    def run_page(self, page, programs, shown):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for block in blocks(page):
                if "file" in block.attributes:
                    (folder / block.attributes["file"]).write_text(block.body)
            for block in programs:
                with self.subTest(block.place):
                    printed = self.run_program(block, folder)
                    if expected := shown.pop(block.attributes["file"], None):
                        self.assertTrue(alike(expected.body, printed), f"{expected.place}\n{printed}")


if __name__ == "__main__":
    unittest.main()
