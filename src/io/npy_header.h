// The header of an NPY file: what numbers the file holds, and how they are laid out.
//
// Before: \x93NUMPY \x01\x00 \x46\x00 {'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }
// After:  type <f4, row after row, 3 rows, 2 columns
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace kenn::io {

enum class NumberKind : std::uint8_t { signed_integer, unsigned_integer, floating };

struct NumberType {
  NumberKind kind = NumberKind::floating;
  std::size_t bytes = 0;
  bool big_endian = false;
};

struct NpyHeader {
  std::string description;         // the type as the file writes it: '<f4'
  std::optional<NumberType> type;  // nothing for text, objects, records and whatever else is no plain number
  bool fortran_order = false;      // column after column instead of row after row
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0;  // where in the file the numbers begin

  // For one or two dimensions; a one-dimensional array is one column.
  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(shape[0]); }
  [[nodiscard]] std::size_t columns() const {
    return shape.size() == 1 ? 1 : static_cast<std::size_t>(shape[1]);
  }
};

// Reads versions 1.0 to 3.0 of the format; the file then stands at its first number. Throws `Error` (kind
// data).
NpyHeader read_npy_header(base::InputFile& file);

// The Python dictionary of the header, blanks around it included; nothing when it does not have the three
// keys that it must have.
std::optional<NpyHeader> parse_npy_dictionary(std::string_view text);

// Throws `Error` when the type is not one of `accepted`, which `wanted` puts into words; when there are not
// one or two dimensions; when the file does not have exactly the bytes that the header promises; and for a
// pipe, which does not say how many it has.
void check_npy_layout(const base::InputFile& file, const NpyHeader& header,
                      std::span<const NumberKind> accepted, const std::string& wanted);

}  // namespace kenn::io
