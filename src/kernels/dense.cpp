// The SIMD kernels of products of dense matrices, compiled for every instruction set.
#include "kernels/dense.h"

#include <algorithm>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/dense.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;

// A tile and what is loaded for it fill the registers: 32 of them, or 16.
#if HWY_ARCH_ARM_A64 || (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
constexpr int tile_rows = 12;
#else
constexpr int tile_rows = 6;
#endif
constexpr int tile_vectors = 2;
constexpr std::size_t most_columns = std::size_t{tile_vectors} * hn::MaxLanes(D());

HWY_INLINE std::size_t tile_columns() {
  return tile_vectors * hn::Lanes(D());
}

// Element (row, i) of a matrix is at values[row * row_step + i * inner_step].
struct LeftView {
  const float* values = nullptr;
  std::size_t row_step = 0;
  std::size_t inner_step = 0;
};

// The tile start + left * right, for a strip of packed columns. `start` has one row for all, or is null;
// `output` has rows of `stride` floats.
template <int Rows>
HWY_INLINE void multiply_tile(const LeftView& left, std::size_t inner, const float* packed,
                              const float* start, float* output, std::size_t stride) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> sums[Rows][tile_vectors];
  for (int k = 0; k < tile_vectors; ++k) {
    const auto first =
        start == nullptr ? hn::Zero(d) : hn::LoadU(d, start + static_cast<std::size_t>(k) * lanes);
    for (int r = 0; r < Rows; ++r) sums[r][k] = first;
  }
  const float* factors = left.values;
  for (std::size_t i = 0; i < inner; ++i) {
    const auto first = hn::LoadU(d, packed);
    const auto second = hn::LoadU(d, packed + lanes);
    for (int r = 0; r < Rows; ++r) {
      const auto factor = hn::Set(d, factors[static_cast<std::size_t>(r) * left.row_step]);
      sums[r][0] = hn::MulAdd(factor, first, sums[r][0]);
      sums[r][1] = hn::MulAdd(factor, second, sums[r][1]);
    }
    packed += tile_vectors * lanes;
    factors += left.inner_step;
  }
  for (int r = 0; r < Rows; ++r) {
    float* const row = output + static_cast<std::size_t>(r) * stride;
    hn::StoreU(sums[r][0], d, row);
    hn::StoreU(sums[r][1], d, row + lanes);
  }
}

// Calls run.operator()<rows>(row) for tiles of `tile_rows`, of four and of one row.
template <class Run>
HWY_INLINE void for_tiles(std::size_t first, std::size_t last, Run run) {
  std::size_t row = first;
  for (; row + tile_rows <= last; row += tile_rows) run.template operator()<tile_rows>(row);
  for (; row + 4 <= last; row += 4) run.template operator()<4>(row);
  for (; row < last; ++row) run.template operator()<1>(row);
}

// One strip: `count` columns of each row, then zeros.
HWY_INLINE void pack_strip(const float* from, std::size_t inner, std::size_t stride, std::size_t count,
                           float* packed) {
  const D d;
  const std::size_t columns = tile_columns();
  if (count == columns) {
    for (std::size_t i = 0; i < inner; ++i) {
      const float* const row = from + i * stride;
      for (std::size_t k = 0; k < columns; k += hn::Lanes(d))
        hn::StoreU(hn::LoadU(d, row + k), d, packed + k);
      packed += columns;
    }
    return;
  }
  for (std::size_t i = 0; i < inner; ++i) {
    std::copy_n(from + i * stride, count, packed);
    std::fill(packed + count, packed + columns, 0.0F);
    packed += columns;
  }
}

std::size_t packed_size(std::size_t inner, std::size_t width) {
  const std::size_t columns = tile_columns();
  return (width + columns - 1) / columns * columns * inner;
}

void pack_columns(const float* right, std::size_t inner, std::size_t width, float* packed) {
  const std::size_t columns = tile_columns();
  for (std::size_t column = 0; column < width; column += columns) {
    pack_strip(right + column, inner, width, std::min(columns, width - column), packed);
    packed += columns * inner;
  }
}

