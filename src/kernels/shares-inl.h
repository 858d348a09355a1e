// How much of a clause's weight each literal gets, for a vector of clauses: three ways to compute it.
//
// Each has Start(first), which looks at all literals of the clauses first, first + 1, ..., and Share(literal,
// first), which gives the literal's part; the parts of a clause add up to 1.

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

  void Start(std::size_t first) {
    const D d;
    greatest_ = values_.Greatest(first);
    V sum = hn::Zero(d);
    for (std::uint32_t literal = 0; literal < values_.literal_count(); ++literal) {
      sum = hn::Add(sum, Factor(literal, first));
    }
    inverse_ = hn::Div(hn::Set(d, 1.0F), sum);
  }

  [[nodiscard]] V Share(std::uint32_t literal, std::size_t first) const {
    return hn::Mul(Factor(literal, first), inverse_);
  }

 private:
  // Differences can be minus infinity; below -200 the exponential is 0 anyway.
  [[nodiscard]] V Factor(std::uint32_t literal, std::size_t first) const {
    const D d;
    const V difference = hn::Sub(values_.Value(literal, first), greatest_);
    return hn::Exp(d, hn::Max(difference, hn::Set(d, -200.0F)));
  }

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

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
