"""What is known of predictions, as people have it: class numbers, class names, or a matrix of 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy

from ._errors import DataError, suggestion
from .knowledge import Knowledge, Table
from .world import as_array, is_missing

UNKNOWN = -1


def _exclusive_columns(knowledge: Knowledge, table: Table) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for predicate in knowledge.predicates:
        if predicate.name in table.columns and predicate.exclusive_group is not None:
            groups.setdefault(predicate.exclusive_group, []).append(table.columns.index(predicate.name))
    return list(groups.values())


def known_atoms(knowledge: Knowledge, table: Table, labels: Any, rows: int) -> numpy.ndarray:
    """int8 [rows, columns]: 1 holds, 0 does not, -1 unknown.

    One label per row is the number of a column, or its name; -1, None, NaN and "" are unknown. The predicates that exclude it
    then do not hold. A matrix [rows, columns] says it for every predicate; -1 and NaN are unknown.
    """
    where = f"labels of '{table.name}'"
    if isinstance(labels, (list, tuple)) and any(each is None or isinstance(each, str) for each in labels):
        labels = numpy.asarray(labels, dtype=object)
    if labels is None:
        raise DataError(f"{where}: expected one for each of {rows} rows, got None")
    given = as_array(where, labels)
    expected = f"[{rows}, {len(table.columns)}]" if given.ndim == 2 else f"[{rows}]"
    if given.ndim not in (1, 2) or len(given) != rows or (given.ndim == 2 and given.shape[1] != len(table.columns)):
        raise DataError(f"{where}: expected the shape {expected}, got {list(given.shape)}")
    if given.ndim == 2:
        if given.dtype.kind not in "fiub":
            raise DataError(f"{where}: expected 1, 0, or -1 for unknown in each place, got {given.dtype}")
        numbers = numpy.where(numpy.isnan(given), UNKNOWN, given) if given.dtype.kind == "f" else given.astype(int)
        if not numpy.isin(numbers, (UNKNOWN, 0, 1)).all():
            raise DataError(f"{where}: expected 1, 0, or -1 for unknown in each place")
        return numpy.ascontiguousarray(numbers, dtype=numpy.int8)
    return _from_classes(knowledge, table, given, where)


def _from_classes(knowledge: Knowledge, table: Table, given: numpy.ndarray, where: str) -> numpy.ndarray:
    columns = numpy.full(len(given), UNKNOWN)
    if given.dtype.kind == "O":
        given = _without_missing(given)
    if given.dtype.kind == "f" and (numpy.isnan(given) | (given == numpy.floor(given))).all():  # whole numbers with gaps
        given = numpy.where(numpy.isnan(given), UNKNOWN, given).astype(int)
    if given.dtype.kind in "iu":
        columns[:] = given
        if ((columns < UNKNOWN) | (columns >= len(table.columns))).any():
            raise DataError(f"{where}: expected numbers of columns, 0 to {len(table.columns) - 1}, or -1 for unknown")
    elif given.dtype.kind in "OU":
        for row, name in enumerate(given):
            if name is None or name == "" or (isinstance(name, Real) and name == UNKNOWN):
                continue
            if name not in table.columns:
                raise DataError(f"{where}: row {row} has '{name}', expected one of {', '.join(table.columns)}"
                                + suggestion(name, table.columns))
            columns[row] = table.columns.index(name)
    else:
        raise DataError(f"{where}: expected numbers of columns or names of predicates, got {given.dtype}")
    known = numpy.full((len(given), len(table.columns)), UNKNOWN, numpy.int8)
    for group in _exclusive_columns(knowledge, table):
        known[numpy.ix_(numpy.isin(columns, group), group)] = 0
    has_label = columns != UNKNOWN
    known[has_label, columns[has_label]] = 1
    return known


def _without_missing(given: numpy.ndarray) -> numpy.ndarray:
    """Objects with None for all that is missing, or numbers if there are only numbers."""
    known = [None if is_missing(each) else each for each in given]
    if any(each is not None for each in known) and all(each is None or isinstance(each, Real) for each in known):
        return numpy.array([numpy.nan if each is None else float(each) for each in known])
    return numpy.array([*known, None], dtype=object)[:-1]  # of one dimension, whatever the objects are


def known_tables(knowledge: Knowledge, labels: Any, rows: Mapping[str, int], is_single: bool) -> dict[str, numpy.ndarray]:
    """`known_atoms` of every predicted table; nothing is known of tables that a dict of labels leaves out."""
    if is_single and not isinstance(labels, Mapping):
        labels = {next(iter(rows)): labels}
    if not isinstance(labels, Mapping):
        raise TypeError("labels: expected a dict from tables to labels, as logits are")
    for name in labels:
        if name not in rows:
            raise DataError(f"labels: the knowledge predicts no table '{name}', only {', '.join(rows)}")
    known = {}
    for table in knowledge.predicted_tables:
        shape = (rows[table.name], len(table.columns))
        known[table.name] = (known_atoms(knowledge, table, labels[table.name], shape[0]).reshape(shape)
                             if table.name in labels else numpy.full(shape, UNKNOWN, numpy.int8))
    return known
