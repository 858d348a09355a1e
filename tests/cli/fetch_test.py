"""`kenn fetch` from outside, against a server on loopback: what it writes, and what it leaves when something fails."""

import gzip
import hashlib
import http.server
import io
import os
import pty
import re
import shlex
import signal
import socket
import ssl
import subprocess
import tarfile
import threading
import time
import unittest

from cli_test import BAD_INPUT, DONE, WRONG_USAGE, CommandLineTest
from environment import KENN, SOURCE

CONTENT = "".join(f"p{i}\t{i % 2}\t{1 - i % 2}\t{i % 3 % 2}\t{('AI', 'DB')[i % 2]}\n" for i in range(40)).encode()
CITES = "".join(f"p{i}\tp{(i + 2) % 40}\n" for i in range(40)).encode()
KNOWLEDGE = """type Paper
predict AI(Paper), DB(Paper)
given Cite(Paper, Paper)
exclusive AI, DB
rule: AI(x) & Cite(x, y) -> AI(y)
"""
FILES = {"citeseer.content": CONTENT, "citeseer.cites": CITES}
KNOWN_ADDRESS = "https://linqs-data.soe.ucsc.edu/public/lbc/citeseer.tgz"
KNOWN_CHECKSUM = "b02ee7b5d83130f8fd45b59017a76fdae3e998629a1904c2c5e07343a9664685"
INTERRUPTED = 130


def member(name, content=b"", kind=tarfile.REGTYPE, link=""):
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname = len(content), kind, link
    return info, content


def tgz(*members):
    """An archive of these members; as LINQS distributes them unless there are any."""
    members = members or [member("citeseer", kind=tarfile.DIRTYPE),
                          *(member(f"citeseer/{name}", content) for name, content in FILES.items()),
                          member("citeseer/README", b"read me\n")]
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()


ARCHIVE = tgz()


def checksum(content):
    return hashlib.sha256(content).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    """What the addresses of the server do is what their names say."""

    def do_GET(self):
        getattr(self, "answer_" + self.path.strip("/").replace("-", "_").removesuffix(".tgz"), self.answer_missing)()

    def start(self, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def answer_citeseer(self):
        self.server.agents.append(self.headers["User-Agent"])
        self.start(Content_Length=len(ARCHIVE), Content_Type="application/gzip", Content_Encoding="gzip")
        self.wfile.write(ARCHIVE)

    def answer_without_length(self):
        self.start()
        self.wfile.write(ARCHIVE)

    def answer_moved(self):
        self.start(302, Location="/moved-again", Content_Length=0)

    def answer_moved_again(self):
        self.start(301, Location="/citeseer.tgz", Content_Length=4)
        self.wfile.write(b"gone")

    def answer_moved_to_file(self):
        self.start(302, Location=self.server.file_address)

    def answer_moved_to_ftp(self):
        self.start(302, Location="ftp://127.0.0.1/citeseer.tgz")

    def answer_moved_for_ever(self):
        self.start(302, Location="/moved-for-ever")

    def answer_missing(self):
        self.start(404, Content_Length=7)
        self.wfile.write(b"nothing")

    def answer_failing(self):
        self.start(503)

    def answer_short(self):
        self.start(Content_Length=len(ARCHIVE))
        self.wfile.write(ARCHIVE[:100])

    def answer_short_without_length(self):
        self.start()
        self.wfile.write(ARCHIVE[:100])

    def answer_huge(self):
        self.start(Content_Length=2_000_000_000)
        self.wfile.write(ARCHIVE)

    def answer_stalled(self):
        self.start(Content_Length=len(ARCHIVE))
        self.wfile.write(ARCHIVE[:100])
        self.wfile.flush()
        self.server.is_stalled.set()
        self.server.is_over.wait(60)

    def answer_silent(self):
        self.server.is_stalled.set()
        self.server.is_over.wait(60)

    def log_message(self, *_):
        pass


class FetchTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.agents = []
        self.server.is_stalled = threading.Event()
        self.server.is_over = threading.Event()
        self.server.file_address = "file://" + str(self.write(ARCHIVE, "archive.tgz"))
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()

        def stop():
            self.server.is_over.set()
            self.server.shutdown()
            thread.join()
            self.server.server_close()

        self.addCleanup(stop)

    def address(self, path="citeseer.tgz"):
        return f"http://127.0.0.1:{self.server.server_port}/{path}"

    def command(self, url=None, sum_of=ARCHIVE, arguments=()):
        return [KENN, "fetch", "citeseer", "--url", url or self.address(), "--checksum", checksum(sum_of), *arguments]

    def options(self):
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        return {"cwd": self.folder, "env": environment}

    def run_program(self, *arguments):
        return subprocess.run([KENN, *arguments], capture_output=True, timeout=120, **self.options())

    def fetch(self, *arguments, url=None, sum_of=ARCHIVE):
        return subprocess.run(self.command(url, sum_of, arguments), capture_output=True, timeout=120, **self.options())

    def files(self, folder="citeseer"):
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir()}

    def assert_refused(self, result, *messages):
        """With these messages, and as if nothing had been done."""
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        for message in messages:
            self.assertIn(message, result.stderr.decode())
        self.assertFalse((self.folder / "citeseer").exists())

    def fetch_archive(self, content, *arguments):
        """An archive that nobody but the checksum vouches for."""
        path = self.write(content, "other.tgz")
        return self.fetch(*arguments, url=f"file://{path}", sum_of=content)


