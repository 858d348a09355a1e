"""The command line from outside: exit statuses, which stream says what, odd files and streams, hostile inputs."""

import json
import os
import pathlib
import pty
import random
import re
import shlex
import socket
import subprocess
import tempfile
import threading
import unittest

from environment import KENN, SOURCE, run_kenn

DONE, BAD_INPUT, WRONG_USAGE = 0, 1, 2
EXAMPLES = sorted((SOURCE / "examples").glob("*.kenn*"))
SMOKERS = SOURCE / "examples" / "smokers.kenn"
HEADER = "type T\npredict A(T), B(T)\n"
BAD_TEXT = HEADER + "rule: A(x) -> Unknown(x)\nrule: A(x) -> B(x)\n"
BAD_PLACE = ":3:15: error: "


def parse_json(line):
    """One object, strictly: UTF-8, no key twice, no NaN."""

    def without_repeats(pairs):
        keys = [key for key, _ in pairs]
        if len(keys) != len(set(keys)):
            raise ValueError(f"a key is there twice: {keys}")
        return dict(pairs)

    def reject(constant):
        raise ValueError(constant)

    return json.loads(line.decode("utf-8"), object_pairs_hook=without_repeats, parse_constant=reject)


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, content, name="input.kenn"):
        path = self.folder / os.fsdecode(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def assert_done(self, result):
        self.assertEqual((result.returncode, result.stderr), (DONE, b""))
        self.assertNotEqual(result.stdout, b"")

    def assert_rejected(self, result, message):
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        self.assertIn(message, result.stderr.decode(errors="replace"))

    def assert_misused(self, result, *messages):
        self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, b""))
        for message in (*messages, "--help"):
            self.assertIn(message, result.stderr.decode())

    def assert_json(self, result, status):
        self.assertEqual((result.returncode, result.stderr), (status, b""))
        self.assertTrue(result.stdout.endswith(b"\n"))
        self.assertEqual(result.stdout.count(b"\n"), 1)
        answer = parse_json(result.stdout)
        self.assertIs(answer["ok"], status == DONE)
        return answer


class Usage(CommandLineTest):
    def test_help_and_version(self):
        for arguments in (["--help"], ["-h"], ["check", "--help"], ["enhance", "--help"], ["fit", "--help"], ["generate", "--help"],
                          ["train", "--help"], ["predict", "--help"], ["infer", "--help"], ["evaluate", "--help"], ["fetch", "--help"],
                          ["completion", "--help"]):
            self.assert_done(run_kenn(*arguments))
        result = run_kenn("--version")
        self.assert_done(result)
        (version,) = re.findall(r"project\(kenn VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text())
        self.assertEqual(result.stdout.decode(), f"kenn {version}\n")

    def test_alone_it_prints_its_help_as_an_error(self):
        result = run_kenn()
        self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, b""))
        self.assertEqual(result.stderr, run_kenn("--help").stdout)

    def test_help_of_check_is_complete_and_its_examples_work(self):
        text = run_kenn("check", "--help").stdout.decode()
        for word in ("FILE", "--help", "--syntax", "--dump", "--data", "--max-groundings", "--json", "auto|kenn|kenn2",
                     "ast|clauses|plan", "Exit status"):
            self.assertIn(word, text)
        examples = re.findall(r"^  kenn (check .*)$", text, re.MULTILINE)
        self.assertNotEqual(examples, [])
        self.write(SMOKERS.read_bytes(), "rules.kenn")
        self.write((SOURCE / "examples" / "smokers.kenn2").read_bytes(), "knowledge.txt")
        (self.folder / "folder").mkdir()
        self.write("id\nann\nbob\n", "folder/Person.csv")
        self.write("x,y\nann,bob\n", "folder/Friends.csv")
        for example in examples:
            self.assert_done(run_kenn(*shlex.split(example), cwd=self.folder))

    def test_wrong_usage(self):
        for arguments, *messages in (
            (["chek"], "unknown command 'chek'", "did you mean 'check'?"),
            (["xyzzy"], "unknown command 'xyzzy'"),
            ([""], "unknown command ''"),
            (["--versoin"], "unknown option '--versoin'", "did you mean '--version'?"),
            (["check", "f", "--dmp"], "unknown option '--dmp'", "did you mean '--dump'?"),
            (["check", "f", "-x"], "unknown option '-x'"),
            (["check"], "FILE"),
            (["check", "a", "b"], "unexpected argument 'b'"),
            (["check", "--", "a", "b"], "unexpected argument 'b'"),
            (["check", "f", "--dump", "trees"], "--dump", "trees", "ast", "clauses"),
            (["check", "f", "--dump"], "--dump"),
            (["check", "f", "--dump", "ast", "--dump", "ast"], "--dump"),
            (["check", "f", "--syntax", "prolog"], "--syntax", "prolog", "auto", "kenn", "kenn2"),
            (["check", "f", "--json=perhaps"], "--json"),
            (["completion"], "SHELL"),
            (["completion", "tcsh"], "tcsh", "bash", "zsh"),
        ):
            with self.subTest(arguments):
                self.assert_misused(run_kenn(*arguments), *messages)

    def test_no_word_is_suggested_for_itself(self):
        self.assertNotIn(b"did you mean '--dump'", run_kenn("--dump", "ast", "check", SMOKERS).stderr)

    def test_two_dashes_end_the_options(self):
        self.write(SMOKERS.read_bytes(), "-rules.kenn")
        self.assert_done(run_kenn("check", "--", "-rules.kenn", cwd=self.folder))

    def test_it_starts_without_torch(self):
        libraries = subprocess.run(["ldd", KENN], capture_output=True, text=True, check=True).stdout
        self.assertIn("libc.so", libraries)
        self.assertNotRegex(libraries, "libtorch|libc10")


