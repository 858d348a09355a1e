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

#include "kernels/prepare-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// How many pairs ahead rows of `Count` vectors, with or without gradients, are fetched: as many cache lines
// as can be under way at once, and then some.
template <int Count>
constexpr std::uint64_t pairs_ahead(bool with_gradients) {
  constexpr std::uint64_t lines_ahead = 32;
  constexpr std::uint64_t lines = (Count + 1) / 2;  // each has two vectors of 8 floats
  static_assert(lines_ahead <= entries_beyond);
  return lines_ahead / (with_gradients ? 2 * lines : lines);
}

// A pair block as one of its ends sees it. Pointers are to row 0, from the first column of the block on.
struct PairView {
  const float* own;     // exponentials
  const float* others;  // exponentials
  const std::uint8_t* large;
  const float* weights;
  const Row* rows;  // these are of the list
  const std::uint64_t* offsets;
  const Row* entries;
  std::size_t own_stride;
  std::size_t other_stride;
  std::size_t own_gradient;  // from an exponential to its gradient
  std::size_t other_gradient;
  std::size_t clause_count;
  std::uint32_t column;  // the first, in the own columns
  float sign;            // of the own literal
  float other_sign;
  bool is_residual;
  bool is_first;    // the own literal is the first of the clause
  bool may_repeat;  // a pair of a row with itself is about one atom
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
  view.large = pass.any_large ? own_table.large : nullptr;
  view.weights = pass.weights + block.first_weight;
  view.rows = list.rows;
  view.offsets = list.offsets;
  view.entries = list.entries;
  view.own_stride = own_table.stride;
  view.other_stride = other_table.stride;
  view.own_gradient = own_table.gradient_offset;
  view.other_gradient = other_table.gradient_offset;
  view.clause_count = block.clause_count;
  view.column = own.columns[0];
  view.sign = own.sign;
  view.other_sign = other.sign;
  view.is_residual = pass.boost == Boost::residual;
  view.is_first = is_first;
  view.may_repeat = block.may_repeat;
  return view;
}

// Fetches `Count` vectors into the cache. Inlined, or GCC takes a function that only fetches ahead for one
// without effect and drops the call.
template <int Count>
HWY_INLINE void fetch_vectors(const float* from) {
  constexpr std::size_t floats_in_line = 16;
  constexpr std::size_t floats = Count * hn::MaxLanes(D8());
  for (std::size_t i = 0; i < floats; i += floats_in_line) hwy::Prefetch(from + i);
}

// What the loop over the pairs of a row keeps in registers: `Count` vectors of 8 clauses, two of them in one
// register where registers are as wide as that.
template <int Count>
struct Vectors {
  using Tag = hn::CappedTag<float, Count % 2 == 0 ? 16 : 8>;
  using Vector = hn::Vec<Tag>;
  static constexpr std::size_t registers = Count * hn::MaxLanes(D8()) / hn::MaxLanes(Tag());

  Vector at[registers];

  HWY_INLINE void clear() {
    for (Vector& each : at) each = hn::Zero(Tag());
  }

  // Zeros for lanes that have no clause: what is loaded there belongs to something else.
  HWY_INLINE void keep(std::size_t clauses) {
    const Tag d;
    for (std::size_t i = 0; i < registers; ++i) {
      const std::size_t before = i * hn::Lanes(d);
      at[i] = hn::IfThenElseZero(hn::FirstN(d, clauses > before ? clauses - before : 0), at[i]);
    }
  }
};

template <int Count>
HWY_INLINE Vectors<Count> load_vectors(const float* from) {
  const typename Vectors<Count>::Tag d;
  Vectors<Count> loaded;
  for (std::size_t i = 0; i < Vectors<Count>::registers; ++i)
    loaded.at[i] = hn::LoadU(d, from + i * hn::Lanes(d));
  return loaded;
}

// e_own or 1 / e_own.
template <int Count, bool signs_differ>
HWY_INLINE Vectors<Count> load_factors(const float* own) {
  Vectors<Count> factors = load_vectors<Count>(own);
  if constexpr (!signs_differ) {
    const typename Vectors<Count>::Tag d;
    for (auto& each : factors.at) each = hn::Div(hn::Set(d, 1.0F), each);
  }
  return factors;
}

// Calls run(row, first, last) for the rows at `positions` that the pair kernel is right for: those that are
// not cut into parts, and whose own exponentials are not limited.
template <class Run>
HWY_INLINE void for_pair_rows(const PairView& view, const Positions& positions, Run run) {
  const std::size_t end = positions.last;
  std::uint64_t last = view.offsets[positions.first];
  for (std::size_t position = positions.first; position < end; ++position) {
    const std::uint64_t first = last;
    last = view.offsets[position + 1];
    const Row row = view.rows[position];
    if (last - first > longest_row || (view.large != nullptr && view.large[row] != 0)) continue;
    run(row, first, last);
  }
}

