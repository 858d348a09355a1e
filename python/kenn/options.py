"""What calls have in common beside their data: the knowledge, and options with few right values."""

from __future__ import annotations

import numbers
from typing import Any

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


def enhancer_options(layers: Any, boost: Any, order: Any, threads: Any) -> tuple[int, str, str, int]:
    """The options of an enhancer as the engine takes them. Raises DataError."""
    for name, value, words in (("boost", boost, ("softmax", "godel")), ("order", order, ("parallel", "sequential"))):
        if value not in words:
            raise DataError(f"{name}: expected '{words[0]}' or '{words[1]}', got {value!r}")
    return (whole_number("layers", layers, 1, MOST_LAYERS), boost, order, whole_number("threads", threads, 0, MOST_THREADS))
