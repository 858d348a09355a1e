// The SIMD kernels, compiled for every instruction set, and the choice between them.
#include "kernels/fast.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Vectors whose length is not known at compile time cannot be kept in arrays; those machines use NEON or
// scalars.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/fast.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// Float sums hold no more entries than this before they go to the row, so that rounding errors stay small.
constexpr std::uint64_t entries_per_sum = 64;

V limited_exponential(V value) {
  const D d;
  const V limit = hn::Set(d, widest_preactivation);
  return hn::Exp(d, hn::Min(hn::Max(value, hn::Neg(limit)), limit));
}

Prepared prepare_rows(const float* values, std::size_t row_count, std::size_t columns, float* exponentials,
                      std::size_t stride, std::uint8_t* large) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  const V usual = hn::Set(d, usual_preactivation);
  Prepared found;
  for (std::size_t row = 0; row < row_count; ++row) {
    const float* const from = values + row * columns;
    float* const to = exponentials + row * stride;
    V magnitude = hn::Zero(d);
    bool is_finite = true;
    const auto look_at = [&](V value) {
      const V size = hn::Abs(value);
      is_finite = is_finite && hn::AllTrue(d, hn::Lt(size, infinity));
      magnitude = hn::Max(magnitude, size);
      return limited_exponential(value);
    };
    std::size_t column = 0;
    for (; column + lanes <= columns; column += lanes) {
      hn::StoreU(look_at(hn::LoadU(d, from + column)), d, to + column);
    }
    if (column < columns) {
      HWY_ALIGN float buffer[hn::MaxLanes(D())] = {};
      std::copy(from + column, from + columns, buffer);
      hn::Store(look_at(hn::Load(d, buffer)), d, buffer);
      std::copy(buffer, buffer + (columns - column), to + column);
    }
    large[row] = hn::AllTrue(d, hn::Le(magnitude, usual)) ? 0 : 1;
    found.any_large = found.any_large || large[row] != 0;
    found.all_finite = found.all_finite && is_finite;
  }
  return found;
}

bool all_finite(const float* values, std::size_t count) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    if (!hn::AllTrue(d, hn::Lt(hn::Abs(hn::LoadU(d, values + i)), infinity))) return false;
  }
  for (; i < count; ++i) {
    if (!std::isfinite(values[i])) return false;
  }
  return true;
}

// ------------------------------------------------------------------------------------------------- forward

// row[column] += sign * weight * sum
void add_changes(const PassView& pass, const BlockView& block, std::uint32_t slot, const BlockSums& sums,
                 float* output_row) {
  const float* const weights = pass.weights + block.first_weight;
  const float* shares = sums.shares;
  for (std::uint32_t i = 0; i < block.literal_count; ++i) {
    const LiteralView& literal = block.literals[i];
    if (literal.slot != slot) continue;
    if (literal.contiguous) {
      float* const target = output_row + literal.columns[0];
      for (std::uint32_t k = 0; k < block.clause_count; ++k)
        target[k] += literal.sign * weights[k] * shares[k];
    } else {
      for (std::uint32_t k = 0; k < block.clause_count; ++k) {
        output_row[literal.columns[k]] += literal.sign * weights[k] * shares[k];
      }
    }
    shares += sums.width;
  }
}

// The pair kernel holds while the row's own exponentials are not limited.
bool is_pair(const PassView& pass, const BlockView& block, const RowEntries& at) {
  if (!block.is_pair || pass.boost != Boost::softmax) return false;
  return !pass.any_large || pass.tables[at.list.group->slots[at.list.slot].table].large[at.row] == 0;
}

void forward_block(const PassView& pass, const BlockView& block, const RowEntries& at, float* output_row,
                   const Scratch& scratch) {
  const BlockSums sums = sums_in(scratch, block);
  if (is_pair(pass, block, at)) {
    PairEnds ends = ends_of(pass, block, at);
    (ends.other_is_positive ? all_pair_shares<true> : all_pair_shares<false>)(ends, block.clause_count, sums);
  } else {
    general_shares(pass, block, at, scratch, sums);
  }
  add_changes(pass, block, at.list.slot, sums, output_row);
}

// Calls run(part) for parts of the entries that a float sum can hold.
template <class Run>
HWY_INLINE void for_parts(const RowEntries& at, Run run) {
  const std::uint64_t step = at.list.kind == Entries::none ? at.last - at.first : entries_per_sum;
  for (std::uint64_t first = at.first; first < at.last; first += step) {
    run(RowEntries{at.list, at.row, first, std::min(at.last, first + step)});
  }
}

