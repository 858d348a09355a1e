"""How far to trust each rule, learned from labels on top of any model's predictions."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping
from typing import Any, Optional

from . import _core
from ._errors import DataError
from .enhancing import logit_arrays, plan_for
from .knowledge import Knowledge
from .labels import known_atoms, rows_for_validation
from .model import Model
from .options import LARGEST_INDEX, enhancer_options, expect_knowledge, whole_number
from .world import DEFAULT_MAX_GROUNDINGS, Objects, Relations


def fit(knowledge: Knowledge, logits: Any, labels: Any, relations: Optional[Relations] = None, *, valid: Any = None,
        layers: int = 1, boost: str = "softmax", order: str = "parallel", loss: str = "cross-entropy",
        learning_rate: float = 0.05, epochs: int = 300, objects: Optional[Objects] = None, threads: int = 0,
        max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> Model:
    """Learns the weights of the clauses; the logits stay as they are. A rule that does not help ends at 0.

    Args:
        knowledge: the rules.
        logits: as for `kenn.enhance`, and so are relations, boost, order, objects, threads and max_groundings.
        labels: one per row, the number or the name of a column (-1, None or "" when unknown), or a matrix of 1, 0 and -1. With
            several predicted tables a dict; tables without labels are left out.
        valid: booleans, one per row: whose labels are for validation. The weights that do best on them are kept.
        layers: how many enhancers are stacked, each with weights of its own.
        loss: "cross-entropy" or "linear", which wrong labels harm less.
        learning_rate: of Adam.
        epochs: the most; it ends earlier when nothing improves.

    Returns:
        A Model, which `save` writes for `kenn enhance --model`; its `history` has the losses. Ctrl-C ends it with
        KeyboardInterrupt.

    Examples:
        >>> from kenn import Knowledge
        >>> kb = Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper), SameDay(Paper, Paper)
        ... exclusive AI, DB
        ... rule "cites": AI(x) & Cite(x, y) -> AI(y)
        ... rule "same day": AI(x) & SameDay(x, y) -> AI(y)
        ... ''')
        >>> logits = [[2.0, -2.0], [-0.1, 0.1], [0.1, -0.1]]
        >>> model = fit(kb, logits, ["AI", "AI", "DB"], {"Cite": [[0], [1]], "SameDay": [[0], [2]]})
        >>> {name: round(weights[0], 1) for name, weights in model.weights().items()}
        {'cites': 5.1, 'same day': 0.0}
    """
    expect_knowledge(knowledge)
    options = enhancer_options(layers, boost, order, threads)
    whole_number("epochs", epochs, 0, LARGEST_INDEX)
    if not isinstance(learning_rate, numbers.Real) or not 0 < learning_rate < math.inf:
        raise DataError(f"learning_rate: expected a number above 0, got {learning_rate!r}")
    if loss not in ("cross-entropy", "linear"):
        raise DataError(f"loss: expected 'cross-entropy' or 'linear', got {loss!r}")
    arrays, is_single = logit_arrays(knowledge, logits)
    plan = plan_for(knowledge, arrays, relations, objects, max_groundings)
    if is_single and not isinstance(labels, Mapping):
        name = next(iter(arrays))
        labels, valid = {name: labels}, valid if isinstance(valid, Mapping) else {name: valid}
    if not isinstance(labels, Mapping) or not isinstance(valid, (Mapping, type(None))):
        raise TypeError("labels, valid: expected dicts from tables to labels, as logits are")
    for name in [*labels, *(valid or {})]:
        if name not in arrays:
            raise DataError(f"labels, valid: the knowledge predicts no table '{name}', only {', '.join(arrays)}")
    tables = []
    for table in knowledge.predicted_tables:
        array = arrays[table.name]
        rows = len(array) if table.name in labels else 0
        known = known_atoms(knowledge, table, labels.get(table.name, []), rows)
        flags = rows_for_validation(table, (valid or {}).get(table.name) if rows else None, rows)
        tables.append((array, known.reshape(rows, len(table.columns)), flags))
    weights, history, best = _core.fit(knowledge._core, plan._core, tables, *options, loss, learning_rate, epochs)
    model = Model(_core.Model.fitted(knowledge._core, *options, weights))
    model.history = [{"epoch": epoch, "loss": train, "valid_loss": held_out} for epoch, train, held_out in history]
    model.best_epoch = best
    return model
