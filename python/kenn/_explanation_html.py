"""Explanations as HTML, for notebooks. Colours are translucent, so that light and dark notebooks can show them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from . import _explanation_text as text

if TYPE_CHECKING:
    from .explanations import Explanation, WhyNot
    from .rule_audit import RuleAudit

MOST_GROUNDINGS = 10
_NUMBER = "text-align:right;white-space:nowrap;"
_TEXT = "text-align:left;"
_TABLE = '<table style="color:inherit">'  # pages without a doctype give tables black text
_UP, _DOWN = "64,128,224", "224,112,32"  # blue and orange: told apart without red and green


def _escape(value: object) -> str:
    return html.escape(text.printable(str(value)))


def _cell(value: object, style: str, tag: str = "td") -> str:
    return f'<{tag} style="{style}">{_escape(value)}</{tag}>'


def _table(head: Sequence[str], rows: Iterable[str], texts: int = 1) -> str:
    """The first columns are texts, the others numbers."""
    cells = "".join(_cell(each, _TEXT if place < texts else _NUMBER, "th") for place, each in enumerate(head))
    return f'{_TABLE}<thead><tr>{cells}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _row(name: str, cells: Iterable[str]) -> str:
    return f'<tr>{_cell(name, _TEXT)}{"".join(cells)}</tr>'


def _lines(lines: Iterable[str]) -> str:
    return "<div>" + "<br>".join(map(_escape, lines)) + "</div>"


def _change(change: float, greatest: float) -> str:
    colour = _UP if change > 0 else _DOWN
    strength = 0.45 * abs(change) / greatest if greatest > 0 else 0
    return _cell(text.change_cell(change), f"{_NUMBER}background:rgba({colour},{strength:.2f});")


def _waterfall(explanation: Explanation) -> str:
    columns = text.shown_columns(explanation)
    greatest = max((abs(each.changes[column]) for each in explanation.contributions for column in columns), default=0.0)
    bold = _NUMBER + "font-weight:bold;"
    rows = [_row("network", [_cell(f"{explanation.network.logits[column]:.3f}", bold) for column in columns]),
            *(_row(name, [_change(each.changes[column], greatest) for column in columns])
              for name, each in zip(text.line_names(explanation), explanation.contributions)),
            _row("with rules", [_cell(f"{explanation.rules.logits[column]:.3f}", bold) for column in columns])]
    found = _table(["logits", *(text.shown_name(explanation.columns[column]) for column in columns)], rows)
    if len(columns) < len(explanation.columns):
        found += _lines([f"{len(columns)} of {len(explanation.columns)} predicates; to_frame() has all"])
    return found


def _groundings(explanation: Explanation) -> str:
    listed = text.strongest(explanation.layers, MOST_GROUNDINGS)
    rows = [_row(str(clause.layer), [_cell(each, _TEXT) for each in (
        text.changes_text(grounding, explanation.columns), text.literals_text(grounding), text.shown_name(clause.clause))])
        for clause, grounding in listed]
    title = _escape(text.groundings_title(explanation, len(listed)))
    return f'<details><summary>{title}</summary>{_table(["layer", "adds", "by", "clause"], rows, 4)}</details>'


def explanation_html(explanation: Explanation) -> str:
    is_touched = bool(explanation.contributions)
    lines = [f"network alone: {text.prediction_text(explanation.network, explanation.columns)}"]
    if is_touched:
        lines.append(f"with rules: {text.prediction_text(explanation.rules, explanation.columns)}")
    if explanation.labels:
        lines.append(f"label: {', '.join(map(text.shown_name, explanation.labels))}")
    if not is_touched:
        lines.append(text.NO_RULE)
    found = f"<b>{_escape(text.title(explanation))}</b>" + _lines(lines)
    if is_touched:
        found += _waterfall(explanation) + _groundings(explanation)
    if explanation.what_if is not None:
        found += "<b>what if</b>" + _lines(text.what_if_lines(explanation))
    return f"<div>{found}</div>"


def why_not_html(why_not: WhyNot) -> str:
    title = f"{text.title(why_not)}: why not {text.shown_name(why_not.predicate)}"
    first, *others = text.why_not_lines(why_not)
    lines = [f"it is {text.prediction_text(why_not.rules, why_not.columns)}", first]
    found = f"<b>{_escape(title)}</b>{_lines(lines)}"
    if others:
        *removed, last = others
        found += "<ul>" + "".join(f"<li>{_escape(each.strip())}</li>" for each in removed) + f"</ul>{_lines([last])}"
    return f"<div>{found}</div>"


def audit_html(audit: RuleAudit) -> str:
    shown = audit.clauses[:text.MOST_CLAUSES]
    rows = [_row(text.audited_name(each), [
        *(_cell(cell, _NUMBER) for cell in (each.wrong_to_right, each.right_to_wrong, each.flipped, each.moved,
                                            f"{each.mean_contribution:.3f}", f"{each.weight:.3f}")),
        _cell(text.rows_text(each.helped), _TEXT), _cell(text.rows_text(each.hurt), _TEXT)])
        for each in [*audit.rules[:text.MOST_CLAUSES], *shown]]
    head = ["rule or clause", "wrong → right", "right → wrong", "flipped", "moved", "mean", "weight", "helped", "hurt"]
    found = _lines([text.audit_title(audit)]) + _table(head, rows)
    if len(shown) < len(audit.clauses):
        found += _lines([f"{len(audit.clauses) - len(shown)} more; to_frame() has all"])
    if not audit.opposed:
        return f"<div>{found}{_lines(['no two rules pull a logit in opposite directions'])}</div>"
    pairs = [f"<tr>{_cell(text.shown_name(pair.first), _TEXT)}{_cell(text.shown_name(pair.second), _TEXT)}"
             f'{_cell(pair.logits, _NUMBER)}{_cell(f"{pair.cancelled:.2f}", _NUMBER)}</tr>' for pair in audit.opposed[:text.MOST_PAIRS]]
    return f'<div>{found}<b>pull against each other most</b>{_table(["rule", "rule", "logits", "cancelled"], pairs, 2)}</div>'
