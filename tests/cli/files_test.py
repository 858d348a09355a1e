"""What commands may write to: outputs replace nothing but files, and no command writes what it reads."""

import json
import os
import pathlib
import signal
import socket
import stat
import subprocess
import threading
import time
import unittest

from environment import KENN, run_kenn
from npy_files import npy
from training_case import PEOPLE, TrainingCase

BAD_INPUT, WRONG_USAGE = 1, 2
QUICK = ("--epochs", "3", "--hidden", "4", "--trust", "joint")


class FilesCase(TrainingCase):
    def setUp(self):
        super().setUp()
        self.use_topics(papers=24)

    def path(self, name):
        return self.folder / name

    def run_here(self, *arguments, **options):
        return run_kenn(*arguments, cwd=self.folder, **options)

    def learn(self, out="m.kenn"):
        result = self.train(*QUICK, out=out)
        self.assertEqual(result.returncode, 0, result.stderr)

    def make_logits(self):
        self.write(npy([[1.0, -1.0], [-1.0, 1.0]] * 12), "z.npy")
        self.write("id,label,split\n" + "".join(f"{i},{('AI', 'DB')[i % 2]},train\n" for i in range(24)), "labels.csv")
        self.write("x,y\n0,2\n1,3\n", "cites.csv")

    def enhance_arguments(self, *more):
        return ("--knowledge", "k.kenn", "--logits", "Paper=z.npy", "--relation", "Cite=cites.csv", *more)

    def kind(self, name):
        return stat.S_IFMT(self.path(name).lstat().st_mode)

    def make_socket(self, name):
        here = os.getcwd()
        os.chdir(self.folder)  # its path may be too long
        try:
            with socket.socket(socket.AF_UNIX) as each:
                each.bind(name)
        finally:
            os.chdir(here)

    def read_fifo(self, name):
        """Reads what comes; join() gives it."""
        received = []

        def read():
            received.append(self.path(name).read_bytes())

        thread = threading.Thread(target=read, daemon=True)
        thread.start()

        def join():
            thread.join(60)
            self.assertFalse(thread.is_alive(), f"nobody wrote to {name}")
            return received[0]

        return join


