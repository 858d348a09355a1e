"""Weights of clauses as people have them: by name, for one layer or for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

import numpy

from ._errors import DataError
from .knowledge import Knowledge
from .options import MOST_LAYERS, start_weights, whole_number
from .world import as_array


def weight_array(knowledge: Knowledge, weights: Any, layers: Optional[int], boost: str = "softmax") -> numpy.ndarray:
    """The weights as float32 [layers, clauses].

    `weights` is a dict from clause names to numbers, or to one number per layer, or a list with such a dict per layer, or an
    array [layers, clauses] or [clauses]; without any, learned clauses have the start weight of the boost. Clauses that a dict leaves out keep the weight of the knowledge only if it fixes
    them; others are an error, as are unknown names.
    """
    clauses = knowledge.clauses
    if layers is not None:
        whole_number("layers", layers, 1, MOST_LAYERS)
    if weights is None:
        return numpy.tile(numpy.array(start_weights(knowledge, boost), numpy.float32), (layers or 1, 1))
    if isinstance(weights, Mapping):
        for name, value in weights.items():
            if as_array(f"weights: that of '{name}'", value).dtype.kind not in "fiu":
                raise DataError(f"weights: that of '{name}' is {value!r}, expected a number, or one for each layer")
        lengths = {len(value) for value in weights.values() if not numpy.isscalar(value)}
        if len(lengths) > 1:
            raise DataError(f"weights: expected as many numbers for each clause as there are layers, got {sorted(lengths)}")
        count = lengths.pop() if lengths else layers or 1
        weights = [{name: value if numpy.isscalar(value) else value[layer] for name, value in weights.items()}
                   for layer in range(count)]
    if isinstance(weights, (list, tuple)) and weights and all(isinstance(each, Mapping) for each in weights):
        found = numpy.array([_layer(knowledge, each) for each in weights], numpy.float32)
    else:
        found = as_array("weights", weights)
        if found.dtype.kind not in "fiu":
            raise DataError(f"weights: expected a dict from clauses to numbers, or numbers, got {found.dtype}")
        if found.ndim == 0:
            raise DataError(f"weights: expected one for each of {len(clauses)} clauses, got the number {weights}")
        found = found.astype(numpy.float32)
        if found.ndim == 1:
            found = numpy.tile(found, (layers or 1, 1))
    expected = [layers or len(found), len(clauses)]
    if list(found.shape) != expected:
        raise DataError(f"weights: expected the shape {expected} (layers, clauses), got {list(found.shape)}")
    wrong = numpy.argwhere(~((found >= 0) & (found <= 500)))
    if len(wrong):
        layer, clause = wrong[0]
        raise DataError(f"weights: that of '{clauses[clause].name}' is {found[layer, clause]}, expected one from 0 to 500")
    return numpy.ascontiguousarray(found.reshape(expected))


def _layer(knowledge: Knowledge, weights: Mapping[str, float]) -> list[float]:
    names = {clause.name for clause in knowledge.clauses}
    for name in weights:
        if name not in names:
            raise DataError(f"weights: the knowledge has no clause '{name}'")
    row = []
    for clause in knowledge.clauses:
        if clause.name in weights:
            row.append(float(weights[clause.name]))
            if not clause.learned and row[-1] != clause.weight:
                raise DataError(f"weights: that of '{clause.name}' is fixed at {clause.weight:g} by the knowledge")
        elif not clause.learned:
            row.append(clause.weight)
        else:
            raise DataError(f"weights: expected one for each clause, but '{clause.name}' is missing")
    return row


def named_weights(knowledge: Knowledge, weights) -> dict[str, list[float]]:
    """Clause name -> its weight in every layer."""
    if not knowledge.clauses:
        return {}
    columns = numpy.asarray(weights, dtype=numpy.float64).reshape(-1, len(knowledge.clauses)).T
    return {clause.name: column.tolist() for clause, column in zip(knowledge.clauses, columns)}
