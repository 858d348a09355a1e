// Sums over the pairs of one row for the `residual` boost: weight * (1 - t) * softmax(v).
//
// With e = exp(z) of the other end, o = exp(z) of the own one, and
//
//   D = 1 / ((1 + e) (o + e)) when the signs of the literals are the same, else 1 / ((1 + e) (1 + o e))
//   K = o / (1 + o),   I = 1 / (1 + o)
//
// the own literal's part of the weight is K * D if the other literal is positive, and K * e^2 * D if it is
// negated. So a pair costs one division, and a row one more. A negated literal of a row with |z| > 26, whose
// e^2 could be infinite, is taken as a positive one with 1 / e; where the product in D is infinite, D is 0,
// which is the limit.
//
// Where both literals are about one atom (a self pair), it counts once: with both signs the clause holds and
// nothing changes; with the same sign the part is sigma(-v), for the first literal alone.

// clang-format off
#if defined(KENN_KERNELS_PAIR_RESIDUAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_PAIR_RESIDUAL_INL_H_
#undef KENN_KERNELS_PAIR_RESIDUAL_INL_H_
#else
#define KENN_KERNELS_PAIR_RESIDUAL_INL_H_
#endif
// clang-format on

#include "kernels/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// What is known of the other end of a pair. `Signs` are those of the literals; `inverted` takes a negated
// other literal as a positive one.
template <class Signs, bool inverted, class Vector>
struct OtherEnd {
  static constexpr bool is_positive = Signs::other_is_positive || inverted;
  static constexpr bool differs = Signs::differ != inverted;

  HWY_INLINE OtherEnd(Vector own, Vector exponential)
      : e(inverted ? hn::Div(one(), exponential) : exponential),
        above(hn::Add(one(), e)),
        product(hn::Mul(above, differs ? hn::MulAdd(own, e, one()) : hn::Add(own, e))) {}

  static HWY_INLINE Vector one() { return hn::Set(hn::DFromV<Vector>(), 1.0F); }

  // D or e^2 D.
  HWY_INLINE Vector part() const { return hn::Div(is_positive ? one() : hn::Mul(e, e), product); }

  Vector e;
  Vector above;  // 1 + e
  Vector product;
};

// The row that makes a self pair with this one, of blocks in which that is one atom.
HWY_INLINE Row self_of(const PairView& view, Row row) {
  constexpr Row none = ~Row{0};
  return view.may_repeat ? row : none;
}

// K, or I if `positive` is false: sigma of the own literal if it has that sign.
template <bool positive, class Vector>
HWY_INLINE Vector own_truth(Vector own) {
  const Vector one = hn::Set(hn::DFromV<Vector>(), 1.0F);
  return hn::Div(positive ? own : one, hn::Add(one, own));
}

template <int Count, class Signs, bool inverted>
HWY_INLINE void forward_residual_pairs(const PairView& view, std::size_t clause, Row row, std::uint64_t first,
                                       std::uint64_t last, const Vectors<Count>& weights, float* target) {
  using V = typename Vectors<Count>::Vector;
  const typename Vectors<Count>::Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const Row* const entries = view.entries;
  const float* const own_row = view.own + row * view.own_stride + clause;
  const Vectors<Count> own = load_vectors<Count>(own_row);
  const float* const others = view.others + clause;
  const Row self = self_of(view, row);
  while (first < last) {
    Vectors<Count> sums;
    sums.clear();
    std::uint32_t self_pairs = 0;
    const std::uint64_t end = std::min(last, first + entries_per_sum);
    for (; first < end; ++first) {
      fetch_vectors<Count>(others + entries[first + pairs_ahead<Count>(false)] * view.other_stride);
      if (HWY_UNLIKELY(entries[first] == self)) {
        ++self_pairs;
        continue;
      }
      const float* const other = others + entries[first] * view.other_stride;
      for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
        const OtherEnd<Signs, inverted, V> pair(own.at[i], hn::LoadU(d, other + i * lanes));
        sums.at[i] = hn::Add(sums.at[i], pair.part());
      }
    }
    for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
      sums.at[i] = hn::Mul(sums.at[i], own_truth<true>(own.at[i]));
    }
    if (HWY_UNLIKELY(self_pairs > 0) && !Signs::differ && view.is_first) {
      const V times = hn::Set(d, static_cast<float>(self_pairs));
      for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
        sums.at[i] = hn::MulAdd(times, own_truth<!Signs::own_is_positive>(own.at[i]), sums.at[i]);
      }
    }
    sums.keep(view.clause_count - clause);
    for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
      float* const to = target + i * lanes;
      hn::StoreU(hn::MulAdd(weights.at[i], sums.at[i], hn::LoadU(d, to)), d, to);
    }
  }
}