class Outputs(FilesCase):
    """Every command that writes one file, on every kind of path."""

    def commands(self, out):
        """Name -> arguments of a command that writes to `out`, as far as the kind of the output is its own business."""
        self.make_logits()
        self.learn("model")
        train = ("train", "--knowledge", "k.kenn", "--data", "data", *QUICK)
        return {
            "train": (*train, "--out", out),
            "checkpoint": (*train, "--out", out.removesuffix(".checkpoint")) if out.endswith(".checkpoint") else None,
            "log": (*train, "--out", "other", "--log", out),
            "report": (*train, "--out", "other", "--report", out),
            "predict": ("predict", "--model", "model", "--data", "data", "--out", out),
            "map": ("map", "--model", "model", "--data", "data", "--map-steps", "2", "--out", out),
            "fit": ("fit", *self.enhance_arguments("--labels", "Paper=labels.csv", "--out", out)),
            "enhance --fit": ("enhance", *self.enhance_arguments("--labels", "Paper=labels.csv", "--fit", out)),
        }

    def test_a_socket_stays_a_socket(self):
        self.make_socket("s.csv")
        for name, arguments in self.commands("s.csv").items():
            if arguments is None:
                continue
            with self.subTest(name):
                self.refuse(self.run_here(*arguments), "s.csv: error: cannot write the file: it is a socket;")
                self.assertEqual(self.kind("s.csv"), stat.S_IFSOCK)

    def test_a_fifo_is_no_model(self):
        os.mkfifo(self.path("f.csv"))
        commands = self.commands("f.csv")
        for name in ("train", "fit", "enhance --fit"):
            with self.subTest(name):
                self.refuse(self.run_here(*commands[name]),
                            "f.csv: error: cannot write the file: it is a FIFO; a regular file is needed here")
                self.assertEqual(self.kind("f.csv"), stat.S_IFIFO)

    def test_predictions_logs_and_reports_go_through_a_fifo(self):
        commands = self.commands("f.csv")
        expected = {}
        for name in ("predict", "map", "log"):
            self.assertEqual(self.run_here(*commands[name]).returncode, 0)
            expected[name] = self.bytes_of("f.csv")
            self.path("f.csv").unlink()
        os.mkfifo(self.path("f.csv"))
        for name in ("predict", "map", "log", "report"):
            with self.subTest(name):
                join = self.read_fifo("f.csv")
                result = self.run_here(*commands[name])
                self.assertEqual(result.returncode, 0, result.stderr)
                received = join()
                if name == "report":
                    self.assertTrue(received.startswith(b"<!DOCTYPE html>"), received[:40])
                else:
                    self.assertEqual(received, expected[name])
                self.assertEqual(self.kind("f.csv"), stat.S_IFIFO)
        self.assertEqual([name for name in self.names() if name.endswith(".tmp")], [])

    def test_devices(self):
        """A null device and a disk of our own."""
        try:
            os.mknod(self.path("null.csv"), stat.S_IFCHR | 0o666, os.makedev(1, 3))
            os.mknod(self.path("disk.csv"), stat.S_IFBLK | 0o666, os.makedev(7, 255))
        except PermissionError:
            self.skipTest("devices cannot be made here")
        for name, arguments in self.commands("null.csv").items():
            if arguments is None:
                continue
            with self.subTest(name):
                result = self.run_here(*arguments)
                if name in ("predict", "map", "log", "report"):
                    self.assertEqual(result.returncode, 0, result.stderr)
                else:
                    self.refuse(result, "null.csv: error: cannot write the file: it is a character device;")
                self.assertEqual(self.kind("null.csv"), stat.S_IFCHR)
        for name, arguments in self.commands("disk.csv").items():
            if arguments is None:
                continue
            with self.subTest(name):
                self.refuse(self.run_here(*arguments), "disk.csv: error: cannot write the file: it is a block device;")
                self.assertEqual(self.kind("disk.csv"), stat.S_IFBLK)

    def test_links_are_followed(self):
        self.path("real").mkdir()
        for there in (True, False):
            for name, arguments in self.commands("link.csv").items():
                if arguments is None:
                    continue
                with self.subTest(name, there=there):
                    target = self.path("real/target.csv")
                    target.write_text("old") if there else target.unlink(missing_ok=True)
                    self.path("link.csv").unlink(missing_ok=True)
                    self.path("link.csv").symlink_to("real/target.csv")
                    result = self.run_here(*arguments)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertEqual(os.readlink(self.path("link.csv")), "real/target.csv")
                    self.assertGreater(target.stat().st_size, 3)
                    self.assertEqual({path.name for path in self.path("real").iterdir()}, {"target.csv"})

    def test_folders_of_files(self):
        """Those of `enhance`, `generate` and `experiment`, and what lies beside a report."""
        self.make_logits()
        experiment = ('data = "data"\nknowledge = "k.kenn"\nmethods = ["nn"]\nruns = 1\n'
                      '[training]\nhidden = [4]\nepochs = 2\n')
        self.write(experiment, "e.toml")
        commands = {"Paper.npy": ("enhance", *self.enhance_arguments("--out", "out")),
                    "Person.csv": ("generate", "smokers", "--nodes", "10", "--out", "out"),
                    "results.jsonl": ("experiment", "e.toml", "--out", "out"),
                    "experiment.json": ("experiment", "e.toml", "--out", "out")}
        for name, arguments in commands.items():
            for kind in ("socket", "link"):
                with self.subTest(name, kind=kind):
                    out = self.path("out")
                    out.mkdir()
                    if kind == "socket":
                        self.make_socket(f"out/{name}")
                        self.assertEqual(self.run_here(*arguments).returncode, BAD_INPUT)
                        self.assertEqual(self.kind(f"out/{name}"), stat.S_IFSOCK)
                    else:
                        (out / name).symlink_to("../target")
                        result = self.run_here(*arguments)
                        self.assertEqual(result.returncode, 0, result.stderr)
                        self.assertEqual(os.readlink(out / name), "../target")
                        self.assertGreater(self.path("target").stat().st_size, 3)
                        self.path("target").unlink()
                    for path in out.iterdir():
                        path.unlink()
                    out.rmdir()

    def test_the_checkpoint(self):
        self.make_socket("m.kenn.checkpoint")
        self.refuse(self.train(*QUICK), "m.kenn.checkpoint: error: cannot write the file: it is a socket;")
        self.assertEqual(self.kind("m.kenn.checkpoint"), stat.S_IFSOCK)

    def test_standard_output(self):
        self.learn()
        self.predict()
        expected = self.bytes_of("predictions.csv")
        result = self.use("predict", "--out", "/dev/stdout")
        self.assertEqual((result.returncode, result.stdout), (0, expected))
        self.assertEqual(result.stderr, b"/dev/stdout: 24 rows of Paper, 2 probability columns\n")
        with self.path("shell.csv").open("wb") as file:  # as a shell redirects
            file.write(b"# before\n")
            file.flush()
            subprocess.run([KENN, "predict", "--model", "m.kenn", "--data", "data", "--out", "/dev/stdout", "--json"],
                           cwd=self.folder, stdout=file, stderr=subprocess.PIPE, check=True)
        self.assertEqual(self.bytes_of("shell.csv"), b"# before\n" + expected)

    def test_logs_and_reports_on_standard_output(self):
        """What the command prints goes to standard error then."""
        self.assertEqual(self.train(*QUICK, "--log", "log.jsonl").returncode, 0)
        for more in ((), ("--json",)):
            with self.path("shell.jsonl").open("wb") as file:
                result = subprocess.run([KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--out", "m", *QUICK, *more,
                                         "--log", "/dev/stdout"], cwd=self.folder, stdout=file, stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.bytes_of("shell.jsonl"), self.bytes_of("log.jsonl"))
            self.assertIn(b"citations stay on topic", result.stderr)
            result = self.train(*QUICK, *more, "--report", "/dev/stdout")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue(result.stdout.startswith(b"<!DOCTYPE html>"), result.stdout[:40])
            self.assertTrue(result.stdout.rstrip().endswith(b"</html>"), result.stdout[-40:])

    def test_a_stream_takes_one_table(self):
        self.write(PEOPLE, "k.kenn")
        self.write("id,Smoker,Cancer,split,f\na,1,0,train,1\nb,0,1,train,0\n", "data/Person.csv")
        self.write("x,y,Friends,split\na,b,1,train\nb,a,0,train\n", "data/Friends.csv")
        self.learn()
        self.refuse(self.use("predict", "--out", "/dev/stdout"),
                    "/dev/stdout: error: the model predicts 2 tables, and each needs a file of its own")


