"""Runs the projects in examples/projects: each does with one command what its expected.txt shows.

usage: projects_test.py            as a test
       projects_test.py --update   writes expected.txt anew; read the difference before you commit it
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from environment import KENN, SOURCE, python_with

sys.path.append(str(SOURCE / "tests" / "readme"))
from readme_test import alike, without_seconds  # noqa: E402

PROJECTS = sorted(path.parent for path in (SOURCE / "examples" / "projects").glob("*/run"))


def output_of(project):
    """What the command prints, errors and progress included, in a copy of the folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(project, folder / "project")
        (folder / "bin").mkdir()
        (folder / "bin" / "kenn").symlink_to(KENN.resolve())
        (folder / "bin" / "python3").symlink_to(python_with("numpy"))
        environment = {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        environment.pop("PYTHONPATH", None)
        result = subprocess.run(["./run"], cwd=folder / "project", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                timeout=300, env=environment)
        return result.returncode, without_seconds(result.stdout)


class Projects(unittest.TestCase):
    def test_every_project(self):
        self.assertEqual(len(PROJECTS), 5)
        for project in PROJECTS:
            with self.subTest(project.name):
                status, printed = output_of(project)
                self.assertEqual(status, 0, printed)
                self.assertTrue(alike((project / "expected.txt").read_text(), printed), printed)

    def test_every_project_is_complete(self):
        for project in PROJECTS:
            lines = (project / "run").read_text().splitlines()
            self.assertRegex(lines[1], "^# [A-Z].+[.]$", project.name)
            self.assertTrue(list(project.glob("*.kenn")) or "kenn generate" in (project / "run").read_text(), project.name)
            self.assertIn(f"projects/{project.name}", (SOURCE / "examples" / "README.md").read_text())


if __name__ == "__main__":
    if "--update" in sys.argv:
        for each in PROJECTS:
            (each / "expected.txt").write_text(output_of(each)[1])
    else:
        unittest.main()
