// Moves groups of columns to mean 0, row by row, and back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kenn::kernels {

// The columns of a group in a row-major table, and a range of its rows.
struct GroupRows {
  const std::uint32_t* columns = nullptr;  // ascending
  std::size_t count = 0;
  std::size_t row_size = 0;
  std::size_t first = 0;
  std::size_t last = 0;
};

// centered = cells - their mean over the group, in the columns of the group; returns whether all these cells
// are finite. Finite cells give finite ones. What is added to all cells of a row without rounding changes no
// bit.
bool center_rows(const GroupRows& group, const float* cells, float* centered);

// What was computed from the centred cells goes back to where the cells came from: outputs = cells + (outputs
// - centered).
void restore_rows(const GroupRows& group, const float* cells, const float* centered, float* outputs);

// The gradients of both steps: those by the centred cells become those by the cells, given the gradients by
// the outputs. gradients += mean of (output_gradients - gradients)
void center_gradients(const GroupRows& group, const float* output_gradients, float* gradients);

}  // namespace kenn::kernels