class Inputs(FilesCase):
    """No command writes what it reads, and no two outputs go into one file."""

    def refuse_usage(self, message, *arguments, **options):
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        result = self.run_here(*arguments, **options)
        self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, b""), result.stderr)
        self.assertIn(message, result.stderr.decode())
        after = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        self.assertEqual(before, after)

    def spellings(self, name):
        """The path of a file in other ways."""
        path = pathlib.Path(name)
        soft, hard = self.path(f"soft{path.suffix}"), self.path(f"hard{path.suffix}")
        for link in (soft, hard):
            link.unlink(missing_ok=True)
        soft.symlink_to(name)
        hard.hardlink_to(self.path(name))
        return name, f"./{name}", f"data/../{name}", str(self.path(name)), soft.name, hard.name

    def training(self, *more, out="m.kenn"):
        return ("train", "--knowledge", "k.kenn", "--data", "data", *QUICK, "--out", out, *more)

    def test_train_keeps_the_knowledge(self):
        for name in self.spellings("k.kenn"):
            with self.subTest(name):
                self.refuse_usage("is a file that --knowledge reads", *self.training(out=name))
                self.refuse_usage("is a file that --knowledge reads", *self.training("--log", name))
                self.refuse_usage("--report: ", *self.training("--report", name))
        with self.path("k.kenn").open("rb") as rules:
            arguments = list(self.training(out="k.kenn"))
            arguments[2] = "-"
            self.refuse_usage("is a file that --knowledge reads", *arguments, stdin=rules)

    def test_train_keeps_the_data(self):
        for name in self.spellings("data/Paper.csv"):
            with self.subTest(name):
                self.refuse_usage("is a file that --data reads", *self.training(out=name))
        self.refuse_usage("--log: data/Cite.csv is a file that --data reads", *self.training("--log", "data/Cite.csv"))

    def test_train_has_a_file_for_each_output(self):
        for one, other in (("--log", "--report"), ("--report", "--log")):
            self.refuse_usage("is a file that --log writes", *self.training(one, "same", other, "./same"))
        for option in ("--log", "--report"):
            for name in ("m.kenn", "./m.kenn", "data/../m.kenn", str(self.path("m.kenn"))):
                self.refuse_usage(f"{option}: {name} is a file that --out writes", *self.training(option, name))
            self.refuse_usage(f"{option}: m.kenn.checkpoint is a file that the checkpoint of --out writes",
                              *self.training(option, "m.kenn.checkpoint"))
            self.refuse_usage(f"{option}: m.kenn.checkpoint.lock is a file that the lock of --out writes",
                              *self.training(option, "m.kenn.checkpoint.lock"))
            self.refuse_usage("is a file that --out writes", *self.training(option, "new/./m", out="new/m"))
        self.path("soft").symlink_to("m.kenn")  # which is not there
        self.refuse_usage("--log: soft is a file that --out writes (m.kenn)", *self.training("--log", "soft"))
        self.assertEqual(self.run_here(*self.training("--log", "/dev/null", "--report", "/dev/null")).returncode, 0)

    def test_the_file_of_a_database(self):
        self.write(b"", "d.sqlite")
        arguments = list(self.training(out="./d.sqlite"))
        arguments[arguments.index("data")] = "sqlite:d.sqlite"
        self.refuse_usage("./d.sqlite is a file that --data reads (d.sqlite)", *arguments)
        # What SQLite writes beside it has the name of the file, not of the link.
        self.path("link.sqlite").symlink_to("d.sqlite")
        arguments[arguments.index("sqlite:d.sqlite")] = "sqlite:link.sqlite"
        for ending in ("-wal", "-shm", "-journal"):
            self.write(b"changes", f"d.sqlite{ending}")
            arguments[arguments.index("--out") + 1] = f"d.sqlite{ending}"
            self.refuse_usage(f"d.sqlite{ending} is a file that --data reads", *arguments)

    def test_linqs_data(self):
        self.path("linqs").mkdir()
        self.write("p0 1 AI\n", "linqs/x.content")
        self.write("", "linqs/x.cites")
        arguments = list(self.training(out="linqs/x.cites"))
        arguments[arguments.index("data")] = "linqs:linqs"
        self.refuse_usage("linqs/x.cites is a file that --data reads", *arguments)

    def test_predictions_are_no_table_of_the_data(self):
        self.learn("model.csv")
        for command in ("predict", "map"):
            use = (command, "--model", "model.csv", "--data", "data", "--out")
            for name in self.spellings("data/Paper.csv"):
                self.refuse_usage("is a file that --data reads", *use, name)
            for name in self.spellings("model.csv"):
                self.refuse_usage("is a file that --model reads", *use, name)
            # Another file of the folder is not one of the data.
            self.assertEqual(self.run_here(*use, "data/predictions.csv").returncode, 0)
            self.assertEqual(self.run_here(*use, "data/predictions.csv").returncode, 0)

    def test_fit_and_enhance(self):
        self.make_logits()
        labels = ("--labels", "Paper=labels.csv")
        for name, option in (("k.kenn", "--knowledge"), ("z.npy", "--logits"), ("labels.csv", "--labels"),
                             ("cites.csv", "--relation")):
            for path in self.spellings(name):
                self.refuse_usage(f"--out: {path} is a file that {option} reads",
                                  "fit", *self.enhance_arguments(*labels, "--out", path))
                self.refuse_usage(f"--fit: {path} is a file that {option} reads",
                                  "enhance", *self.enhance_arguments(*labels, "--fit", path))
        self.path("z.npy").rename(self.path("Paper.npy"))
        arguments = list(self.enhance_arguments("--out", "."))
        arguments[arguments.index("Paper=z.npy")] = "Paper=Paper.npy"
        self.refuse_usage("--out: ./Paper.npy is a file that --logits reads (Paper.npy)", "enhance", *arguments)
        arguments[arguments.index("Paper=Paper.npy")] = "Paper=other.npy"
        self.path("Paper.npy").rename(self.path("other.npy"))
        self.refuse_usage("--out: ./Paper.npy is a file that --fit writes (Paper.npy)",
                          "enhance", *arguments, *labels, "--fit", "Paper.npy")

    def test_experiments_and_reports(self):
        settings = 'data = "data"\nknowledge = "k.kenn"\nmethods = ["nn"]\nruns = 1\n[training]\nhidden = [4]\nepochs = 2\n'
        self.write(settings, "e.toml")
        self.path("out").mkdir()
        self.path("out/results.jsonl").symlink_to("../k.kenn")
        self.refuse_usage("is a file that the knowledge of the experiment reads", "experiment", "e.toml", "--out", "out")
        self.path("out/results.jsonl").unlink()
        self.path("out/times.jsonl").hardlink_to(self.path("e.toml"))
        self.refuse_usage("is a file that the experiment reads", "experiment", "e.toml", "--out", "out")
        self.path("out/times.jsonl").unlink()
        self.assertEqual(self.run_here("experiment", "e.toml", "--out", "out").returncode, 0)
        for name in ("experiment.json", "results.jsonl", "times.jsonl"):
            self.refuse_usage(f"--out: out/./{name} is a file that DIR reads", "report", "out", "--out", f"out/./{name}")
        self.path("page.html").symlink_to("report.json")
        self.refuse_usage("is a file that --out writes", "report", "out", "--out", "page.html")

    def test_fetch_keeps_its_archive(self):
        self.path("in").mkdir()
        self.write("an archive", "in/citeseer.content")
        for start, name in (("file://", "citeseer.content"), ("file://", "citeseer%2Econtent"),
                            ("FILE://localhost", "citeseer.content")):
            self.refuse_usage("--out: in/citeseer.content is a file that --url reads", "fetch", "citeseer", "--force",
                              "--url", f"{start}{self.path('in')}/{name}", "--out", "in")