void multiply_dense(const float* left, std::size_t inner, std::size_t first, std::size_t last,
                    const float* packed, std::size_t width, const float* start, float* output) {
  const std::size_t columns = tile_columns();
  HWY_ALIGN float tile[tile_rows * most_columns];
  HWY_ALIGN float start_of_strip[most_columns] = {};
  for (std::size_t column = 0; column < width; column += columns) {
    const std::size_t count = std::min(columns, width - column);
    if (start != nullptr) std::copy_n(start + column, count, start_of_strip);
    const float* const strip = packed + column * inner;
    for_tiles(first, last, [&]<int Rows>(std::size_t row) HWY_ATTR {
      const LeftView view{left + row * inner, inner, 1};
      float* const to = output + row * width + column;
      if (count == columns) return multiply_tile<Rows>(view, inner, strip, start_of_strip, to, width);
      multiply_tile<Rows>(view, inner, strip, start_of_strip, tile, columns);
      for (std::size_t r = 0; r < Rows; ++r) std::copy_n(tile + r * columns, count, to + r * width);
    });
  }
}

// Copies rows of the left matrix so that those of one tile are side by side, tile after tile.
HWY_INLINE void pack_tiles(const float* left, std::size_t rows, std::size_t inner, std::size_t first,
                           std::size_t last, float* packed) {
  for_tiles(first, last, [&]<int Rows>(std::size_t at) HWY_ATTR {
    for (std::size_t row = 0; row < rows; ++row) {
      std::copy_n(left + row * inner + at, Rows, packed);
      packed += Rows;
    }
  });
}

std::size_t transposed_room(std::size_t rows, std::size_t first, std::size_t last) {
  return (last - first + tile_columns()) * rows;
}

void multiply_transposed(const float* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const float* right, std::size_t width, float* room,
                         float* output) {
  const std::size_t columns = tile_columns();
  HWY_ALIGN float tile[tile_rows * most_columns];
  float* const strip = room;
  float* const tiles = room + columns * rows;
  pack_tiles(left, rows, inner, first, last, tiles);
  for (std::size_t column = 0; column < width; column += columns) {
    const std::size_t count = std::min(columns, width - column);
    pack_strip(right + column, rows, width, count, strip);
    for_tiles(first, last, [&]<int Rows>(std::size_t at) HWY_ATTR {
      const LeftView view{tiles + (at - first) * rows, 1, Rows};
      float* const to = output + at * width + column;
      if (count == columns) return multiply_tile<Rows>(view, rows, strip, nullptr, to, width);
      multiply_tile<Rows>(view, rows, strip, nullptr, tile, columns);
      for (std::size_t r = 0; r < Rows; ++r) std::copy_n(tile + r * columns, count, to + r * width);
    });
  }
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace kenn::kernels {

HWY_EXPORT(packed_size);
HWY_EXPORT(pack_columns);
HWY_EXPORT(multiply_dense);
HWY_EXPORT(transposed_room);
HWY_EXPORT(multiply_transposed);

std::size_t packed_size(std::size_t inner, std::size_t width) {
  return HWY_DYNAMIC_DISPATCH(packed_size)(inner, width);
}

void pack_columns(const float* right, std::size_t inner, std::size_t width, float* packed) {
  HWY_DYNAMIC_DISPATCH(pack_columns)(right, inner, width, packed);
}

void multiply_dense(const float* left, std::size_t inner, std::size_t first, std::size_t last,
                    const float* packed, std::size_t width, const float* start, float* output) {
  HWY_DYNAMIC_DISPATCH(multiply_dense)(left, inner, first, last, packed, width, start, output);
}

std::size_t transposed_room(std::size_t rows, std::size_t first, std::size_t last) {
  return HWY_DYNAMIC_DISPATCH(transposed_room)(rows, first, last);
}

void multiply_transposed(const float* left, std::size_t rows, std::size_t inner, std::size_t first,
                         std::size_t last, const float* right, std::size_t width, float* room,
                         float* output) {
  HWY_DYNAMIC_DISPATCH(multiply_transposed)(left, rows, inner, first, last, right, width, room, output);
}

}  // namespace kenn::kernels

#endif
