"""Runs clang-tidy on the given sources, several at a time; fails when any of them has a finding.

usage: tidy.py CLANG_TIDY BUILD_FOLDER SOURCE...
"""

import concurrent.futures
import os
import subprocess
import sys


def check(clang_tidy, build_folder, source):
    return source, subprocess.run(
        [clang_tidy, "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", build_folder, source], capture_output=True, text=True
    )


def main(clang_tidy, build_folder, sources):
    assert sources, "nothing to check"
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, result in pool.map(lambda source: check(clang_tidy, build_folder, source), sources):
            if result.returncode != 0:
                failed.append(source)
                print(result.stdout + result.stderr, flush=True)
    print(f"clang-tidy: {len(sources)} files, {len(failed)} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
