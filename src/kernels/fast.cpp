// The SIMD kernels, compiled for every instruction set, and the choice between them.
#include "kernels/fast.h"

#include <algorithm>

// Vectors whose length is not known at compile time cannot be kept in arrays; those machines use NEON or
// scalars.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/fast.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/prepare-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// ------------------------------------------------------------------------------------------------- forward

// row[column] += sign * weight * sum
void add_changes(const PassView& pass, const BlockView& block, std::uint32_t slot, const BlockSums& sums,
                 float* output_row) {
  const float* const weights = pass.weights + block.first_weight;
  const float* shares = sums.shares;
  for (std::uint32_t i = 0; i < block.literal_count; ++i) {
    const LiteralView& literal = block.literals[i];
    if (literal.slot != slot) continue;
    for (std::uint32_t k = 0; k < block.clause_count; ++k) {
      output_row[literal.columns[k]] += literal.sign * weights[k] * shares[k];
    }
    shares += sums.width;
  }
}

void forward_general(const PassView& pass, const BlockView& block, const RowEntries& at, float* output_row,
                     const Scratch& scratch) {
  const BlockSums sums = sums_in(scratch, block);
  for_parts(at, [&](const RowEntries& part) {
    general_shares(pass, block, part, scratch, sums);
    add_changes(pass, block, at.list.slot, sums, output_row);
  });
}

// Calls pairs(at) for the rows that the pair kernel is right for, and general(at) for the others.
template <class Pairs, class General>
HWY_INLINE void for_rows(const PassView& pass, const ListView& list, const Positions& positions, Pairs pairs,
                         General general) {
  for (std::size_t position = positions.first; position < positions.last; ++position) {
    const RowEntries at = entries_at(list, position);
    if (!is_for_this_call(at)) continue;
    if (is_large(pass, at)) {
      general(at);
    } else {
      pairs(at);
    }
  }
}

template <bool other_is_positive>
void forward_pair_block(const PassView& pass, const BlockView& block, const ListView& list,
                        const Positions& positions, const RowRange& range, float* output,
                        const Scratch& scratch) {
  const PairView view = view_pair(pass, block, list);
  bool is_first = true;  // of the vectors; large rows are done once, with all clauses
  for_vectors<6>(block.clause_count, [&]<int Count>(std::size_t clause) {
    for_rows(
        pass, list, positions,
        [&](const RowEntries& at) {
          forward_pairs<Count, other_is_positive>(view, clause, at.row, at.first, at.last,
                                                  output + at.row * range.columns);
        },
        [&](const RowEntries& at) {
          if (is_first) forward_general(pass, block, at, output + at.row * range.columns, scratch);
        });
    is_first = false;
  });
}

void forward_rows(const PassView& pass, const RowRange& range, const float* values, float* output,
                  const Scratch& scratch) {
  std::copy(values + range.first * range.columns, values + range.last * range.columns,
            output + range.first * range.columns);
  for_blocks(range, [&](const ListView& list, const BlockView& block, const Positions& positions) {
    if (is_pair(pass, block)) {
      const bool other_is_positive = block.literals[block.literals[0].slot == list.slot ? 1 : 0].sign > 0;
      (other_is_positive ? forward_pair_block<true> : forward_pair_block<false>)(pass, block, list, positions,
                                                                                 range, output, scratch);
      return;
    }
    for (std::size_t position = positions.first; position < positions.last; ++position) {
      const RowEntries at = entries_at(list, position);
      if (!is_for_this_call(at)) continue;
      forward_general(pass, block, at, output + at.row * range.columns, scratch);
    }
  });
}

void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch) {
  const RowEntries at{list, entries_at(list, position).row, first, last};
  for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
    const BlockView& block = list.group->blocks[i];
    if (literals_on(block, list.slot) == 0) continue;
    if (!is_pair(pass, block) || is_large(pass, at)) {
      forward_general(pass, block, at, output_row, scratch);
      continue;
    }
    const PairView view = view_pair(pass, block, list);
    for_vectors<6>(block.clause_count, [&]<int Count>(std::size_t clause) {
      if (view.other_is_positive) {
        forward_pairs<Count, true>(view, clause, at.row, first, last, output_row);
      } else {
        forward_pairs<Count, false>(view, clause, at.row, first, last, output_row);
      }
    });
  }
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
    for (std::uint32_t k = 0; k < block.clause_count; ++k) {
      const std::uint32_t column = literal.columns[k];
      if (has_slope) input_row[column] += weights[k] * gradients[k];
      targets[k] += static_cast<double>(literal.sign * gradient_row[column] * shares[k]);
    }
  }
}

