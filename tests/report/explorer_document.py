"""Documents of explorers without the C++ that writes them: groundings by brute force, and the numbers of `kenn explain` beside them.

The world has every kind of grounding: facts that are needed, excluded or of a degree, tuples that are predicted, self pairs.
"""

import dataclasses
import itertools
import json
import random

from enhancer_model import parse_clause
from environment import run_kenn
from npy_files import float32, npy

HOSTILE = "</script><img src=x onerror=alert(1)>"
TOPICS = ["AI", "DB", "IR"]
PAPERS = [f"paper {number}" for number in range(1, 10)] + ['a "b", c', HOSTILE, "alone"]
CITES = [(0, 1), (2, 0), (0, 3), (4, 1), (5, 5), (6, 0), (7, 8), (8, 2), (9, 0), (10, 0), (1, 2)]
LIKES = [(0, 1), (1, 4), (3, 0), (6, 6), (10, 0)]
NEAR = {(0, 1): 0.25, (2, 0): 0.9, (0, 3): 1.0, (3, 0): 0.5, (8, 7): 0.125}
RETRACTED = [3, 5]
KNOWLEDGE = f"""type Paper
predict AI(Paper), DB(Paper), IR(Paper), Old(Paper), Like(Paper, Paper)
given Cite(Paper, Paper), Near(Paper, Paper), Retracted(Paper)
exclusive AI, DB, IR
for T in {{AI, DB, IR}} rule "topic": T(x) & Cite(x, y) -> T(y)
rule "alike": AI(x) & Like(x, y) -> AI(y)
rule "near": DB(x) & Near(x, y) -> DB(y)
rule "far": Old(x) & Cite(x, y) -> Old(y) | Near(x, y)
rule "kept": AI(x) -> Old(x) | Retracted(x)
rule "{HOSTILE}": IR(x) -> !Old(x)
"""
CLAUSES = {
    **{f"topic[T={topic}]": f"!{topic}(x) | !Cite(x, y) | {topic}(y)" for topic in TOPICS},
    "alike": "!AI(x) | !Like(x, y) | AI(y)",
    "near": "!DB(x) | !Near(x, y) | DB(y)",
    "far": "!Old(x) | !Cite(x, y) | Old(y) | Near(x, y)",
    "kept": "!AI(x) | Old(x) | Retracted(x)",
    HOSTILE: "!IR(x) | !Old(x)",
}
GIVEN = {"Cite": dict.fromkeys(CITES, 1.0), "Near": NEAR, "Retracted": {(row,): 1.0 for row in RETRACTED}}
TABLES = [{"name": "Paper", "columns": [*TOPICS, "Old"], "exclusive": [[0, 1, 2]]},
          {"name": "Like", "columns": ["Like"], "exclusive": []}]
LABELS = {0: 0, 1: 0, 2: 2, 3: 1, 4: 2, 6: 1, 9: 0}


@dataclasses.dataclass(frozen=True)
class Setting:
    boost: str
    order: str
    layers: int
    center: bool = True

    @property
    def name(self):
        return f"{self.boost}-{self.order}-{self.layers}" + ("" if self.center else "-none")


SETTINGS = [Setting(boost, order, layers) for boost in ("softmax", "godel", "residual") for order in ("parallel", "sequential")
            for layers in (1, 2, 3)] + [Setting("residual", "sequential", 2, center=False)]


def written(name):
    return '"' + name.replace('"', '""') + '"' if "," in name or '"' in name else name


def tuple_text(relation, rows):
    return f"{relation}({', '.join(written(PAPERS[row]) for row in rows)})"


def logits(count, columns, seed):
    numbers = random.Random(seed)
    return [[float32(numbers.uniform(-2, 2)) for _ in range(columns)] for _ in range(count)]


class Grounder:
    """Every clause is a group of its own."""

    def __init__(self):
        self.facts = []

    def fact(self, relation, rows):
        if GIVEN[relation].get(rows, 0) == 0:
            return -1
        if (relation, rows) not in self.facts:
            self.facts.append((relation, rows))
        return self.facts.index((relation, rows))

    def group(self, number, text, order):
        clause = parse_clause(text)
        variables = sorted({term for literal in clause for term in literal.terms})
        is_early = order == "sequential" and len(variables) == 1
        group = {"stage": 0 if is_early or order == "parallel" else 1, "slots": [], "facts": [], "instances": [],
                 "clauses": [{"clause": number, "literals": []}]}
        for literal in clause:
            column = next((table["columns"].index(literal.predicate) for table in TABLES if literal.predicate in table["columns"]), 0)
            is_given = literal.predicate in GIVEN
            if is_given:
                group["facts"].append("excluded" if literal.positive else "required")
            if not is_given or literal.predicate == "Near":
                group["clauses"][0]["literals"].append({"slot": len(group["slots"]), "column": column, "positive": literal.positive})
                group["slots"].append({"fact": len(group["facts"]) - 1 if is_given else None})
        for chosen in itertools.product(range(len(PAPERS)), repeat=len(variables)):
            self.add_instance(group, clause, dict(zip(variables, chosen)))
        return group

    def add_instance(self, group, clause, chosen):
        """Tuples that are needed and not listed make no grounding."""
        slots, facts = [], []
        for literal in clause:
            rows = tuple(chosen[term] for term in literal.terms)
            if literal.predicate in GIVEN:
                facts.append(self.fact(literal.predicate, rows))
                if not literal.positive and facts[-1] < 0:
                    return
                slots += [-1] * (literal.predicate == "Near")
            elif literal.predicate == "Like":
                if rows not in LIKES:
                    return
                slots.append(len(PAPERS) + LIKES.index(rows))
            else:
                slots.append(rows[0])
        group["instances"] += slots + facts


