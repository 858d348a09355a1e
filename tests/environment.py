"""Where the program under test and the project are; CTest says so in the environment."""

import json
import os
import pathlib
import subprocess
import sys

KENN = pathlib.Path(os.environ["KENN"])
SOURCE = pathlib.Path(os.environ["KENN_SOURCE"])
BUILD = pathlib.Path(os.environ["KENN_BUILD"])
_CACHE = BUILD / "CMakeCache.txt"
WITH_TORCH = not _CACHE.exists() or "KENN_BUILD_TORCH:BOOL=OFF" not in _CACHE.read_text()


def run_kenn(*arguments, **options):
    """Runs the program; its output comes back as bytes unless text=True is given."""
    return subprocess.run([KENN, *arguments], capture_output=True, timeout=120, **options)


def python_with(module):
    """Debian's numpy and torch belong to Debian's Python, which need not be the first one on the path."""
    for python in (sys.executable, "/usr/bin/python3"):
        # Without PYTHONPATH, where tests/torch would be taken for a package.
        if subprocess.run([python, "-E", "-c", f"import {module}"], cwd="/", capture_output=True).returncode == 0:
            return python
    raise RuntimeError(f"no Python with {module}; scripts/setup test installs it")


def report_document(page):
    """What the page of a report shows, from its file."""
    return json.loads(page.read_text().split('<script type="application/json" id="report">')[1].split("</script>")[0])
