// Walks through the rows of a chunk: lists, blocks, and the entries of each row.

// clang-format off
#if defined(KENN_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_ROWS_INL_H_
#undef KENN_KERNELS_ROWS_INL_H_
#else
#define KENN_KERNELS_ROWS_INL_H_
#endif
// clang-format on

#include <algorithm>

#include "kernels/general-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// Float sums hold no more entries than this before they are added to others, so that rounding errors stay
// small.
constexpr std::uint64_t entries_per_sum = 64;

struct Positions {
  std::size_t first;
  std::size_t last;
};

// The positions of a list whose rows are in the chunk [first, last).
inline Positions positions_in(const ListView& list, std::size_t first, std::size_t last) {
  if (list.chunk_starts == nullptr) return {first, last};
  const std::size_t chunk = first / rows_per_chunk;
  return {list.chunk_starts[chunk], list.chunk_starts[chunk + 1]};
}

HWY_INLINE RowEntries entries_at(const ListView& list, std::size_t position) {
  const Row row = list.rows == nullptr ? static_cast<Row>(position) : list.rows[position];
  if (list.offsets == nullptr) return {list, row, position, position + 1};
  return {list, row, list.offsets[position], list.offsets[position + 1]};
}

// Long rows are split and have calls of their own.
HWY_INLINE bool is_for_this_call(const RowEntries& at) {
  return at.last - at.first <= longest_row || at.list.kind == Entries::none;
}

// Calls run(list, block) for all lists of a range and their blocks that have literals on the list's rows.
template <class Run>
HWY_INLINE void for_blocks(std::span<const ListView> lists, Run run) {
  for (const ListView& list : lists) {
    for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
      const BlockView& block = list.group->blocks[i];
      if (literals_on(block, list.slot) > 0) run(list, block);
    }
  }
}

// Calls run(part) for parts of the entries that a float sum can hold.
template <class Run>
HWY_INLINE void for_parts(const RowEntries& at, Run run) {
  const std::uint64_t step = at.list.kind == Entries::none ? at.last - at.first : entries_per_sum;
  for (std::uint64_t first = at.first; first < at.last; first += step) {
    run(RowEntries{at.list, at.row, first, std::min(at.last, first + step)});
  }
}

HWY_INLINE bool is_large(const PassView& pass, const RowEntries& at) {
  return pass.any_large && pass.tables[at.list.group->slots[at.list.slot].table].large[at.row] != 0;
}

// Where the sums of a chunk of rows go: row `first` at `rows`, and so on.
struct Target {
  float* rows;
  std::size_t stride;
  std::size_t first;

  HWY_INLINE float* row(Row number) const { return rows + (number - first) * stride; }
};

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