def weights_of(layers):
    numbers = random.Random(layers)
    return [{name: float32(numbers.uniform(0.2, 2.5)) for name in CLAUSES} for _ in range(layers)]


def audit_of(document):
    """Plausible numbers for the looks of the page; hostile names and rows that the page does not hold are among them."""
    clauses = [{"clause": number, "weight": sum(clause["weights"]) / len(clause["weights"]), "moved": 5 + number, "flipped": number % 4,
                "flipped_labelled": number % 3, "wrong_to_right": number % 3, "right_to_wrong": (number + 1) % 2,
                "mean_contribution": 0.1 * number, "helped": [{"row": "paper 1", "change": 0.12}, {"row": HOSTILE, "change": 0.02}],
                "hurt": [{"row": "paper 999", "change": -0.05}]} for number, clause in enumerate(document["clauses"])]
    return {"rows": 17, "labels": len(LABELS), "moved_from": 0.01, "clauses": clauses,
            "opposed": [{"first": "topic[T=AI]", "second": HOSTILE, "logits": 4, "cancelled": 0.31}]}


def document(setting):
    grounder = Grounder()
    groups = [grounder.group(number, text, setting.order) for number, text in enumerate(CLAUSES.values())]
    weights = weights_of(setting.layers)
    names = PAPERS + [tuple_text("Like", rows) for rows in LIKES]
    values = logits(len(PAPERS), 4, 1) + logits(len(LIKES), 1, 2)
    result = {
        "format": 1, "kind": "explorer",
        "about": {"title": f"papers {HOSTILE}", "version": "0.1.0", "data": "papers", "knowledge": KNOWLEDGE},
        "boost": setting.boost, "layers": setting.layers, "stages": 2 if setting.order == "sequential" else 1, "center": setting.center,
        "tables": TABLES,
        "clauses": [{"name": name, "text": text, "weights": [layer[name] for layer in weights]} for name, text in CLAUSES.items()],
        "nodes": {"complete": len(names), "table": [0] * len(PAPERS) + [1] * len(LIKES), "name": names,
                  "logits": [value for row in values for value in row],
                  "labels": [[LABELS[node]] if node in LABELS else None for node in range(len(names))]},
        "facts": {"text": [], "degree": []}, "groups": groups, "audit": {}, "rows": len(names),
    }
    for relation, rows in grounder.facts:
        degree = GIVEN[relation][rows]
        result["facts"]["text"].append(tuple_text(relation, rows))
        result["facts"]["degree"].append(None if degree == 1 else float32(degree))
    result["audit"] = audit_of(result)
    return result


# What is asked of `kenn explain` for every setting: an object and what is changed.
QUESTIONS = [
    ("paper 1", [], []),
    (HOSTILE, [], []),
    ('Paper("a ""b"", c")', [], []),
    ("Like(paper 1, paper 2)", [], []),
    ("paper 1", ["topic[T=DB]", "near", "Cite(paper 1, paper 4)"], ["AI(paper 2)=1", "Old(paper 3)=0.25"]),
    ("paper 4", ["Near(paper 1, paper 2)", "Near(paper 1, paper 4)", "Near(paper 3, paper 1)", "Retracted(paper 4)"], []),
]