void forward_entries_of(const PassView& pass, const RowEntries& at, float* output_row,
                        const Scratch& scratch) {
  const GroupView& group = *at.list.group;
  for_parts(at, [&](const RowEntries& part) {
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      forward_block(pass, group.blocks[i], part, output_row, scratch);
    }
  });
}

// The positions of a list whose rows are in [first, last).
struct Positions {
  std::size_t first;
  std::size_t last;
};

Positions positions_in(const ListView& list, std::size_t first, std::size_t last) {
  if (list.rows == nullptr) return {std::min(first, list.length), std::min(last, list.length)};
  const Row* const end = list.rows + list.length;
  const auto at = [&](std::size_t row) {
    return static_cast<std::size_t>(std::lower_bound(list.rows, end, row) - list.rows);
  };
  return {at(first), at(last)};
}

RowEntries entries_at(const ListView& list, std::size_t position) {
  const Row row = list.rows == nullptr ? static_cast<Row>(position) : list.rows[position];
  if (list.offsets == nullptr) return {list, row, position, position + 1};
  return {list, row, list.offsets[position], list.offsets[position + 1]};
}

// Long rows are split and have calls of their own.
bool is_left_out(const RowEntries& at) {
  return at.list.kind != Entries::none && at.last - at.first > longest_row;
}

// Calls run(entries) for the rows of a range, some rows at a time so that they stay in the cache from list to
// list.
template <class Run>
HWY_INLINE void for_rows(const RowRange& range, Run run) {
  constexpr std::size_t rows_at_once = 256;
  for (std::size_t first = range.first; first < range.last; first += rows_at_once) {
    const std::size_t last = std::min(range.last, first + rows_at_once);
    for (const ListView& list : range.lists) {
      const Positions positions = positions_in(list, first, last);
      for (std::size_t position = positions.first; position < positions.last; ++position) {
        const RowEntries at = entries_at(list, position);
        if (!is_left_out(at)) run(at);
      }
    }
  }
}

void forward_rows(const PassView& pass, const RowRange& range, const float* values, float* output,
                  const Scratch& scratch) {
  std::copy(values + range.first * range.columns, values + range.last * range.columns,
            output + range.first * range.columns);
  for_rows(range, [&](const RowEntries& at) {
    forward_entries_of(pass, at, output + at.row * range.columns, scratch);
  });
}

void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch) {
  forward_entries_of(pass, {list, entries_at(list, position).row, first, last}, output_row, scratch);
}

// ------------------------------------------------------------------------------------------------ backward

// row[column] += weight * gradient sum;  weight gradient += sign * g * share sum
void add_block_gradients(const PassView& pass, const BlockView& block, std::uint32_t slot,
                         const BlockSums& sums, const float* gradient_row, float* input_row,
                         double* weight_gradients) {
  const float* const weights = pass.weights + block.first_weight;
  double* const targets = weight_gradients + block.first_weight;
  const bool has_slope = pass.boost == Boost::softmax;
  std::size_t place = 0;
  for (std::uint32_t i = 0; i < block.literal_count; ++i) {
    const LiteralView& literal = block.literals[i];
    if (literal.slot != slot) continue;
    const float* const shares = sums.shares + place;
    const float* const gradients = sums.gradients + place;
    place += sums.width;
    if (literal.contiguous && has_slope) {
      float* const input = input_row + literal.columns[0];
      const float* const output = gradient_row + literal.columns[0];
      for (std::uint32_t k = 0; k < block.clause_count; ++k) {
        input[k] += weights[k] * gradients[k];
        targets[k] += static_cast<double>(literal.sign * output[k] * shares[k]);
      }
      continue;
    }
    for (std::uint32_t k = 0; k < block.clause_count; ++k) {
      const std::uint32_t column = literal.columns[k];
      if (has_slope) input_row[column] += weights[k] * gradients[k];
      targets[k] += static_cast<double>(literal.sign * gradient_row[column] * shares[k]);
    }
  }
}

