"""Matrices of features, dense and sparse, made ready for the engine."""

from __future__ import annotations

from typing import Any

import numpy

from . import _core
from ._errors import DataError
from .options import LARGEST_INDEX
from .world import as_array


def add_features(features: _core.Features, name: str, values: Any) -> int:
    """Adds a matrix and returns its rows."""
    if hasattr(values, "tocsr"):
        matrix = values.tocsr()
        if matrix.shape[1] > LARGEST_INDEX:
            raise DataError(f"features of '{name}': expected at most {LARGEST_INDEX} columns, got {matrix.shape[1]}")
        _check_sparse(name, matrix)
        matrix.sum_duplicates()  # and sorts the columns of every row
        numbers = numpy.ascontiguousarray(matrix.data, dtype=numpy.float32)
        if not numpy.isfinite(numbers).all():
            raise DataError(f"features of '{name}': expected finite numbers")
        features.add_sparse(name, (*matrix.shape, matrix.indptr.astype(numpy.int64), matrix.indices.astype(numpy.int64),
                                   numbers))
        return matrix.shape[0]
    matrix = as_array(f"features of '{name}'", values)
    if matrix.dtype.kind == "O" and hasattr(values, "dtypes"):  # a frame; nullable numbers come as objects, too
        others = [str(column) for column, kind in values.dtypes.items() if kind.kind not in "fiub"]
        if others:
            raise DataError(f"features of '{name}': expected columns of numbers, but {', '.join(others)} are none; "
                            f"kenn.Dataset.from_frames reads frames with ids and labels")
        matrix = values.to_numpy(numpy.float32, na_value=numpy.nan)
    if matrix.dtype.kind not in "fiub" or matrix.ndim != 2:
        raise DataError(f"features of '{name}': expected numbers of shape [rows, features], "
                        f"got {matrix.dtype} of shape {list(matrix.shape)}")
    matrix = numpy.ascontiguousarray(matrix, dtype=numpy.float32)
    if not numpy.isfinite(matrix).all():
        row, column = numpy.argwhere(~numpy.isfinite(matrix))[0]
        raise DataError(f"features of '{name}': expected finite numbers, got {matrix[row, column]} in row {row}, column {column}")
    features.add_dense(name, matrix)
    return len(matrix)


def _check_sparse(name: str, matrix: Any) -> None:
    """SciPy looks at what is in its arrays only when it is asked to."""
    offsets, columns = matrix.indptr, matrix.indices
    if (len(offsets) != matrix.shape[0] + 1 or offsets[0] != 0 or (numpy.diff(offsets) < 0).any()
            or offsets[-1] > min(len(columns), len(matrix.data))
            or len(columns) and not 0 <= columns.min() <= columns.max() < matrix.shape[1]):
        raise DataError(f"features of '{name}': the sparse matrix is damaged: its offsets or columns do not fit its shape "
                        f"{list(matrix.shape)}")