// With g the gradients by the cells, s = 1 when the signs are the same and else -1, M = e D, and Q = (1 + e)
// D or, if the other literal is negated, e (1 + e) D: summed over the pairs,
//
//   B = sum of M (Q (g_own - s g_other) - I s g_other),   A = sum of parts D or e^2 D
//   target += weight * K (B - K g_own A)      if the own literal is positive
//   target += weight * K (o B - I g_own A)    if it is negated
//   share_sums += g_own K A
template <int Count, class Signs, bool inverted>
HWY_INLINE void backward_residual_pairs(const PairView& view, std::size_t clause, Row row,
                                        std::uint64_t first, std::uint64_t last,
                                        const Vectors<Count>& weights, float* target,
                                        Vectors<Count>& share_sums) {
  using V = typename Vectors<Count>::Vector;
  const typename Vectors<Count>::Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  const Row* const entries = view.entries;
  const float* const own_row = view.own + row * view.own_stride + clause;
  const Vectors<Count> own = load_vectors<Count>(own_row);
  Vectors<Count> falseness;  // I
  for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) falseness.at[i] = own_truth<false>(own.at[i]);
  const float* const others = view.others + clause;
  const Row self = self_of(view, row);
  while (first < last) {
    Vectors<Count> parts;
    Vectors<Count> gradients;
    parts.clear();
    gradients.clear();
    std::uint32_t self_pairs = 0;
    const std::uint64_t end = std::min(last, first + entries_per_sum);
    for (; first < end; ++first) {
      const float* const ahead = others + entries[first + pairs_ahead<Count>(true)] * view.other_stride;
      fetch_vectors<Count>(ahead);
      fetch_vectors<Count>(ahead + view.other_gradient);
      if (HWY_UNLIKELY(entries[first] == self)) {
        ++self_pairs;
        continue;
      }
      const float* const other = others + entries[first] * view.other_stride;
      for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
        const OtherEnd<Signs, inverted, V> pair(own.at[i], hn::LoadU(d, other + i * lanes));
        const V inverse = hn::Div(one, pair.product);
        const V share = hn::Mul(pair.e, inverse);
        const V other_gradient = hn::LoadU(d, other + view.other_gradient + i * lanes);
        const V own_gradient = hn::LoadU(d, own_row + view.own_gradient + i * lanes);
        const V rest = hn::Mul(pair.above, pair.is_positive ? inverse : share);
        V slope;
        if constexpr (Signs::differ) {
          slope = hn::MulAdd(falseness.at[i], other_gradient,
                             hn::Mul(rest, hn::Add(own_gradient, other_gradient)));
        } else {
          slope = hn::NegMulAdd(falseness.at[i], other_gradient,
                                hn::Mul(rest, hn::Sub(own_gradient, other_gradient)));
        }
        parts.at[i] =
            pair.is_positive ? hn::Add(parts.at[i], inverse) : hn::MulAdd(pair.e, share, parts.at[i]);
        gradients.at[i] = hn::MulAdd(share, slope, gradients.at[i]);
      }
    }
    const bool counts_self = HWY_UNLIKELY(self_pairs > 0) && !Signs::differ && view.is_first;
    const V times = hn::Set(d, counts_self ? static_cast<float>(self_pairs) : 0.0F);
    for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
      const V own_gradient = hn::LoadU(d, own_row + view.own_gradient + i * lanes);
      const V truth = hn::Mul(own.at[i], falseness.at[i]);  // K
      const V fall = hn::Mul(own_gradient, parts.at[i]);
      V sum;
      if constexpr (Signs::own_is_positive) {
        sum = hn::NegMulAdd(truth, fall, gradients.at[i]);
      } else {
        sum = hn::NegMulAdd(falseness.at[i], fall, hn::Mul(own.at[i], gradients.at[i]));
      }
      sum = hn::Mul(truth, sum);
      share_sums.at[i] = hn::MulAdd(truth, fall, share_sums.at[i]);
      if (counts_self) {  // g_own sigma(v) sigma(-v), and g_own sigma(-v)
        const V gradient = hn::Mul(times, own_gradient);
        sum = hn::NegMulAdd(gradient, hn::Mul(truth, falseness.at[i]), sum);
        const V rest = Signs::own_is_positive ? falseness.at[i] : truth;
        share_sums.at[i] = hn::MulAdd(gradient, rest, share_sums.at[i]);
      }
      gradients.at[i] = sum;
    }
    gradients.keep(view.clause_count - clause);
    for (std::size_t i = 0; i < Vectors<Count>::registers; ++i) {
      float* const to = target + i * lanes;
      hn::StoreU(hn::MulAdd(weights.at[i], gradients.at[i], hn::LoadU(d, to)), d, to);
    }
  }
}

// ------------------------------------------------------------------------------------------- kinds of pairs

// How the pairs of a block are summed: what `run_pair_kind` chooses from.
template <class Signs>
struct SoftmaxPairs {
  template <int Count, class... Arguments>
  static HWY_INLINE void forward(Arguments&&... arguments) {
    forward_pairs<Count, Signs>(arguments...);
  }
  template <int Count, class... Arguments>
  static HWY_INLINE void backward(Arguments&&... arguments) {
    backward_pairs<Count, Signs>(arguments...);
  }
};

template <class Signs, bool inverted>
struct ResidualPairs {
  template <int Count, class... Arguments>
  static HWY_INLINE void forward(Arguments&&... arguments) {
    forward_residual_pairs<Count, Signs, inverted>(arguments...);
  }
  template <int Count, class... Arguments>
  static HWY_INLINE void backward(Arguments&&... arguments) {
    backward_residual_pairs<Count, Signs, inverted>(arguments...);
  }
};

// Calls run.operator()<Kind>() with the kind of a block's pairs.
template <class Run>
HWY_INLINE void run_pair_kind(const PairView& view, Run run) {
  with_signs(view, [&]<class Signs>() {
    if (!view.is_residual) return run.template operator()<SoftmaxPairs<Signs>>();
    if constexpr (!Signs::other_is_positive) {
      if (view.large != nullptr) return run.template operator()<ResidualPairs<Signs, true>>();
    }
    return run.template operator()<ResidualPairs<Signs, false>>();
  });
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
