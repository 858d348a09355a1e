"""Objects and relations as people have them (arrays, tensors, lists), made ready for the engine."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Optional, Union

import numpy

from . import _core
from ._errors import DataError
from .knowledge import Knowledge, Table
from .options import LARGEST_INDEX, expect_knowledge, whole_number

Relations = Mapping[str, Any]
Objects = Mapping[str, Union[int, Sequence[str]]]

DEFAULT_MAX_GROUNDINGS = 100_000_000
MOST_GROUNDINGS = 10**15


def as_array(what: str, value: Any) -> numpy.ndarray:
    """NumPy's view of an array, a tensor or a list; tensors are not copied. `what` it is, for messages."""
    detach = getattr(value, "detach", None)  # a tensor; NumPy would ask it element by element
    if detach is not None:
        value = detach()
        if value.device.type != "cpu":
            raise DataError(f"{what}: expected a tensor on the CPU, got one on {value.device}")
        try:
            return value.numpy()
        except (RuntimeError, TypeError):
            raise DataError(f"{what}: expected a dense tensor of a type that NumPy has, "
                            f"got {value.dtype}, {value.layout}") from None
    if isinstance(value, (list, tuple)) and any(hasattr(each, "detach") for each in value):
        value = [as_array(what, each) for each in value]
    try:
        return numpy.asarray(value)
    except ValueError:
        raise DataError(f"{what}: expected an array, got a {type(value).__name__} whose parts differ in length") from None


