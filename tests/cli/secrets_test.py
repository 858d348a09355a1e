"""No password is shown or stored, however the address with it is written."""

import itertools
import json
import unittest
import urllib.parse

from environment import run_kenn
from training_case import TrainingCase

PASSWORD = "QZsecret7XJ"
# What it may be written as; each has letters that nothing else has.
PASSWORDS = (PASSWORD, "QZ%XJ", "QZ%zzXJ", "QZ%00XJ", "QZ@XJ", "QZ/XJ", "QZ/@XJ", "QZ XJ", "QZ?XJ", "QZ#XJ", "QZ&XJ=QZ", "QZ:XJ",
             'QZ"XJ', "QZ'XJ", "QZ]XJ", "QZ[XJ", "QZ\\XJ", "QZ%2", urllib.parse.quote("QZ p@ss/wörd XJ", safe=""))
URIS = ("{kind}://kenn:{password}@127.0.0.1:1/db", "{kind}://kenn:{password}@127.0.0.1:1", "{kind}://kenn:{password}@[::1",
        "{kind}://kenn:{password}@127.0.0.1:many/db", "{kind}://kenn:{password}@", "{kind}:///kenn:{password}@127.0.0.1:1/db",
        "{kind}:/kenn:{password}@127.0.0.1:1/db", "{kind}:kenn:{password}@127.0.0.1/db", "{kind}://:{password}@127.0.0.1:1/db",
        "{kind}://127.0.0.1:1/db?user=kenn&password={password}", "{kind}://127.0.0.1:1/db?p%61ssword={password}",
        "{kind}://127.0.0.1:1/db?password={password}&nonsense=1", "{kind}://kenn:{password}@127.0.0.1:1/db?nonsense=%zz",
        "{kind}://kenn:{password}")
PAIRS = ("host=127.0.0.1 port=1 user=kenn password={password}", "host=127.0.0.1 port=1 password='{password}'",
         "password={password} nonsense=1", "password = '{password}", "password={password} port=many",
         "host=127.0.0.1 port=1 dbname=postgres://kenn:{password}@h/db")
KINDS = ("postgres", "postgresql", "postgres:postgresql", "POSTGRES", "postgrse", "mysql", "http")


def shows(output):
    """The letters of a password that are in it."""
    return [word for word in (b"QZ", b"XJ", b"secret7") if word in output]


class Secrets(TrainingCase):
    def setUp(self):
        super().setUp()
        self.use_topics(papers=12)

    def sources(self):
        for password in PASSWORDS:
            for kind, uri in itertools.product(KINDS, URIS):
                # Without a host, what comes after an '@' is the host.
                if not (uri.endswith("{password}") and "@" not in uri and "?" not in uri and "@" in password):
                    yield uri.format(kind=kind, password=password)
            for pairs in PAIRS:
                yield "postgres:" + pairs.format(password=password)

    def assert_silent(self, *arguments):
        result = run_kenn(*arguments, cwd=self.folder)
        self.assertIn(result.returncode, (1, 2), arguments)
        self.assertEqual(shows(result.stdout + result.stderr), [], (arguments, result.stdout, result.stderr))
        return result

    def test_no_source_shows_its_password(self):
        """Every source by one of the ways in which a command says it."""
        train = ("train", "--knowledge", "k.kenn", "--out", "m.kenn", "--data")
        check = ("check", "k.kenn", "--data")
        experiment = ("experiment", "e.toml", "--out", "out", "--data")
        self.write('knowledge = "k.kenn"\nfractions = [0.5]\n', "e.toml")
        ways = itertools.cycle((train, (*train[:1], "--json", *train[1:]), check, experiment))
        for source in itertools.islice(self.sources(), 0, None, 3):
            with self.subTest(source):
                self.assert_silent(*next(ways), source)
        self.assertEqual(self.names(), {"k.kenn", "data", "e.toml"})

    def test_no_file_of_an_experiment_shows_it(self):
        for number, source in enumerate(self.sources()):
            if number % 20:
                continue
            for text in (f"data = {json.dumps(source)}\n", f"data = {json.dumps(source)} x\n", f'data = "{source}\n'):
                self.write(f'{text}knowledge = "k.kenn"\n', "e.toml")
                self.assert_silent("experiment", "e.toml", "--out", "out")

    def test_wrong_usage_does_not_show_it(self):
        for uri in URIS:
            source = uri.format(kind="postgres", password=PASSWORD)
            self.assert_silent("train", source)
            self.assert_silent("check", "k.kenn", source)
            self.assert_silent("check", source)
            self.assert_silent("predict", "--model", source, "--data", "data", "--out", "p.csv")
        for word in PAIRS[0].format(password=PASSWORD).split():
            self.assert_silent("check", "k.kenn", word)

    def test_no_download_shows_it(self):
        for number, (password, uri) in enumerate(itertools.product(PASSWORDS, URIS[:5] + URIS[9:12])):
            url = uri.format(kind=("http", "https")[number % 2], password=password)
            with self.subTest(url):
                if number % 4:
                    self.assert_silent("fetch", "citeseer", "--timeout", "1", "--url", url)
                else:
                    result = run_kenn("fetch", "citeseer", "--json", "--timeout", "1", "--url", url, cwd=self.folder)
                    self.assertEqual(shows(result.stdout + result.stderr), [], result.stdout)


    def test_no_signed_address_is_shown(self):
        for key in ("sig", "X-Amz-Signature", "api_key", "apikey", "access_token"):
            url = f"https://127.0.0.1:1/x?a=1&{key}={PASSWORD}&b=2"
            with self.subTest(key):
                self.assert_silent("fetch", "citeseer", "--timeout", "1", "--url", url)
                self.assert_silent("check", "k.kenn", "--data", url)


if __name__ == "__main__":
    unittest.main()
