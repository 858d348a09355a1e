// Sums of a chunk of rows: collected in rows of whole vectors, then written once.

// clang-format off
#if defined(KENN_KERNELS_CHUNK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_CHUNK_INL_H_
#undef KENN_KERNELS_CHUNK_INL_H_
#else
#define KENN_KERNELS_CHUNK_INL_H_
#endif
// clang-format on

#include "kernels/prepare-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

struct Chunk {
  std::size_t first;  // rows
  std::size_t last;
  Target target;
};

// Wide rows are their own target; narrow ones are collected from zero.
inline Chunk start_chunk(const RowRange& range, std::size_t first, const Base& base, float* output,
                         const Scratch& scratch) {
  const std::size_t last = std::min(range.last, first + rows_per_chunk);
  if (range.columns <= most_collected_columns) {
    const std::size_t stride = (range.columns + 7) / 8 * 8;
    std::fill_n(scratch.collected, (last - first) * stride, 0.0F);
    return {first, last, {scratch.collected, stride, first}};
  }
  float* const rows = output + first * range.row_size + range.first_column;
  for (std::size_t row = first; row < last && base.cells != output + range.first_column; ++row) {
    std::copy_n(base.cells + row * base.stride, range.columns, rows + (row - first) * range.row_size);
  }
  return {first, last, {rows, range.row_size, first}};
}

// output = base + what was collected, for the rows [first, last).
template <bool whole_vectors>
HWY_INLINE void write_rows(const RowRange& range, const Target& target, std::size_t first, std::size_t last,
                           const Base& base, float* output) {
  const D8 d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t columns = range.columns;  // in registers: vectors that are stored could be anything's
  const std::size_t row_size = range.row_size;
  const std::size_t stride = target.stride;
  const std::size_t base_stride = base.stride;
  const float* sums = target.rows + (first - target.first) * stride;
  const float* from = base.cells + first * base_stride;
  float* to = output + first * row_size + range.first_column;
  for (std::size_t row = first; row < last; ++row) {
    std::size_t column = 0;
    for (; whole_vectors ? column < columns : column + lanes <= columns; column += lanes) {
      hn::StoreU(hn::Add(hn::LoadU(d, from + column), hn::Load(d, sums + column)), d, to + column);
    }
    for (; column < columns; ++column) to[column] = from[column] + sums[column];
    sums += stride;
    from += base_stride;
    to += row_size;
  }
}

// Where the columns are whole rows, a vector that reaches into the next row writes what will be overwritten
// (or, if `base` is `output`, what was there), but not beyond the range, which is another thread's.
inline void finish_chunk(const RowRange& range, const Chunk& chunk, const Base& base, float* output) {
  if (range.columns > most_collected_columns) return;
  std::size_t first_exact = chunk.first;  // from there on, no vector may reach beyond its row
  if (range.columns == range.row_size) {
    const std::size_t reach = (range.columns + 7) / 8 * 8;  // from the start of a row
    const std::size_t rows_reached = (reach + range.row_size - 1) / range.row_size;
    if (range.last >= rows_reached) first_exact = std::min(chunk.last, range.last - rows_reached + 1);
    first_exact = std::max(first_exact, chunk.first);
  }
  write_rows<true>(range, chunk.target, chunk.first, first_exact, base, output);
  write_rows<false>(range, chunk.target, first_exact, chunk.last, base, output);
}

// Calls run(chunk) for the chunks of a range, between start and finish.
template <class Run>
HWY_INLINE void for_chunks(const RowRange& range, const Base& base, float* output, const Scratch& scratch,
                           Run run) {
  for (std::size_t first = range.first; first < range.last; first += rows_per_chunk) {
    const Chunk chunk = start_chunk(range, first, base, output, scratch);
    run(chunk);
    finish_chunk(range, chunk, base, output);
  }
}

// Calls run(at) for the rows at `positions` that the pair kernel does not do.
template <class Run>
HWY_INLINE void for_general_rows(const PassView& pass, const ListView& list, const BlockView& block,
                                 const Positions& positions, Run run) {
  if (block.is_pair && !pass.any_large) return;
  for (std::size_t position = positions.first; position < positions.last; ++position) {
    const RowEntries at = entries_at(list, position);
    if (is_for_this_call(at) && (!block.is_pair || is_large(pass, at))) run(at);
  }
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