def is_missing(value: Any) -> bool:
    """None, NaN, and the NA and NaT of pandas."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, Real) and bool(value != value))


def id_text(what: str, value: Any) -> str:
    """An id as docs/data.md has it: 7.0 is "7". Raises DataError."""
    if is_missing(value) or isinstance(value, (bytes, bytearray)):
        raise DataError(f"{what}: expected an id, a text or a number, got {value!r}")
    if isinstance(value, Real) and not isinstance(value, Integral):
        if not math.isfinite(value):
            raise DataError(f"{what}: expected an id, a text or a number, got {value!r}")
        return str(int(value)) if value == int(value) and abs(value) < 2**53 else str(value)
    text = str(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError(f"{what}: the text is not UTF-8") from None
    return text


def row_numbers(name: str, value: Any, arity: int) -> numpy.ndarray:
    """The listing of a relation as int64 [arity, tuples]."""
    numbers = as_array(f"relation '{name}'", value)
    if numbers.size == 0 and numbers.dtype.kind == "f":
        numbers = numbers.astype(numpy.int64)  # an empty list has no type of its own
    if numbers.dtype.kind not in "iu":
        raise DataError(f"relation '{name}': expected whole numbers (rows), got {numbers.dtype}")
    if numbers.ndim == 1 and (arity == 1 or numbers.size == 0):
        numbers = numbers.reshape(arity, -1)
    if numbers.ndim != 2 or numbers.shape[0] != arity:
        shape = list(numbers.shape)
        message = f"relation '{name}': expected row numbers of shape [{arity}, tuples], got {shape}"
        if numbers.ndim == 2 and numbers.shape[1] == arity:
            message += "; if each row is a tuple, pass its transpose (.T)"
        raise DataError(message)
    return numbers.astype(numpy.int64, copy=False)


def _split_degrees(name: str, value: Any) -> tuple[Any, Optional[numpy.ndarray]]:
    """(row numbers, truth) is a relation with truth degrees; a tuple of anything else is a listing."""
    if not (isinstance(value, tuple) and len(value) == 2):
        return value, None
    truth = as_array(f"truth degrees of '{name}'", value[1])
    if truth.dtype.kind != "f":
        return value, None
    if truth.ndim != 1:
        raise DataError(f"relation '{name}': expected truth degrees of shape [tuples], got {list(truth.shape)}")
    return value[0], numpy.ascontiguousarray(truth, dtype=numpy.float32)


def make_world(knowledge: Knowledge, rows: Mapping[str, int], relations: Optional[Relations],
               objects: Optional[Objects]) -> tuple[_core.World, tuple]:
    """The world of a call, and a key that is equal for equal worlds. `rows` has the rows of the tables of types."""
    counts, names = dict(rows), {}
    for kind, given in _checked_objects(knowledge, objects).items():
        is_count = isinstance(given, Integral)
        count = whole_number(f"objects of '{kind}'", given, 0, LARGEST_INDEX) if is_count else len(given)
        if counts.setdefault(kind, count) != count:
            raise DataError(f"objects: '{kind}' has {count} objects, but {counts[kind]} rows of logits or features")
        if not is_count:
            names[kind] = tuple(id_text(f"objects of '{kind}': object {row}", each) for row, each in enumerate(given))
    for table in knowledge.tables:
        for kind in table.types:
            if kind not in counts:
                raise DataError(f"type '{kind}': nothing has a row for each of its objects, so say how many there are, "
                                f"objects={{'{kind}': count}}")
    world = _core.World()
    world.counts = {kind: count for kind, count in counts.items() if kind not in names}
    world.names = {kind: list(each) for kind, each in names.items()}
    key = [tuple(sorted(counts.items())), tuple(sorted(names.items()))]
    for name, value in _checked_relations(knowledge, relations).items():
        listing, degrees = _split_degrees(name, value)
        rows_of_tuples = row_numbers(name, listing, len(knowledge.table(name).types))
        world.add(name, rows_of_tuples, degrees)
        key.append((name, rows_of_tuples.shape, _core.digest(rows_of_tuples), None if degrees is None else degrees.tobytes()))
    return world, tuple(key)


def rows_of(table: Table, world: _core.World, relations: Optional[Relations]) -> int:
    """How many rows a predicted table of the world has."""
    if not table.holds_all_objects:
        listing, _ = _split_degrees(table.name, (relations or {})[table.name])
        return row_numbers(table.name, listing, len(table.types)).shape[1]
    kind = table.types[0]
    return world.counts[kind] if kind in world.counts else len(world.names[kind])


def _checked_objects(knowledge: Knowledge, objects: Optional[Objects]) -> Objects:
    if objects is not None and not isinstance(objects, Mapping):
        raise TypeError(f"objects: expected a dict from types to numbers or names, got {type(objects).__name__}")
    for kind, given in (objects or {}).items():
        if kind not in knowledge.types:
            raise DataError(f"objects: the knowledge has no type '{kind}', only {', '.join(knowledge.types)}")
        if isinstance(given, str) or not (isinstance(given, Integral) or hasattr(given, "__len__")):
            raise DataError(f"objects of '{kind}': expected their number or a list of their names, got {given!r}")
    return objects or {}


def _checked_relations(knowledge: Knowledge, relations: Optional[Relations]) -> Relations:
    listed = [table.name for table in knowledge.tables if not table.holds_all_objects]
    if relations is not None and not isinstance(relations, Mapping):
        raise TypeError(f"relations: expected a dict from names to row numbers, got {type(relations).__name__}")
    relations = relations or {}
    for name in relations:
        if name not in listed:
            raise DataError(f"relations: the knowledge has no relation '{name}', "
                            f"only {', '.join(listed) if listed else 'none'}")
    for name in listed:
        if name not in relations:
            raise DataError(f"relations: expected one for each of {', '.join(listed)}, but '{name}' is missing")
    return relations


class Plan:
    """Which rows every clause touches, for one graph. It may be passed in place of `relations`.

    Examples:
        >>> from kenn import Knowledge
        >>> kb = Knowledge.from_text('''
        ... type Paper
        ... predict AI(Paper)
        ... given Cite(Paper, Paper)
        ... rule: AI(x) & Cite(x, y) -> AI(y)
        ... ''')
        >>> Plan(kb, {"Paper": 3}, {"Cite": [[0, 1], [1, 2]]})
        <Plan of 'knowledge': 2 groundings, Paper [3, 1]>
    """

    def __init__(self, knowledge: Knowledge, rows: Mapping[str, int], relations: Optional[Relations] = None,
                 objects: Optional[Objects] = None, max_groundings: int = DEFAULT_MAX_GROUNDINGS):
        expect_knowledge(knowledge)
        if not isinstance(rows, Mapping):
            raise TypeError(f"rows: expected a dict from types to numbers of rows, got {type(rows).__name__}")
        for kind, count in rows.items():
            if kind not in knowledge.types:
                raise DataError(f"rows: the knowledge has no type '{kind}', only {', '.join(knowledge.types)}")
            whole_number(f"rows of '{kind}'", count, 0, LARGEST_INDEX)
        whole_number("max_groundings", max_groundings, 1, MOST_GROUNDINGS)
        world, key = make_world(knowledge, rows, relations, objects)
        self._fill(knowledge, _core.Plan(knowledge._core, world, max_groundings))
        self._made_from = (dict(rows), relations if relations is None else dict(relations), objects, key)

    def _fill(self, knowledge: Knowledge, core: _core.Plan):
        self.knowledge = knowledge
        self._core = core
        self.names = tuple(name for name, _, _ in core.tables)
        self.shapes = tuple((rows, len(columns)) for _, rows, columns in core.tables)
        self.groundings: int = core.groundings

    @classmethod
    def _from_core(cls, knowledge: Knowledge, core: _core.Plan) -> "Plan":
        plan = cls.__new__(cls)
        plan._fill(knowledge, core)
        return plan

    def world(self) -> _core.World:
        """What the plan was made from, for explanations. Raises DataError if that has changed since."""
        rows, relations, objects, key = self._made_from
        world, now = make_world(self.knowledge, rows, relations, objects)
        if now != key:
            raise DataError("relations: what the kenn.Plan was made from has changed since then; make it anew")
        return world

    def __deepcopy__(self, memo) -> "Plan":
        return self  # nothing changes it

    def __reduce__(self):
        raise TypeError("a kenn.Plan cannot be saved; save its relations, and make it anew")

    def __repr__(self):
        tables = ", ".join(f"{name} {list(shape)}" for name, shape in zip(self.names, self.shapes))
        return f"<Plan of {self.knowledge.name!r}: {self.groundings} groundings, {tables}>"


def by_table(knowledge: Knowledge, values: Any, what: str) -> tuple[dict[str, Any], bool]:
    """Values by the names of predicted tables, and whether they came as one value."""
    names = [table.name for table in knowledge.predicted_tables]
    if not isinstance(values, Mapping):
        if len(names) != 1:
            raise DataError(f"{what}: expected a dict with {', '.join(names) or 'nothing'}, "
                            f"got one {type(values).__name__}")
        return {names[0]: values}, True
    for name in values:
        if name not in names:
            raise DataError(f"{what}: the knowledge predicts no table '{name}', only {', '.join(names)}")
    for name in names:
        if name not in values:
            raise DataError(f"{what}: expected one for each of {', '.join(names)}, but '{name}' is missing")
    return {name: values[name] for name in names}, False


def rows_of_types(knowledge: Knowledge, rows: Mapping[str, int]) -> dict[str, int]:
    """How many objects the types have whose tables are predicted."""
    return {table.types[0]: rows[table.name] for table in knowledge.predicted_tables if table.holds_all_objects}