def write_inputs(folder, setting):
    """The files of the world, and the arguments of kenn that name them."""
    def write_relation(name, header, lines):
        (folder / f"{name}.csv").write_text("\n".join([header, *lines]) + "\n")

    def cells(rows):
        return ",".join('"' + PAPERS[row].replace('"', '""') + '"' for row in rows)

    folder.mkdir(exist_ok=True)
    (folder / "rules.kenn").write_text(KNOWLEDGE.replace(f'"{HOSTILE}"', json.dumps(HOSTILE)))
    (folder / "Paper.npy").write_bytes(npy(logits(len(PAPERS), 4, 1)))
    (folder / "Like.npy").write_bytes(npy(logits(len(LIKES), 1, 2)))
    (folder / "ids.txt").write_text("\n".join(PAPERS) + "\n")
    (folder / "weights.json").write_text(json.dumps(weights_of(setting.layers)))
    write_relation("Like-rows", "x,y", map(cells, LIKES))
    write_relation("Cite", "x,y", map(cells, CITES))
    write_relation("Near", "x,y,truth", (f"{cells(rows)},{degree}" for rows, degree in NEAR.items()))
    write_relation("Retracted", "x", (cells([row]) for row in RETRACTED))
    return ["--knowledge", "rules.kenn", "--logits", "Paper=Paper.npy", "--logits", "Like=Like.npy", "--ids", "Paper=ids.txt", "--relation",
            "Like=Like-rows.csv", "--relation", "Cite=Cite.csv", "--relation", "Near=Near.csv", "--relation", "Retracted=Retracted.csv",
            "--weights", "weights.json", "--boost", setting.boost, "--order", setting.order, "--layers", str(setting.layers), "--center",
            "groups" if setting.center else "none"]


def document_in(page):
    """What an explorer shows, from its file."""
    return json.loads(page.read_text().split('<script type="application/json" id="explorer">')[1].split("</script>")[0])


def write_folder(folder):
    """A file per setting: the document from here and that of the program, the questions and the answers."""
    folder.mkdir(exist_ok=True)
    for setting in SETTINGS:
        inputs = write_inputs(folder / "inputs", setting)
        finished = run_kenn("report", "--explore", *inputs, "--out", "explorer.html", cwd=folder / "inputs")
        assert finished.returncode == 0, finished.stderr
        answers = []
        for target, without, atoms in QUESTIONS:
            finished = run_kenn("explain", *inputs, "--object", target, *(f"--without={each}" for each in without),
                                *(f"--set={each}" for each in atoms), "--json", cwd=folder / "inputs")
            assert finished.returncode == 0, finished.stderr
            answers.append({"object": target, "without": without, "set": atoms, "answer": json.loads(finished.stdout)})
        (folder / f"{setting.name}.json").write_text(json.dumps(
            {"documents": [document(setting), document_in(folder / "inputs" / "explorer.html")], "answers": answers}))
    return folder


def citation_graph(papers, cites_per_paper, rules=36, layers=3, seed=1):
    """A large document, for measurements: every rule is about a citation, as in the benchmark data sets."""
    numbers = random.Random(seed)
    topics = [f"Topic{number}" for number in range(6)]
    pairs = [(citing, numbers.randrange(papers)) for citing in range(papers) for _ in range(cites_per_paper)]
    clauses = [(first, second) for first in range(6) for second in range(6)][:rules]
    names = [f"{topics[first]} cites {topics[second]}" for first, second in clauses]
    return {
        "format": 1, "kind": "explorer", "about": {"title": "A large graph", "version": "0.1.0", "data": "papers", "knowledge": ""},
        "boost": "residual", "layers": layers, "stages": 1, "center": True,
        "tables": [{"name": "Paper", "columns": topics, "exclusive": [list(range(6))]}],
        "clauses": [{"name": name, "text": f"!{topics[first]}(x) | !Cite(x, y) | {topics[second]}(y)",
                     "weights": [round(numbers.uniform(0, 1.5), 3)] * layers} for name, (first, second) in zip(names, clauses)],
        "nodes": {"complete": papers, "table": [0] * papers, "name": [f"paper {number}" for number in range(papers)],
                  "logits": [round(numbers.gauss(0, 1.5), 4) for _ in range(6 * papers)],
                  "labels": [[numbers.randrange(6)] if number % 3 == 0 else None for number in range(papers)]},
        "facts": {"text": [f"Cite(paper {x}, paper {y})" for x, y in pairs], "degree": [None] * len(pairs)},
        "groups": [{"stage": 0, "slots": [{"fact": None}, {"fact": None}], "facts": ["required"],
                    "clauses": [{"clause": number, "literals": [{"slot": 0, "column": first, "positive": False},
                                                                {"slot": 1, "column": second, "positive": True}]}
                                for number, (first, second) in enumerate(clauses)],
                    "instances": [each for fact, (x, y) in enumerate(pairs) for each in (x, y, fact)]}],
        "audit": {"rows": papers, "labels": papers // 3, "moved_from": 0.01, "opposed": [], "clauses": [
            {"clause": number, "weight": 1.0, "moved": number * 31 % 97, "flipped": number * 7 % 23, "flipped_labelled": number % 5,
             "wrong_to_right": number * 13 % 11, "right_to_wrong": number * 5 % 7, "mean_contribution": 0.01 * (number * 17 % 29),
             "helped": [{"row": f"paper {number}", "change": 0.1}], "hurt": []} for number in range(len(clauses))]},
        "rows": papers * 2,
    }
