"""Where the program under test and the project are; CTest says so in the environment."""

import os
import pathlib
import subprocess

KENN = pathlib.Path(os.environ["KENN"])
SOURCE = pathlib.Path(os.environ["KENN_SOURCE"])
BUILD = pathlib.Path(os.environ["KENN_BUILD"])


def run_kenn(*arguments, **options):
    """Runs the program; its output comes back as bytes unless text=True is given."""
    return subprocess.run([KENN, *arguments], capture_output=True, timeout=120, **options)
