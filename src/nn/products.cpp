// The products of networks: rows shared out among threads, in float by SIMD, in double by plain loops.
#include "nn/products.h"

#include <algorithm>
#include <vector>

#include "kernels/dense.h"
#include "kernels/network.h"

namespace kenn::nn {

namespace {

constexpr std::size_t products_per_part = std::size_t{1} << 18;
constexpr std::size_t rows_of_a_tile = 12;  // of the largest one
constexpr std::size_t dense_rows_per_part = 8 * rows_of_a_tile;

// Of transposed products.
constexpr std::size_t rows_per_sum = 1024;
constexpr std::size_t most_sums = 16;                               // at once
constexpr std::size_t most_numbers_of_sums = std::size_t{1} << 24;  // 64 MiB, unless one sum has more
constexpr std::size_t least_tasks = 8;
constexpr std::size_t longest_part = 21 * rows_of_a_tile;  // whose copy fits into the cache

double start_of(const double* start, std::size_t column) {
  return start == nullptr ? 0 : start[column];
}

void share(base::ThreadPool& threads, std::size_t count, std::size_t rows,
           const std::function<void(std::size_t first, std::size_t last)>& body) {
  const std::size_t parts = (count + rows - 1) / rows;
  if (parts <= 1) {
    if (count > 0) body(0, count);
    return;
  }
  threads.run(
      parts, [&](std::size_t part, std::uint32_t) { body(part * rows, std::min(count, (part + 1) * rows)); });
}

std::size_t rows_per_part(std::size_t least, std::size_t products_per_row) {
  return std::max(least, products_per_part / std::max<std::size_t>(1, products_per_row));
}

}  // namespace

void share_rows(base::ThreadPool& threads, std::size_t count, std::size_t products_per_row,
                const std::function<void(std::size_t first, std::size_t last)>& body) {
  share(threads, count, rows_per_part(16, products_per_row), body);
}

void share_dense_rows(base::ThreadPool& threads, std::size_t count, std::size_t products_per_row,
                      const std::function<void(std::size_t first, std::size_t last)>& body) {
  share(threads, count, rows_per_part(dense_rows_per_part, products_per_row), body);
}

FloatRight::FloatRight(const std::vector<float>& values, std::size_t inner, std::size_t width)
    : packed_(kernels::packed_size(inner, width)), inner_(inner), width_(width) {
  kernels::pack_columns(values.data(), inner, width, packed_.data());
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

void multiply_rows(const float* left, std::size_t first, std::size_t last, const FloatRight& right,
                   const float* start, float* output) {
  kernels::multiply_dense(left, right.inner(), first, last, right.packed(), right.width(), start, output);
}

void multiply_rows(const double* left, std::size_t first, std::size_t last, const DoubleRight& right,
                   const double* start, double* output) {
  for (std::size_t row = first; row < last; ++row) {
    for (std::size_t k = 0; k < right.width; ++k) {
      double sum = start_of(start, k);
      for (std::size_t i = 0; i < right.inner; ++i) {
        sum += left[row * right.inner + i] * right.values[i * right.width + k];
      }
      output[row * right.width + k] = sum;
    }
  }
}

// Sums of 1024 rows each are made side by side, some at a time, and then added up in their order. Where there
// are few of them, each is made in several parts.
void multiply_transposed(base::ThreadPool& threads, const float* left, std::size_t rows, std::size_t inner,
                         const float* right, std::size_t width, float* output) {
  const std::size_t size = inner * width;
  std::fill_n(output, size, 0.0F);
  if (size == 0 || rows == 0) return;
  const std::size_t sum_count = (rows + rows_per_sum - 1) / rows_per_sum;
  const std::size_t at_once =
      std::min({sum_count, most_sums, std::max<std::size_t>(1, most_numbers_of_sums / size)});
  const std::size_t tiles = (inner * at_once / least_tasks + rows_of_a_tile - 1) / rows_of_a_tile;
  const std::size_t part = std::clamp(tiles * rows_of_a_tile, rows_of_a_tile, longest_part);
  const std::size_t parts = (inner + part - 1) / part;
  std::vector<float> sums(at_once * size);
  const std::size_t room = kernels::transposed_room(std::min(rows, rows_per_sum), 0, std::min(inner, part));
  std::vector<float> rooms(threads.threads() * room);
  for (std::size_t done = 0; done < sum_count; done += at_once) {
    const std::size_t count = std::min(at_once, sum_count - done);
    threads.run(count * parts, [&](std::size_t task, std::uint32_t thread) {
      const std::size_t row = (done + task / parts) * rows_per_sum;
      const std::size_t depth = std::min(rows_per_sum, rows - row);
      const std::size_t first = task % parts * part;
      const std::size_t last = std::min(inner, first + part);
      kernels::multiply_transposed(left + row * inner, depth, inner, first, last, right + row * width, width,
                                   &rooms[thread * room], &sums[task / parts * size]);
    });
    share_rows(threads, inner, width * count, [&](std::size_t first, std::size_t last) {
      for (std::size_t sum = 0; sum < count; ++sum) {
        const float* const from = &sums[sum * size];
        for (std::size_t i = first * width; i < last * width; ++i) output[i] += from[i];
      }
    });
  }
}

void multiply_transposed(base::ThreadPool& threads, const double* left, std::size_t rows, std::size_t inner,
                         const double* right, std::size_t width, double* output) {
  share_rows(threads, inner, rows * width, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        double sum = 0;
        for (std::size_t row = 0; row < rows; ++row) sum += left[row * inner + i] * right[row * width + k];
        output[i * width + k] = sum;
      }
    }
  });
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