class Done(FetchTest):
    def test_the_files_and_what_is_said_of_them(self):
        result = self.fetch()
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertEqual(self.files(), FILES)
        self.assertEqual(result.stderr.decode(), f"downloading {self.address()}\n")
        self.assertRegex(result.stdout.decode(),
                         rf"\Aciteseer/citeseer.cites: {len(CITES)} bytes\nciteseer/citeseer.content: {len(CONTENT)} bytes\n"
                         rf"\n  {len(ARCHIVE)} bytes downloaded, its checksum is right, \d+\.\d s\n"
                         r"\nNext: kenn experiment citeseer --data linqs:citeseer --runs 10 --out results\n\Z")
        self.assertRegex(self.server.agents[0], r"^kenn/\d")

    def test_json(self):
        answer = self.assert_json(self.fetch("--json", "--out", "some/where"), DONE)
        self.assertGreater(answer.pop("seconds"), 0)
        self.assertEqual(answer, {
            "dataset": "citeseer", "ok": True, "folder": "some/where", "url": self.address(),
            "sha256": checksum(ARCHIVE), "bytes": len(ARCHIVE),
            "files": ["some/where/citeseer.cites", "some/where/citeseer.content"], "diagnostics": []})
        self.assertEqual(self.files("some/where"), FILES)

    def test_train_reads_it(self):
        self.assertEqual(self.fetch("--out", "two words").returncode, DONE)
        self.write(KNOWLEDGE, "rules.kenn")
        self.assert_done(self.run_program("train", "--json", "--knowledge", "rules.kenn", "--data", "linqs:two words",
                                          "--epochs", "3", "--out", "model.kenn"))

    def test_the_command_it_names_quotes_the_folder(self):
        for folder in ("out", "two words", "it's", "-odd"):
            result = self.fetch(f"--out={folder}")
            (command,) = re.findall(r"^Next: kenn (.*)$", result.stdout.decode(), re.MULTILINE)
            words = shlex.split(command)
            self.assertEqual(words[words.index("--data") + 1], f"linqs:{folder}")

    def test_redirections_and_unknown_lengths(self):
        for path in ("moved", "without-length"):
            self.assertEqual(self.fetch("--force", url=self.address(path)).returncode, DONE)
            self.assertEqual(self.files(), FILES)

    def test_a_file_is_an_address_too(self):
        self.assertEqual(self.fetch(url=self.server.file_address).returncode, DONE)
        self.assertEqual(self.files(), FILES)

    def test_checksums_may_be_in_upper_case(self):
        result = self.run_program("fetch", "citeseer", "--url", self.address(), "--checksum", checksum(ARCHIVE).upper())
        self.assertEqual(result.returncode, DONE)

    def test_other_files_stay(self):
        (self.folder / "citeseer").mkdir()
        self.write("mine", "citeseer/notes")
        self.assertEqual(self.fetch().returncode, DONE)
        self.assertEqual(self.files(), FILES | {"notes": b"mine"})

    def test_files_of_the_same_name_are_replaced_only_with_force(self):
        (self.folder / "citeseer").mkdir()
        self.write("mine", "citeseer/citeseer.cites")
        result = self.fetch()
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        self.assertIn("citeseer/citeseer.cites: error: the file exists; --force replaces it",
                      result.stderr.decode())
        self.assertEqual(self.files(), {"citeseer.cites": b"mine"})
        self.assertEqual(self.server.agents, [])  # it was known before
        self.assertEqual(self.fetch("--force").returncode, DONE)
        self.assertEqual(self.files(), FILES)

    def test_files_in_any_folder_of_the_archive(self):
        for folder in ("", "./", "a/b/c/"):
            archive = tgz(*(member(folder + name, content) for name, content in FILES.items()))
            self.assertEqual(self.fetch_archive(archive, "--force").returncode, DONE)
            self.assertEqual(self.files(), FILES)

    def test_a_bar_on_a_terminal(self):
        terminal, stream = pty.openpty()
        process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=stream, **self.options())
        os.close(stream)
        seen = b""
        try:
            while part := os.read(terminal, 1000):
                seen += part
        except OSError:  # that is how a terminal ends
            pass
        os.close(terminal)
        self.assertEqual(process.wait(60), DONE)
        size = f"{len(ARCHIVE)} bytes"
        self.assertIn(f"[####################] {size} of {size}\r\n", seen.decode())