class Locks(FilesCase):
    """One training at a time has a checkpoint."""

    def start(self, *arguments, out="m.kenn"):
        program = subprocess.Popen([KENN, "train", "--knowledge", "k.kenn", "--data", "data", "--trust", "joint",
                                    "--epochs", "10000000", "--checkpoint-seconds", "0", "--out", out, *arguments],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while program.poll() is None and not self.path(f"{out}.checkpoint").exists():
            time.sleep(0.01)
        return program

    def stop(self, program, signal_number):
        program.send_signal(signal_number)
        program.communicate(timeout=60)

    def test_a_second_training_is_refused(self):
        program = self.start("--log", "log.jsonl")
        self.path("link").symlink_to("m.kenn")
        for out in ("m.kenn", "./m.kenn", "link"):
            for resume in ((), ("--resume",)):
                self.refuse(self.train(*QUICK, *resume, out=out), "m.kenn.checkpoint: error: another training is using")
        self.stop(program, signal.SIGINT)
        self.assertEqual(program.returncode, 130)
        self.assertEqual(self.names() & {"m.kenn", "m.kenn.checkpoint", "m.kenn.checkpoint.lock"}, {"m.kenn.checkpoint"})
        self.learn("other")  # another one beside it

    def test_a_killed_training_leaves_no_lock(self):
        program = self.start()
        self.stop(program, signal.SIGKILL)
        self.assertEqual(program.returncode, -signal.SIGKILL)
        epochs = self.resumable_epochs()
        result = self.train("--trust", "joint", "--epochs", str(epochs + 5), "--resume")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"going on after {epochs} epoch", result.stderr.decode())
        self.assertEqual([name for name in self.names() if name.startswith(("m.kenn.", ".kenn-"))], [])

    def resumable_epochs(self):
        content = self.bytes_of("m.kenn.checkpoint")
        header = json.loads(content[8:8 + int.from_bytes(content[:8], "little")])
        return len(json.loads(header["__metadata__"]["training"])["members"][0]["epochs"])


if __name__ == "__main__":
    unittest.main()
