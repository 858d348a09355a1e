"""Runs clang-tidy on the given sources, several at a time; fails when any of them has a finding.

usage: tidy.py BUILD_FOLDER SOURCE...
"""

import concurrent.futures
import os
import subprocess
import sys


def check(build_folder, source):
    return source, subprocess.run(
        ["clang-tidy-14", "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", build_folder, source], capture_output=True, text=True
    )


def main(build_folder, sources):
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, result in pool.map(lambda source: check(build_folder, source), sources):
            if result.returncode != 0:
                failed.append(source)
                print(result.stdout + result.stderr, flush=True)
    print(f"clang-tidy: {len(sources)} files, {len(failed)} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
