// The SIMD kernels of products of dense matrices.
//
// Tiles of the result stay in registers while they are summed up, and what they need lies in the order in
// which they need it, in copies that are made first. Every element adds up its products in their order, so
// the bits do not depend on how rows are shared out.
#pragma once

#include <cstddef>

namespace kenn::kernels {

// Copies a matrix [inner, width] in strips of as many columns as a tile has, the last one filled with zeros:
//
//   a b c d e   ->   a b, f g | c d, h i | e 0, j 0    (tiles of two columns)
//   f g h i j
//
// `packed_size` is how many floats that are.
std::size_t packed_size(std::size_t inner, std::size_t width);
void pack_columns(const float* right, std::size_t inner, std::size_t width, float* packed);

// Rows first to last - 1 of start + left * right: left [rows, inner], right [inner, width] packed, output
// [rows, width]; `start` is one row, or null.
void multiply_dense(const float* left, std::size_t inner, std::size_t first, std::size_t last,
                    const float* packed, std::size_t width, const float* start, float* output);

// Rows first to last - 1 of the transposed left times right: left [rows, inner], right [rows, width], output
// [inner, width]. The kernel writes `transposed_room` floats to `room` meanwhile.
std::size_t transposed_room(std::size_t rows, std::size_t first, std::size_t last);
void multiply_transposed(const float* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const float* right, std::size_t width, float* room, float* output);

}  // namespace kenn::kernels
