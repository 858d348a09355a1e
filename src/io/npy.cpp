// Matrices of numbers in NPY files, the array files of NumPy.
#include "io/npy.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>

#include "base/findings.h"
#include "base/spelling.h"
#include "io/npy_elements.h"
#include "io/npy_header.h"

namespace kenn::io {

namespace {

std::string place_text(const MatrixNames& names, std::size_t row, std::size_t column) {
  if (column >= names.columns.size()) return base::matrix_place(row, column);
  return "table " + base::in_quotes(names.table) + ", row " + std::to_string(row) +
         " (counting from 0), column " + base::in_quotes(names.columns[column]) + ": the value";
}

template <typename Number>
[[noreturn]] void refuse_number(const base::InputFile& file, const MatrixNames& names, std::size_t row,
                                std::size_t column, Number number) {
  const char* const what = std::isnan(number)   ? " is not a number"
                           : std::isinf(number) ? " is infinite"
                                                : " is too large for float32";
  throw Error(ErrorKind::data, place_text(names, row, column) + what, file.name());
}

bool is_finite_float(double number) {
  return std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max());
}

// Whether the machine holds the numbers exactly as the file does.
bool is_plain(const NpyHeader& header) {
  return header.type->bytes == sizeof(float) && !header.fortran_order &&
         header.type->big_endian == (std::endian::native == std::endian::big);
}

void read_plain(base::InputFile& file, const MatrixNames& names, Matrix& matrix) {
  const std::span<char> bytes(reinterpret_cast<char*>(matrix.values.data()),
                              matrix.values.size() * sizeof(float));
  base::read_exactly(file, bytes);
  // Looks at blocks, and for the place only in one that needs it: a loop without an exit is vectorised.
  constexpr std::size_t block = 4096;
  for (std::size_t begin = 0; begin < matrix.values.size(); begin += block) {
    const auto part = std::span(matrix.values).subspan(begin, std::min(block, matrix.values.size() - begin));
    std::uint32_t not_finite = 0;
    for (const float number : part) {
      constexpr std::uint32_t exponent = 0x7f800000;
      not_finite |= static_cast<std::uint32_t>((std::bit_cast<std::uint32_t>(number) & exponent) == exponent);
    }
    if (not_finite == 0) continue;
    std::size_t place = begin;
    while (std::isfinite(matrix.values[place])) ++place;
    refuse_number(file, names, place / matrix.columns, place % matrix.columns, matrix.values[place]);
  }
}

void read_converting(base::InputFile& file, const NpyHeader& header, const MatrixNames& names,
                     Matrix& matrix) {
  visit_npy(file, header, [&](std::size_t row, std::size_t column, auto number) {
    if constexpr (std::is_floating_point_v<decltype(number)>) {
      if (!is_finite_float(number)) refuse_number(file, names, row, column, number);
      matrix.values[row * matrix.columns + column] = static_cast<float>(number);
    }
  });
}

}  // namespace

Matrix read_npy_matrix(base::InputFile& file, const MatrixNames& names) {
  const NpyHeader header = read_npy_header(file);
  constexpr std::array accepted = {NumberKind::floating};
  check_npy_layout(file, header, accepted, "float32 ('<f4') or float64 ('<f8') is needed");
  Matrix matrix{header.rows(), header.columns(), {}};
  const std::size_t count = matrix.columns == 0 ? 0 : matrix.rows * matrix.columns;
  base::require_memory(file.name(), count * sizeof(float));
  try {
    matrix.values.resize(count);
  } catch (const std::bad_alloc&) {
    base::throw_no_memory(file);
  }
  if (count == 0) return matrix;
  is_plain(header) ? read_plain(file, names, matrix) : read_converting(file, header, names, matrix);
  return matrix;
}

Matrix read_npy_matrix(const std::filesystem::path& path, const MatrixNames& names) {
  base::InputFile file(path);
  return read_npy_matrix(file, names);
}

std::string npy_header(std::size_t rows, std::size_t columns) {
  constexpr std::size_t alignment = 64;
  const std::string preamble = "\x93NUMPY\x01" + std::string(1, '\0');
  const std::string type = std::endian::native == std::endian::little ? "<f4" : ">f4";
  std::string dictionary = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                           std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  const std::size_t before = preamble.size() + 2;  // the length of the dictionary has two bytes
  const std::size_t length =
      (before + dictionary.size() + 1 + alignment - 1) / alignment * alignment - before;
  dictionary.resize(length - 1, ' ');
  return preamble + static_cast<char>(length & 0xff) + static_cast<char>(length >> 8) + dictionary + "\n";
}

void write_npy_matrix(base::OutputFolder& folder, const std::string& name, std::size_t rows,
                      std::size_t columns, std::span<const float> values) {
  const std::string header = npy_header(rows, columns);
  const std::array<std::string_view, 2> parts = {
      header, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}};
  folder.write(name, parts);
}

}  // namespace kenn::io
