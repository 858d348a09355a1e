"""What calls have in common beside their data: the knowledge, and options with few right values."""

from __future__ import annotations

import numbers
from typing import Any

import numpy

from . import _core
from ._errors import DataError
from .knowledge import Knowledge

MOST_LAYERS = 1000
MOST_THREADS = 1024
LARGEST_INDEX = 2**32 - 1


def expect_knowledge(knowledge: Any) -> None:
    """Raises TypeError, which says how a text becomes one, or DataError when it predicts nothing."""
    if not isinstance(knowledge, Knowledge):
        raise TypeError(f"knowledge: expected a kenn.Knowledge, got {type(knowledge).__name__}; "
                        f"kenn.Knowledge.from_text and from_file make one")
    if not knowledge.predicted_tables:
        raise DataError(f"knowledge: expected something to predict, but {knowledge.name!r} has no `predict`")


def whole_number(name: str, value: Any, least: int, most: int) -> int:
    """The value as an int. Raises DataError."""
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or not least <= value <= most:
        raise DataError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
    return int(value)


def centers_groups(knowledge: Knowledge, center: Any) -> Any:
    """What `center` of `kenn.enhance` and `kenn.fit` means; None: all but KENN2's knowledge, which has no groups."""
    return knowledge.syntax != "kenn2" if center is None else center


def enhancer_options(layers: Any, boost: Any, order: Any, center: Any, threads: Any) -> tuple[int, str, str, bool, int]:
    """The options of an enhancer as the engine takes them. Raises DataError."""
    for name, value, words in (("boost", boost, _core.BOOSTS), ("order", order, ("parallel", "sequential"))):
        if value not in words:
            first = ", ".join(f"'{word}'" for word in words[:-1])
            raise DataError(f"{name}: expected {first} or '{words[-1]}', got {value!r}")
    if not isinstance(center, (bool, numpy.bool_)):
        raise DataError(f"center: expected True, False or None, got {center!r}")
    return (whole_number("layers", layers, 1, MOST_LAYERS), boost, order, bool(center),
            whole_number("threads", threads, 0, MOST_THREADS))


def start_weights(knowledge: Knowledge, boost: str) -> list[float]:
    """One per clause: what the knowledge fixes, and where learning starts with a boost."""
    return [_core.default_weight(boost) if clause.learned else clause.weight for clause in knowledge.clauses]
