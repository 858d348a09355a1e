// Sums over the groundings of one row, for clauses with two literals on two rows: the classic pair clause.
//
// With e = exp(z), the share of a row's own literal against that of the other end of a pair is
//
//   1 / (1 + p)   or   p / (1 + p),   p = factor * e_other,   factor = e_own or 1 / e_own
//
// whatever the signs are: the first when the other literal is positive, and the factor is e_own when the
// signs differ. So a pair costs one multiplication, one division and no exponential, and only e is fetched.

// clang-format off
#if defined(KENN_KERNELS_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_PAIR_INL_H_
#undef KENN_KERNELS_PAIR_INL_H_
#else
#define KENN_KERNELS_PAIR_INL_H_
#endif
// clang-format on

#include <hwy/cache_control.h>

#include "kernels/general-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// How many pairs ahead rows are fetched.
constexpr std::uint64_t pairs_ahead = 16;
static_assert(pairs_ahead <= 16, "entries can be read 16 beyond the end");

// Float sums hold no more entries than this before they go to the row, so that rounding errors stay small.
constexpr std::uint64_t entries_per_sum = 64;

// A pair block as one of its ends sees it. Pointers are to row 0, from the first column of the block on.
struct PairView {
  const float* own;     // exponentials
  const float* others;  // exponentials
  const float* weights;
  const Row* entries;
  std::size_t own_stride;
  std::size_t other_stride;
  std::size_t own_gradient;  // from an exponential to its gradient
  std::size_t other_gradient;
  std::size_t clause_count;
  std::uint32_t column;  // the first, in the own table
  float sign;            // of the own literal
  bool other_is_positive;
  bool signs_differ;
};

inline PairView view_pair(const PassView& pass, const BlockView& block, const ListView& list) {
  const bool is_first = block.literals[0].slot == list.slot;
  const LiteralView& own = block.literals[is_first ? 0 : 1];
  const LiteralView& other = block.literals[is_first ? 1 : 0];
  const TableView& own_table = pass.tables[list.group->slots[own.slot].table];
  const TableView& other_table = pass.tables[list.group->slots[other.slot].table];
  PairView view{};
  view.own = own_table.exponentials + own.columns[0];
  view.others = other_table.exponentials + other.columns[0];
  view.weights = pass.weights + block.first_weight;
  view.entries = list.entries;
  view.own_stride = own_table.stride;
  view.other_stride = other_table.stride;
  view.own_gradient = own_table.gradient_offset;
  view.other_gradient = other_table.gradient_offset;
  view.clause_count = block.clause_count;
  view.column = own.columns[0];
  view.sign = own.sign;
  view.other_is_positive = other.sign > 0;
  view.signs_differ = own.sign != other.sign;
  return view;
}

// Inlined, or GCC takes a function that only fetches ahead for one without effect and drops the call.
HWY_INLINE void fetch_row(const float* row, std::size_t bytes) {
  const auto* const start = reinterpret_cast<const char*>(row);
  for (std::size_t i = 0; i < bytes; i += 64) hwy::Prefetch(start + i);
}

// target[i] += value for the first `count` lanes; the others are not touched.
HWY_INLINE void add_lanes(V value, std::size_t count, float* target) {
  const D d;
  if (count >= hn::Lanes(d)) {
    hn::StoreU(hn::Add(hn::LoadU(d, target), value), d, target);
    return;
  }
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN float buffer[hn::MaxLanes(d)];
  hn::Store(value, d, buffer);
  for (std::size_t i = 0; i < count; ++i) target[i] += buffer[i];
#else
  const auto mask = hn::FirstN(d, count);
  hn::BlendedStore(hn::Add(hn::MaskedLoad(mask, d, target), value), mask, d, target);
#endif
}

// What the loop over the pairs of a row keeps in registers: `Count` vectors of clauses.
template <int Count>
struct Vectors {
  V at[Count];

  HWY_INLINE void clear() {
    for (V& each : at) each = hn::Zero(D());
  }
};

template <int Count>
HWY_INLINE void load_factors(const PairView& view, const float* own, Vectors<Count>& factors) {
  const D d;
  for (int i = 0; i < Count; ++i) {
    factors.at[i] = hn::LoadU(d, own + i * hn::Lanes(d));
    if (!view.signs_differ) factors.at[i] = hn::Div(hn::Set(d, 1.0F), factors.at[i]);
  }
}

