"""Packages that kenn can do without: pandas for data frames, matplotlib for plots."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any


def optional(name: str, what: str) -> Any:
    """The module. Raises ImportError, which says what to install."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ImportError(f"{what} needs {package}, which is not installed: pip install {package}", name=package) from error


def pandas_frame(columns: Sequence[str], rows: Any, index_names: Sequence[str], index: Sequence[Any]) -> Any:
    """A data frame of pandas; with several names, the elements of `index` are tuples."""
    pandas = optional("pandas", "to_frame()")
    if len(index_names) == 1:
        found = pandas.Index(index, name=index_names[0], dtype=object)
    elif index:
        found = pandas.MultiIndex.from_tuples(index, names=index_names)
    else:
        found = pandas.MultiIndex.from_arrays([[] for _ in index_names], names=index_names)
    if len(rows) == 0:
        return pandas.DataFrame(index=found, columns=list(columns), dtype=float)
    return pandas.DataFrame(rows, index=found, columns=list(columns))
