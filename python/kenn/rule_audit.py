"""What each rule does to all predictions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from . import _explanation_html as html
from . import _explanation_text as text
from ._optional import pandas_frame
from .explanations import Shown

if TYPE_CHECKING:
    import pandas


@dataclasses.dataclass(frozen=True)
class AuditedClause:
    """What one clause, or a rule with several clauses, does to all predictions: they are compared with those of the same model
    without it."""

    name: str
    clauses: int  # that are taken out together
    weight: float  # the mean over the layers and clauses
    moved: int  # rows of which it changes a probability by more than 0.01
    flipped: int  # predictions that it changes to another class
    flipped_labelled: int  # of these, those with a label
    wrong_to_right: int  # labelled predictions that it makes right
    right_to_wrong: int
    mean_contribution: float  # what it adds to a logit that it moves: the mean of the absolute values
    helped: list[tuple[str, float]]  # rows, and the change of the probability of their label; the most helped first
    hurt: list[tuple[str, float]]


@dataclasses.dataclass(frozen=True)
class OpposedPair:
    """Two clauses that move the same logits in opposite directions."""

    first: str
    second: str
    logits: int  # that they pull in opposite directions
    cancelled: float  # the sum of what one takes back of the other


class RuleAudit(Shown):
    """What each clause does to all predictions.

    Attributes:
        rules: an `AuditedClause` for each rule with several clauses, the most harmful first
        clauses: one for each clause
        opposed: pairs of clauses that pull against each other, those that cancel most first
        rows, labels: how many there are
    """

    def __init__(self, found: dict[str, Any]):
        self._found = found
        self.rows: int = found["rows"]
        self.labels: int = found["labels"]
        self.rules = [_audited(each) for each in found["rules"]]
        self.clauses = [_audited(each) for each in found["clauses"]]
        self.opposed = [OpposedPair(**each) for each in found["opposed"]]

    def to_frame(self, rules: bool = False) -> pandas.DataFrame:
        """A data frame with a row per clause, or per rule with several clauses: all numbers of `AuditedClause`."""
        audited = self.rules if rules else self.clauses
        columns = ["wrong_to_right", "right_to_wrong", "flipped", "flipped_labelled", "moved", "mean_contribution", "weight"]
        rows = [[getattr(each, column) for column in columns] for each in audited]
        return pandas_frame(columns, rows, ["rule" if rules else "clause"], [each.name for each in audited])

    def __str__(self):
        return text.audit_text(self)

    def _repr_html_(self) -> str:
        return html.audit_html(self)


def _audited(found: dict[str, Any]) -> AuditedClause:
    return AuditedClause(**{**found, "helped": _changes(found["helped"]), "hurt": _changes(found["hurt"])})


def _changes(rows: list[dict[str, Any]]) -> list[tuple[str, float]]:
    return [(each["row"], each["change"]) for each in rows]
