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

// One end of the pairs of a row, as the other end sees it.
struct PairEnds {
  const float* own;             // exponentials of the row, from the block's first column on
  const float* others;          // of row 0 of the other table, likewise
  std::size_t stride;           // of the other table
  const float* own_gradients;   // of the row, likewise; null in the forward
  std::size_t gradient_offset;  // from an exponential of the other table to its gradient
  std::size_t fetched;          // bytes of a row to fetch ahead
  bool other_is_positive;
  bool signs_differ;
  const Row* first;
  const Row* last;
};

inline PairEnds ends_of(const PassView& pass, const BlockView& block, const RowEntries& at) {
  const bool is_first = block.literals[0].slot == at.list.slot;
  const LiteralView& own = block.literals[is_first ? 0 : 1];
  const LiteralView& other = block.literals[is_first ? 1 : 0];
  const TableView& own_table = pass.tables[at.list.group->slots[own.slot].table];
  const TableView& other_table = pass.tables[at.list.group->slots[other.slot].table];
  const float* const own_row = own_table.exponentials + at.row * own_table.stride + own.columns[0];
  PairEnds ends{};
  ends.own = own_row;
  ends.others = other_table.exponentials + other.columns[0];
  ends.stride = other_table.stride;
  ends.own_gradients = own_row + own_table.gradient_offset;
  ends.gradient_offset = other_table.gradient_offset;
  ends.other_is_positive = other.sign > 0;
  ends.signs_differ = own.sign != other.sign;
  ends.first = at.list.entries + at.first;
  ends.last = at.list.entries + at.last;
  return ends;
}

// Inlined, or GCC takes a function that only fetches ahead for one without effect and drops the call.
HWY_INLINE void fetch_row(const float* row, std::size_t bytes) {
  const auto* const start = reinterpret_cast<const char*>(row);
  for (std::size_t i = 0; i < bytes; i += 64) hwy::Prefetch(start + i);
}

// Sums of shares for `Count` vectors of clauses, all in registers.
template <int Count, bool other_is_positive>
HWY_INLINE void pair_shares(const PairEnds& ends, std::size_t first, float* sums) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  V factor[Count];
  V sum[Count];
  for (int i = 0; i < Count; ++i) {
    factor[i] = hn::LoadU(d, ends.own + first + i * lanes);
    if (!ends.signs_differ) factor[i] = hn::Div(one, factor[i]);
    sum[i] = hn::Zero(d);
  }
  for (const Row* entry = ends.first; entry < ends.last; ++entry) {
    fetch_row(ends.others + entry[pairs_ahead] * ends.stride, ends.fetched);
    const float* const other = ends.others + *entry * ends.stride + first;
    for (int i = 0; i < Count; ++i) {
      const V product = hn::Mul(factor[i], hn::LoadU(d, other + i * lanes));
      const V share = hn::Div(other_is_positive ? one : product, hn::Add(one, product));
      sum[i] = hn::Add(sum[i], share);
    }
  }
  for (int i = 0; i < Count; ++i) hn::StoreU(sum[i], d, sums + first + i * lanes);
}

// The same, and sums of share * other share * (g_own - sign * sign * g_other).
template <int Count, bool other_is_positive>
HWY_INLINE void pair_gradients(const PairEnds& ends, std::size_t first, const BlockSums& sums) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V one = hn::Set(d, 1.0F);
  const V signs = hn::Set(d, ends.signs_differ ? 1.0F : -1.0F);
  V factor[Count];
  V share_sum[Count];
  V gradient_sum[Count];
  for (int i = 0; i < Count; ++i) {
    factor[i] = hn::LoadU(d, ends.own + first + i * lanes);
    if (!ends.signs_differ) factor[i] = hn::Div(one, factor[i]);
    share_sum[i] = hn::Zero(d);
    gradient_sum[i] = hn::Zero(d);
  }
  for (const Row* entry = ends.first; entry < ends.last; ++entry) {
    fetch_row(ends.others + entry[pairs_ahead] * ends.stride, ends.fetched);
    const float* const other = ends.others + *entry * ends.stride + first;
    for (int i = 0; i < Count; ++i) {
      const V product = hn::Mul(factor[i], hn::LoadU(d, other + i * lanes));
      const V inverse = hn::Div(one, hn::Add(one, product));
      const V rest = hn::Mul(product, inverse);
      const V other_gradient = hn::LoadU(d, other + ends.gradient_offset + i * lanes);
      const V own_gradient = hn::LoadU(d, ends.own_gradients + first + i * lanes);
      const V difference = hn::MulAdd(signs, other_gradient, own_gradient);
      share_sum[i] = hn::Add(share_sum[i], other_is_positive ? inverse : rest);
      gradient_sum[i] = hn::MulAdd(hn::Mul(inverse, rest), difference, gradient_sum[i]);
    }
  }
  for (int i = 0; i < Count; ++i) {
    hn::StoreU(share_sum[i], d, sums.shares + first + i * lanes);
    hn::StoreU(gradient_sum[i], d, sums.gradients + first + i * lanes);
  }
}

// Calls run(number of vectors, first clause) until all clauses are done, with at most `Most` vectors at once.
template <int Most, class Run>
HWY_INLINE void for_vectors(std::size_t clause_count, Run run) {
  const std::size_t lanes = hn::Lanes(D());
  for (std::size_t first = 0; first < clause_count;) {
    const std::size_t vectors = std::min<std::size_t>(Most, (clause_count - first + lanes - 1) / lanes);
    run(vectors, first);
    first += vectors * lanes;
  }
}

template <bool other_is_positive>
void all_pair_shares(PairEnds& ends, std::size_t clause_count, const BlockSums& sums) {
  ends.fetched = clause_count * sizeof(float);
  for_vectors<6>(clause_count, [&](std::size_t vectors, std::size_t first) {
    switch (vectors) {
      case 1:
        pair_shares<1, other_is_positive>(ends, first, sums.shares);
        break;
      case 2:
        pair_shares<2, other_is_positive>(ends, first, sums.shares);
        break;
      case 3:
        pair_shares<3, other_is_positive>(ends, first, sums.shares);
        break;
      case 4:
        pair_shares<4, other_is_positive>(ends, first, sums.shares);
        break;
      case 5:
        pair_shares<5, other_is_positive>(ends, first, sums.shares);
        break;
      default:
        pair_shares<6, other_is_positive>(ends, first, sums.shares);
        break;
    }
    ends.fetched = 0;  // the rows are there now
  });
}

template <bool other_is_positive>
void all_pair_gradients(PairEnds& ends, std::size_t clause_count, const BlockSums& sums) {
  ends.fetched = (ends.gradient_offset + clause_count) * sizeof(float);
  for_vectors<4>(clause_count, [&](std::size_t vectors, std::size_t first) {
    switch (vectors) {
      case 1:
        pair_gradients<1, other_is_positive>(ends, first, sums);
        break;
      case 2:
        pair_gradients<2, other_is_positive>(ends, first, sums);
        break;
      case 3:
        pair_gradients<3, other_is_positive>(ends, first, sums);
        break;
      default:
        pair_gradients<4, other_is_positive>(ends, first, sums);
        break;
    }
    ends.fetched = 0;
  });
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