void backward_entries_of(const PassView& pass, const RowEntries& at, const float* gradient_row,
                         float* input_row, double* weight_gradients, const Scratch& scratch) {
  const GroupView& group = *at.list.group;
  for_parts(at, [&](const RowEntries& part) {
    for (std::uint32_t i = 0; i < group.block_count; ++i) {
      const BlockView& block = group.blocks[i];
      const BlockSums sums = sums_in(scratch, block);
      if (is_pair(pass, block, part)) {
        PairEnds ends = ends_of(pass, block, part);
        (ends.other_is_positive ? all_pair_gradients<true>
                                : all_pair_gradients<false>)(ends, block.clause_count, sums);
      } else {
        general_gradients(pass, block, part, scratch, sums);
      }
      add_block_gradients(pass, block, part.list.slot, sums, gradient_row, input_row, weight_gradients);
    }
  });
}

void backward_rows(const PassView& pass, const RowRange& range, const float* output_gradients,
                   float* input_gradients, double* weight_gradients, const Scratch& scratch) {
  std::copy(output_gradients + range.first * range.columns, output_gradients + range.last * range.columns,
            input_gradients + range.first * range.columns);
  for_rows(range, [&](const RowEntries& at) {
    backward_entries_of(pass, at, output_gradients + at.row * range.columns,
                        input_gradients + at.row * range.columns, weight_gradients, scratch);
  });
}

void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* gradient_row, float* input_row,
                      double* weight_gradients, const Scratch& scratch) {
  backward_entries_of(pass, {list, entries_at(list, position).row, first, last}, gradient_row, input_row,
                      weight_gradients, scratch);
}

// --------------------------------------------------------------------------------------------------- truth

void add_block_truth(const PassView& pass, const BlockView& block, const RowEntries& at, double* sums,
                     const Scratch& scratch) {
  const D d;
  const V one = hn::Set(d, 1.0F);
  const BlockSums buffer = sums_in(scratch, block);
  std::fill_n(buffer.shares, buffer.width, 0.0F);
  for_entries(at, [&](std::uint64_t entry) {
    find_rows(pass, block, at, entry, scratch);
    const LiteralValues values(block, scratch);
    for (std::size_t first = 0; first < block.clause_count; first += hn::Lanes(d)) {
      const V exponential = limited_exponential(hn::Neg(values.Greatest(first)));
      const V truth = hn::Div(one, hn::Add(one, exponential));
      hn::StoreU(hn::Add(truth, hn::LoadU(d, buffer.shares + first)), d, buffer.shares + first);
    }
  });
  const auto times = static_cast<double>(times_of(at));
  for (std::uint32_t k = 0; k < block.clause_count; ++k) {
    sums[block.first_weight + k] += times * static_cast<double>(buffer.shares[k]);
  }
}

void add_truth(const PassView& pass, const ListView& list, std::size_t first, std::size_t last, double* sums,
               const Scratch& scratch) {
  const GroupView& group = *list.group;
  for (std::size_t position = first; position < last; ++position) {
    for_parts(entries_at(list, position), [&](const RowEntries& part) {
      for (std::uint32_t i = 0; i < group.block_count; ++i) {
        add_block_truth(pass, group.blocks[i], part, sums, scratch);
      }
    });
  }
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace kenn::kernels {

HWY_EXPORT(prepare_rows);
HWY_EXPORT(all_finite);
HWY_EXPORT(forward_rows);
HWY_EXPORT(forward_entries);
HWY_EXPORT(backward_rows);
HWY_EXPORT(backward_entries);
HWY_EXPORT(add_truth);

Prepared prepare_rows(const float* values, std::size_t row_count, std::size_t columns, float* exponentials,
                      std::size_t stride, std::uint8_t* large) {
  return HWY_DYNAMIC_DISPATCH(prepare_rows)(values, row_count, columns, exponentials, stride, large);
}

bool all_finite(const float* values, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(all_finite)(values, count);
}

void forward_rows(const PassView& pass, const RowRange& range, const float* values, float* output,
                  const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(forward_rows)(pass, range, values, output, scratch);
}

void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(forward_entries)(pass, list, position, first, last, output_row, scratch);
}

void backward_rows(const PassView& pass, const RowRange& range, const float* output_gradients,
                   float* input_gradients, double* weight_gradients, const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(backward_rows)
  (pass, range, output_gradients, input_gradients, weight_gradients, scratch);
}

void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* gradient_row, float* input_row,
                      double* weight_gradients, const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(backward_entries)
  (pass, list, position, first, last, gradient_row, input_row, weight_gradients, scratch);
}

void add_truth(const PassView& pass, const ListView& list, std::size_t first, std::size_t last, double* sums,
               const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(add_truth)(pass, list, first, last, sums, scratch);
}

}  // namespace kenn::kernels

#endif
