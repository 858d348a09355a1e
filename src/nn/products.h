// The products of networks: rows shared out among threads, in float by SIMD, in double by plain loops.
//
// Each number is made by one thread, in one order: the bits do not depend on the threads.
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

#include "base/thread_pool.h"
#include "table/features.h"

namespace kenn::nn {

// Calls body(first, last) for parts of 0 to count - 1, so large that sharing them out is worth it.
void share_rows(base::ThreadPool& threads, std::size_t count, std::size_t products_per_row,
                const std::function<void(std::size_t first, std::size_t last)>& body);

// The same for products of dense rows.
void share_dense_rows(base::ThreadPool& threads, std::size_t count, std::size_t products_per_row,
                      const std::function<void(std::size_t first, std::size_t last)>& body);

// A matrix [inner, width] as the right side of products with dense rows: in float a copy in the order of the
// kernels, in double the matrix itself, which must outlive this.
class FloatRight {
 public:
  FloatRight(const std::vector<float>& values, std::size_t inner, std::size_t width);

  [[nodiscard]] const float* packed() const { return packed_.data(); }
  [[nodiscard]] std::size_t inner() const { return inner_; }
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  std::vector<float> packed_;
  std::size_t inner_;
  std::size_t width_;
};

struct DoubleRight {
  DoubleRight(const std::vector<double>& matrix, std::size_t rows, std::size_t columns)
      : values(matrix.data()), inner(rows), width(columns) {}

  const double* values;
  std::size_t inner;
  std::size_t width;
};

template <typename Number>
using Right = std::conditional_t<std::is_same_v<Number, float>, FloatRight, DoubleRight>;

// Rows first to last - 1 of start + left * right; `start` is one row or null.
void multiply_rows(const table::SparseRows& left, std::size_t first, std::size_t last, const float* right,
                   std::size_t width, const float* start, float* output);
void multiply_rows(const table::SparseRows& left, std::size_t first, std::size_t last, const double* right,
                   std::size_t width, const double* start, double* output);
void multiply_rows(const float* left, std::size_t first, std::size_t last, const FloatRight& right,
                   const float* start, float* output);
void multiply_rows(const double* left, std::size_t first, std::size_t last, const DoubleRight& right,
                   const double* start, double* output);

// The transposed left [rows, inner] times right [rows, width]. In float, sums go by rows, in parts of 1024.
void multiply_transposed(base::ThreadPool& threads, const float* left, std::size_t rows, std::size_t inner,
                         const float* right, std::size_t width, float* output);
void multiply_transposed(base::ThreadPool& threads, const double* left, std::size_t rows, std::size_t inner,
                         const double* right, std::size_t width, double* output);

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
