"""Data sets to train on: folders, databases, arrays and data frames."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from typing import Any, Optional

import numpy

from . import _core
from ._errors import DataError, suggestion
from .features import add_features
from .frames import Frames
from .knowledge import Knowledge, Table
from .labels import UNKNOWN, known_atoms
from .options import expect_knowledge
from .world import Objects, Relations, is_missing, make_world, rows_of

MOST_SECONDS = 10**9
SPLITS = ("", "train", "valid", "test")


class Dataset:
    """Objects with features, the relations between them, and labels.

    Examples:
        >>> import kenn
        >>> kb = kenn.Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper), DB(Paper)
        ... given Cite(Paper, Paper)
        ... exclusive AI, DB
        ... for T in {AI, DB}
        ... rule: T(x) & Cite(x, y) -> T(y)
        ... ''')
        >>> words = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.2], [0.1, 0.9]] * 5
        >>> cites = [range(0, 16), range(4, 20)]                     # row numbers: each paper cites the one four rows on
        >>> data = kenn.Dataset(kb, words, ["AI", "DB", "AI", None] * 5, {"Cite": cites})
        >>> data
        <Dataset 'data' for 'knowledge': 20 Paper>
    """

    def __init__(self, knowledge: Knowledge, features: Any, labels: Any = None, relations: Optional[Relations] = None, *,
                 splits: Any = None, objects: Optional[Objects] = None):
        """From arrays, in the order of their rows.

        Args:
            features: a matrix, dense or of SciPy's sparse kinds, or a dict from types and predicted relations to matrices
            labels: as for `kenn.fit`: names or numbers of classes, or a matrix of 0, 1 and -1; a dict by predicted tables
                where there are several
            relations: row numbers [arity, tuples] by name, as for `kenn.enhance`
            splits: "train", "valid", "test" or "" for every row, or a dict of such lists; None lets training choose
            objects: the number of objects, or their ids, of types without features
        """
        expect_knowledge(knowledge)
        tables = knowledge.predicted_tables
        core_features = _core.Features()
        rows = {}
        for name, values in _by_name(knowledge, features, "features").items():
            rows[name] = add_features(core_features, name, values)
        counts = {kind: rows[kind] for kind in knowledge.types if kind in rows}
        world, _ = make_world(knowledge, counts, relations, objects)
        given_labels = _by_name(knowledge, labels, "labels")
        given_splits = _by_name(knowledge, splits, "splits")
        for table in tables:
            count = rows_of(table, world, relations)
            atoms = numpy.full((count, len(table.columns)), UNKNOWN, numpy.int8)
            if table.name in given_labels:
                atoms = known_atoms(knowledge, table, given_labels[table.name], count)
            core_features.add_labels(table.name, atoms)
            core_features.add_splits(table.name, _split_numbers(table, given_splits.get(table.name), count))
        self._fill(knowledge, _core.Dataset.make(knowledge._core, world, core_features))

    @classmethod
    def open(cls, knowledge: Knowledge, source: str, *, read_timeout: float = 3600) -> "Dataset":
        """What `kenn train --data` reads: a folder, "linqs:DIR", "sqlite:FILE" or "postgres:URI".

        Args:
            read_timeout: the seconds to wait for the next row of a database; 0 is for ever

        Raises:
            FileError, DataError: data that cannot be read, or does not fit the knowledge
            LimitError: a table that gives no row for too long, or does not fit into the memory
        """
        expect_knowledge(knowledge)
        if not isinstance(read_timeout, numbers.Real) or not 0 <= read_timeout <= MOST_SECONDS:
            raise DataError(f"read_timeout: expected a number of seconds from 0 to {MOST_SECONDS}, got {read_timeout!r}")
        data = cls.__new__(cls)
        data._fill(knowledge, _core.Dataset.open(str(source), knowledge._core, float(read_timeout)))
        return data

    @classmethod
    def from_frames(cls, knowledge: Knowledge, frames: Mapping[str, Any], *,
                    features: Optional[Mapping[str, Any]] = None) -> "Dataset":
        """From data frames of pandas, one per type and relation, in the layout of the CSV files in docs/data.md.

        A frame of a type has a column `id`; `label` with the name of a predicate, or one 0/1 column per predicate (None, NaN or -1
        where unknown); perhaps `split`; all other columns are numbers, the features. The index of a frame means nothing. A frame of a relation has one column of ids for each argument, in their
        order, and perhaps `truth`. `features` has matrices of types, row by row, in place of columns.
        """
        expect_knowledge(knowledge)
        arrays = Frames(knowledge, frames, features)
        return cls(knowledge, arrays.features, arrays.labels, arrays.relations, splits=arrays.splits, objects=arrays.ids)

    def _fill(self, knowledge: Knowledge, core: _core.Dataset) -> None:
        self.knowledge = knowledge
        self._core = core

    @property
    def name(self) -> str:
        """Where the data comes from."""
        return self._core.name

    @property
    def warnings(self) -> list[_core.Diagnostic]:
        """What looked wrong, such as tuples that are listed twice."""
        return self._core.warnings

    def ids(self, type: Optional[str] = None) -> list[str]:
        """The ids of the objects of a type, in the order of predictions; of the only type there is, without one."""
        if type is None and len(self.knowledge.types) != 1:
            raise DataError(f"ids: expected one of the types {', '.join(self.knowledge.types)}")
        return self._core.ids(type or self.knowledge.types[0])

    def __repr__(self):
        counts = ", ".join(f"{len(self.ids(kind))} {kind}" for kind in self.knowledge.types)
        return f"<Dataset {self.name!r} for {self.knowledge.name!r}: {counts}>"


def _by_name(knowledge: Knowledge, values: Any, what: str) -> dict[str, Any]:
    """Values by the names of types and predicted tables; one value is for the only predicted table."""
    tables = knowledge.predicted_tables
    names = [*knowledge.types, *(table.name for table in tables if not table.holds_all_objects)]
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        if len(tables) != 1:
            raise DataError(f"{what}: expected a dict with {', '.join(names)}, got one {type(values).__name__}")
        return {tables[0].name: values}
    for name in values:
        if name not in names:
            raise DataError(f"{what}: the knowledge has no type or predicted relation '{name}', only {', '.join(names)}")
    return dict(values)


def _split_numbers(table: Table, splits: Any, rows: int) -> numpy.ndarray:
    if splits is None:
        return numpy.zeros(rows, numpy.uint8)
    words = ["" if is_missing(each) else str(each) for each in splits]
    if len(words) != rows:
        raise DataError(f"splits of '{table.name}': expected one for each of {rows} rows, got {len(words)}")
    for row, word in enumerate(words):
        if word not in SPLITS:
            raise DataError(f"splits of '{table.name}': row {row} has '{word}', expected train, valid, test or nothing"
                            + suggestion(word, SPLITS[1:]))
    return numpy.array([SPLITS.index(word) for word in words], numpy.uint8)
