// Walks through the rows of a range: lists, blocks, and the entries of each row.

// clang-format off
#if defined(KENN_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_ROWS_INL_H_
#undef KENN_KERNELS_ROWS_INL_H_
#else
#define KENN_KERNELS_ROWS_INL_H_
#endif
// clang-format on

#include <algorithm>

#include "kernels/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// The positions of a list whose rows are in [first, last).
struct Positions {
  std::size_t first;
  std::size_t last;
};

inline Positions positions_in(const ListView& list, std::size_t first, std::size_t last) {
  if (list.rows == nullptr) return {std::min(first, list.length), std::min(last, list.length)};
  const Row* const end = list.rows + list.length;
  const auto at = [&](std::size_t row) {
    return static_cast<std::size_t>(std::lower_bound(list.rows, end, row) - list.rows);
  };
  return {at(first), at(last)};
}

HWY_INLINE RowEntries entries_at(const ListView& list, std::size_t position) {
  const Row row = list.rows == nullptr ? static_cast<Row>(position) : list.rows[position];
  if (list.offsets == nullptr) return {list, row, position, position + 1};
  return {list, row, list.offsets[position], list.offsets[position + 1]};
}

// Long rows are split and have calls of their own.
HWY_INLINE bool is_for_this_call(const RowEntries& at) {
  const std::uint64_t count = at.last - at.first;
  return count > 0 && (count <= longest_row || at.list.kind == Entries::none);
}

// Calls run(list, block, positions) for all lists and blocks of a range, some rows at a time so that they
// stay in the cache from block to block.
template <class Run>
HWY_INLINE void for_blocks(const RowRange& range, Run run) {
  constexpr std::size_t rows_at_once = 256;
  for (std::size_t first = range.first; first < range.last; first += rows_at_once) {
    for (const ListView& list : range.lists) {
      const Positions positions = positions_in(list, first, std::min(range.last, first + rows_at_once));
      if (positions.first == positions.last) continue;
      for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
        const BlockView& block = list.group->blocks[i];
        if (literals_on(block, list.slot) > 0) run(list, block, positions);
      }
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

inline bool is_pair(const PassView& pass, const BlockView& block) {
  return block.is_pair && pass.boost == Boost::softmax;
}

// The pair kernel holds while the row's own exponentials are not limited.
HWY_INLINE bool is_large(const PassView& pass, const RowEntries& at) {
  return pass.any_large && pass.tables[at.list.group->slots[at.list.slot].table].large[at.row] != 0;
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