// output_row[column] += sign * weight * sum of shares, for the clauses from `clause` on that fit into the
// vectors.
template <int Count, bool other_is_positive>
HWY_INLINE void forward_pairs(const PairView& view, std::size_t clause, Row row, std::uint64_t first,
                              std::uint64_t last, float* output_row) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  const std::size_t fetched = std::min(view.clause_count - clause, Count * lanes) * sizeof(float);
  Vectors<Count> factors;
  load_factors(view, view.own + row * view.own_stride + clause, factors);
  while (first < last) {
    Vectors<Count> sums;
    sums.clear();
    const std::uint64_t end = std::min(last, first + entries_per_sum);
    for (; first < end; ++first) {
      const Row* const entry = view.entries + first;
      fetch_row(view.others + entry[pairs_ahead] * view.other_stride + clause, fetched);
      const float* const other = view.others + *entry * view.other_stride + clause;
      for (int i = 0; i < Count; ++i) {
        const V product = hn::Mul(factors.at[i], hn::LoadU(d, other + i * lanes));
        const V share = hn::Div(other_is_positive ? one : product, hn::Add(one, product));
        sums.at[i] = hn::Add(sums.at[i], share);
      }
    }
    for (int i = 0; i < Count; ++i) {
      const std::size_t at = clause + i * lanes;
      const V weight = hn::Mul(hn::Set(d, view.sign), hn::LoadU(d, view.weights + at));
      add_lanes(hn::Mul(weight, sums.at[i]), view.clause_count - at, output_row + view.column + at);
    }
  }
}

// input_row[column] += weight * sum of share * other share * (g_own - sign * sign * g_other), and
// share_sums += sign * g_own * sum of shares.
template <int Count, bool other_is_positive>
HWY_INLINE void backward_pairs(const PairView& view, std::size_t clause, Row row, std::uint64_t first,
                               std::uint64_t last, float* input_row, float* share_sums) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  const V signs = hn::Set(d, view.signs_differ ? 1.0F : -1.0F);
  const std::size_t width = std::min(view.clause_count - clause, Count * lanes) * sizeof(float);
  const float* const own = view.own + row * view.own_stride + clause;
  Vectors<Count> factors;
  load_factors(view, own, factors);
  while (first < last) {
    Vectors<Count> shares;
    Vectors<Count> gradients;
    shares.clear();
    gradients.clear();
    const std::uint64_t end = std::min(last, first + entries_per_sum);
    for (; first < end; ++first) {
      const Row* const entry = view.entries + first;
      const float* const ahead = view.others + entry[pairs_ahead] * view.other_stride + clause;
      fetch_row(ahead, width);
      fetch_row(ahead + view.other_gradient, width);
      const float* const other = view.others + *entry * view.other_stride + clause;
      for (int i = 0; i < Count; ++i) {
        const V product = hn::Mul(factors.at[i], hn::LoadU(d, other + i * lanes));
        const V inverse = hn::Div(one, hn::Add(one, product));
        const V rest = hn::Mul(product, inverse);
        const V other_gradient = hn::LoadU(d, other + view.other_gradient + i * lanes);
        const V own_gradient = hn::LoadU(d, own + view.own_gradient + i * lanes);
        const V difference = hn::MulAdd(signs, other_gradient, own_gradient);
        shares.at[i] = hn::Add(shares.at[i], other_is_positive ? inverse : rest);
        gradients.at[i] = hn::MulAdd(hn::Mul(inverse, rest), difference, gradients.at[i]);
      }
    }
    for (int i = 0; i < Count; ++i) {
      const std::size_t at = clause + i * lanes;
      const V weight = hn::LoadU(d, view.weights + at);
      add_lanes(hn::Mul(weight, gradients.at[i]), view.clause_count - at, input_row + view.column + at);
      const V own_gradient =
          hn::Mul(hn::Set(d, view.sign), hn::LoadU(d, own + view.own_gradient + i * lanes));
      float* const sum = share_sums + at;
      hn::StoreU(hn::MulAdd(own_gradient, shares.at[i], hn::LoadU(d, sum)), d, sum);
    }
  }
}

// Calls run.operator()<vectors>(clause), for a number of vectors from Count to Most.
template <int Count, int Most, class Run>
HWY_INLINE void run_with_vectors(std::size_t vectors, std::size_t clause, Run& run) {
  if constexpr (Count == Most) {
    run.template operator()<Most>(clause);
  } else if (vectors == Count) {
    run.template operator()<Count>(clause);
  } else {
    run_with_vectors<Count + 1, Most>(vectors, clause, run);
  }
}

// Calls run.operator()<vectors>(clause) until all clauses are done, with at most `Most` vectors at once.
template <int Most, class Run>
HWY_INLINE void for_vectors(std::size_t clause_count, Run run) {
  const std::size_t lanes = hn::Lanes(D());
  for (std::size_t clause = 0; clause < clause_count;) {
    const std::size_t vectors = std::min<std::size_t>(Most, (clause_count - clause + lanes - 1) / lanes);
    run_with_vectors<1, Most>(vectors, clause, run);
    clause += vectors * lanes;
  }
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
