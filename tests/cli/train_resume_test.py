"""`kenn train --resume`: stopped or killed at any moment, it ends with the bytes of a training that ran through."""

import json
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import time
import unittest

from environment import KENN
from training_case import JOINT, TrainingCase, read_model

ENDLESS = ("--epochs", "10000000")
INTERRUPTED = 130


def joint(arguments):
    """Weights that are learned with the networks, for methods that can do otherwise."""
    return () if "--method" in arguments else JOINT


class Resume(TrainingCase):
    """Of joint training; train_trust_test.py has the cross-fitted one."""

    def command(self, *arguments):
        return [KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--out", "m.kenn", *joint(arguments), *arguments]

    def train(self, *arguments, **options):
        return super().train(*joint(arguments), *arguments, **options)

    def start(self, *arguments, **options):
        return subprocess.Popen(self.command(*arguments), cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **options)

    def interrupt(self, *arguments, seconds=0.1):
        """Starts a training without an end, and stops it as a person does. Returns how many epochs it made."""
        program = self.start(*ENDLESS, *arguments)
        shown = program.stderr.readline()
        while shown and not shown.startswith(b"epoch "):
            shown = program.stderr.readline()
        time.sleep(seconds)
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, output), (INTERRUPTED, b""), errors)
        self.assertIn(b"stopping after this epoch; Ctrl-C once more stops at once\n", errors)
        (epochs,) = re.findall(rb"\nstopped after (\d+) epochs?, saved in m\.kenn\.checkpoint; "
                               rb"the same command with --resume continues\n$", errors)
        self.assertIn("m.kenn.checkpoint", self.names())
        self.assertNotIn("m.kenn", self.names())
        return int(epochs)

    def log(self):
        return self.bytes_of("log.jsonl")

    # ------------------------------------------------------------------------------------------------- stopped, going on

    def test_interrupted_and_resumed(self):
        self.use_topics()
        for options in ((), ("--batch-size", "8", "--hidden", "5"), ("--dropout", "0.3", "--paradigm", "inductive")):
            with self.subTest(options):
                made = self.interrupt(*options, "--log", "log.jsonl")
                if not options:
                    made = self.interrupt(*options, "--log", "log.jsonl", "--resume", seconds=0)
                last = (*options, "--log", "log.jsonl", "--epochs", str(made + 20))
                resumed = self.train(*last, "--resume")
                self.assertEqual(resumed.returncode, 0, resumed.stderr)
                self.assertIn(f"going on after {made} epochs\n", resumed.stderr.decode())
                self.assertNotIn("m.kenn.checkpoint", self.names())
                model, log = self.bytes_of(), self.log()
                (self.folder / "m.kenn").unlink()
                self.train_json(*last)
                self.assertEqual(self.bytes_of(), model)
                self.assertEqual(self.log(), log)
                self.assertEqual([json.loads(line)["epoch"] for line in log.splitlines()], list(range(made + 21)))
                (self.folder / "m.kenn").unlink()

    def test_interrupted_with_json(self):
        self.use_topics()
        program = self.start(*ENDLESS, "--json", "--checkpoint-seconds", "0")
        while program.poll() is None and "m.kenn.checkpoint" not in self.names():
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, errors), (INTERRUPTED, b""))
        answer = json.loads(output)
        self.assertEqual((answer["ok"], answer["interrupted"], answer["checkpoint"]), (False, True, "m.kenn.checkpoint"))
        self.assertGreater(answer["epochs"], 0)

    def test_who_ignores_the_signal_goes_on_ignoring_it(self):
        self.use_topics()
        for ignored in (signal.SIGINT, signal.SIGHUP):  # nohup ignores the latter
            with self.subTest(ignored):
                program = self.start("--epochs", "1500", preexec_fn=lambda: signal.signal(ignored, signal.SIG_IGN))
                program.stderr.readline()
                program.send_signal(ignored)
                program.communicate(timeout=60)
                self.assertEqual(program.returncode, 0)

    def test_the_terminal_goes(self):
        """It may say so more than once, itself and by way of the shell."""
        self.use_topics()
        for number in (1, 3):
            with self.subTest(number):
                program = self.start(*ENDLESS, "--resume")
                while (shown := program.stderr.readline()) and not shown.startswith(b"epoch "):
                    pass
                for _ in range(number):
                    program.send_signal(signal.SIGHUP)
                    time.sleep(0.002)
                _, errors = program.communicate(timeout=60)
                self.assertEqual(program.returncode, INTERRUPTED)
                (epochs,) = re.findall(rb"\nstopped after (\d+) epochs?, saved in m\.kenn\.checkpoint; ", errors)
                self.assertGreater(int(epochs), 0)
                self.assertIn("m.kenn.checkpoint", self.names())

    def test_without_a_checkpoint_it_starts_from_the_beginning(self):
        self.use_topics()
        result = self.train("--epochs", "5", "--resume")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"there is no m.kenn.checkpoint: training starts from the beginning\n", result.stderr)
        model = self.bytes_of()
        self.train_json("--epochs", "5", "--resume")
        self.assertEqual(self.bytes_of(), model)

    def test_what_ends_the_first_phase_of_a_greedy_training_stays(self):
        self.use_topics()
        self.interrupt("--method", "kenn-greedy")
        self.refuse(self.train("--method", "kenn-greedy", "--epochs", "20", "--resume"),
                    "the checkpoint is of another training: --epochs was 10000000 and is now 20;")

    def test_what_is_refused(self):
        self.use_topics()
        made = self.interrupt()
        checkpoint = self.bytes_of("m.kenn.checkpoint")
        enough = ("--epochs", str(made + 10), "--resume")
        for options, message in (
                (("--seed", "1"), "the checkpoint is of another training: --seed was 0 and is now 1;"),
                (("--hidden", "", "--seed", "7"), 'error: the checkpoint is of another training: '
                                                  '--seed was 0 and is now 7, --hidden was 50,50,50 and is now ""')):
            self.refuse(self.train(*enough, *options), "m.kenn.checkpoint: error: ", message)
        self.refuse(self.train("--epochs", str(made - 1), "--resume"),
                    f"m.kenn.checkpoint: error: the checkpoint is beyond --epochs {made - 1}: it has {made} epochs")
        for name, message in (("k.kenn", "the knowledge is another one;"), ("data/Cite.csv", "the data has changed;")):
            before = self.bytes_of(name)
            self.write(before + (b"# more\n" if name == "k.kenn" else b"p0,p1\n"), name)
            self.refuse(self.train(*enough), message)
            self.write(before, name)
        numbers = random.Random(3)
        place = numbers.randrange(len(checkpoint))
        for damaged in (b"", checkpoint[:numbers.randrange(len(checkpoint))],
                        checkpoint[:place] + bytes([checkpoint[place] ^ 4]) + checkpoint[place + 1:]):
            self.write(damaged, "m.kenn.checkpoint")
            self.refuse(self.train(*enough), "m.kenn.checkpoint: error: ")
            self.assertEqual(self.bytes_of("m.kenn.checkpoint"), damaged)
        self.write(checkpoint, "m.kenn.checkpoint")
        result = self.train("--epochs", str(made + 10))
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"m.kenn.checkpoint: warning: a training was stopped here; this one starts anew", result.stderr)
        model = self.bytes_of()
        self.write(model, "m.kenn.checkpoint")
        self.refuse(self.train(*enough), "m.kenn.checkpoint: error: this is no checkpoint of a training")
        self.write(checkpoint, "m.kenn.checkpoint")
        self.train_json(*enough)
        self.assertEqual(self.bytes_of(), model)

    # ---------------------------------------------------------------------------------------------------------- killed

    def test_killed_twenty_times(self):
        """Half of the moments are anywhere in a run, half of them while it trains and writes checkpoints."""
        self.use_topics()
        options = ("--epochs", "1000", "--log", "log.jsonl")
        start = time.monotonic()
        answer = self.train_json(*options)
        whole, training = time.monotonic() - start, answer["seconds"]["train"]
        model, log = self.bytes_of(), self.log()
        numbers = random.Random(20)
        (self.folder / "m.kenn").unlink()
        kills = 0
        while kills < 20:
            program = self.start(*options, "--resume", "--checkpoint-seconds", numbers.choice(("0", "0.05")))
            if kills % 2:
                while (shown := program.stderr.readline()) and not shown.startswith(b"epoch "):
                    pass
                moment = numbers.uniform(0, training)
            else:
                moment = numbers.uniform(0, whole)
            try:
                program.communicate(timeout=moment)
                self.assertEqual(program.returncode, 0)
                self.assertEqual((self.bytes_of(), self.log()), (model, log))
                (self.folder / "m.kenn").unlink()
            except subprocess.TimeoutExpired:
                program.kill()
                program.communicate()
                kills += 1
        self.train_json(*options, "--resume")
        self.assertEqual(self.bytes_of(), model)
        self.assertEqual(self.log(), log)
        self.assertEqual(self.names(), {"k.kenn", "data", "m.kenn", "log.jsonl"})

    # ------------------------------------------------------------------------------------------------------- full disks

    def assert_goes_on(self, made):
        """The checkpoint that was left is good: its training ends as if nothing had happened."""
        self.assertGreater(made, 0)
        content = self.bytes_of("m.kenn.checkpoint")
        texts, _ = read_model(content)
        epochs = json.loads(texts["training"])["members"][0]["epochs"]
        self.assertGreaterEqual(len(epochs), made)
        last = ("--epochs", str(len(epochs) + 10))
        self.train_json(*last, "--resume")
        model = self.bytes_of()
        self.train_json(*last)
        self.assertEqual(self.bytes_of(), model)

    def test_a_limit_of_file_sizes(self):
        self.use_topics()
        made = self.interrupt()
        limit = (self.folder / "m.kenn.checkpoint").stat().st_size + 20_000  # a checkpoint grows with its epochs
        result = self.train(*ENDLESS, "--resume", "--checkpoint-seconds", "0",
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.refuse(result, "m.kenn.checkpoint: error: cannot write the file: File too large")
        self.assertNotIn("m.kenn", self.names())
        self.assert_goes_on(made)

    def test_a_full_disk(self):
        """A file system of a few pages, where this machine lets us mount one."""
        self.use_topics()
        (self.folder / "disk").mkdir()
        arguments = [*self.command(*ENDLESS, "--checkpoint-seconds", "0", "--json")[1:]]
        arguments[arguments.index("m.kenn")] = "disk/m.kenn"
        script = (f'mount -t tmpfs -o size=512k none disk || exit 99; "$0" {shlex.join(arguments)}; echo "status $?"\n'
                  'find disk -type f; cp disk/m.kenn.checkpoint .\n')
        rights = ["--mount"] if os.geteuid() == 0 else ["--mount", "--user", "--map-root-user"]
        result = subprocess.run(["unshare", *rights, "sh", "-c", script, KENN], cwd=self.folder, capture_output=True,
                                timeout=120)
        if b"status" not in result.stdout:
            return
        answer, status, *left = result.stdout.decode().splitlines()
        self.assertEqual((status, left), ("status 1", ["disk/m.kenn.checkpoint"]))
        (found,) = json.loads(answer)["diagnostics"]
        self.assertEqual(found["file"], "disk/m.kenn.checkpoint")
        self.assertIn("No space left on device", found["message"])
        self.assert_goes_on(1)


if __name__ == "__main__":
    unittest.main()
