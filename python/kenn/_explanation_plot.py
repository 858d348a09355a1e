"""A waterfall of what the rules add to one logit, with matplotlib."""

from __future__ import annotations

from typing import Any, Optional

from . import _explanation_text as text
from ._errors import DataError, suggestion
from ._optional import optional

MOST_BARS = 20
UP, DOWN = "#4080e0", "#e07020"  # told apart without red and green, on light and dark


def _column(explanation: Any, column: Optional[str]) -> int:
    if column is None:
        return max((explanation.columns.index(each) for each in explanation.rules.predicates or explanation.columns),
                   key=lambda place: abs(explanation.changes[place]))
    if column not in explanation.columns:
        raise DataError(f"column: '{column}' is not predicted of {explanation.table}" + suggestion(column, explanation.columns))
    return explanation.columns.index(column)


def _bars(explanation: Any, column: int) -> list[tuple[str, float]]:
    """What moves the column, in the order of the layers; the weakest together, where there are many."""
    bars = [(name, float(each.changes[column])) for name, each in zip(text.line_names(explanation), explanation.contributions)
            if each.changes[column] != 0]
    if len(bars) <= MOST_BARS:
        return bars
    weakest = sorted(range(len(bars)), key=lambda place: abs(bars[place][1]))[:len(bars) - MOST_BARS + 1]
    kept = [bar for place, bar in enumerate(bars) if place not in weakest]
    return [*kept, (f"{len(weakest)} others", sum(bars[place][1] for place in weakest))]


def plot(explanation: Any, column: Optional[str], ax: Any) -> Any:
    pyplot = optional("matplotlib.pyplot", "plot()")
    place = _column(explanation, column)
    bars = _bars(explanation, place)
    if ax is None:
        _, ax = pyplot.subplots(figsize=(7, 1.4 + 0.32 * max(len(bars), 1)), layout="constrained")
    network, rules = float(explanation.network.logits[place]), float(explanation.rules.logits[place])
    at = network
    for height, (_, change) in enumerate(bars):
        ax.barh(height, change, left=at, color=UP if change > 0 else DOWN)
        ax.annotate(f"{change:+.3f}", (max(at, at + change), height), (3, 0), textcoords="offset points", va="center",
                    fontsize="small")
        at += change
    ax.axvline(network, color="gray", linestyle=":", label=f"network {network:.3f}")
    ax.axvline(rules, color="gray", linestyle="-", label=f"with rules {rules:.3f}")
    ax.set_yticks(range(len(bars)), [_plain(name) for name, _ in bars])
    ax.invert_yaxis()
    ax.use_sticky_edges = False
    ax.margins(x=0.15)
    ax.set_xlabel(_plain(f"logit of {text.shown_name(explanation.columns[place])}"))
    ax.set_title(_plain(text.title(explanation)))
    ax.legend(fontsize="small")
    return ax


def _plain(name: str) -> str:
    """Without what matplotlib would read as mathematics."""
    return name.replace("$", r"\$")
