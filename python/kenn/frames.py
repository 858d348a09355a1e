"""Data frames of pandas as the arrays of a Dataset. Rows are found by the ids, never by the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, Optional

import numpy

from ._errors import DataError, suggestion
from .knowledge import Knowledge, Table
from .labels import UNKNOWN
from .world import as_array, id_text, is_missing

ID, LABEL, SPLIT, TRUTH = "id", "label", "split", "truth"  # columns that mean something


class Frames:
    """`features`, `labels`, `splits`, `relations` and `ids`, as Dataset takes them."""

    def __init__(self, knowledge: Knowledge, frames: Mapping[str, Any], features: Optional[Mapping[str, Any]] = None):
        _expect_dict("frames", frames)
        _expect_dict("features", {} if features is None else features)
        self.knowledge, self.frames, self.given_features = knowledge, frames, features or {}
        listed = [table for table in knowledge.tables if not table.holds_all_objects]
        names = [*knowledge.types, *(table.name for table in listed)]
        for name in frames:
            if name not in names:
                raise DataError(f"frames: the knowledge has no type or relation '{name}', only {', '.join(names)}"
                                + suggestion(name, names))
        for name in self.given_features:
            if name not in knowledge.types:
                raise DataError(f"features: the knowledge has no type '{name}', only {', '.join(knowledge.types)}")
        for name in names:
            if name not in frames:
                raise DataError(f"frames: expected one for each of {', '.join(names)}, but '{name}' is missing")
            _check_frame(name, frames[name])
        self.ids = {kind: self._ids_of(kind) for kind in knowledge.types}
        self._rows = {kind: {each: row for row, each in enumerate(ids)} for kind, ids in self.ids.items()}
        self.features: dict[str, Any] = {}
        self.labels: dict[str, Any] = {}
        self.splits: dict[str, Any] = {}
        for kind in knowledge.types:
            self._read_type(kind)
        self.relations = {table.name: self._listing(table) for table in listed}

    def _ids_of(self, kind: str) -> list[str]:
        frame = self.frames[kind]
        columns = [str(each) for each in frame.columns]
        if ID not in frame.columns:
            hint = "; .reset_index() makes one of the index" if ID == frame.index.name else suggestion(ID, columns)
            raise DataError(f"frame of '{kind}': expected a column '{ID}', got {', '.join(columns)}{hint}")
        ids = [_id_text(f"frame of '{kind}'", row, ID, each) for row, each in enumerate(frame[ID])]
        first: dict[str, int] = {}
        for row, each in enumerate(ids):
            if first.setdefault(each, row) != row:
                raise DataError(f"frame of '{kind}': the id '{each}' is there twice, in rows {first[each]} and {row}")
        return ids

    def _read_type(self, kind: str) -> None:
        frame = self.frames[kind]
        table = next((each for each in self.knowledge.predicted_tables if each.holds_all_objects and each.types[0] == kind), None)
        predicates = [] if table is None else [each for each in table.columns if each in frame.columns]
        if table is not None and LABEL in frame.columns:
            if predicates:
                raise DataError(f"frame of '{kind}': expected a column '{LABEL}' or columns of predicates, got both")
            self.labels[table.name] = frame[LABEL].to_numpy()
        elif table is not None and predicates:
            atoms = numpy.full((len(frame), len(table.columns)), UNKNOWN, numpy.int8)
            for name in predicates:
                atoms[:, table.columns.index(name)] = [_atom(kind, name, row, each) for row, each in enumerate(frame[name])]
            self.labels[table.name] = atoms
        if table is not None and SPLIT in frame.columns:
            self.splits[table.name] = frame[SPLIT]
        others = [each for each in frame.columns if each not in (ID, LABEL, SPLIT, *predicates)]
        if kind in self.given_features:
            if others:
                raise DataError(f"frame of '{kind}': expected no columns of features beside a matrix, got {', '.join(map(str, others))}")
            self.features[kind] = self.given_features[kind]
        elif others:
            self.features[kind] = numpy.column_stack([_feature(kind, name, frame[name], table) for name in others])

    def _listing(self, table: Table) -> Any:
        frame = self.frames[table.name]
        columns = [each for each in frame.columns if each != TRUTH][:len(table.types)]
        if len(columns) < len(table.types):
            raise DataError(f"frame of '{table.name}': expected {len(table.types)} columns of ids, got {len(columns)}")
        listing = numpy.empty((len(table.types), len(frame)), numpy.int64)
        for place, (column, kind) in enumerate(zip(columns, table.types)):
            for row, each in enumerate(frame[column]):
                text = _id_text(f"frame of '{table.name}'", row, column, each)
                found = self._rows[kind].get(text)
                if found is None:
                    raise DataError(f"frame of '{table.name}': row {row} names the {kind} '{text}', which has no row of its own "
                                    f"(column '{column}')")
                listing[place, row] = found
        if TRUTH not in frame.columns:
            return listing
        return listing, _numbers(table.name, TRUTH, frame[TRUTH])


def _expect_dict(what: str, given: Any) -> None:
    if not isinstance(given, Mapping):
        raise TypeError(f"{what}: expected a dict from types and relations, got {type(given).__name__}")


def _check_frame(name: str, frame: Any) -> None:
    if not (hasattr(frame, "columns") and hasattr(frame, "index")):
        raise TypeError(f"frame of '{name}': expected a data frame of pandas, got {type(frame).__name__}")
    columns = list(frame.columns)
    twice = next((each for place, each in enumerate(columns) if each in columns[:place]), None)
    if twice is not None:
        raise DataError(f"frame of '{name}': two columns are called '{twice}'")


def _id_text(where: str, row: int, column: Any, value: Any) -> str:
    """An id as text. pandas turns whole numbers into floats where one is missing, so 7.0 is the id 7."""
    if is_missing(value):
        raise DataError(f"{where}: row {row} has no id in the column '{column}'")
    return id_text(f"{where}: row {row}", value)


def _atom(kind: str, column: str, row: int, value: Any) -> int:
    if is_missing(value):
        return UNKNOWN
    if isinstance(value, (Real, numpy.bool_)) and value in (0, 1, UNKNOWN):
        return int(value)
    raise DataError(f"labels of '{kind}': row {row} has {value!r} in the column '{column}', expected 1, 0, or -1 for unknown")


def _feature(kind: str, name: Any, column: Any, table: Optional[Table]) -> numpy.ndarray:
    if column.dtype.kind not in "fiub":
        message = f"frame of '{kind}': the column '{name}' is no number but {column.dtype}; features must be, so encode or drop it"
        if table is not None and str(name).strip().lower() in (LABEL, SPLIT, "labels", "splits"):
            raise DataError(message + suggestion(str(name), (LABEL, SPLIT)))
        if table is not None and column.isin(table.columns).any():
            message += f"; if it has the classes, call it '{LABEL}'"
        raise DataError(message)
    numbers = _numbers(kind, name, column)
    wrong = numpy.flatnonzero(~numpy.isfinite(numbers))
    if len(wrong):
        raise DataError(f"features of '{kind}': row {wrong[0]} has {column.iloc[wrong[0]]} in the column '{name}', "
                        f"expected finite numbers; fill or drop it")
    return numbers


def _numbers(name: str, label: Any, column: Any) -> numpy.ndarray:
    if column.dtype.kind not in "fiub":
        raise DataError(f"frame of '{name}': expected numbers in the column '{label}', got {column.dtype}")
    with numpy.errstate(over="ignore"):  # infinite, and refused as such
        return as_array(f"column '{label}' of '{name}'", column.to_numpy(numpy.float64, na_value=numpy.nan)).astype(numpy.float32)
