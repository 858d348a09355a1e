// The truth of groundings: that of the truest literal, exp(v) / (1 + exp(v)) for the greatest v.

// clang-format off
#if defined(KENN_KERNELS_TRUTH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_TRUTH_INL_H_
#undef KENN_KERNELS_TRUTH_INL_H_
#else
#define KENN_KERNELS_TRUTH_INL_H_
#endif
// clang-format on

#include "kernels/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

inline void add_general_truth(const PassView& pass, const BlockView& block, const RowEntries& at,
                              double* sums, const Scratch& scratch) {
  const D d;
  const V one = hn::Set(d, 1.0F);
  const BlockSums buffer = sums_in(scratch, block);
  std::fill_n(buffer.shares, buffer.width, 0.0F);
  for_entries(at, [&](std::uint64_t entry) {
    find_rows(pass, block, at, entry, scratch);
    const ExponentialShares literals(block, scratch);
    for (std::size_t first = 0; first < block.clause_count; first += hn::Lanes(d)) {
      V greatest = literals.Factor(0, first);
      for (std::uint32_t i = 1; i < block.literal_count; ++i) {
        greatest = hn::Max(greatest, literals.Factor(i, first));
      }
      const V truth = hn::Div(greatest, hn::Add(one, greatest));
      hn::StoreU(hn::Add(truth, hn::LoadU(d, buffer.shares + first)), d, buffer.shares + first);
    }
  });
  const auto times = static_cast<double>(times_of(at));
  for (std::uint32_t k = 0; k < block.clause_count; ++k) {
    sums[block.first_weight + k] += times * static_cast<double>(buffer.shares[k]);
  }
}

// The truth of a positive or negative literal on a cell with this exponential.
template <bool is_positive, class Vector>
HWY_INLINE Vector literal_truth(Vector exponential) {
  const Vector one = hn::Set(hn::DFromV<Vector>(), 1.0F);
  return hn::Div(is_positive ? exponential : one, hn::Add(one, exponential));
}

// Sums for the positions [first, last), and for the clauses from `clause` on that fit into the vectors.
template <int Count, class Signs>
HWY_INLINE void add_pair_truth(const PairView& view, std::size_t clause, const Positions& positions,
                               double* sums) {
  constexpr bool own_is_positive = Signs::other_is_positive != Signs::differ;
  constexpr std::size_t registers = Vectors<Count>::registers;
  const typename Vectors<Count>::Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const float* const others = view.others + clause;
  const std::size_t count = std::min(view.clause_count - clause, registers * lanes);
  Vectors<Count> collected;
  collected.clear();
  std::uint64_t collected_count = 0;
  const auto move_to_sums = [&] {
    HWY_ALIGN float buffer[registers * hn::MaxLanes(d)];
    for (std::size_t i = 0; i < registers; ++i) hn::Store(collected.at[i], d, buffer + i * lanes);
    for (std::size_t i = 0; i < count; ++i) sums[clause + i] += static_cast<double>(buffer[i]);
    collected.clear();
    collected_count = 0;
  };
  for (std::size_t position = positions.first; position < positions.last; ++position) {
    Vectors<Count> own = load_vectors<Count>(view.own + view.rows[position] * view.own_stride + clause);
    for (auto& each : own.at) each = literal_truth<own_is_positive>(each);
    for (std::uint64_t entry = view.offsets[position]; entry < view.offsets[position + 1]; ++entry) {
      fetch_vectors<Count>(others + view.entries[entry + pairs_ahead<Count>(false)] * view.other_stride);
      const float* const other = others + view.entries[entry] * view.other_stride;
      for (std::size_t i = 0; i < registers; ++i) {
        const auto truth = literal_truth<Signs::other_is_positive>(hn::LoadU(d, other + i * lanes));
        collected.at[i] = hn::Add(collected.at[i], hn::Max(own.at[i], truth));
      }
      if (++collected_count == entries_per_sum) move_to_sums();
    }
  }
  move_to_sums();
}

inline void add_truth(const PassView& pass, const ListView& list, std::size_t first, std::size_t last,
                      double* sums, const Scratch& scratch) {
  for (std::uint32_t i = 0; i < list.group->block_count; ++i) {
    const BlockView& block = list.group->blocks[i];
    if (block.is_pair) {
      const PairView view = view_pair(pass, block, list);
      with_signs(view, [&]<class Signs>() {
        for_vectors<4>(view.clause_count, [&]<int Count>(std::size_t clause) {
          add_pair_truth<Count, Signs>(view, clause, {first, last}, sums + block.first_weight);
        });
      });
      continue;
    }
    for (std::size_t position = first; position < last; ++position) {
      for_parts(entries_at(list, position),
                [&](const RowEntries& part) { add_general_truth(pass, block, part, sums, scratch); });
    }
  }
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
