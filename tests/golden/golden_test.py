"""Golden cases: every folder under accepted/ and rejected/ is one input and what kenn must say about it.

    input.kenn or input.kenn2   the knowledge file (any one file named input.*)
    arguments                   optional: the command line, one argument per line; "check --dump clauses input.*" if absent
    expected.out, expected.err  standard output and standard error, to the letter; absent means empty

Accepted cases exit with 0, rejected ones with 1. CTest runs each case as a test of its own, golden/accepted/NAME, by
"golden_test.py accepted/NAME"; without arguments this file checks the collection itself. "golden_test.py --update" writes the
expected files anew; read the difference before you commit it.
"""

import pathlib
import sys
import unittest

from environment import SOURCE, run_kenn

GOLDEN = SOURCE / "tests" / "golden"
CASES = sorted(folder for kind in ("accepted", "rejected") for folder in (GOLDEN / kind).iterdir())


def run_case(folder):
    (name,) = [path.name for path in folder.glob("input.*")]
    arguments = ["check", "--dump", "clauses", name]
    if (folder / "arguments").exists():
        arguments = (folder / "arguments").read_text().splitlines()
    return run_kenn(*arguments, cwd=folder)


def expected(folder, suffix):
    path = folder / f"expected.{suffix}"
    return path.read_bytes() if path.exists() else b""


def update(folder):
    result = run_case(folder)
    for suffix, content in (("out", result.stdout), ("err", result.stderr)):
        path = folder / f"expected.{suffix}"
        path.unlink(missing_ok=True)
        if content:
            path.write_bytes(content)


class Case(unittest.TestCase):
    folder = None

    def runTest(self):
        result = run_case(self.folder)
        self.assertEqual(result.stderr.decode(), expected(self.folder, "err").decode())
        self.assertEqual(result.stdout.decode(), expected(self.folder, "out").decode())
        self.assertEqual(result.returncode, 0 if self.folder.parent.name == "accepted" else 1)


class Collection(unittest.TestCase):
    def test_there_are_enough(self):
        for kind in ("accepted", "rejected"):
            self.assertGreaterEqual(sum(folder.parent.name == kind for folder in CASES), 40, kind)

    def test_rejected_cases_print_no_result(self):
        for folder in CASES:
            if folder.parent.name == "rejected" and not (folder / "arguments").exists():
                self.assertFalse((folder / "expected.out").exists(), folder)
                self.assertIn(b": error: ", (folder / "expected.err").read_bytes(), folder)


def test_of(name):
    case = Case()
    case.folder = GOLDEN / name
    return case


if __name__ == "__main__":
    names = sys.argv[1:]
    if names == ["--update"]:
        for folder in CASES:
            update(folder)
    elif names:
        result = unittest.TextTestRunner().run(unittest.TestSuite(map(test_of, names)))
        sys.exit(not result.wasSuccessful())
    else:
        unittest.main(defaultTest="Collection")