class Refused(FetchTest):
    def test_a_wrong_checksum(self):
        result = self.run_program("fetch", "citeseer", "--url", self.address())
        self.assert_refused(result, f"{self.address()}: error: ", KNOWN_CHECKSUM, checksum(ARCHIVE))

    def test_what_servers_do(self):
        for path, message in (
            ("missing", "the server has no such file (status 404)"),
            ("failing", "the server answers with status 503"),
            ("short", f"the transfer ended early, after 100 bytes of {len(ARCHIVE)} bytes"),
            ("short-without-length", checksum(ARCHIVE[:100])),
            ("huge", "it is larger than 1.0 GB"),
            ("moved-to-file", "it leads to an address that is not http or https"),
            ("moved-to-ftp", "it leads to an address that is not http or https"),
            ("moved-for-ever", "redirects"),
        ):
            with self.subTest(path):
                self.assert_refused(self.fetch(url=self.address(path)), f"{self.address(path)}: error: ", message)

    def test_servers_that_wait(self):
        for path in ("stalled", "silent"):
            with self.subTest(path):
                start = time.monotonic()
                self.assert_refused(self.fetch("--timeout", "1", url=self.address(path)), "nothing came for 1 s")
                self.assertLess(time.monotonic() - start, 20)

    def test_no_server(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{unused.getsockname()[1]}/citeseer.tgz"
            self.assert_refused(self.fetch(url=url), f"{url}: error: cannot be downloaded: Failed to connect")
        self.assert_refused(self.fetch(url="http://nowhere.invalid/a"), "Could not resolve host")
        self.assert_refused(self.fetch(url=f"file://{self.folder}/none"), "Couldn't open file")

    def test_servers_that_cannot_prove_who_they_are(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", "key.pem", "-out", "certificate.pem", "-days", "1", "-subj", "/CN=localhost"],
                       cwd=self.folder, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "certificate.pem", self.folder / "key.pem")
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        url = self.address().replace("http://127.0.0.1", "https://localhost")
        self.assert_refused(self.fetch(url=url), "cannot be downloaded: SSL certificate problem")

    def test_errors_as_json(self):
        answer = self.assert_json(self.fetch("--json", url=self.address("missing")), BAD_INPUT)
        self.assertEqual(answer["file"], self.address("missing"))
        self.assertIn("404", answer["diagnostics"][0]["message"])

    def test_no_archives(self):
        whole = tgz()
        for content, message in (
            (b"", "cannot be unpacked as tar with gzip"),
            (b"<html>no archive</html>", "cannot be unpacked as tar with gzip"),
            (gzip.compress(b"no archive"), "cannot be unpacked as tar with gzip"),
            (whole[:len(whole) // 2], "cannot be unpacked as tar with gzip"),
            (tgz(member("citeseer.content", CONTENT)), "the archive has no file 'citeseer.cites'"),
            (tgz(member("a", b"a")), "the archive has no file 'citeseer.content'"),
        ):
            with self.subTest(content[:30]):
                self.assert_refused(self.fetch_archive(content), message)

    def test_archives_that_are_not_what_they_seem(self):
        cites = member("citeseer.cites", CITES)
        content = member("citeseer.content", CONTENT)
        for bad in (
            member("../citeseer.content", CONTENT), member("a/../../citeseer.content", CONTENT),
            member("/citeseer.content", CONTENT), member("citeseer.content/"),
            member("citeseer.content", kind=tarfile.DIRTYPE),
            member("citeseer.content", kind=tarfile.SYMTYPE, link="/etc/passwd"),
            member("citeseer.content", kind=tarfile.LNKTYPE, link="citeseer.cites"),
            member("citeseer.content", kind=tarfile.FIFOTYPE),
        ):
            with self.subTest(bad[0].name, kind=bad[0].type):
                self.assert_refused(self.fetch_archive(tgz(cites, bad)), "the archive has no file 'citeseer.content'")
                result = self.fetch_archive(tgz(bad, cites, content), "--force", "--out", "good")
                self.assertEqual(result.returncode, DONE, result.stderr)
                self.assertEqual(self.files("good"), FILES)
        self.assert_refused(self.fetch_archive(tgz(cites, content, member("b/citeseer.cites", b"other"))),
                            "the archive has two files 'citeseer.cites'")
        self.assertFalse((self.folder.parent / "citeseer.content").exists())

    def test_archives_that_burst(self):
        """A header that promises 2 GB comes before the bytes, so it takes no time."""
        for name in ("citeseer.content", "README"):
            info, _ = member(name)
            info.size = 2_000_000_000
            content = gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(1_000_000))
            with self.subTest(name):
                self.assert_refused(self.fetch_archive(content), "unpacked, the archive has more than 1.0 GB")

    def test_folders_that_cannot_be_written_to(self):
        self.write("text", "file")
        for folder in ("file", "file/folder"):
            result = self.fetch("--out", folder)
            self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, b""))
        (self.folder / "citeseer" / "citeseer.cites").mkdir(parents=True)
        self.assertEqual(self.fetch("--force").returncode, BAD_INPUT)
        self.assertEqual(os.listdir(self.folder / "citeseer"), ["citeseer.cites"])

    def test_wrong_usage(self):
        for arguments, message in (
            ([], "DATASET is required"),
            (["cora"], "cora not in {citeseer}"),
            (["citeseer", "--url", "ftp://host/a"], "an address starts with http://, https:// or file://"),
            (["citeseer", "--url", "host/a"], "an address starts with http://, https:// or file://"),
            (["citeseer", "--url", ""], "an address starts with http://, https:// or file://"),
            (["citeseer", "--checksum", KNOWN_CHECKSUM[1:]], "a SHA-256 has 64 hexadecimal digits"),
            (["citeseer", "--checksum", "g" * 64], "a SHA-256 has 64 hexadecimal digits"),
            (["citeseer", "--checksum", ""], "a SHA-256 has 64 hexadecimal digits"),
            (["citeseer", "--out", ""], "the folder has no name"),
            (["citeseer", "--timeout", "0"], "--timeout"),
        ):
            with self.subTest(arguments):
                self.assert_misused(self.run_program("fetch", *arguments), message)
        self.assertEqual(WRONG_USAGE, self.run_program("fetch", "citeseer", "extra").returncode)

    def test_the_known_archive(self):
        table = (SOURCE / "src" / "io" / "public_datasets.h").read_text()
        self.assertIn(KNOWN_ADDRESS, table)
        self.assertIn(KNOWN_CHECKSUM, table)


class Interrupted(FetchTest):
    def interrupt(self, *arguments):
        process = subprocess.Popen(self.command(self.address("stalled"), arguments=["--out", "a/b", *arguments]),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **self.options())
        self.assertTrue(self.server.is_stalled.wait(60))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertFalse((self.folder / "a").exists())
        return output.decode(), errors.decode()

    def test_nothing_is_left(self):
        output, errors = self.interrupt()
        self.assertEqual(output, "")
        self.assertTrue(errors.endswith("stopped; nothing was written\n"), errors)

    def test_json(self):
        output, errors = self.interrupt("--json")
        self.assertEqual(errors, "")
        self.assertIn('"interrupted":true', output)


if __name__ == "__main__":
    unittest.main()