class StandardInput(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.summary = run_kenn("check", SMOKERS).stdout.replace(bytes(SMOKERS), b"<standard input>")
        self.assertIn(b"<standard input>: ok\n", self.summary)

    def test_pipe(self):
        self.assertEqual(run_kenn("check", "-", input=SMOKERS.read_bytes()).stdout, self.summary)
        self.assert_rejected(run_kenn("check", "-", input=BAD_TEXT.encode()), "<standard input>" + BAD_PLACE)

    def test_file_is_read_from_where_it_stands(self):
        with open(self.write(b"another reader took this line\n" + SMOKERS.read_bytes()), "rb") as stream:
            os.lseek(stream.fileno(), len("another reader took this line\n"), os.SEEK_SET)
            self.assertEqual(run_kenn("check", "-", stdin=stream).stdout, self.summary)

    def test_socket(self):
        reader, writer = socket.socketpair()
        with reader:
            with writer:
                writer.sendall(SMOKERS.read_bytes())
            self.assertEqual(run_kenn("check", "-", stdin=reader).stdout, self.summary)

    def test_unreadable(self):
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        self.assert_rejected(run_kenn("check", "-", stdin=folder), "<standard input>: error: cannot read")


class Files(CommandLineTest):
    def test_accepted(self):
        for path in EXAMPLES:
            self.assert_done(run_kenn("check", path))

    def test_wrong_text(self):
        self.assert_rejected(run_kenn("check", self.write(BAD_TEXT)), BAD_PLACE)

    def test_empty(self):
        result = run_kenn("check", self.write(""))
        self.assertEqual(result.returncode, DONE)
        self.assertIn(b"warning: ", result.stderr)

    def test_missing_and_unreadable(self):
        without_rights = self.write("")
        without_rights.chmod(0)
        for path, message in (
            (self.folder / "missing", "No such file"),
            (self.folder, "directory"),
            ("/proc/self/mem", "cannot read the file"),  # opens, but nobody can read its first byte
            (without_rights, "Permission denied"),
        ):
            with self.subTest(path):
                for options in ([], ["--json"]):
                    result = self.run_without_privileges("check", path, *options)
                    if options:
                        (found,) = self.assert_json(result, BAD_INPUT)["diagnostics"]
                        self.assertEqual((found["severity"], found["file"]), ("error", str(path)))
                        self.assertIn(message, found["message"])
                    else:
                        self.assert_rejected(result, f"{path}: error: cannot ")
                        self.assertIn(message, result.stderr.decode())

    def run_without_privileges(self, *arguments):
        """Root reads every file, unless it gives up the two capabilities that let it."""
        limits = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
        return subprocess.run([*limits, KENN, *arguments], capture_output=True, timeout=120)

    def test_named_pipe(self):
        path = self.folder / "pipe"
        os.mkfifo(path)
        # A daemon: it would wait for ever for a program that does not read.
        threading.Thread(target=path.write_bytes, args=[SMOKERS.read_bytes()], daemon=True).start()
        result = run_kenn("check", path)
        self.assert_done(result)
        self.assertEqual(result.stdout, run_kenn("check", SMOKERS).stdout.replace(bytes(SMOKERS), bytes(path)))

    def test_odd_names(self):
        for name in (b"two words.kenn", b"not \xff\xfe UTF-8.kenn", b"new\nline\x1b\".kenn", "né∀.kenn".encode()):
            for text, status in ((SMOKERS.read_bytes(), DONE), (BAD_TEXT, BAD_INPUT)):
                with self.subTest(name=name, status=status):
                    self.write(text, name)
                    self.assertEqual(run_kenn("check", name, cwd=self.folder).returncode, status)
                    answer = self.assert_json(run_kenn("check", name, "--json", cwd=self.folder), status)
                    self.assertEqual(answer["file"].count("\N{REPLACEMENT CHARACTER}"), name.count(b"\xff") * 2)
                    if b"\xff" not in name:
                        self.assertEqual(answer["file"], name.decode())


class Outputs(CommandLineTest):
    def test_full_disk(self):
        for arguments in (["--help"], ["--version"], ["check", SMOKERS], ["check", SMOKERS, "--json"],
                          ["check", self.folder / "missing", "--json"], ["completion", "zsh"]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                result = subprocess.run([KENN, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=120)
                self.assertEqual(result.returncode, BAD_INPUT)
                self.assertIn(b"cannot write to standard output", result.stderr)

    def test_json(self):
        for path in EXAMPLES:
            for dump in ([], ["--dump", "ast"], ["--dump", "clauses"]):
                answer = self.assert_json(run_kenn("check", path, "--json", *dump), DONE)
                self.assertEqual(answer["file"], str(path))
                self.assertLessEqual(set(dump[1:]), set(answer))
        answer = self.assert_json(run_kenn("check", "-", "--json", input=BAD_TEXT.encode()), BAD_INPUT)
        (found,) = [each for each in answer["diagnostics"] if each["severity"] == "error"]
        self.assertEqual((found["line"], found["column"]), (3, 15))

    def test_json_holds_all_diagnostics(self):
        rules = "".join(f"rule: A(x) -> Unknown{number}(x)\n" for number in range(57))
        result = run_kenn("check", self.write(HEADER + rules))
        self.assertEqual(result.stderr.count(b": error: "), 20)
        self.assertIn(b"57 errors", result.stderr)
        answer = self.assert_json(run_kenn("check", self.write(HEADER + rules), "--json"), BAD_INPUT)
        self.assertEqual(sum(found["severity"] == "error" for found in answer["diagnostics"]), 57)

    def test_dumped_clauses_are_knowledge_again(self):
        for path in EXAMPLES:
            with self.subTest(path):
                first = run_kenn("check", path, "--dump", "clauses").stdout
                second = run_kenn("check", "-", "--dump", "clauses", input=first).stdout
                if path.suffix == ".kenn2":
                    comments = [line for line in first.splitlines(True) if line.startswith(b"#")]
                    self.assertEqual(len(comments), 1)
                    first = first.replace(comments[0], b"")
                self.assertEqual(second, first)

    def test_same_bytes_twice(self):
        for path in (*EXAMPLES, self.write(BAD_TEXT), self.write("", "empty.kenn")):
            for options in ([], ["--dump", "ast"], ["--dump", "clauses"], ["--json", "--dump", "ast"]):
                runs = [run_kenn("check", path, *options) for _ in range(2)]
                self.assertEqual(*[(run.returncode, run.stdout, run.stderr) for run in runs])
                self.assertNotEqual(runs[0].stdout + runs[0].stderr, b"")

    def test_colours_only_on_a_terminal_that_wants_them(self):
        path = self.write(BAD_TEXT)
        plain = run_kenn("check", path).stderr
        self.assertNotIn(b"\x1b", plain)
        for settings, coloured in (
            ({"TERM": "xterm"}, True),
            ({"TERM": "xterm", "NO_COLOR": ""}, True),
            ({"TERM": "xterm", "NO_COLOR": "1"}, False),
            ({"TERM": "dumb"}, False),
        ):
            with self.subTest(settings):
                shown = self.run_on_terminal("check", path, settings=settings)
                self.assertEqual(b"\x1b[" in shown, coloured)
                self.assertEqual(re.sub(rb"\x1b\[[0-9;]*m", b"", shown), plain)

    def run_on_terminal(self, *arguments, settings):
        """What the program writes to standard error when that is a terminal."""
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        ours, theirs = pty.openpty()
        with open(ours, "rb", buffering=0) as terminal:
            program = subprocess.Popen([KENN, *arguments], stdout=subprocess.DEVNULL, stderr=theirs,
                                       env={**environment, **settings})
            os.close(theirs)
            shown = b""
            try:
                while part := terminal.read(4096):
                    shown += part
            except OSError:  # Linux says so when the other end is closed
                pass
            self.assertEqual(program.wait(120), BAD_INPUT)
        return shown.replace(b"\r\n", b"\n")


class HostileInputs(CommandLineTest):
    def check(self, content, *options):
        """Runs the program; a signal or more than two minutes are failures."""
        result = run_kenn("check", self.write(content), *options)
        self.assertIn(result.returncode, (DONE, BAD_INPUT), result.stderr[:1000])
        return result

    def test_deep_nesting(self):
        depth = 100_000
        for formula in ("(" * depth + "A(x)" + ")" * depth, "(" * depth, "!" * depth + "A(x)",
                        "forall y: " * depth + "A(x)", "!(" * depth):
            result = self.check(HEADER + "rule: " + formula)
            self.assert_rejected(result, "input.kenn:3:")

    def test_long_formulas(self):
        for sign, status in (("&", BAD_INPUT), ("|", DONE), ("->", DONE), ("<->", BAD_INPUT)):
            for options in ([], ["--dump", "ast"], ["--dump", "clauses", "--json"]):
                result = self.check(HEADER + "rule: " + f"A(x) {sign} " * 50_000 + "B(x)", *options)
                self.assertEqual(result.returncode, status)

    def test_garbage(self):
        noise = random.Random(1).randbytes(30_000_000)
        letters = bytes(range(32, 127)) + b"\n"
        printable = noise.translate(bytes(letters[byte % len(letters)] for byte in range(256)))
        for garbage in (noise, bytes(30_000_000), printable[:3_000_000], b"rule:" + b"(" * 3_000_000):
            for options in ([], ["--syntax", "kenn2"]):
                result = self.check(garbage, *options)
                self.assert_rejected(result, ": error: ")

    def test_many_errors_in_many_lines_and_in_one(self):
        """Quadratic work would run into the time limit of `run_kenn`."""
        for separator in ("\n", " "):
            names = separator.join(f"X{number}," for number in range(400_000))
            self.assert_rejected(self.check(f"exclusive {names} X"), "400001 errors")

    def test_chains_of_equivalences_say_how_many_clauses(self):
        for count, clauses in ((15, "has 16384 clauses"), (71, "has more than 10^19 clauses")):
            names = [f"P{number}" for number in range(count)]
            signatures = ", ".join(f"{name}(T)" for name in names)
            formula = " <-> ".join(f"{name}(x)" for name in names)
            result = self.check(f"type T\npredict {signatures}\nrule: {formula}\n")
            self.assert_rejected(result, clauses)
        self.assert_rejected(self.check(HEADER + "rule: " + "A(x) <-> " * 70 + "A(x)"), "clauses")


if __name__ == "__main__":
    unittest.main()
