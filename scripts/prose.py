#!/usr/bin/env python3
"""Finds stilted phrases in the documentation, and claims that do not name what they were compared with.

usage: scripts/prose.py

Looks at Markdown files, outside of code. The status is 1 when something is found. A phrase that is right where it stands is an exception,
with its reason.
"""

import json
import pathlib
import re
import subprocess
import sys

# phrase, and what to write in its place
PHRASES = {
    r"unless (?:otherwise )?given": "(default: X)",
    r"made[- ]up|are made up": "synthetic",
    r"pre-?activations?": "logits",
    r"of any method": "name the methods",
    r"than any (?:other|method|system)": "name the others",
    r"lose by predictions": "adds a penalty for violated rules to the loss",
    r"said where they are": "precise error messages",
    r"what (?:the|a) rules? (?:is|are) worth": "accuracy gain",
    r"kind to the rules?": "overstates the gain",
    r"is no plain listing": "joined rule",
    r"is not there$": "is not installed",
    r"by turns": "alternately",
    r"as good as not": "counts as not",
    r"who is taken for whom": "confusion matrix",
}
CLAIMS = r"\b(?:faster|fastest|slower|better than|more accurate|most accurate|state[- ]of[- ]the[- ]art|outperforms?|best (?:of|in) class|beats?)\b"
# What a claim was compared with: a system, a method, another setting of kenn, or a number that says how much.
NAMES = (r"PyTorch|torch|TensorFlow|KENN2?\b|SBR|RNM|GCN|APPNP|GAT\b|Eigen|BLAS|published|faster of (?:the )?two|network alone|plain network|loops?\b|"
         r"C\+\+|than (?:kenn\b|the|a|an|its|that|those|with|without|by|one|before|all|nothing|chance)\b|`[^`]+`")
EXCEPTIONS = {}  # (file, phrase): reason


def prose_of(text):
    """The text with code and comments blanked out; lines keep their numbers."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found[0])

    text = re.sub(r"(?ms)^```.*?^```$|^    .*?$|<!--.*?-->", blank, text)
    return re.sub(r"`[^`\n]+`", lambda found: "`" + "x" * (len(found[0]) - 2) + "`", text)


def sentences(text):
    """(line, sentence): rows of tables and paragraphs cut at full stops."""
    for paragraph in re.finditer(r"(?:^\|.*$)|(?:^(?!\|).+\n?)+", text, re.MULTILINE):
        for sentence in re.finditer(r"(?s).+?(?:[.!?](?=\s)|\Z)", paragraph[0]):
            yield text.count("\n", 0, paragraph.start() + sentence.start() + len(sentence[0]) - len(sentence[0].lstrip())) + 1, sentence[0]


def raw_findings(name, text):
    """(phrase, message) of everything that is found."""
    for line, sentence in sentences(prose_of(text)):
        for phrase, better in PHRASES.items():
            if found := re.search(phrase, sentence, re.IGNORECASE):
                yield found[0].lower(), f"{name}:{line}: '{found[0]}'; write: {better}"
        if (found := re.search(CLAIMS, sentence, re.IGNORECASE)) and not re.search(NAMES, sentence):
            yield found[0].lower(), f"{name}:{line}: '{found[0]}' without a name of what it was compared with"


def findings_in(name, text):
    return [message for phrase, message in raw_findings(name, text) if (name, phrase) not in EXCEPTIONS]


def notebook_prose(text):
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")


def pages(root):
    """Every Markdown file of the project, and the text of its notebooks."""
    names = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md", "*.ipynb"],
                           cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    texts = {name: (root / name).read_text() for name in sorted(set(names)) if name and (root / name).is_file()}
    return {name: notebook_prose(text) if name.endswith(".ipynb") else text for name, text in texts.items()}


def findings(root):
    return [message for name, text in pages(root).items() for message in findings_in(name, text)]


def unused_exceptions(root):
    used = {(name, phrase) for name, text in pages(root).items() for phrase, _ in raw_findings(name, text)}
    return sorted(EXCEPTIONS.keys() - used)


if __name__ == "__main__":
    found = findings(pathlib.Path(__file__).resolve().parent.parent)
    print("\n".join(found))
    sys.exit(1 if found else 0)
