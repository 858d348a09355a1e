"""How far rules are trusted, and why."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Optional


@dataclasses.dataclass(frozen=True)
class ClauseEvidence:
    """What labels say about one clause. `pandas.DataFrame(model.evidence)` makes a table of them."""

    name: str
    weight: float  # mean of the layers
    low: float  # 95 % interval of the weight, over the folds
    high: float
    groundings: int  # labelled groundings that test the clause
    holds: Optional[float]  # the share of them in which it holds; None without groundings
    chance: Optional[float]  # the share in which it would hold by chance
    score: float  # how much the labels support it beyond what the logits say, in standard errors
    verdict: str  # "trusted", "trusted with its template", "no evidence", "contradicted", "holds, but adds nothing", "no better than chance" or "fixed"


@dataclasses.dataclass(frozen=True)
class Trust:
    """The outcome of a fit."""

    clauses: list[ClauseEvidence]
    folds: int  # 0: too few labels, and no rule is trusted
    strength: float  # of the penalty, in standard errors; infinite: rules do not help
    loss_without: float  # mean loss of labels left out, without rules
    loss_with: float  # and with rules


def trust_from(text: str, names: list[str]) -> Trust:
    """From what model files keep."""
    found = json.loads(text)
    clauses = []
    for name, rule in zip(names, found["rules"]):
        count = rule["groundings"]
        clauses.append(ClauseEvidence(name, rule["weight"], rule["low"], rule["high"], count, rule["holds"] / count if count else None,
                                      rule["chance"] if count else None, rule["score"], rule["verdict"]))
    strength = math.inf if found["strength"] is None else found["strength"]
    return Trust(clauses, found["folds"], strength, found["loss_without"], found["loss_with"])
