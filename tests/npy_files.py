"""Arrays in NPY files with nothing but the standard library: what the tests feed to kenn and read back."""

import array
import ast
import math
import struct

MAGIC = b"\x93NUMPY"
CODES = {"f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}


def npy_header(shape, description="<f4", fortran_order=False, version=(1, 0)):
    """All that stands before the numbers."""
    text = repr({"descr": description, "fortran_order": fortran_order, "shape": tuple(shape)})
    length_code = "<H" if version[0] == 1 else "<I"
    before = len(MAGIC) + len(version) + struct.calcsize(length_code)
    text += " " * (-(before + len(text) + 1) % 64) + "\n"
    return MAGIC + bytes(version) + struct.pack(length_code, len(text)) + text.encode()


def npy(rows, description="<f4", fortran_order=False, version=(1, 0), columns=None):
    """The bytes of a matrix; `rows` is a list of rows, or of numbers for an array with one dimension."""
    if rows and not isinstance(rows[0], (list, tuple)):
        shape, numbers = (len(rows),), list(rows)
    else:
        columns = len(rows[0]) if columns is None else columns
        shape = (len(rows), columns)
        lines = [[row[column] for row in rows] for column in range(columns)] if fortran_order else rows
        numbers = [number for line in lines for number in line]
    order = description[0] if description[0] in "<>" else "<"
    data = struct.pack(f"{order}{len(numbers)}{CODES[description[1:]]}", *numbers)
    return npy_header(shape, description, fortran_order, version) + data


def large_npy(values, columns):
    """The bytes of a matrix of float32, row after row, from an array.array('f')."""
    return npy_header((len(values) // columns, columns)) + little_endian(values).tobytes()


def little_endian(values):
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        values = array.array(values.typecode, values)
        values.byteswap()
    return values


def read_npy(content):
    """The rows in the bytes of a matrix of float32 in C order, as kenn writes it. Strict: nothing may be missing."""
    if content[:8] != MAGIC + b"\x01\x00":
        raise ValueError(f"no NPY file of version 1.0: {content[:8]!r}")
    (length,) = struct.unpack("<H", content[8:10])
    if (10 + length) % 64 or content[9 + length : 10 + length] != b"\n":
        raise ValueError("the header is not padded as it should be")
    header = ast.literal_eval(content[10 : 10 + length].decode())
    rows, columns = header["shape"]
    if header != {"descr": "<f4", "fortran_order": False, "shape": (rows, columns)}:
        raise ValueError(f"not a matrix of float32 in C order: {header}")
    numbers = struct.unpack(f"<{rows * columns}f", content[10 + length :])
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a number is not finite")
    return [list(numbers[row * columns : (row + 1) * columns]) for row in range(rows)]


def float32(number):
    """The nearest number that a float32 holds."""
    return struct.unpack("<f", struct.pack("<f", number))[0]
