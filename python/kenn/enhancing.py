"""Logits in, logits that follow the rules out: NumPy, no torch."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy

from . import _core
from ._errors import DataError
from .knowledge import Knowledge
from .options import centers_groups, enhancer_options, expect_knowledge
from .plans import PlanCache
from .weights import weight_array
from .world import DEFAULT_MAX_GROUNDINGS, Objects, Relations, as_array, by_table


def logit_arrays(knowledge: Knowledge, logits: Any) -> tuple[dict[str, numpy.ndarray], bool]:
    """The logits of every predicted table as float32 matrices, and whether they came as one array."""
    given, is_single = by_table(knowledge, logits, "logits")
    arrays = {}
    for table in knowledge.predicted_tables:
        array = as_array(f"logits of '{table.name}'", given[table.name])
        if array.dtype.kind not in "fiu":
            raise DataError(f"logits of '{table.name}': expected numbers, got {array.dtype}")
        if array.ndim != 2 or array.shape[1] != len(table.columns):
            raise DataError(f"logits of '{table.name}': expected the shape [rows, {len(table.columns)}] "
                            f"({', '.join(table.columns)}), got {list(array.shape)}")
        arrays[table.name] = numpy.ascontiguousarray(array, dtype=numpy.float32)
    return arrays, is_single


def plan_for(knowledge: Knowledge, arrays: dict[str, numpy.ndarray], relations, objects, max_groundings):
    """The plan of one call, checked against the arrays."""
    plan = PlanCache(knowledge, max_groundings).find(tuple(len(array) for array in arrays.values()), relations, objects)
    for name, shape in zip(plan.names, plan.shapes):
        if arrays[name].shape != shape:
            raise DataError(f"logits of '{name}': expected the shape {list(shape)}, got {list(arrays[name].shape)}")
    return plan


def run_enhancer(core: _core.Enhancer, plan, arrays: dict[str, numpy.ndarray],
                 weights: numpy.ndarray) -> dict[str, numpy.ndarray]:
    """One forward on float32 matrices."""
    results = {name: numpy.empty_like(array) for name, array in arrays.items()}
    core.forward(plan._core, False, False, weights.ctypes.data, False, [each.ctypes.data for each in arrays.values()],
                 [each.ctypes.data for each in results.values()])
    return results


def enhance(knowledge: Knowledge, logits: Any, relations: Optional[Relations] = None, weights: Any = None, *,
            layers: Optional[int] = None, boost: str = "softmax", order: str = "parallel",
            center: Optional[bool] = None,
            objects: Optional[Objects] = None, threads: int = 0,
            max_groundings: int = DEFAULT_MAX_GROUNDINGS) -> Union[numpy.ndarray, dict[str, numpy.ndarray]]:
    """Moves logits towards the rules.

    Args:
        knowledge: the rules.
        logits: [rows, columns], what your model says before softmax or sigmoid; one column per predicate, in the order of
            `predict`. With several predicted tables a dict with one array for each.
        relations: name -> row numbers [arity, tuples] (`edge_index` of PyG), or (row numbers, truth degrees), or a Plan.
        weights: see `kenn.weights.weight_array`; without them learned weights are 0.5, or 2.5 for "residual".
        layers: how many enhancers are stacked; by default as many as `weights` has, or one.
        boost: how a clause raises its literals: "softmax" raises all of them, the truest most; "godel" only the truest;
            "residual" all of them, times how far the clause is from true.
        order: "parallel", or "sequential": clauses about one object first.
        center: move the logits of every `exclusive` group to mean 0 before the rules, and back after them, so that a constant
            added to a group changes nothing else. By default for all knowledge but KENN2's.
        objects: type -> number of objects, or their names; only for types without logits, and for constants in rules.
        threads: 0 for as many as the machine runs at once; the result has the same bits for any number.
        max_groundings: the most that a rule may have which joins relations or has free variables.

    Returns:
        The same as `logits`, as float32: an array for an array, a dict for a dict.

    Examples:
        >>> from kenn import Knowledge
        >>> kb = Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... for T in {AI, DB} rule "same topic": T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> logits = [[2.0, -2.0], [0.1, 0.2]]      # paper 0 is about AI, of paper 1 we cannot say
        >>> enhance(kb, logits, {"Cite": [[0], [1]]}, weights={"same topic[T=AI]": 3, "same topic[T=DB]": 3}).round(2)
        array([[ 1.67, -4.57],
               [ 2.77,  0.63]], dtype=float32)
    """
    expect_knowledge(knowledge)
    arrays, is_single = logit_arrays(knowledge, logits)
    options = enhancer_options(1, boost, order, centers_groups(knowledge, center), threads)[1:]
    values = weight_array(knowledge, weights, layers, boost)
    plan = plan_for(knowledge, arrays, relations, objects, max_groundings)
    core = _core.Enhancer(knowledge._core, len(values), *options)
    results = run_enhancer(core, plan, arrays, values)
    return next(iter(results.values())) if is_single else results
