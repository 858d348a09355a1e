// How much of a clause's weight each literal gets, for a vector of clauses: several ways to compute it.
//
// Each has Start(first), which looks at all literals of the clauses first, first + 1, ..., and Share(literal,
// first), which gives the literal's part; the parts of a clause add up to 1, or for `residual` to 1 - t.

// clang-format off
#if defined(KENN_KERNELS_SHARES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_SHARES_INL_H_
#undef KENN_KERNELS_SHARES_INL_H_
#else
#define KENN_KERNELS_SHARES_INL_H_
#endif
// clang-format on

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>
#include "kernels/fast.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Blocks are padded to 16 clauses, so no vector is longer.
using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;

constexpr std::size_t padded(std::size_t count) {
  return (count + 15) / 16 * 16;
}

// The cells of a literal in a row, for the clauses first, first + 1, ...
inline V load_cells(const LiteralView& literal, const float* row, std::size_t first) {
  const D d;
  if (literal.contiguous) return hn::LoadU(d, row + literal.columns[0] + first);
  const hn::RebindToSigned<D> di;
  const auto columns = hn::LoadU(di, reinterpret_cast<const std::int32_t*>(literal.columns + first));
  return hn::GatherIndex(d, row, columns);
}

// The same where a vector may reach beyond the end of the array.
inline V load_cells_before(const LiteralView& literal, const float* row, std::size_t first,
                           const float* end) {
  const D d;
  const float* const from = row + literal.columns[0] + first;
  const auto left = static_cast<std::size_t>(end - from);
  if (!literal.contiguous || left >= hn::Lanes(d)) return load_cells(literal, row, first);
  HWY_ALIGN float buffer[hn::MaxLanes(d)] = {};
  for (std::size_t i = 0; i < left; ++i) buffer[i] = from[i];
  return hn::Load(d, buffer);
}

// softmax(v) from exponentials, without taking any.
class ExponentialShares {
 public:
  ExponentialShares(const BlockView& block, const Scratch& scratch)
      : block_(block), rows_(scratch.exponentials) {}

  void Look(std::size_t) {}

  void Start(std::size_t first) {
    const D d;
    V sum = hn::Zero(d);
    for (std::uint32_t literal = 0; literal < block_.literal_count; ++literal) {
      sum = hn::Add(sum, Factor(literal, first));
    }
    inverse_ = hn::Div(hn::Set(d, 1.0F), sum);
  }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t first) const {
    return hn::Mul(Factor(literal, first), inverse_);
  }

  // exp(v) of the literal.
  [[nodiscard]] V Factor(std::uint32_t literal, std::size_t first) const {
    const LiteralView& view = block_.literals[literal];
    const V cells = load_cells(view, rows_[literal], first);
    return view.sign > 0 ? cells : hn::Div(hn::Set(D(), 1.0F), cells);
  }

  [[nodiscard]] V Odds(std::uint32_t literal, std::size_t first) const { return Factor(literal, first); }

 private:
  const BlockView& block_;
  const float* const* rows_;
  V inverse_ = hn::Zero(D());
};

// v = sign * z of every literal; also finds the greatest.
class LiteralValues {
 public:
  LiteralValues(const BlockView& block, const Scratch& scratch)
      : block_(block), rows_(scratch.values), ends_(scratch.ends) {}

  [[nodiscard]] V Value(std::uint32_t literal, std::size_t first) const {
    const LiteralView& view = block_.literals[literal];
    const V cells = load_cells_before(view, rows_[literal], first, ends_[literal]);
    return view.sign > 0 ? cells : hn::Neg(cells);
  }

  [[nodiscard]] V Greatest(std::size_t first) const {
    V greatest = Value(0, first);
    for (std::uint32_t literal = 1; literal < block_.literal_count; ++literal) {
      greatest = hn::Max(greatest, Value(literal, first));
    }
    return greatest;
  }

  [[nodiscard]] std::uint32_t literal_count() const { return block_.literal_count; }

 private:
  const BlockView& block_;
  const float* const* rows_;
  const float* const* ends_;
};

// softmax(v) after subtracting the greatest: right for any finite preactivations.
class DirectShares {
 public:
  DirectShares(const BlockView& block, const Scratch& scratch) : values_(block, scratch) {}

  void Look(std::size_t first) { greatest_ = values_.Greatest(first); }

  void Start(std::size_t first) {
    const D d;
    Look(first);
    V sum = hn::Zero(d);
    for (std::uint32_t literal = 0; literal < values_.literal_count(); ++literal) {
      sum = hn::Add(sum, Factor(literal, first));
    }
    inverse_ = hn::Div(hn::Set(d, 1.0F), sum);
  }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t first) const {
    return hn::Mul(Factor(literal, first), inverse_);
  }

  // exp(v - the greatest v). Differences can be minus infinity; below -200 the exponential is 0 anyway.
  [[nodiscard]] V Factor(std::uint32_t literal, std::size_t first) const {
    const D d;
    const V difference = hn::Sub(values_.Value(literal, first), greatest_);
    return hn::Exp(d, hn::Max(difference, hn::Set(d, -200.0F)));
  }

  // exp(v), finite: a literal with v > 80 is true.
  [[nodiscard]] V Odds(std::uint32_t literal, std::size_t first) const {
    const D d;
    const V value = hn::Min(values_.Value(literal, first), hn::Set(d, 80.0F));
    return hn::Exp(d, hn::Max(value, hn::Set(d, -200.0F)));
  }

 private:
  LiteralValues values_;
  V greatest_ = hn::Zero(D());
  V inverse_ = hn::Zero(D());
};

