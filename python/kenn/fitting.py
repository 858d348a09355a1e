"""How far to trust each rule, learned from labels on top of any model's predictions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from . import _core
from .enhancing import logit_arrays, plan_for
from .knowledge import Knowledge
from .labels import known_atoms, rows_for_validation
from .model import Model
from .world import DEFAULT_MAX_GROUNDINGS, Objects, Relations


def fit(knowledge: Knowledge, logits: Any, labels: Any, relations: Optional[Relations] = None, *, valid: Any = None,
        layers: int = 1, boost: str = "softmax", order: str = "parallel", loss: str = "cross-entropy",
        learning_rate: float = 0.05, epochs: int = 300, objects: Optional[Objects] = None, threads: int = 0,
        max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> Model:
    """Learns the weights of the clauses; the logits stay as they are. A rule that does not help ends at 0.

    Args:
        logits, relations, objects, layers, boost, order, threads: as for `kenn.enhance`.
        labels: one per row, the number or the name of a column (-1, None or "" when unknown), or a matrix of 1, 0 and -1. With
            several predicted tables a dict; tables without labels are left out.
        valid: booleans, one per row: whose labels are for validation. The weights that do best on them are kept.
        loss: "cross-entropy" or "linear", which wrong labels harm less.

    Returns:
        A Model, which `save` writes for `kenn enhance --model`; its `history` has the losses. Ctrl-C ends it with
        KeyboardInterrupt.

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
    arrays, is_single = logit_arrays(knowledge, logits)
    plan = plan_for(knowledge, arrays, relations, objects, max_groundings)
    if is_single and not isinstance(labels, Mapping):
        name = next(iter(arrays))
        labels, valid = {name: labels}, {name: valid}
    if not isinstance(labels, Mapping) or not isinstance(valid, (Mapping, type(None))):
        raise TypeError("labels, valid: expected dicts from tables to labels, as logits are")
    for name in labels:
        if name not in arrays:
            raise KeyError(f"labels: the knowledge predicts no table '{name}'")
    tables = []
    for table in knowledge.predicted_tables:
        array = arrays[table.name]
        given = labels.get(table.name)
        rows = len(array) if given is not None else 0
        known = known_atoms(knowledge, table, [] if given is None else given, rows)
        flags = rows_for_validation(table, (valid or {}).get(table.name) if rows else None, rows)
        tables.append((array, known.reshape(rows, len(table.columns)), flags))
    weights, history, best = _core.fit(knowledge._core, plan._core, tables, layers, boost, order, threads, loss,
                                       learning_rate, epochs)
    model = Model(_core.Model.fitted(knowledge._core, layers, boost, order, threads, weights))
    model.history = [{"epoch": epoch, "loss": train, "valid_loss": held_out} for epoch, train, held_out in history]
    model.best_epoch = best
    return model
