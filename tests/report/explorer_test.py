"""Explorers in a real browser: what is changed in the page gives the numbers of `kenn explain`."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from environment import BUILD, SOURCE, run_kenn

import explorer_document
from explorer_document import HOSTILE

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
MODULES = BUILD / "web" / "node_modules"
PICTURES = BUILD / "explorer-pictures"
NAMES = explorer_document.Setting("residual", "sequential", 2)

NAMES_STEPS = [
    ["start"], ["address", "paper 1"], ["rule", "topic[T=DB]", False], ["fact", "Cite(paper 1, paper 4)", False], ["set", "Old", "1"],
    ["undoAll"], ["rule", HOSTILE, False], ["undo", 0], ["slide", "topic[T=AI]", "ArrowRight", 12], ["undoAll"], ["search", "ONERROR", 1],
    ["address", "Like(paper 1, paper 2)"], ["address", "nobody"], ["sort", "Clause"],
]


def papers_steps(inside, outside, rule):
    return [["start"], ["search", inside, 1], ["neighbourByKeys"], ["address", inside], ["rule", rule, False], ["column", "IR"],
            ["address", outside], ["escape", "p"], ["undoAll"], ["sort", "Flipped"], ["sort", "Flipped"], ["theme"]]


class ExplorerInABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        assert BROWSER, "no chromium; scripts/setup test installs it"
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.make_papers()
        cls.names_inputs = explorer_document.write_inputs(cls.folder / "names", NAMES)
        cls.kenn("report", "--explore", *cls.names_inputs, "--out", cls.folder / "names.html", cwd=cls.folder / "names")
        cls.make_large()
        plan = [{"page": str(cls.folder / "papers.html"), "look": look, "steps": papers_steps(cls.inside, cls.outside, cls.rule)}
                for look in ("light", "dark", "phone")]
        plan += [{"page": str(cls.folder / "names.html"), "look": look, "steps": NAMES_STEPS} for look in ("light", "phone")]
        plan += [{"page": str(cls.folder / "large.html"), "look": "light", "steps": [["start"], ["measure"], ["filter", "CITES topic2"]]}]
        (cls.folder / "plan.json").write_text(json.dumps(plan))
        program = shutil.which("node") or shutil.which("nodejs")
        finished = subprocess.run([program, SOURCE / "tests/report/explorer_browser.mjs", MODULES, BROWSER, PICTURES, cls.folder / "plan.json"],
                                  capture_output=True, text=True, timeout=900)
        assert finished.returncode == 0, finished.stderr
        cls.uses = {(pathlib.Path(use["page"]).stem, use["look"]): use for use in json.loads(finished.stdout)}

    @staticmethod
    def kenn(*arguments, **options):
        finished = run_kenn(*arguments, **options)
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    @classmethod
    def make_papers(cls):
        """A page with a part of the rows of a trained model."""
        papers = cls.folder / "papers"
        cls.kenn("generate", "citation", "--nodes", "300", "--out", papers)
        cls.kenn("train", "--knowledge", papers / "citation.kenn", "--data", papers, "--train-fraction", "0.3", "--epochs", "20", "--layers",
                 "2", "--out", cls.folder / "model.safetensors")
        cls.model = ["--model", cls.folder / "model.safetensors", "--data", papers]
        cls.kenn("report", "--explore", *cls.model, "--rows", "60", "--out", cls.folder / "papers.html")
        nodes = cls.document("papers")["nodes"]
        assert nodes["complete"] < len(nodes["name"]), "some rows are only neighbours"
        cls.inside, cls.outside = nodes["name"][7], nodes["name"][-1]
        cls.rule = cls.document("papers")["clauses"][0]["name"]

    @classmethod
    def make_large(cls):
        """The same page with 20,000 rows and 200,000 ground clauses."""
        page = (cls.folder / "papers.html").read_text()
        before, after = page.split('<script type="application/json" id="explorer">')
        document = json.dumps(explorer_document.citation_graph(20000, 2, rules=10)).replace("<", "\\u003c")
        (cls.folder / "large.html").write_text(before + '<script type="application/json" id="explorer">' + document +
                                               after[after.index("</script>"):])

    @classmethod
    def document(cls, page):
        return explorer_document.document_in(cls.folder / f"{page}.html")

    def explain(self, page, target, *arguments):
        inputs = self.model if page == "papers" else self.names_inputs
        return json.loads(self.kenn("explain", *inputs, "--object", target, *arguments, "--json", cwd=self.folder / "names"))

    def steps(self, page, look="light"):
        return self.uses[page, look]["seen"]

    def for_each_use(self, check):
        for (page, look), use in self.uses.items():
            for seen in use["seen"]:
                with self.subTest(page=page, look=look, step=seen["step"]):
                    check(look, seen)

    def assert_numbers(self, shown, expected):
        for kind in ("logits", "probabilities"):
            self.assertEqual(set(shown[kind]), set(expected[kind]))
            for predicate, value in expected[kind].items():
                self.assertAlmostEqual(shown[kind][predicate], value, delta=1e-5, msg=f"{kind} of {predicate}")

    def test_nothing_is_complained_about_or_loaded(self):
        for use in self.uses.values():
            self.assertEqual((use["complaints"], use["requests"]), ([], []))

    def test_nothing_is_wider_than_the_page(self):
        def check(_, seen):
            self.assertLessEqual(seen["overflow"], 0)
            self.assertLessEqual(seen["cut"], 0.5)

        self.for_each_use(check)

    def test_names_are_text(self):
        def check(_, seen):
            self.assertEqual((seen["images"], seen["scripts"]), (0, 2))

        self.for_each_use(check)
        found = self.steps("names")[10]
        self.assertEqual((found["row"], found["result"]["suggestions"][0].startswith(HOSTILE)), (HOSTILE, True))
        self.assertIn(HOSTILE, found["title"])
        self.assertIn(HOSTILE, found["rules"])

    def test_everything_has_a_name(self):
        def check(_, seen):
            self.assertEqual(seen["unnamed"], [])
            self.assertTrue(seen["captions"])
            self.assertTrue(all(node["label"] for node in seen["graph"]))

        self.for_each_use(check)

    def test_a_row_has_the_numbers_of_explain(self):
        for look in ("light", "dark", "phone"):
            seen = self.steps("papers", look)[1]
            self.assertEqual(seen["row"], self.inside)
            expected = self.explain("papers", self.inside)
            self.assert_numbers(seen["numbers"]["network"], expected["network"])
            self.assert_numbers(seen["numbers"]["rules"], expected["rules"])
            self.assert_numbers(seen["numbers"]["changed"], expected["rules"])
            self.assertEqual([seen["chosen"]], expected["rules"]["predicates"])
            contributions = {(clause["name"], layer["layer"]): clause["changes"][seen["chosen"]]
                             for layer in expected["layers"] for clause in layer["clauses"]}
            for step in seen["steps"]:
                self.assertAlmostEqual(step["change"], contributions.pop((step["clause"], step["layer"])), delta=1e-5)
            self.assertTrue(all(value == 0 for value in contributions.values()))
            sizes = [abs(line["value"]) for line in seen["groundings"]]
            self.assertEqual(sizes, sorted(sizes, reverse=True))
            self.assertGreater(len(sizes), 0)
            self.assertGreaterEqual(seen["bars"], 3)

    def test_a_rule_a_fact_and_what_the_network_says(self):
        arguments = ["--without", "topic[T=DB]", "--without", "Cite(paper 1, paper 4)", "--set", "Old(paper 1)=1"]
        for look in ("light", "phone"):
            for step, changes in ((2, arguments[:2]), (3, arguments[:4]), (4, arguments)):
                seen = self.steps("names", look)[step]
                self.assert_numbers(seen["numbers"]["changed"], self.explain("names", "paper 1", *changes)["what_if"])
                self.assertEqual(len(seen["changes"]), step - 1)
                self.assertTrue(seen["status"].startswith("As you changed it, paper 1: "), seen["status"])
            self.assertIn("""--without 'topic[T=DB]' --without 'Cite(paper 1, paper 4)' --set 'Old(paper 1)=1'""", seen["command"])
            self.assertEqual(self.steps("names", look)[3]["result"]["isFocused"], "Cite(paper 1, paper 4)")
            undone = self.steps("names", look)[5]
            self.assertEqual((undone["changes"], undone["focused"]), ([], "changes"))
            self.assert_numbers(undone["numbers"]["changed"], self.explain("names", "paper 1")["rules"])
            self.assert_numbers(self.steps("names", look)[6]["numbers"]["changed"],
                                self.explain("names", "paper 1", "--without", HOSTILE)["what_if"])
            self.assertEqual(self.steps("names", look)[7]["changes"], [])

    def test_a_trained_rule_is_switched_off(self):
        seen = self.steps("papers")[4]
        self.assert_numbers(seen["numbers"]["changed"], self.explain("papers", self.inside, "--without", self.rule)["what_if"])
        self.assert_numbers(seen["numbers"]["rules"], self.explain("papers", self.inside)["rules"])
        self.assertEqual(self.steps("papers")[5]["chosen"], "IR")
        self.assertIn("IR", self.steps("papers")[5]["waterfall"])

    def test_a_weight_is_slid(self):
        seen = self.steps("names")[8]
        layers = explorer_document.weights_of(NAMES.layers)
        mean = sum(layer["topic[T=AI]"] for layer in layers) / len(layers)
        self.assertGreater(seen["result"]["weight"], mean)
        for layer in layers:
            layer["topic[T=AI]"] *= seen["result"]["weight"] / mean
        (self.folder / "names" / "slid.json").write_text(json.dumps(layers))
        slid = ["slid.json" if argument == "weights.json" else argument for argument in self.names_inputs]
        expected = json.loads(self.kenn("explain", *slid, "--object", "paper 1", "--json", cwd=self.folder / "names"))
        self.assert_numbers(seen["numbers"]["changed"], expected["rules"])
        self.assertRegex(seen["changes"][0], r"^weight of topic\[T=AI\]: \d\.\d\d \u2192 \d\.\d\d$")

    def test_search_and_neighbours(self):
        for look in ("light", "dark", "phone"):
            search, moved, back = self.steps("papers", look)[1:4]
            self.assertEqual(search["result"]["suggestions"][0].removesuffix("network only"), self.inside)
            self.assertEqual((search["hash"], search["focused"], search["result"]["active"]), (self.inside, "row", "found-0"))
            self.assertEqual((moved["row"], moved["hash"]), (moved["result"]["name"], moved["result"]["name"]))
            self.assertEqual(back["row"], self.inside)
            self.assertEqual(self.steps("papers", look)[7]["result"], {"expanded": "false", "shown": False})

    def test_the_graph_shows_predictions(self):
        seen = self.steps("papers")[1]
        self.assertIn("centre", seen["graph"][0]["look"])
        self.assertEqual(seen["graph"][0]["label"].split(":")[0], self.inside)
        complete = self.document("papers")["nodes"]["name"][:self.document("papers")["nodes"]["complete"]]
        for node in seen["graph"][1:8]:
            expected = self.explain("papers", node["name"])["rules" if node["name"] in complete else "network"]
            topic = expected["predicates"][0]
            self.assertTrue(node["label"].startswith(f"{node['name']}: {topic} {100 * expected['probabilities'][topic]:.1f}"), node["label"])
            self.assertEqual("partial" in node["look"], node["name"] not in complete)
        self.assertGreaterEqual(seen["edges"], len(seen["graph"]) - 1)
        self.assertGreater(len(seen["legend"]), 0)

    def test_rows_that_are_only_neighbours(self):
        seen = self.steps("papers")[6]
        self.assertEqual(seen["row"], self.outside)
        self.assertIn(f"--objects {self.outside} --out explorer.html", seen["note"])
        self.assertEqual(list(seen["numbers"]), ["network"])
        self.assert_numbers(seen["numbers"]["network"], self.explain("papers", self.outside)["network"])
        self.assertRegex(seen["about"], r"^\d+ of 300 rows, each with everything it depends on; \d+ more are only their neighbours\.$")

    def test_tuples_and_unknown_rows(self):
        seen = self.steps("names")[11]
        self.assertEqual((seen["row"], list(seen["numbers"]["rules"]["logits"])), ("Like(paper 1, paper 2)", ["Like"]))
        self.assert_numbers(seen["numbers"]["rules"], self.explain("names", "Like(paper 1, paper 2)")["rules"])
        unknown = self.steps("names")[12]
        self.assertEqual((unknown["row"], unknown["status"]), ("Like(paper 1, paper 2)", "This page does not hold that row."))

    def test_the_audit_is_sorted(self):
        audit = json.loads(self.kenn("explain", *self.model, "--rules", "--json"))
        down, up = self.steps("papers")[9:11]
        self.assertEqual((down["sorted"], up["sorted"]), ([["Flipped", "descending"]], [["Flipped", "ascending"]]))
        flipped = {clause["name"]: clause["flipped"] for clause in audit["clauses"]}
        self.assertEqual([flipped[name] for name in down["audit"]], sorted(flipped.values(), reverse=True))
        self.assertEqual([flipped[name] for name in up["audit"]], sorted(flipped.values()))
        by_name = self.steps("names")[13]
        self.assertEqual((by_name["sorted"], set(by_name["audit"])), ([["Clause", "ascending"]], set(explorer_document.CLAUSES)))
        held = set(self.document("papers")["nodes"]["name"])
        self.assertLessEqual(set(down["auditLinks"]), held)

    def test_rows_worth_a_look(self):
        starts = self.steps("papers")[0]["starts"]
        self.assertGreater(len(starts), 0)
        for start in starts:
            name, before, after = re.fullmatch(r"(\S+) (\w+) \u2192 (\w+)", start).groups()
            expected = self.explain("papers", name)
            self.assertEqual((expected["network"]["predicates"], expected["rules"]["predicates"]), ([before], [after]))

    def test_colours_follow_the_system_and_the_button(self):
        def is_dark(background):
            return sum(int(part) for part in re.findall(r"\d+", background)) < 200

        for look in ("light", "dark", "phone"):
            self.assertEqual(is_dark(self.steps("papers", look)[0]["background"]), look == "dark")
            self.assertEqual(is_dark(self.steps("papers", look)[11]["background"]), look != "dark")

    def test_a_large_page_answers_at_once(self):
        """About a millisecond on a quiet machine. On a busy one it may take any time; minutes would be another algorithm."""
        self.assertLess(self.steps("large")[1]["result"]["milliseconds"], 5000)
        self.assertEqual(len(self.steps("large")[2]["rules"]), 2)


if __name__ == "__main__":
    unittest.main()
