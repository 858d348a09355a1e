"""The virtual environments of the tests: each is made once, under the build folder."""

import os
import pathlib
import subprocess

SOURCE = pathlib.Path(os.environ["KENN_SOURCE"])
BUILD = pathlib.Path(os.environ["KENN_BUILD"])
FOLDER = BUILD / "python"
DEBIAN_PYTHON = "/usr/bin/python3"  # the one that has Debian's torch


def run(*command, **options):
    """Runs a command without what would lead it to other packages than those of its environment."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment, **options)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def environment(name, *packages, sees_system=False):
    """The Python of a virtual environment with these packages."""
    python = FOLDER / name / "bin" / "python"
    if not python.exists():
        options = ["--system-site-packages"] if sees_system else []
        run(DEBIAN_PYTHON, "-m", "venv", *options, FOLDER / name)
    if packages:
        run(python, "-m", "pip", "install", "--quiet", *packages)
    return python


def wheel():
    """The wheel that wheel_test.py has built."""
    found = sorted((FOLDER / "dist").glob("kenn_logic-*.whl"))
    assert len(found) == 1, f"{FOLDER / 'dist'} has {len(found)} wheels; the test python_wheel makes it"
    return found[0]