void backward_general(const PassView& pass, const BlockView& block, const RowEntries& at,
                      const float* gradient_row, float* input_row, double* weight_gradients,
                      const Scratch& scratch) {
  const BlockSums sums = sums_in(scratch, block);
  for_parts(at, [&](const RowEntries& part) {
    general_gradients(pass, block, part, scratch, sums);
    add_block_gradients(pass, block, at.list.slot, sums, gradient_row, input_row, weight_gradients);
  });
}

// Moves sums of the weight gradients of a block from float to double.
void add_weight_gradients(const BlockView& block, const float* sums, double* weight_gradients) {
  for (std::uint32_t k = 0; k < block.clause_count; ++k) {
    weight_gradients[block.first_weight + k] += static_cast<double>(sums[k]);
  }
}

template <bool other_is_positive>
void backward_pair_block(const PassView& pass, const BlockView& block, const ListView& list,
                         const Positions& positions, const RowRange& range, const float* output_gradients,
                         float* input_gradients, double* weight_gradients, const Scratch& scratch) {
  const PairView view = view_pair(pass, block, list);
  float* const sums = scratch.weight_sums;
  std::fill_n(sums, padded(block.clause_count), 0.0F);
  bool is_first = true;
  for_vectors<4>(block.clause_count, [&]<int Count>(std::size_t clause) {
    for_rows(
        pass, list, positions,
        [&](const RowEntries& at) {
          backward_pairs<Count, other_is_positive>(view, clause, at.row, at.first, at.last,
                                                   input_gradients + at.row * range.columns, sums);
        },
        [&](const RowEntries& at) {
          if (!is_first) return;
          backward_general(pass, block, at, output_gradients + at.row * range.columns,
                           input_gradients + at.row * range.columns, weight_gradients, scratch);
        });
    is_first = false;
  });
  add_weight_gradients(block, sums, weight_gradients);
}

void backward_rows(const PassView& pass, const RowRange& range, const float* output_gradients,
                   float* input_gradients, double* weight_gradients, const Scratch& scratch) {
  std::copy(output_gradients + range.first * range.columns, output_gradients + range.last * range.columns,
            input_gradients + range.first * range.columns);
  for_blocks(range, [&](const ListView& list, const BlockView& block, const Positions& positions) {
    if (is_pair(pass, block)) {
      const bool other_is_positive = block.literals[block.literals[0].slot == list.slot ? 1 : 0].sign > 0;
      (other_is_positive ? backward_pair_block<true>
                         : backward_pair_block<false>)(pass, block, list, positions, range, output_gradients,
                                                       input_gradients, weight_gradients, scratch);
      return;
    }
    for (std::size_t position = positions.first; position < positions.last; ++position) {
      const RowEntries at = entries_at(list, position);
      if (!is_for_this_call(at)) continue;
      backward_general(pass, block, at, output_gradients + at.row * range.columns,
                       input_gradients + at.row * range.columns, weight_gradients, scratch);
    }
  });
}

void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* gradient_row, float* input_row,
                      double* weight_gradients, const Scratch& scratch) {
  const RowEntries at{list, entries_at(list, position).row, first, last};
  for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
    const BlockView& block = list.group->blocks[i];
    if (literals_on(block, list.slot) == 0) continue;
    if (!is_pair(pass, block) || is_large(pass, at)) {
      backward_general(pass, block, at, gradient_row, input_row, weight_gradients, scratch);
      continue;
    }
    const PairView view = view_pair(pass, block, list);
    std::fill_n(scratch.weight_sums, padded(block.clause_count), 0.0F);
    for_vectors<4>(block.clause_count, [&]<int Count>(std::size_t clause) {
      if (view.other_is_positive) {
        backward_pairs<Count, true>(view, clause, at.row, first, last, input_row, scratch.weight_sums);
      } else {
        backward_pairs<Count, false>(view, clause, at.row, first, last, input_row, scratch.weight_sums);
      }
    });
    add_weight_gradients(block, scratch.weight_sums, weight_gradients);
  }
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
      const V exponential = limited_exponential(d, hn::Neg(values.Greatest(first)));
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
