"""Completion in real shells: everything that --help mentions is offered where it can be typed."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

from environment import BUILD, run_kenn

SCRIPTS = {shell: run_kenn("completion", shell).stdout.decode() for shell in ("bash", "zsh")}


def help_section(title, *command):
    """The lines of one section of a help text; none if it has no such section."""
    text = run_kenn(*command, "--help-all" if command == ("train",) else "--help").stdout.decode()
    sections = re.findall(rf"^(?:{title}):\n(.*?)\n\n", text, re.DOTALL | re.MULTILINE)
    return [line for section in sections for line in section.splitlines()]


OPTION_SECTIONS = "Options|With --explore|(?:More: )?(?:Data|Model|Rules|Training|Output)"


def options_in_help(*command):
    names = [name for line in help_section(OPTION_SECTIONS, *command) for name in re.findall(r"^  ((?:-[\w-]+,?)+)", line)]
    return [option for name in names for option in name.split(",") if option.startswith("--")]


def values_in_help(command):
    """What must come before the cursor, and what can be typed there: [("check --dump", ["ast", ...]), ...]."""
    found = []
    for title in ("Positionals", OPTION_SECTIONS):
        for line in help_section(title, command):
            for name, values in re.findall(r"^  (\S+) (\w+(?:\|\w+)+)(?: |$)", line):
                before = f"{command} {name}" if title == OPTION_SECTIONS else command
                found.append((before, values.split("|")))
    return found


COMMANDS = [line.split()[0] for line in help_section("Subcommands")]
OPTIONS = {"": options_in_help(), **{command: options_in_help(command) for command in COMMANDS}}
VALUES = [found for command in COMMANDS for found in values_in_help(command)]


class Help(unittest.TestCase):
    def test_it_was_understood(self):
        self.assertLessEqual({"check", "enhance", "fit", "generate", "completion"}, set(COMMANDS))
        self.assertLessEqual({"--help", "--version"}, set(OPTIONS[""]))
        self.assertLessEqual({"--help", "--syntax", "--dump", "--data", "--json"}, set(OPTIONS["check"]))
        self.assertLessEqual({"--help", "--knowledge", "--logits", "--relation", "--ids", "--weights", "--out",
                              "--layers", "--boost", "--center", "--order", "--threads", "--json"}, set(OPTIONS["enhance"]))
        self.assertIn(("check --dump", ["ast", "clauses", "plan"]), VALUES)
        self.assertIn(("check --syntax", ["auto", "kenn", "kenn2"]), VALUES)
        self.assertIn(("enhance --boost", ["softmax", "godel", "residual"]), VALUES)
        self.assertIn(("enhance --order", ["parallel", "sequential"]), VALUES)
        self.assertLessEqual({"--nodes", "--edges", "--classes", "--words", "--homophily", "--exclusions", "--features",
                              "--noise", "--seed", "--out", "--json"}, set(OPTIONS["generate"]))
        self.assertIn(("generate", ["citation", "smokers", "hierarchy"]), VALUES)
        self.assertIn(("completion", ["bash", "zsh"]), VALUES)


class Build(unittest.TestCase):
    def test_scripts_are_what_the_program_prints(self):
        for shell, name in (("bash", "kenn.bash"), ("zsh", "_kenn")):
            self.assertEqual((BUILD / "completion" / name).read_text(), SCRIPTS[shell])


class Bash(unittest.TestCase):
    def offered(self, line):
        """What bash offers at the end of the line, in a folder that holds rules.kenn."""
        script = SCRIPTS["bash"] + (
            '[[ "$(complete -p kenn)" == *" -o default "*"-F _kenn kenn" ]] || exit 3\n'
            'COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n'
            '_kenn kenn "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"\n'
            '[ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))  # -o default\n'
            'printf "%s\\n" "${COMPREPLY[@]}"\n'
        )
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "rules.kenn").touch()
            words = [part for word in line.split(" ") for part in re.split("(=)", word)]  # as bash cuts a line
            shell = subprocess.run(["bash", "--norc", "--noprofile", "-c", script, "bash", *words],
                                   cwd=folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((shell.returncode, shell.stderr), (0, ""))
        return shell.stdout.split()

    def test_commands(self):
        self.assertEqual(set(self.offered("kenn ")) - set(OPTIONS[""]) - {"-h"}, set(COMMANDS))
        self.assertEqual(self.offered("kenn ch"), ["check"])
        self.assertEqual(self.offered("kenn xyzzy"), [])

    def test_options(self):
        for command, options in OPTIONS.items():
            line = f"kenn {command}".rstrip()
            with self.subTest(line):
                self.assertEqual(sorted(self.offered(f"{line} --")), sorted(options))
        self.assertEqual(self.offered("kenn check --du"), ["--dump"])
        self.assertEqual(self.offered("kenn check rules.kenn --json --sy"), ["--syntax"])
        self.assertEqual(self.offered("kenn enhance --logits T=rules.kenn --re"), ["--relation"])

    def test_values(self):
        for before, values in VALUES:
            with self.subTest(before):
                self.assertEqual(self.offered(f"kenn {before} "), values)
                self.assertEqual(self.offered(f"kenn {before} {values[0]}"), [
                    value for value in values if value.startswith(values[0])])

    def test_files(self):
        for line in ("kenn check ", "kenn check ru", "kenn check --json ", "kenn check --dump ast ru",
                     "kenn check rules.kenn --data ", "kenn enhance --knowledge ru", "kenn enhance --weights ",
                     "kenn enhance --logits Paper=ru", "kenn enhance --logits Paper=z.npy --relation Cite=ru"):
            with self.subTest(line):
                self.assertIn("rules.kenn", self.offered(line))


class InteractiveZsh:
    """A zsh that is typed to in a pseudo terminal."""

    def __init__(self, setup, folder):
        # ^Xs prints the line between two control characters and empties it. BAUD=0: the screen is never behind.
        # LISTMAX: never asks whether to list so many.
        (folder / "setup").write_text(
            f"bindkey -e; BAUD=0; LISTMAX=1000; autoload -Uz compinit\n{setup}\n"
            "show() { printf '\\1%s\\2' $BUFFER; BUFFER= }; zle -N show; bindkey '^Xs' show\n"
            "printf '\\1\\2'\n")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            try:
                os.chdir(folder)
                environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm", "LC_ALL": "C"}
                os.execvpe("zsh", ["zsh", "-f", "-i"], environment)
            finally:
                os._exit(127)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 100, 150, 0, 0))
        self.press("source ./setup\n")

    def press(self, keys):
        """All that is shown, and the line that results."""
        os.write(self.terminal, keys.encode())
        shown = b""
        deadline = time.monotonic() + 30
        while not shown.endswith(b"\2"):
            if not select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"zsh says nothing more after {shown}")
            shown += os.read(self.terminal, 65536)
            shown = shown[: shown.find(b"\2") + 1] or shown  # the next prompt may follow
        screen, _, line = shown[:-1].decode().partition("\1")
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", screen), line

    def complete(self, text):
        return self.press(text + "\t\x18s")

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class Zsh(unittest.TestCase):
    SETUPS = {
        "sourced": "compinit -u -D; source functions/_kenn",
        "autoloaded": "fpath=($PWD/functions $fpath); compinit -u -D",
    }

    def for_each_setup(self, check):
        for name, setup in self.SETUPS.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                (folder / "functions").mkdir()
                (folder / "functions" / "_kenn").write_text(SCRIPTS["zsh"])
                (folder / "rules.kenn").touch()
                shell = InteractiveZsh(setup, folder)
                try:
                    check(shell)
                finally:
                    shell.close()

    def assert_line(self, shell, typed, completed):
        self.assertEqual(shell.complete(typed)[1], completed)

    def assert_offered(self, shell, typed, words):
        screen, _ = shell.complete(typed)
        self.assertLessEqual(set(words), set(screen.split()), f"{typed!r} shows {screen!r}")

    def test_commands(self):
        def check(shell):
            self.assert_line(shell, "kenn ch", "kenn check ")
            self.assert_line(shell, "kenn xyzzy", "kenn xyzzy")
            self.assert_offered(shell, "kenn ", COMMANDS)

        self.for_each_setup(check)

    def test_options(self):
        def check(shell):
            self.assert_line(shell, "kenn check --du", "kenn check --dump ")
            self.assert_line(shell, "kenn check rules.kenn --sy", "kenn check rules.kenn --syntax ")
            self.assert_line(shell, "kenn enhance --logits T=rules.kenn --re",
                             "kenn enhance --logits T=rules.kenn --relation ")
            self.assert_line(shell, "kenn enhance --logits T=rules.kenn --log",
                             "kenn enhance --logits T=rules.kenn --logits ")
            for command, options in OPTIONS.items():
                line = f"kenn {command}".rstrip()
                self.assert_offered(shell, f"{line} -", options)
                for option in options:
                    if sum(other.startswith(option[:-1]) for other in options) == 1:
                        self.assert_line(shell, f"{line} {option[:-1]}", f"{line} {option} ")

        self.for_each_setup(check)

    def test_values(self):
        def check(shell):
            self.assert_line(shell, "kenn check --dump c", "kenn check --dump clauses ")
            self.assert_line(shell, "kenn check --dump p", "kenn check --dump plan ")
            self.assert_line(shell, "kenn enhance --boost g", "kenn enhance --boost godel ")
            for before, values in VALUES:
                self.assert_offered(shell, f"kenn {before} ", values)

        self.for_each_setup(check)

    def test_files(self):
        def check(shell):
            self.assert_line(shell, "kenn check ru", "kenn check rules.kenn ")
            self.assert_line(shell, "kenn check --json ru", "kenn check --json rules.kenn ")
            self.assert_line(shell, "kenn enhance --knowledge ru", "kenn enhance --knowledge rules.kenn ")
            self.assert_line(shell, "kenn enhance --logits T=ru", "kenn enhance --logits T=rules.kenn ")
            self.assert_line(shell, "kenn enhance --logits T=rules.kenn --ids T=ru",
                             "kenn enhance --logits T=rules.kenn --ids T=rules.kenn ")

        self.for_each_setup(check)


if __name__ == "__main__":
    unittest.main()
