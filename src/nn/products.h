// The products of networks: rows shared out among threads, in float by SIMD, in double by plain loops.
//
// Each number is made by one thread, in one order: the bits do not depend on the threads.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/thread_pool.h"
#include "table/features.h"

namespace kenn::nn {

// Calls body(first, last) for parts of 0 to count - 1, so large that sharing them out is worth it.
void share_rows(base::ThreadPool& threads, std::size_t count, std::size_t products_per_row,
                const std::function<void(std::size_t first, std::size_t last)>& body);

// Rows first to last - 1 of start + left * right; `start` is one row or null.
void multiply_rows(const table::SparseRows& left, std::size_t first, std::size_t last, const float* right,
                   std::size_t width, const float* start, float* output);
void multiply_rows(const table::SparseRows& left, std::size_t first, std::size_t last, const double* right,
                   std::size_t width, const double* start, double* output);
void multiply_rows(const float* left, std::size_t inner, std::size_t first, std::size_t last,
                   const float* right, std::size_t width, const float* start, float* output);
void multiply_rows(const double* left, std::size_t inner, std::size_t first, std::size_t last,
                   const double* right, std::size_t width, const double* start, double* output);

// Rows first to last - 1 of the transposed left times right.
void multiply_transposed(const float* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const float* right, std::size_t width, float* output);
void multiply_transposed(const double* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const double* right, std::size_t width, double* output);

table::SparseRows transposed(const table::SparseRows& rows, std::size_t column_count);

template <typename Number>
std::vector<Number> transposed(const std::vector<Number>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<Number> result(matrix.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      result[column * rows + row] = matrix[row * columns + column];
    }
  }
  return result;
}

}  // namespace kenn::nn
