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

// Writes the exponentials of `row_count` rows of `columns` values and whether each row is large.
// exponentials[i * stride + j] = exp(values[i * columns + j], limited); at most 1 ULP off. A row of
// exponentials is written up to a multiple of 8 floats.
Prepared prepare_rows(const float* values, std::size_t row_count, std::size_t columns, float* exponentials,
                      std::size_t stride, std::uint8_t* large);

// Whether all values are finite.
bool all_finite(const float* values, std::size_t count);

// A range of rows of one table. `lists` are all lists of the pass about this table.
struct RowRange {
  std::span<const ListView> lists;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t columns = 0;
};

// output[row] = values[row] + sum over the groundings of the row of sign * weight * share. `values` and
// `output` are those of the whole table.
void forward_rows(const PassView& pass, const RowRange& range, const float* values, float* output,
                  const Scratch& scratch);

// Adds the changes by the entries [first, last) of the `position`-th row of a list to `output_row`.
void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch);

// The gradients that go with `forward_rows`:
//   input[row] = output[row] + sum of weight * share * (g - sign * sum over the literals of sign * g * share)
//   weight_gradients[clause] += sum over rows of sign * g * share
// with g the gradient of the literal's cell in `output_gradients`.
void backward_rows(const PassView& pass, const RowRange& range, const float* output_gradients,
                   float* input_gradients, double* weight_gradients, const Scratch& scratch);

// `gradient_row` is the row of `output_gradients` that the entries are about.
void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* gradient_row, float* input_row,
                      double* weight_gradients, const Scratch& scratch);

// Adds the truth of the truest literal of every grounding of the positions [first, last) of a list to `sums`,
// by clause as the weights are.
void add_truth(const PassView& pass, const ListView& list, std::size_t first, std::size_t last, double* sums,
               const Scratch& scratch);

// How many floats `Scratch::sums` needs for a block.
inline std::size_t sums_size(std::uint32_t literal_count, std::uint32_t clause_count) {
  return 2 * std::size_t{literal_count} * ((std::size_t{clause_count} + 15) / 16 * 16);
}

}  // namespace kenn::kernels