// All for the first literal with the greatest v.
class GodelShares {
 public:
  GodelShares(const BlockView& block, const Scratch& scratch) : values_(block, scratch) {}

  void Start(std::size_t first) {
    const D d;
    V greatest = values_.Value(0, first);
    chosen_ = hn::Zero(d);
    for (std::uint32_t literal = 1; literal < values_.literal_count(); ++literal) {
      const V value = values_.Value(literal, first);
      const auto is_greater = hn::Gt(value, greatest);
      chosen_ = hn::IfThenElse(is_greater, hn::Set(d, static_cast<float>(literal)), chosen_);
      greatest = hn::Max(greatest, value);
    }
  }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t) const {
    const D d;
    const auto is_chosen = hn::Eq(chosen_, hn::Set(d, static_cast<float>(literal)));
    return hn::IfThenElseZero(is_chosen, hn::Set(d, 1.0F));
  }

 private:
  LiteralValues values_;
  V chosen_ = hn::Zero(D());  // its number; exact in a float up to 2^24 literals
};

// Which literals of a grounding repeat an atom of an earlier one. Rows of `values` are the same pointers for
// the same rows of a table.
class RepeatedAtoms {
 public:
  RepeatedAtoms(const BlockView& block, const Scratch& scratch) : block_(block), rows_(scratch.values) {}

  // Whether there may be any.
  [[nodiscard]] bool Any() const {
    for (std::uint32_t i = 1; i < block_.literal_count; ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        if (IsSameRow(i, j)) return true;
      }
    }
    return false;
  }

  // The clauses in which the literal's atom has an earlier literal with the same sign.
  [[nodiscard]] hn::Mask<D> Repeats(std::uint32_t literal, std::size_t first) const {
    return WithEarlier(literal, first, block_.literals[literal].sign);
  }

  // The clauses in which it has an earlier one with the other sign.
  [[nodiscard]] hn::Mask<D> Contradicts(std::uint32_t literal, std::size_t first) const {
    return WithEarlier(literal, first, -block_.literals[literal].sign);
  }

 private:
  [[nodiscard]] bool IsSameRow(std::uint32_t i, std::uint32_t j) const {
    return rows_[i] == rows_[j] && block_.literals[i].slot != block_.literals[j].slot;
  }

  [[nodiscard]] hn::Mask<D> WithEarlier(std::uint32_t literal, std::size_t first, float sign) const {
    const D d;
    const hn::RebindToSigned<D> di;
    const auto columns = [&](std::uint32_t i) {
      return hn::LoadU(di, reinterpret_cast<const std::int32_t*>(block_.literals[i].columns + first));
    };
    hn::Mask<D> found = hn::FirstN(d, 0);
    for (std::uint32_t j = 0; j < literal; ++j) {
      if (block_.literals[j].sign != sign || !IsSameRow(literal, j)) continue;
      found = hn::Or(found, hn::RebindMask(d, hn::Eq(columns(literal), columns(j))));
    }
    return found;
  }

  const BlockView& block_;
  const float* const* rows_;
};

// softmax(v), and with it 1 - t: the product of 1 - sigma(v). An atom that is repeated counts once: its later
// literals are as if they were not there. With both signs, 1 - t is 0. `Source` gives the exponentials.
template <class Source, bool with_repeats>
class ResidualShares {
 public:
  ResidualShares(const BlockView& block, const Scratch& scratch)
      : block_(block), source_(block, scratch), repeated_(block, scratch) {}

  void Start(std::size_t first) {
    const D d;
    const V one = hn::Set(d, 1.0F);
    source_.Look(first);
    V sum = hn::Zero(d);
    V product = one;
    for (std::uint32_t literal = 0; literal < block_.literal_count; ++literal) {
      sum = hn::Add(sum, Keep(literal, first, source_.Factor(literal, first)));
      product = hn::Mul(product, hn::Add(one, Keep(literal, first, source_.Odds(literal, first))));
    }
    inverse_ = hn::Div(one, sum);
    residual_ = hn::Div(one, product);  // the product may be infinite
    if constexpr (with_repeats) {
      for (std::uint32_t literal = 1; literal < block_.literal_count; ++literal) {
        residual_ = hn::IfThenZeroElse(repeated_.Contradicts(literal, first), residual_);
      }
    }
  }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t first) const {
    return hn::Mul(residual_, Softmax(literal, first));
  }

  [[nodiscard]] V Softmax(std::uint32_t literal, std::size_t first) const {
    return hn::Mul(Keep(literal, first, source_.Factor(literal, first)), inverse_);
  }

  // sigma(v); 0 for a literal that does not count.
  [[nodiscard]] V Truth(std::uint32_t literal, std::size_t first) const {
    const V odds = Keep(literal, first, source_.Odds(literal, first));
    return hn::Div(odds, hn::Add(hn::Set(D(), 1.0F), odds));
  }

  [[nodiscard]] V Residual() const { return residual_; }

 private:
  [[nodiscard]] V Keep(std::uint32_t literal, std::size_t first, V value) const {
    if constexpr (with_repeats) return hn::IfThenZeroElse(repeated_.Repeats(literal, first), value);
    return value;
  }

  const BlockView& block_;
  Source source_;
  RepeatedAtoms repeated_;
  V inverse_ = hn::Zero(D());
  V residual_ = hn::Zero(D());
};

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