// What the signs of a pair's literals decide at compile time.
template <bool own_positive, bool other_positive>
struct Signs {
  static constexpr bool own_is_positive = own_positive;
  static constexpr bool other_is_positive = other_positive;
  static constexpr bool differ = own_positive != other_positive;
};

// target += sign * weight * sum of shares, for the clauses from `clause` on that fit into the vectors. Lanes
// without a clause add zero.
template <int Count, class Signs>
HWY_INLINE void forward_pairs(const PairView& view, std::size_t clause, Row row, std::uint64_t first,
                              std::uint64_t last, const Vectors<Count>& weights, float* target) {
  using V = typename Vectors<Count>::Vector;
  const typename Vectors<Count>::Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  const Row* const entries = view.entries;
  const Vectors<Count> factors =
      load_factors<Count, Signs::differ>(view.own + row * view.own_stride + clause);
  const float* const others = view.others + clause;
  while (first < last) {
    Vectors<Count> sums;
    sums.clear();
    const std::uint64_t end = std::min(last, first + entries_per_sum);
    for (; first < end; ++first) {
      fetch_vectors<Count>(others + entries[first + pairs_ahead<Count>(false)] * view.other_stride);
      const float* const other = others + entries[first] * view.other_stride;
      for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
        const V product = hn::Mul(factors.at[i], hn::LoadU(d, other + i * lanes));
        const V share = hn::Div(Signs::other_is_positive ? one : product, hn::Add(one, product));
        sums.at[i] = hn::Add(sums.at[i], share);
      }
    }
    sums.keep(view.clause_count - clause);
    for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
      float* const to = target + i * lanes;
      hn::StoreU(hn::MulAdd(weights.at[i], sums.at[i], hn::LoadU(d, to)), d, to);
    }
  }
}

// target += weight * sum of share * other share * (g_own - sign * sign * g_other), and
// share_sums += sign * g_own * sum of shares.
template <int Count, class Signs>
HWY_INLINE void backward_pairs(const PairView& view, std::size_t clause, Row row, std::uint64_t first,
                               std::uint64_t last, const Vectors<Count>& weights, float* target,
                               Vectors<Count>& share_sums) {
  using V = typename Vectors<Count>::Vector;
  const typename Vectors<Count>::Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  const Row* const entries = view.entries;
  const float* const own = view.own + row * view.own_stride + clause;
  const Vectors<Count> factors = load_factors<Count, Signs::differ>(own);
  const float* const others = view.others + clause;
  while (first < last) {
    Vectors<Count> shares;
    Vectors<Count> gradients;
    shares.clear();
    gradients.clear();
    const std::uint64_t end = std::min(last, first + entries_per_sum);
    for (; first < end; ++first) {
      const float* const ahead = others + entries[first + pairs_ahead<Count>(true)] * view.other_stride;
      fetch_vectors<Count>(ahead);
      fetch_vectors<Count>(ahead + view.other_gradient);
      const float* const other = others + entries[first] * view.other_stride;
      for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
        const V product = hn::Mul(factors.at[i], hn::LoadU(d, other + i * lanes));
        const V inverse = hn::Div(one, hn::Add(one, product));
        const V rest = hn::Mul(product, inverse);
        const V other_gradient = hn::LoadU(d, other + view.other_gradient + i * lanes);
        const V own_gradient = hn::LoadU(d, own + view.own_gradient + i * lanes);
        const V difference =
            Signs::differ ? hn::Add(own_gradient, other_gradient) : hn::Sub(own_gradient, other_gradient);
        shares.at[i] = hn::Add(shares.at[i], Signs::other_is_positive ? inverse : rest);
        gradients.at[i] = hn::MulAdd(hn::Mul(inverse, rest), difference, gradients.at[i]);
      }
    }
    gradients.keep(view.clause_count - clause);
    for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
      float* const to = target + i * lanes;
      hn::StoreU(hn::MulAdd(weights.at[i], gradients.at[i], hn::LoadU(d, to)), d, to);
      const V own_gradient = hn::LoadU(d, own + view.own_gradient + i * lanes);
      share_sums.at[i] = hn::MulAdd(own_gradient, shares.at[i], share_sums.at[i]);
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
  const std::size_t lanes = hn::Lanes(D8());
  for (std::size_t clause = 0; clause < clause_count;) {
    const std::size_t vectors = std::min<std::size_t>(Most, (clause_count - clause + lanes - 1) / lanes);
    run_with_vectors<1, Most>(vectors, clause, run);
    clause += vectors * lanes;
  }
}

// Calls run.operator()<Signs>() with the signs of a pair.
template <class Run>
HWY_INLINE void with_signs(const PairView& view, Run run) {
  if (view.sign > 0) {
    if (view.other_sign > 0) return run.template operator()<Signs<true, true>>();
    return run.template operator()<Signs<true, false>>();
  }
  if (view.other_sign > 0) return run.template operator()<Signs<false, true>>();
  return run.template operator()<Signs<false, false>>();
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
