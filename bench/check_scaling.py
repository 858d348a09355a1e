"""How `kenn check` grows with the number of rules: time and peak memory of the whole command.

usage: check_scaling.py KENN

Every file has n rules over n/10 predicates: a third are rules about pairs, a third have three literals, a third are
equivalences that become three clauses each. Before anything is timed, the number of clauses that the command
reports is compared with the number that the generator knows. The best of several runs is shown.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time

SIZES = (10_000, 100_000, 1_000_000)


def write_rules(path, count):
    """Writes `count` rules, no two of them alike, and returns how many clauses they become."""
    predicates = count // 10
    clauses = 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("type Object\ngiven Linked(Object, Object)\n")
        for i in range(predicates):
            file.write(f"predict P{i}(Object)\n")
        for i in range(count):
            lap, a = divmod(i, predicates)
            b = (a + 1 + 2 * lap) % predicates
            c = (a + 2 + 2 * lap) % predicates
            if i % 3 == 0:
                file.write(f'rule "pair {i}": P{a}(x) & Linked(x, y) -> P{b}(y)\n')
                clauses += 1
            elif i % 3 == 1:
                file.write(f"rule weight 1.5: P{a}(x) & P{b}(x) -> P{c}(x)\n")
                clauses += 1
            else:
                file.write(f'rule "same {i}": P{a}(x) <-> P{b}(x) | P{c}(x)\n')
                clauses += 3
    return clauses


def measure(command):
    """Seconds and peak megabytes of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    assert os.waitstatus_to_exitcode(status) == 0, command
    return seconds, usage.ru_maxrss / 1024


def main(kenn):
    version = subprocess.run([kenn, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{version} check on generated rules ({platform.machine()}, {os.cpu_count()} cores, release build)")
    print(f"{'rules':>10} {'clauses':>10} {'seconds':>9} {'MB':>7} {'us/rule':>8} {'x time':>7}")
    before = None
    with tempfile.TemporaryDirectory() as folder:
        for count in SIZES:
            path = os.path.join(folder, f"rules-{count}.kenn")
            clauses = write_rules(path, count)
            report = json.loads(subprocess.run([kenn, "check", path, "--json"], capture_output=True, check=True).stdout)
            assert (report["rule_count"], report["clause_count"]) == (count, clauses), report["diagnostics"][:3]
            runs = [measure([kenn, "check", path]) for _ in range(3)]
            seconds = min(run[0] for run in runs)
            megabytes = max(run[1] for run in runs)
            growth = f"{seconds / before:7.1f}" if before else f"{'':>7}"
            print(f"{count:>10,} {clauses:>10,} {seconds:>9.3f} {megabytes:>7.0f} {1e6 * seconds / count:>8.2f} {growth}")
            before = seconds


if __name__ == "__main__":
    main(sys.argv[1])
