"""Runs the examples in the docstrings of the package."""

import doctest
import importlib
import pkgutil
import unittest

import kenn

OPTIONAL = {"sklearn"}  # checked where scikit-learn is


class Docstrings(unittest.TestCase):
    def test_examples(self):
        attempted = 0
        for module in pkgutil.iter_modules(kenn.__path__, "kenn."):
            if module.name.rpartition(".")[2] in OPTIONAL:
                continue
            result = doctest.testmod(importlib.import_module(module.name))
            self.assertEqual(result.failed, 0, module.name)
            attempted += result.attempted
        self.assertGreater(attempted, 30)

    def test_everything_public_has_a_docstring(self):
        for name in kenn.__all__:
            if name not in ("sklearn", "torch"):
                self.assertTrue(getattr(kenn, name).__doc__, name)
        self.assertTrue(kenn.torch.Enhancer.__doc__)


if __name__ == "__main__":
    unittest.main()
