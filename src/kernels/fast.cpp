// The SIMD kernels, compiled for every instruction set, and the choice between them.
#include "kernels/fast.h"

#include <hwy/cache_control.h>

#include <algorithm>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/fast.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/chunk-inl.h"
#include "kernels/pair-residual-inl.h"
#include "kernels/truth-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// ------------------------------------------------------------------------------------------------- forward

void forward_general(const PassView& pass, const BlockView& block, const RowEntries& at, float* output_row,
                     const Scratch& scratch) {
  const BlockSums sums = sums_in(scratch, block);
  for_parts(at, [&](const RowEntries& part) {
    general_shares(pass, block, part, scratch, sums);
    add_changes(pass, block, at.list.slot, sums, output_row);
  });
}

// Calls run.operator()<vectors, kind>(clause, weights) for the clauses of a pair, with at most `Most` vectors
// at once; `weights` are signed if `with_sign`.
template <int Most, bool with_sign, class Run>
HWY_INLINE void for_pair_vectors(const PairView& view, Run run) {
  run_pair_kind(view, [&]<class Kind>() {
    for_vectors<Most>(view.clause_count, [&]<int Count>(std::size_t clause) {
      Vectors<Count> weights = load_vectors<Count>(view.weights + clause);
      if (with_sign) {
        const typename Vectors<Count>::Tag d;
        for (auto& each : weights.at) each = hn::Mul(each, hn::Set(d, view.sign));
      }
      run.template operator()<Count, Kind>(clause, weights);
    });
  });
}

void forward_pair_block(const PairView& block, const Positions& positions, const Target& to) {
  for_pair_vectors<6, true>(
      block, [&]<int Count, class Kind>(std::size_t clause, const Vectors<Count>& weights) {
        const PairView view = block;  // in registers: vectors that are stored could be anything's
        const Target target = to;
        for_pair_rows(view, positions, [&](Row row, std::uint64_t first, std::uint64_t last) {
          Kind::template forward<Count>(view, clause, row, first, last, weights,
                                        target.row(row) + view.column + clause);
        });
      });
}

void forward_rows(const PassView& pass, const RowRange& range, const Base& base, float* output,
                  const Scratch& scratch) {
  for_chunks(range, base, output, scratch, [&](const Chunk& chunk) {
    for_blocks(range.lists, [&](const ListView& list, const BlockView& block) {
      const Positions positions = positions_in(list, chunk.first, chunk.last);
      if (positions.first == positions.last) return;
      if (block.is_pair) forward_pair_block(view_pair(pass, block, list), positions, chunk.target);
      for_general_rows(pass, list, block, positions, [&](const RowEntries& at) {
        forward_general(pass, block, at, chunk.target.row(at.row), scratch);
      });
    });
  });
}

void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch) {
  const RowEntries at{list, entries_at(list, position).row, first, last};
  for_blocks({&list, 1}, [&](const ListView&, const BlockView& block) {
    if (!block.is_pair || is_large(pass, at)) {
      forward_general(pass, block, at, output_row, scratch);
      return;
    }
    const PairView view = view_pair(pass, block, list);
    for_pair_vectors<6, true>(view,
                              [&]<int Count, class Kind>(std::size_t clause, const Vectors<Count>& weights) {
                                Kind::template forward<Count>(view, clause, at.row, first, last, weights,
                                                              output_row + view.column + clause);
                              });
  });
}

// ------------------------------------------------------------------------------------------------ backward

