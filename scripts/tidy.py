"""Runs clang-tidy on the given sources, several at a time; fails when any of them has a finding.

Where the build folder compiles several sources as one (KENN_COMPILE_FOLDERS), they are checked as one: most of the time goes
into the headers, which are then read once. Those with findings are checked again one by one, since a finding may come from
the neighbours of a source; only what a source has by itself counts.

usage: tidy.py CLANG_TIDY BUILD_FOLDER SOURCE...
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def units_of(build_folder, sources):
    """{file to check: the sources that it has}, for all sources, and {file: its compiler options} where they are needed."""
    wanted = {os.path.realpath(source): source for source in sources}
    units, options = {}, {}
    commands = json.loads(pathlib.Path(build_folder, "compile_commands.json").read_text())
    for command in commands:
        file = pathlib.Path(command["directory"], command["file"])
        if file.parent.name == "Unity":
            included = [os.path.realpath(name) for name in re.findall(r'^#include "(.+\.cpp)"$', file.read_text(), re.MULTILINE)]
            if found := [wanted[name] for name in included if name in wanted]:
                units[str(file)] = found
                words = shlex.split(command["command"])
                options[str(file)] = words[1:words.index("-o")]
    together = {source for found in units.values() for source in found}
    alone = [source for source in sources if source not in together]
    # What this build does not compile, such as fuzz targets, is checked with the options of the library; these may use
    # what tests share.
    compiled = {os.path.realpath(pathlib.Path(each["directory"], each["file"])) for each in commands}
    library = next((options[unit] for unit, found in units.items() if found[0].startswith("src/")), None)
    if library is not None:
        of_others = [*library, "-I" + os.path.realpath("tests")]
        options |= {source: of_others for source in alone if os.path.realpath(source) not in compiled}
    return units | {source: [source] for source in alone}, options


def assert_included_sources_are_checked(clang_tidy):
    """Versions of clang-tidy may differ in whether its analyzer follows code into a source that another file includes."""
    with tempfile.TemporaryDirectory() as folder:
        bad, unit = pathlib.Path(folder, "bad.cpp"), pathlib.Path(folder, "UnifiedSource_unit.cxx")
        bad.write_text("int f(int a) {\n  int* b = nullptr;\n  if (a > 3) b = &a;\n  return *b;\n}\n")
        unit.write_text(f'#include "{bad}"\n')
        checks = ["--quiet", "--checks=-*,clang-analyzer-*", "--header-filter=.*", str(unit), "--"]
        found = subprocess.run([clang_tidy, *checks], capture_output=True, text=True).stdout
        assert "bad.cpp:4" in found and "core.NullDereference" in found, "clang-tidy does not analyze included sources"


def check(clang_tidy, build_folder, unit, sources, options):
    """What is printed about the findings, or nothing."""
    def run(*arguments):
        command = [clang_tidy, "--quiet", "--extra-arg=-Wno-unknown-warning-option", *arguments]
        result = subprocess.run(command, capture_output=True, text=True)
        return result.stdout + result.stderr if result.returncode != 0 else ""

    if sources == [unit] and unit in options:
        return run(unit, "--", *options[unit])
    findings = run("-p", build_folder, unit)
    if findings and unit in options:
        return "".join(run(source, "--", *options[unit]) for source in sources)
    return findings


def main(clang_tidy, build_folder, sources):
    assert sources, "nothing to check"
    assert_included_sources_are_checked(clang_tidy)
    units, options = units_of(build_folder, sources)
    # The largest first, so that none is left for the end, when the other processors are idle.
    order = sorted(units, key=lambda unit: -sum(os.path.getsize(source) for source in units[unit]))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for findings in pool.map(lambda unit: check(clang_tidy, build_folder, unit, units[unit], options), order):
            if findings:
                failed += 1
                print(findings, flush=True)
    print(f"clang-tidy: {len(sources)} files in {len(units)} units, {failed} units with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
