"""Executes the tutorial; its own assertion is that the rule helps."""

import os
import pathlib
import sys
import unittest

import nbclient
import nbformat


class Tutorial(unittest.TestCase):
    def test_it_runs(self):
        notebook = nbformat.read(pathlib.Path(os.environ["KENN_SOURCE"]) / "docs" / "tutorial.ipynb", as_version=4)
        os.environ["PATH"] = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        self.assertEqual(sum("image/png" in output.get("data", {}) for output in outputs), 2)


if __name__ == "__main__":
    unittest.main()
