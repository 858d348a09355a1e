"""The TypeScript of reports: its types, and its tests in node, with documents that the program writes here."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from environment import BUILD, SOURCE, run_kenn

import explorer_document
import synthetic

MODULES = BUILD / "web" / "node_modules"
NODE = shutil.which("node") or shutil.which("nodejs")
TESTS = SOURCE / "tests" / "report" / "web"


def node(*arguments, **options):
    return subprocess.run([NODE, *map(str, arguments)], capture_output=True, text=True, timeout=600, **options)


class ReportScript(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        for name, about in synthetic.CASES.items():
            cls.kenn("report", synthetic.write_folder(cls.folder / name, about))
        explorer_document.write_folder(cls.folder / "explorer")
        cls.kenn("generate", "citation", "--nodes", "300", "--out", cls.folder / "papers")
        train = ("train", "--knowledge", cls.folder / "papers/citation.kenn", "--data", cls.folder / "papers", "--train-fraction", "0.3",
                 "--epochs", "10", "--out", cls.folder / "model.safetensors")
        cls.kenn(*train, "--layers", "2", "--report", cls.folder / "training.html")
        cls.kenn(*train, "--method", "nn", "--report", cls.folder / "network.html")

    @staticmethod
    def kenn(*arguments):
        finished = run_kenn(*arguments)
        assert finished.returncode == 0, finished.stderr

    def test_types(self):
        """The packages are in the build folder, not in a folder above the sources."""
        settings = {"extends": str(SOURCE / "src/report/web/tsconfig.json"),
                    "compilerOptions": {"typeRoots": [str(MODULES / "@types")], "paths": {"*": [str(MODULES / "*")]}},
                    "include": [str(SOURCE / "src/report/web/**/*.ts"), str(TESTS / "*.ts")]}
        path = self.folder / "tsconfig.json"
        path.write_text(json.dumps(settings))
        finished = node(MODULES / "typescript/bin/tsc", "--project", path)
        self.assertEqual(finished.returncode, 0, finished.stdout)

    def test_in_node(self):
        out = self.folder / "tests"
        finished = subprocess.run(
            [MODULES / ".bin/esbuild", *sorted(TESTS.glob("*.test.ts")), "--bundle", "--format=esm", "--platform=browser", "--external:node:*",
             f"--outdir={out}", "--out-extension:.js=.mjs", "--log-level=warning"],
            env={**os.environ, "NODE_PATH": str(MODULES)}, capture_output=True, text=True, timeout=600)
        self.assertEqual((finished.returncode, finished.stderr), (0, ""))
        finished = node("--test", "--test-reporter=tap", *sorted(out.glob("*.test.mjs")), env={**os.environ, "KENN_FIXTURES": str(self.folder)})
        self.assertEqual(finished.returncode, 0, finished.stdout[-8000:])
        self.assertRegex(finished.stdout, r"# pass (1[5-9]|[2-9]\d)\n")


if __name__ == "__main__":
    unittest.main()
