#!python
"""The command `kenn`: starts the program inside the package, without importing the package."""
import importlib.util
import os
import sys

spec = importlib.util.find_spec("kenn")
if spec is None or spec.origin is None:
    sys.exit("kenn: the package is not installed for " + sys.executable)
program = os.path.join(os.path.dirname(spec.origin), "kenn")
os.execv(program, ["kenn", *sys.argv[1:]])
