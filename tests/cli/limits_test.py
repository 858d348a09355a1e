"""Limits are said before they are spent: endless views, groundings and networks without memory, long lines."""

import resource
import signal
import sqlite3
import subprocess
import time
import unittest

from cli_test import BAD_INPUT
from environment import KENN, run_kenn
from training_case import TOPICS, TrainingCase

INTERRUPTED = 130
ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id FROM c"
GIGABYTE = 10**9


def address_space(size):
    """What a program gets that is started with this."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


class Databases(TrainingCase):
    def make(self, papers):
        self.write(TOPICS, "k.kenn")
        database = sqlite3.connect(self.folder / "a.db")
        database.execute(f"CREATE VIEW Paper AS {papers}")
        database.execute("CREATE TABLE Cite (x, y)")
        database.commit()
        database.close()

    def command(self, *options):
        return ["train", "--knowledge", "k.kenn", "--data", "sqlite:a.db", "--out", "m", *options]

    def test_a_view_that_gives_no_row_is_left(self):
        self.make(ENDLESS + " WHERE x < 0")
        started = time.monotonic()
        result = run_kenn(*self.command("--read-timeout", "0.5"), cwd=self.folder)
        self.assertLess(time.monotonic() - started, 30)
        self.refuse(result, "table 'Paper'", "after 0 rows", "0.5 seconds", "no end", "--read-timeout")

    def test_a_view_that_gives_rows_for_ever_ends_with_the_memory(self):
        self.make(ENDLESS)
        result = run_kenn(*self.command(), cwd=self.folder, preexec_fn=address_space(GIGABYTE // 3))
        self.refuse(result, "a.db", "table 'Paper'", "memory")

    def test_a_view_that_ends_is_read_to_its_end(self):
        self.make(ENDLESS + " LIMIT 100000")
        for seconds in ("0", "0.000001"):  # rows come all the time, so no time is too short
            self.refuse(run_kenn(*self.command("--read-timeout", seconds), cwd=self.folder), "no label to learn from")

    def test_a_person_can_stop_it(self):
        for view, when in ((ENDLESS + " WHERE x < 0", "without rows"), (ENDLESS, "with rows")):
            self.folder.joinpath("a.db").unlink(missing_ok=True)
            self.make(view)
            for number in (signal.SIGINT, signal.SIGTERM):
                for options in ((), ("--json",)):
                    with self.subTest(when=when, signal=number, options=options):
                        self.stop(number, options)

    def stop(self, number, options):
        program = subprocess.Popen([KENN, *self.command(*options)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        time.sleep(1)
        self.assertIsNone(program.poll(), "it is still reading")
        started = time.monotonic()
        program.send_signal(number)
        output, errors = program.communicate(timeout=60)
        self.assertLess(time.monotonic() - started, 15)
        self.assertEqual(program.returncode, INTERRUPTED)
        if options:
            self.assertIn(b'"interrupted":true', output)
            self.assertEqual(errors, b"")
        else:
            self.assertIn(b"table 'Paper': reading was stopped", errors)
            self.assertEqual(output, b"")

    def test_the_seconds_are_numbers(self):
        self.make(ENDLESS)
        for seconds in ("-1", "nan", "inf", "x"):
            result = run_kenn(*self.command("--read-timeout", seconds), cwd=self.folder)
            self.assertEqual(result.returncode, 2, result)


class Memory(TrainingCase):
    def write_papers(self, count, features=""):
        self.write(TOPICS, "k.kenn")
        self.data.mkdir(exist_ok=True)
        self.write("id,label\n" + "".join(f"p{row},{('AI', 'DB')[row % 2]}\n" for row in range(count)), "data/Paper.csv")
        self.write("x,y\np0,p1\n", "data/Cite.csv")
        if features:
            self.write(features, "data/Paper.features.mtx")

    def test_groundings_that_do_not_fit_are_refused_before_they_are_made(self):
        self.write_papers(200_000)
        self.write('type Paper\npredict AI(Paper), DB(Paper)\nrule "pairs": AI(x) -> DB(y)\n', "k.kenn")
        result = self.train("--max-groundings", "1000000000000000", "--epochs", "1")
        self.refuse(result, "rule 'pairs'", "40000000000 groundings", "320 GB", "free", "'given'")

    def test_joins_that_do_not_fit_are_refused_before_they_are_made(self):
        self.write_papers(3000)
        self.write('type Paper\npredict AI(Paper), DB(Paper)\ngiven Cite(Paper, Paper)\n'
                   'rule "paths": AI(x) & Cite(x, y) & Cite(y, z) -> AI(z) | AI(y)\n', "k.kenn")
        star = "".join(f"p{row},p0\np0,p{row}\n" for row in range(1, 3000))
        self.write("x,y\n" + star, "data/Cite.csv")
        result = self.train("--epochs", "1", preexec_fn=address_space(150_000_000))  # 9,000,000 groundings of 24 bytes
        self.refuse(result, "rule 'paths'", "groundings need", "of memory, but only", "free")

    def test_groundings_take_the_memory_that_is_said(self):
        self.write_papers(2000)
        knowledge = 'type Paper\npredict AI(Paper), DB(Paper)\nrule "pairs": AI(x) -> DB(y)\n'
        self.write(knowledge, "k.kenn")
        check = ("check", "k.kenn", "--data", "data", "--dump", "plan", "--json")
        plan = self.assert_json(run_kenn(*check, cwd=self.folder), 0)["plan"]
        taken = self.peak(check)
        self.write(knowledge.replace("AI(x) -> DB(y)", "AI(x) -> DB(x)"), "k.kenn")
        without = self.peak(check)
        self.assertGreater(plan["bytes"], 8 * 2000 * 2000)
        self.assertLess(abs(taken - without - plan["bytes"]), 0.5 * plan["bytes"])

    def peak(self, command):
        """The most memory that the program had, in bytes."""
        code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
                "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)")
        return int(subprocess.run(["python3", "-c", code, str(KENN), *command], cwd=self.folder, capture_output=True,
                                  check=True).stdout)

    def test_features_that_no_network_can_hold_are_refused(self):
        header = "%%MatrixMarket matrix coordinate real general\n"
        self.write_papers(4, header + "4 4294967295 1\n1 4294967295 1\n")
        result = self.train("--epochs", "1", preexec_fn=address_space(4 * GIGABYTE))
        self.refuse(result, "network of 'Paper'", "4294967295 features", "memory", "free")
        for columns in ("4294967296", str(2**60), str(2**70)):
            self.write_papers(4, header + f"4 {columns} 0\n")
            self.refuse(self.train("--epochs", "1"), "Paper.features.mtx:2:1", "columns", "at most 4294967295")
        self.write_papers(4, header.replace("coordinate", "array") + "4 4294967295\n1\n")
        self.refuse(self.train("--epochs", "1"), "has 1 entry", "17179869180")

    def test_arrays_that_promise_too_much_are_refused(self):
        self.write_papers(4)
        for shape, message in ((f"(4, {2**60})", "damaged"), (f"({2**60}, 4)", "damaged"), (f"(4, {2**32})", "truncated"),
                               (f"(0, {2**60})", "0 rows")):
            header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
            header += " " * (117 - len(header)) + "\n"
            (self.data / "Paper.features.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
                                                           + header.encode())
            with self.subTest(shape=shape):
                self.refuse(self.train("--epochs", "1", preexec_fn=address_space(GIGABYTE)), "Paper.features.npy", message)

    def test_features_of_nobody_are_refused_like_others(self):
        self.write("type Paper, Person\npredict AI(Paper), Old(Person)\n", "k.kenn")
        self.write_papers(4)
        self.write("type Paper, Person\npredict AI(Paper), Old(Person)\n", "k.kenn")
        self.write("id,AI\na,1\nb,0\n", "data/Paper.csv")
        self.write("id\n", "data/Person.csv")
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': (0, {2**60}), }}"
        header += " " * (117 - len(header)) + "\n"
        (self.data / "Person.features.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
                                                        + header.encode())
        self.refuse(self.train("--epochs", "1"), "network of 'Person'", f"{2**60} features")

    def test_hidden_layers_that_no_machine_can_hold_are_refused(self):
        self.write_papers(4)
        self.refuse(self.train("--hidden", "1000000,1000000", "--epochs", "1"), "network of 'Paper'", "16 TB")


class LongFiles(TrainingCase):
    def test_many_columns_take_time_and_memory_like_the_file(self):
        self.write(TOPICS, "k.kenn")
        self.data.mkdir()
        columns = 100_000
        header = "id,label," + ",".join(f"feature_{column}" for column in range(columns)) + "\n"
        self.assertGreater(len(header), 1 << 20)
        rows = "".join(f"p{row},{('AI', 'DB')[row % 2]}" + ",0.5" * columns + "\n" for row in range(10))
        self.write(header + rows, "data/Paper.csv")
        self.write("x,y\np0,p1\n", "data/Cite.csv")
        done = self.train("--epochs", "1", "--hidden", "", "--trust", "joint", preexec_fn=address_space(GIGABYTE))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_line_of_200_megabytes_is_refused_by_its_start(self):
        self.write(TOPICS, "k.kenn")
        self.data.mkdir()
        with open(self.data / "Paper.csv", "wb") as file:
            file.write(b"id,label\n")
            for _ in range(200):
                file.write(b"x" * 1_000_000)
        self.write("x,y\n", "data/Cite.csv")
        result = self.train("--epochs", "1", preexec_fn=address_space(400_000_000))
        self.refuse(result, "Paper.csv:2:1", "64 MiB")

    def test_many_tables_take_time_like_their_number(self):
        self.write(TOPICS, "k.kenn")
        database = sqlite3.connect(self.folder / "a.db")
        database.execute("PRAGMA synchronous = OFF")
        for number in range(20_000):
            database.execute(f"CREATE TABLE table_{number} (id)")
        database.execute("CREATE TABLE Paper (id, label)")
        database.execute("CREATE TABLE Cite (x, y)")
        database.executemany("INSERT INTO Paper VALUES (?, ?)", [(f"p{row}", ("AI", "DB")[row % 2]) for row in range(20)])
        database.commit()
        database.close()
        done = run_kenn("train", "--knowledge", "k.kenn", "--data", "sqlite:a.db", "--out", "m", "--epochs", "1", "--trust",
                        "joint", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_layers_of_a_file_are_as_many_as_on_the_command_line(self):
        self.write('data = "data"\nknowledge = "k.kenn"\nlayers = [1001]\n', "e.toml")
        self.write(TOPICS, "k.kenn")
        result = run_kenn("experiment", "e.toml", "--out", "results", cwd=self.folder)
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn(b"e.toml:3:11: error: a whole number from 1 to 1000 is expected here", result.stderr)


if __name__ == "__main__":
    unittest.main()