// row[column] += weight * gradient sum;  weight gradient += sign * g * share sum
void add_block_gradients(const PassView& pass, const BlockView& block, std::uint32_t slot,
                         const BlockSums& sums, const float* gradient_row, float* input_row,
                         double* weight_gradients) {
  const float* const weights = pass.weights + block.first_weight;
  double* const targets = weight_gradients + block.first_weight;
  const bool has_slope = pass.boost != Boost::godel;
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

// Adds what a pair block collected for its weights: sign * sums.
template <int Count>
HWY_INLINE void add_weight_gradients(const PairView& view, std::size_t clause, const Vectors<Count>& sums,
                                     double* weight_gradients) {
  const typename Vectors<Count>::Tag d;
  HWY_ALIGN float buffer[Count * hn::MaxLanes(D8())];
  for (std::size_t i = 0; i < Vectors<Count>::registers; ++i)
    hn::Store(sums.at[i], d, buffer + i * hn::Lanes(d));
  const std::size_t count = std::min(view.clause_count - clause, Count * hn::Lanes(D8()));
  for (std::size_t i = 0; i < count; ++i) {
    weight_gradients[clause + i] += static_cast<double>(view.sign * buffer[i]);
  }
}

void backward_pair_block(const PairView& block, const Positions& positions, const Target& to,
                         double* weight_gradients) {
  for_pair_vectors<4, false>(
      block, [&]<int Count, class Kind>(std::size_t clause, const Vectors<Count>& weights) {
        const PairView view = block;
        const Target target = to;
        Vectors<Count> share_sums;
        share_sums.clear();
        std::uint64_t summed = 0;
        for_pair_rows(view, positions, [&](Row row, std::uint64_t first, std::uint64_t last) {
          summed += last - first;
          if (summed > longest_row) {  // before rounding errors add up
            add_weight_gradients(view, clause, share_sums, weight_gradients);
            share_sums.clear();
            summed = last - first;
          }
          Kind::template backward<Count>(view, clause, row, first, last, weights,
                                         target.row(row) + view.column + clause, share_sums);
        });
        add_weight_gradients(view, clause, share_sums, weight_gradients);
      });
}

void backward_rows(const PassView& pass, const RowRange& range, const Gradients& gradients,
                   const Scratch& scratch) {
  for_chunks(range, gradients.base, gradients.input, scratch, [&](const Chunk& chunk) {
    for_blocks(range.lists, [&](const ListView& list, const BlockView& block) {
      const Positions positions = positions_in(list, chunk.first, chunk.last);
      if (positions.first == positions.last) return;
      if (block.is_pair) {
        backward_pair_block(view_pair(pass, block, list), positions, chunk.target,
                            gradients.weights + block.first_weight);
      }
      for_general_rows(pass, list, block, positions, [&](const RowEntries& at) {
        backward_general(pass, block, at, gradients.output + at.row * range.row_size + range.first_column,
                         chunk.target.row(at.row), gradients.weights, scratch);
      });
    });
  });
}

void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* output_row, float* input_row, double* weight_gradients,
                      const Scratch& scratch) {
  const RowEntries at{list, entries_at(list, position).row, first, last};
  for_blocks({&list, 1}, [&](const ListView&, const BlockView& block) {
    if (!block.is_pair || is_large(pass, at)) {
      backward_general(pass, block, at, output_row, input_row, weight_gradients, scratch);
      return;
    }
    const PairView view = view_pair(pass, block, list);
    for_pair_vectors<4, false>(
        view, [&]<int Count, class Kind>(std::size_t clause, const Vectors<Count>& weights) {
          Vectors<Count> share_sums;
          share_sums.clear();
          Kind::template backward<Count>(view, clause, at.row, first, last, weights,
                                         input_row + view.column + clause, share_sums);
          add_weight_gradients(view, clause, share_sums, weight_gradients + block.first_weight);
        });
  });
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace kenn::kernels {

HWY_EXPORT(prepare_rows);
HWY_EXPORT(prepare_lines);
HWY_EXPORT(pack_rows);
HWY_EXPORT(all_finite);
HWY_EXPORT(forward_rows);
HWY_EXPORT(forward_entries);
HWY_EXPORT(backward_rows);
HWY_EXPORT(backward_entries);
HWY_EXPORT(add_truth);

Prepared prepare_rows(const Cells& cells, float* exponentials, std::size_t stride, std::uint8_t* large) {
  return HWY_DYNAMIC_DISPATCH(prepare_rows)(cells, exponentials, stride, large);
}

Prepared prepare_lines(const Cells& values, const Cells& gradients, const Lines& lines) {
  return HWY_DYNAMIC_DISPATCH(prepare_lines)(values, gradients, lines);
}

void finish_lines() {
  hwy::FlushStream();
}

void pack_rows(const Cells& cells, float* target, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(pack_rows)(cells, target, stride);
}

bool all_finite(const Cells& cells) {
  return HWY_DYNAMIC_DISPATCH(all_finite)(cells);
}

void forward_rows(const PassView& pass, const RowRange& range, const Base& base, float* output,
                  const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(forward_rows)(pass, range, base, output, scratch);
}

void forward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                     std::uint64_t last, float* output_row, const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(forward_entries)(pass, list, position, first, last, output_row, scratch);
}

void backward_rows(const PassView& pass, const RowRange& range, const Gradients& gradients,
                   const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(backward_rows)(pass, range, gradients, scratch);
}

void backward_entries(const PassView& pass, const ListView& list, std::size_t position, std::uint64_t first,
                      std::uint64_t last, const float* output_row, float* input_row, double* weight_gradients,
                      const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(backward_entries)
  (pass, list, position, first, last, output_row, input_row, weight_gradients, scratch);
}

void add_truth(const PassView& pass, const ListView& list, std::size_t first, std::size_t last, double* sums,
               const Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(add_truth)(pass, list, first, last, sums, scratch);
}

}  // namespace kenn::kernels

#endif
