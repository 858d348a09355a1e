// The SIMD kernels: forward and backward by rows, each row pulling from its own groundings.
//
// Nothing is scattered: a row's result is written by the one call that has the row, so there are no atomics
// and the bits do not depend on how rows are spread over threads. The best instruction set that the machine
// has is chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/views.h"

namespace kenn::kernels {

// Rows with more groundings than this in one list are left to `forward_entries` and `backward_entries`.
inline constexpr std::uint64_t longest_row = 4096;

// What `prepare_rows` found in its rows.
struct Prepared {
  bool any_large = false;
  bool all_finite = true;
};

// Some rows of a matrix, and of their columns some side by side. `values` is the first cell.
struct Cells {
  const float* values = nullptr;
  const float* end = nullptr;  // of what can be read
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t row_size = 0;  // from a row to the next
};

// Writes the exponentials of the cells and whether each row is large: exponentials[i * stride + j] = exp(cell
// (i, j), limited); at most 1.5 ULP off. A row of exponentials is written up to a multiple of 8 floats.
Prepared prepare_rows(const Cells& cells, float* exponentials, std::size_t stride, std::uint8_t* large);

// Rows of exponentials with their gradients, each at the start of a cache line.
struct Lines {
  float* exponentials = nullptr;
  std::size_t stride = 0;
  std::size_t gradient_offset = 0;
  std::uint8_t* large = nullptr;
  bool past_caches = false;  // for more than they hold: what is written is not read before it is complete
};

// `prepare_rows`, and the gradients beside the exponentials. Other threads see what was written past the
// caches once this one has called `finish_lines`.
Prepared prepare_lines(const Cells& values, const Cells& gradients, const Lines& lines);
void finish_lines();

// Copies the cells to rows of `stride` floats, each written up to a multiple of 8.
void pack_rows(const Cells& cells, float* target, std::size_t stride);

// Whether all cells are finite.
bool all_finite(const Cells& cells);

// Columns of a range of rows of one table; `first` is a multiple of `rows_per_chunk`. `lists` are all lists
// of the pass that are about these columns.
struct RowRange {
  std::span<const ListView> lists;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t first_column = 0;
  std::size_t columns = 0;
  std::size_t row_size = 0;  // of the whole table
};

// What results are added to: the first of the columns in row 0, and from there row by row. May be the place
// of the results.
struct Base {
  const float* cells = nullptr;
  std::size_t stride = 0;
};

// output[row] = base[row] + sum over the groundings of the row of sign * weight * share. `output` is that of
// the whole table.
void forward_rows(const PassView& pass, const RowRange& range, const Base& base, float* output,
                  const Scratch& scratch);

// Adds the changes by the entries [first, last) of the `position`-th row of a list to `output_row`, which
// starts at the first column of the pass.
void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch);

// What the gradients go from and to, for a whole table.
struct Gradients {
  const float* output = nullptr;  // of what the forward gave
  Base base;                      // of the input gradients
  float* input = nullptr;
  double* weights = nullptr;  // by clause as the weights are
};

// The gradients that go with `forward_rows`:
//   input[row] = base[row] + sum of weight * share * (g - sign * sum over the literals of sign * g * share)
//   weights[clause] += sum over rows of sign * g * share
// with g the gradient of the literal's cell in `output`.
void backward_rows(const PassView& pass, const RowRange& range, const Gradients& gradients,
                   const Scratch& scratch);

// `output_row` is the row of output gradients that the entries are about; both rows start at the first column
// of the pass.
void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* output_row, float* input_row, double* weight_gradients,
                      const Scratch& scratch);

// Adds the truth of the truest literal of every grounding of the positions [first, last) of a list to `sums`,
// by clause as the weights are.
void add_truth(const PassView& pass, const ListView& list, std::size_t first, std::size_t last, double* sums,
               const Scratch& scratch);

// How many floats `Scratch::sums` needs for a block.
inline std::size_t sums_size(std::uint32_t literal_count, std::uint32_t clause_count) {
  return 2 * std::size_t{literal_count} * ((std::size_t{clause_count} + 15) / 16 * 16);
}

}  // namespace kenn::kernels
