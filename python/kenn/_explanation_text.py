"""Explanations as the text that `kenn explain` prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Callable

from .options import whole_number

if TYPE_CHECKING:
    from .explanations import Contribution, Explanation, Grounding, Layer, Prediction, WhyNot
    from .rule_audit import AuditedClause, RuleAudit

MOST_COLUMNS = 8
LONGEST_NAME = 60
MOST_BEFORE = 3  # groundings of a row in the layer before
SMALLEST_SHOWN = 0.0005
MOST_CLAUSES = 40  # of an audit
MOST_ROWS = 3
MOST_PAIRS = 5

# Control characters, characters without width, line separators and the marks that reorder text.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def printable(name: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", name.replace("\t", " "))


def shown_name(name: str) -> str:
    name = printable(name)
    return name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "..."


def written_row(table: str, objects: Sequence[str]) -> str:
    """paper 17, or Cite(paper 1, paper 2), with ids in quotes that have commas: what `object` of `kenn.explain` may be."""
    return objects[0] if len(objects) == 1 else f"{table}({', '.join(_written(each) for each in objects)})"


def _written(name: str) -> str:
    is_plain = name != "" and not re.search('[,"]', name) and name == name.strip(" ")
    return name if is_plain else '"' + name.replace('"', '""') + '"'


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(shown_name, names))


def _row_text(table: str, objects: Sequence[str]) -> str:
    return shown_name(objects[0]) if len(objects) == 1 else f"{shown_name(table)}({_names(objects)})"


def title(explained: Any) -> str:
    """Of an Explanation or a WhyNot: paper 17 of Paper"""
    return _row_text(explained.table, explained.objects) + (f" of {explained.table}" if len(explained.objects) == 1 else "")


def counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def change_cell(change: float) -> str:
    return "." if abs(change) < SMALLEST_SHOWN else f"{change:+.3f}"


def prediction_text(prediction: Prediction, columns: Sequence[str]) -> str:
    """DB 0.551, AI 0.312, IR 0.061: the likeliest first."""
    order = sorted(range(len(columns)), key=lambda column: -prediction.probabilities[column])
    return (", ".join(f"{shown_name(columns[column])} {prediction.probabilities[column]:.3f}" for column in order[:4])
            + ", ..." * (len(order) > 4))


def shown_columns(explanation: Explanation) -> list[int]:
    """The columns that are most worth showing, in their order: what is predicted, what is true, what moved."""
    columns = explanation.columns
    named = {*explanation.rules.predicates, *explanation.network.predicates, *explanation.labels}

    def worth(column: int) -> float:
        return abs(explanation.changes[column]) + 1e6 * (columns[column] in named)

    return sorted(sorted(range(len(columns)), key=lambda column: -worth(column))[:MOST_COLUMNS])


def line_names(explanation: Explanation) -> list[str]:
    """Of the contributions: the layer, where there are several, and the clause."""
    return [f"layer {each.layer}  " * (len(explanation.layers) > 1) + shown_name(each.clause) for each in explanation.contributions]


def _waterfall(explanation: Explanation) -> str:
    columns, names = shown_columns(explanation), line_names(explanation)
    lines = [("logits", [shown_name(explanation.columns[column]) for column in columns]),
             ("network", [f"{explanation.network.logits[column]:.3f}" for column in columns]),
             *((name, [change_cell(each.changes[column]) for column in columns])
               for name, each in zip(names, explanation.contributions)),
             ("with rules", [f"{explanation.rules.logits[column]:.3f}" for column in columns])]
    first = max(10, *map(len, names))
    widths = [max(7, len(name)) for name in lines[0][1]]
    text = "".join("  " + "  ".join([name.ljust(first), *(cell.rjust(width) for cell, width in zip(cells, widths))]) + "\n"
                   for name, cells in lines)
    if len(columns) < len(explanation.columns):
        text += f"  ({len(columns)} of {len(explanation.columns)} predicates; to_frame() has all)\n"
    return text


def strongest(layers: Iterable[Layer], most: int,
              strength_of: Callable[[Grounding], float] = lambda grounding: grounding.size) -> list[tuple[Contribution, Grounding]]:
    listed = [(clause, grounding) for layer in layers for clause in layer.clauses for grounding in clause.groundings]
    strengths = [strength_of(grounding) for _, grounding in listed]
    order = sorted((place for place, strength in enumerate(strengths) if strength >= SMALLEST_SHOWN), key=lambda place: -strengths[place])
    return [listed[place] for place in order[:most]]


def changes_text(grounding: Grounding, columns: Sequence[str]) -> str:
    """AI +0.420, DB -0.100"""
    return ", ".join(f"{shown_name(column)} {change:+.3f}" for column, change in zip(columns, grounding.changes)
                     if abs(change) >= SMALLEST_SHOWN)


def literals_text(grounding: Grounding) -> str:
    """AI(paper 92) 0.930, Cite(paper 92, paper 17): the literals about something else; without any, all of them."""
    others = [literal for literal in grounding.literals if not literal.is_moved]
    texts = []
    for literal in others or grounding.literals:
        is_certain = literal.is_given and literal.probability in (0, 1)
        text = f"{shown_name(literal.predicate)}({_names(literal.objects)})"
        texts.append("not " * (is_certain and literal.probability == 0) + text + ("" if is_certain else f" {literal.probability:.3f}"))
    return ", ".join(texts)


def _before(grounding: Grounding, indent: int) -> str:
    text = ""
    for row in grounding.before:
        used = [row.columns.index(literal.predicate) for literal in grounding.literals
                if not literal.is_given and literal.objects == row.objects and literal.predicate in row.columns]
        listed = strongest([row], MOST_BEFORE,
                           lambda change: max((abs(change.changes[column]) for column in used), default=0))
        if listed:
            text += " " * indent + f"{_row_text(row.table, row.objects)} in layer {row.layer}:\n"
        for _, each in listed:
            text += (" " * (indent + 2) + f"{changes_text(each, row.columns)}  by {literals_text(each)}\n"
                     + _before(each, indent + 4))
    return text


def groundings_title(explanation: Explanation, shown: int) -> str:
    count = sum(each.grounding_count for each in explanation.contributions)
    return "what moved it, strongest first" + (f" ({shown} of {counted(count, 'grounding')})" if shown < count else "")


def _groundings(explanation: Explanation, most: int) -> str:
    listed = strongest(explanation.layers, most)
    text = f"\n{groundings_title(explanation, len(listed))}\n"
    for clause, grounding in listed:
        layer = f"layer {clause.layer}  " * (len(explanation.layers) > 1)
        text += (f"  {layer}{changes_text(grounding, explanation.columns)}  by {literals_text(grounding)}  "
                 f"[{shown_name(clause.clause)}]\n" + _before(grounding, 6))
    return text


def what_if_lines(explanation: Explanation) -> list[str]:
    """What was changed, and what is predicted then."""
    assert explanation.what_if is not None
    is_same = (explanation.what_if.logits == explanation.rules.logits).all()
    return [*(f"without {printable(each)}" for each in explanation.without), *map(printable, explanation.set),
            f"then: {prediction_text(explanation.what_if, explanation.columns)}"
            + " (nothing changes: that has no say in this prediction)" * bool(is_same)]


NO_RULE = "No rule speaks of it; the prediction is the network's."


def explanation_text(explanation: Explanation, top: int) -> str:
    whole_number("top", top, 0, 10**9)
    is_touched = bool(explanation.contributions)
    text = f"{title(explanation)}\n  network alone  {prediction_text(explanation.network, explanation.columns)}\n"
    if is_touched:
        text += f"  with rules     {prediction_text(explanation.rules, explanation.columns)}\n"
    if explanation.labels:
        text += f"  label          {_names(explanation.labels)}\n"
    text += "\n" + (_waterfall(explanation) + _groundings(explanation, top) if is_touched else f"{NO_RULE}\n")
    if explanation.what_if is not None:
        text += "\nwhat if\n" + "".join(f"  {line}\n" for line in what_if_lines(explanation))
    return text.rstrip("\n")


def why_not_lines(why_not: WhyNot) -> list[str]:
    """What was found, then what is removed, then what is known about smaller sets."""
    searched = (f"all sets of up to {why_not.searched} of the {why_not.candidates} rules and facts that matter were tried")
    if why_not.prediction is None:
        together = f", and the {why_not.tried} that help most alone together" * (why_not.tried > why_not.searched)
        return [f"none found up to size {why_not.searched}: {searched}{together}"]
    return [f"it would be {prediction_text(why_not.prediction, why_not.columns)} without",
            *("  " + printable(each) for each in why_not.removed),
            "No smaller set does it." if why_not.is_smallest
            else f"Not proven smallest: {searched}, larger ones only in part."]


def why_not_text(why_not: WhyNot) -> str:
    return "\n".join([f"{title(why_not)}: why not {shown_name(why_not.predicate)}",
                      f"  it is {prediction_text(why_not.rules, why_not.columns)}", *("  " + line for line in why_not_lines(why_not))])


def audit_title(audit: RuleAudit) -> str:
    return (f"{counted(len(audit.clauses), 'clause')} on {counted(audit.rows, 'row')}, {counted(audit.labels, 'label')}; "
            f"each is compared with the model without it")


def rows_text(rows: Sequence[tuple[str, float]]) -> str:
    """paper 5 -0.243, paper 8 -0.057"""
    return ", ".join(f"{shown_name(row)} {change:+.3f}" for row, change in rows[:MOST_ROWS])


def audited_name(audited: AuditedClause) -> str:
    return shown_name(audited.name) + f" ({audited.clauses} clauses)" * (audited.clauses > 1)


def _clause_line(each: AuditedClause) -> str:
    return (f"{each.wrong_to_right:16}{each.right_to_wrong:16}{each.flipped:9}{each.moved:8}{each.mean_contribution:8.3f}"
            f"{each.weight:8.3f}  {audited_name(each)}\n")


def audit_text(audit: RuleAudit) -> str:
    text = f"{audit_title(audit)}\n\n  wrong -> right  right -> wrong  flipped   moved    mean  weight  rule or clause\n"
    shown = audit.clauses[:MOST_CLAUSES]
    text += "".join(map(_clause_line, audit.rules[:MOST_CLAUSES])) + "\n" * bool(audit.rules) + "".join(map(_clause_line, shown))
    if len(shown) < len(audit.clauses):
        text += f"  ({len(audit.clauses) - len(shown)} more; to_frame() has all)\n"
    if any(each.helped or each.hurt for each in shown):
        text += "\nmost helped and hurt, by the probability of their label\n"
    for each in shown:
        if each.helped or each.hurt:
            text += f"  {shown_name(each.name)}\n"
        text += f"    helped  {rows_text(each.helped)}\n" if each.helped else ""
        text += f"    hurt    {rows_text(each.hurt)}\n" if each.hurt else ""
    if not audit.opposed:
        return text + "\nno two rules pull a logit in opposite directions"
    text += "\npull against each other most\n    logits  cancelled\n"
    for pair in audit.opposed[:MOST_PAIRS]:
        text += f"{pair.logits:10}{pair.cancelled:11.2f}  {shown_name(pair.first)}  and  {shown_name(pair.second)}\n"
    return text.rstrip("\n")
