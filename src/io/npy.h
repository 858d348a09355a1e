// Matrices of numbers in NPY files, the array files of NumPy.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/output_folder.h"

namespace kenn::io {

struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;  // row after row
};

// What a matrix is about, for messages: "table 'Paper', row 3, column 'AI'" instead of numbers.
struct MatrixNames {
  std::string table;
  std::vector<std::string> columns;
};

// Reads float32 or float64, little or big endian, C or Fortran order; a one-dimensional array is one column.
// Every value is finite, as float32 too. Throws `Error`: kind file when the file cannot be read or held in
// memory, kind data when something else is in it.
Matrix read_npy_matrix(const std::filesystem::path& path, const MatrixNames& names = {});
Matrix read_npy_matrix(base::InputFile& file, const MatrixNames& names = {});

// What stands before the values of a matrix of float32, row after row, in the byte order of this machine.
std::string npy_header(std::size_t rows, std::size_t columns);

// Writes a matrix under `name`; `values` holds it row after row. Throws what `OutputFolder::write` throws.
void write_npy_matrix(base::OutputFolder& folder, const std::string& name, std::size_t rows,
                      std::size_t columns, std::span<const float> values);

}  // namespace kenn::io
