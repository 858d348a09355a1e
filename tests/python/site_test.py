"""Builds the documentation site: the tutorial runs and has its plots, nothing public is left out, no link is dead, and a browser
that opens it from disk finds nothing to complain about, colours and a search that works."""

import ast
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import kenn

SOURCE = pathlib.Path(os.environ["KENN_SOURCE"])
BUILD = pathlib.Path(os.environ["KENN_BUILD"])
PNG = b"\x89PNG\r\n\x1a\n"


class Page(html.parser.HTMLParser):
    """What a page links to, what can be linked to in it, and its images."""

    def __init__(self, path):
        super().__init__()
        self.links, self.ids, self.images = [], set(), []
        self.text = path.read_text()
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids |= {values[key] for key in ("id", "name") if values.get(key)}
        self.links += [values[key] for key in ("href", "src") if values.get(key)]
        if tag == "img":
            self.images.append(values["src"])


def setUpModule():
    """Builds the site once for all tests."""
    global site
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    result = subprocess.run([sys.executable, SOURCE / "scripts" / "site", "--out", holder.name], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    site = pathlib.Path(holder.name, "site")


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = site
        cls.pages = {path.name: Page(path) for path in cls.folder.glob("*.html")}

    def test_every_page_is_reached_from_the_first(self):
        written = {page.with_suffix(".html").name for pattern in ("*.md", "*.ipynb") for page in (SOURCE / "docs").glob(pattern)}
        self.assertLessEqual(written | {"index.html", "python_reference.html", "cpp_reference.html"}, set(self.pages))
        self.assertLessEqual(written, set(self.pages["index.html"].links))

    def test_no_link_is_dead(self):
        for name, page in self.pages.items():
            for link in page.links:
                parts = urllib.parse.urlsplit(link)
                if parts.scheme or parts.netloc or name == "404.html":  # the latter has absolute links
                    continue
                target = urllib.parse.unquote(parts.path) or name
                self.assertTrue((self.folder / target).exists(), f"{name}: {link}")
                if parts.fragment and target in self.pages:
                    self.assertIn(urllib.parse.unquote(parts.fragment), self.pages[target].ids, f"{name}: {link}")

    def test_no_link_to_a_file_of_the_project_is_dead(self):
        """Those outside of docs/ are no links on the site, so they are looked at where they are written."""
        for page in [SOURCE / "README.md", *(SOURCE / "docs").glob("*.md"), *(SOURCE / "docs").glob("*.ipynb")]:
            for link in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", page.read_text()):
                self.assertTrue((page.parent / link).exists(), f"{page.name}: {link}")

    def test_the_tutorial_has_outputs_and_plots(self):
        page = self.pages["tutorial.html"]
        plots = [image for image in page.images if image.startswith("tutorial_files/")]
        self.assertEqual(len(plots), 5)
        for plot in plots:
            content = (self.folder / plot).read_bytes()
            self.assertTrue(content.startswith(PNG) and len(content) > 5000, plot)
        self.assertIn("citations stay on topic[T=AI]: !AI(x) | !Cite(x, y) | AI(y)", page.text)

    def test_the_notebook_is_stored_without_outputs(self):
        cells = json.loads((SOURCE / "docs" / "tutorial.ipynb").read_text())["cells"]
        self.assertEqual([cell["id"] for cell in cells if cell.get("outputs") or cell.get("execution_count")], [])

    def test_everything_public_is_in_the_references(self):
        names = {f"kenn.{name}" for name in kenn.__all__}
        for module in ("torch", "sklearn"):  # read and not imported: they need packages that are not here
            tree = ast.parse((SOURCE / "python" / "kenn" / f"{module}.py").read_text())
            names |= {f"kenn.{module}.{each.name}" for each in tree.body
                      if isinstance(each, ast.ClassDef) and not each.name.startswith("_")}
        self.assertLessEqual({"kenn.torch.Enhancer", "kenn.sklearn.KnowledgeEnhancedClassifier"}, names)
        page = self.pages["python_reference.html"]
        self.assertEqual(names - page.ids, set())
        self.assertLessEqual({"kenn.torch.Enhancer.to_model", "kenn.Model.load", "kenn.Error"}, page.ids)

    def test_every_header_is_in_the_references(self):
        for header in (SOURCE / "include" / "kenn").glob("*.h"):
            self.assertRegex(self.pages["cpp_reference.html"].text, rf"<h2[^>]*>kenn/{re.escape(header.name)}<")

    def test_every_command_is_in_the_references(self):
        page = self.pages["cli_reference.html"]
        self.assertLessEqual({"kenn-check", "kenn-train", "kenn-predict", "kenn-experiment"}, page.ids)
        self.assertIn("--trust-strength", page.text)


def is_dark(colour):
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3]) < 200


class SiteInABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        browser = shutil.which("chromium") or shutil.which("chromium-browser")
        assert browser, "no chromium; scripts/setup test installs it"
        result = subprocess.run([shutil.which("node") or shutil.which("nodejs"), SOURCE / "tests" / "python" / "site_browser.mjs",
                                 BUILD / "web" / "node_modules", browser, BUILD / "site-pictures", site, "cross-fitted"],
                                capture_output=True, text=True, timeout=1200)
        assert result.returncode == 0, result.stderr
        cls.seen = json.loads(result.stdout)

    def for_each(self, check):
        self.assertGreater(len(self.seen), 40)
        for seen in self.seen:
            with self.subTest(page=seen["page"], look=seen["look"]):
                check(seen)

    def test_nothing_is_complained_about_or_loaded_from_elsewhere(self):
        self.for_each(lambda seen: self.assertEqual((seen["complaints"], seen["requests"], seen["broken"]), ([], [], [])))

    def test_nothing_is_wider_than_the_page(self):
        self.for_each(lambda seen: self.assertLessEqual(seen["overflow"], 0))

    def test_knowledge_has_colours_and_code_can_be_copied(self):
        def check(seen):
            self.assertEqual(seen["coloured"], seen["knowledge"])
            self.assertEqual(seen["copied"], seen["blocks"])

        self.for_each(check)
        self.assertGreaterEqual(max(seen["knowledge"] for seen in self.seen), 8)

    def test_colours_follow_the_system(self):
        self.for_each(lambda seen: self.assertEqual(is_dark(seen["background"]), seen["look"] == "dark"))

    def test_the_search_works_from_disk(self):
        searches = [seen["found"] for seen in self.seen if "found" in seen]
        self.assertEqual(len(searches), 2)
        for found in searches:
            self.assertTrue(any("trust.html" in each["href"] for each in found), found)


if __name__ == "__main__":
    unittest.main()
