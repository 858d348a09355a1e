"""Where the scripts that run experiments find Citeseer."""

import pathlib
import subprocess

DATA = pathlib.Path("../shared/data/citeseer")


def run(*command):
    print("$", *command, flush=True)
    subprocess.run([str(part) for part in command], check=True)


def find_data(options):
    """The folder of `options.data`, else the one beside the project, else a download in `options.out`."""
    if options.data:
        return options.data
    if DATA.is_dir():
        return DATA
    downloaded = options.out / "citeseer"
    if not (downloaded / "citeseer.content").exists():
        run(options.kenn, "fetch", "citeseer", "--out", downloaded)
    return downloaded
