"""What pages say, without running it: words, claims, numbers, and colours for the language."""

import json
import re
import subprocess
import sys
import unittest

from environment import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
import prose  # noqa: E402


class Prose(unittest.TestCase):
    def test_the_project(self):
        self.assertEqual(prose.findings(SOURCE), [])

    def test_phrases_are_found(self):
        for line in ("Epsilon; 1e-8 unless given", "Made-up papers", "the preactivations of x", "above every accuracy, of any method",
                     "what the rule is worth", "Mistakes are found, and said where they are"):
            self.assertEqual(len(prose.findings_in("docs/a.md", line)), 1, line)
        self.assertEqual(prose.findings_in("docs/a.md", "Adam epsilon (default: 1e-8)"), [])

    def test_claims_need_a_name(self):
        for line in ("kenn is much faster", "the fastest engine", "state of the art results", "better than most"):
            self.assertEqual(len(prose.findings_in("docs/a.md", line)), 1, line)
        for line in ("13 times faster than vectorised PyTorch", "| layer | KENN2 on TensorFlow | 2 times faster |"):
            self.assertEqual(prose.findings_in("docs/a.md", line), [], line)

    def test_a_claim_may_have_its_name_in_the_same_sentence(self):
        self.assertEqual(prose.findings_in("docs/a.md", "The layer is faster, on two cores,\nthan PyTorch."), [])
        self.assertEqual(len(prose.findings_in("docs/a.md", "The layer is faster.\nPyTorch is known.")), 1)

    def test_code_is_no_prose(self):
        self.assertEqual(prose.findings_in("docs/a.md", "```text\nunless given\n```\nand `unless given`\n"), [])

    def test_every_exception_is_needed(self):
        self.assertEqual(prose.unused_exceptions(SOURCE), [])


class Numbers(unittest.TestCase):
    def test_pages_have_the_numbers_of_the_results_file(self):
        finished = subprocess.run([sys.executable, SOURCE / "scripts/results", "--check"], capture_output=True, text=True)
        self.assertEqual((finished.returncode, finished.stderr), (0, ""))

    def test_every_table_is_shown_and_every_result_says_where_it_comes_from(self):
        document = json.loads((SOURCE / "docs/results.json").read_text())
        pages = [SOURCE / "README.md", SOURCE / "bench/README.md", *(SOURCE / "docs").glob("*.md")]
        shown = set(re.findall(r"<!-- results: ([\w-]+) -->", "".join(page.read_text() for page in pages)))
        self.assertEqual(shown, set(document["tables"]))
        for result in document["results"]:
            self.assertLessEqual({"id", "value", "kind", "what", "command", "runs", "when", "machine"}, result.keys(), result)
            self.assertIn(result["machine"], document["machines"])


class Language(unittest.TestCase):
    """Every word that docs/language.md calls reserved has a colour in editors and on the site."""

    def test_reserved_words(self):
        page = (SOURCE / "docs/language.md").read_text()
        words = re.findall(r"`(\w+)`", page.split("These words are reserved:")[1])
        self.assertGreaterEqual(len(words), 13)
        grammar = json.loads((SOURCE / "editors/vscode/syntaxes/kenn.tmLanguage.json").read_text())
        patterns = [each["match"] for each in grammar["patterns"] if "match" in each and re.search("storage|keyword", each["name"])]
        lexer = (SOURCE / "scripts/site_parts/kenn_lexer.py").read_text()
        for word in words:
            self.assertTrue(any(re.fullmatch(pattern, word) for pattern in patterns), word)
            self.assertIn(f'"{word}"', lexer)

    def test_manifest(self):
        folder = SOURCE / "editors/vscode"
        manifest = json.loads((folder / "package.json").read_text())["contributes"]
        self.assertTrue((folder / manifest["grammars"][0]["path"]).exists())
        self.assertTrue((folder / manifest["languages"][0]["configuration"]).exists())
        json.loads((folder / manifest["languages"][0]["configuration"]).read_text())


if __name__ == "__main__":
    unittest.main()
