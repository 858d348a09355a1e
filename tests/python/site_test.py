"""Builds the documentation site: the tutorial runs and has its plots, nothing public is left out, no link is dead."""

import ast
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import kenn

SOURCE = pathlib.Path(os.environ["KENN_SOURCE"])
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


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        result = subprocess.run([sys.executable, SOURCE / "scripts" / "site", "--out", holder.name], capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr
        cls.folder = pathlib.Path(holder.name, "site")
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
            self.assertIn(f"kenn/{header.name}</h2>", self.pages["cpp_reference.html"].text)


if __name__ == "__main__":
    unittest.main()
