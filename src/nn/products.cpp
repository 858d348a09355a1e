// The products of networks: rows shared out among threads, in float by SIMD, in double by plain loops.
#include "nn/products.h"

#include <algorithm>
#include <vector>

#include "kernels/network.h"

namespace kenn::nn {

namespace {

constexpr std::size_t products_per_part = std::size_t{1} << 18;

double start_of(const double* start, std::size_t column) {
  return start == nullptr ? 0 : start[column];
}

}  // namespace

void share_rows(base::ThreadPool& threads, std::size_t count, std::size_t products_per_row,
                const std::function<void(std::size_t first, std::size_t last)>& body) {
  const std::size_t rows =
      std::max<std::size_t>(16, products_per_part / std::max<std::size_t>(1, products_per_row));
  const std::size_t parts = (count + rows - 1) / rows;
  if (parts <= 1) {
    if (count > 0) body(0, count);
    return;
  }
  threads.run(
      parts, [&](std::size_t part, std::uint32_t) { body(part * rows, std::min(count, (part + 1) * rows)); });
}

void multiply_rows(const table::SparseRows& left, std::size_t first, std::size_t last, const float* right,
                   std::size_t width, const float* start, float* output) {
  kernels::multiply_sparse({left.offsets.data(), left.columns.data(), left.values.data()}, first, last, right,
                           width, start, output);
}

void multiply_rows(const table::SparseRows& left, std::size_t first, std::size_t last, const double* right,
                   std::size_t width, const double* start, double* output) {
  for (std::size_t row = first; row < last; ++row) {
    for (std::size_t k = 0; k < width; ++k) {
      double sum = start_of(start, k);
      for (std::uint64_t i = left.offsets[row]; i < left.offsets[row + 1]; ++i) {
        sum += static_cast<double>(left.values[i]) * right[left.columns[i] * width + k];
      }
      output[row * width + k] = sum;
    }
  }
}

void multiply_rows(const float* left, std::size_t inner, std::size_t first, std::size_t last,
                   const float* right, std::size_t width, const float* start, float* output) {
  kernels::multiply_dense(left, inner, first, last, right, width, start, output);
}

void multiply_rows(const double* left, std::size_t inner, std::size_t first, std::size_t last,
                   const double* right, std::size_t width, const double* start, double* output) {
  for (std::size_t row = first; row < last; ++row) {
    for (std::size_t k = 0; k < width; ++k) {
      double sum = start_of(start, k);
      for (std::size_t i = 0; i < inner; ++i) sum += left[row * inner + i] * right[i * width + k];
      output[row * width + k] = sum;
    }
  }
}

void multiply_transposed(const float* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const float* right, std::size_t width, float* output) {
  kernels::multiply_transposed(left, rows, inner, first, last, right, width, output);
}

void multiply_transposed(const double* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const double* right, std::size_t width, double* output) {
  for (std::size_t i = first; i < last; ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      double sum = 0;
      for (std::size_t row = 0; row < rows; ++row) sum += left[row * inner + i] * right[row * width + k];
      output[i * width + k] = sum;
    }
  }
}

table::SparseRows transposed(const table::SparseRows& rows, std::size_t column_count) {
  table::SparseRows result;
  result.offsets.assign(column_count + 1, 0);
  for (const std::uint32_t column : rows.columns) ++result.offsets[column + 1];
  for (std::size_t i = 0; i < column_count; ++i) result.offsets[i + 1] += result.offsets[i];
  result.columns.resize(rows.columns.size());
  result.values.resize(rows.values.size());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
      const std::uint64_t place = next[rows.columns[i]]++;
      result.columns[place] = static_cast<std::uint32_t>(row);
      result.values[place] = rows.values[i];
    }
  }
  return result;
}

}  // namespace kenn::nn
