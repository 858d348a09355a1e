// What a pass needs to know about its values before it starts: exponentials, large rows, finiteness.

// clang-format off
#if defined(KENN_KERNELS_PREPARE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef KENN_KERNELS_PREPARE_INL_H_
#undef KENN_KERNELS_PREPARE_INL_H_
#else
#define KENN_KERNELS_PREPARE_INL_H_
#endif
// clang-format on

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/shares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

template <class Tag>
HWY_INLINE hn::Vec<Tag> limited_exponential(Tag d, hn::Vec<Tag> value) {
  const auto limit = hn::Set(d, widest_preactivation);
  return hn::Exp(d, hn::Min(hn::Max(value, hn::Neg(limit)), limit));
}

// `count` values and zeros up to the end of the vector; reads no further than `end`.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_first(Tag d, const float* from, std::size_t count, const float* end) {
  if (from + hn::Lanes(d) <= end) return hn::IfThenElseZero(hn::FirstN(d, count), hn::LoadU(d, from));
  HWY_ALIGN float buffer[hn::MaxLanes(d)] = {};
  std::copy(from, from + count, buffer);
  return hn::Load(d, buffer);
}

// Rows of exponentials are a multiple of 8 floats wide, so whole vectors of at most 8 can be stored.
inline Prepared prepare_rows(const float* values, std::size_t row_count, std::size_t columns,
                             float* exponentials, std::size_t stride, std::uint8_t* large) {
  const hn::CappedTag<float, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  const float* const end = values + row_count * columns;
  const auto infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  const auto usual = hn::Set(d, usual_preactivation);
  Prepared found;
  for (std::size_t row = 0; row < row_count; ++row) {
    const float* const from = values + row * columns;
    float* const to = exponentials + row * stride;
    auto magnitude = hn::Zero(d);
    auto is_finite = hn::Lt(magnitude, infinity);
    for (std::size_t column = 0; column < columns; column += lanes) {
      const std::size_t left = columns - column;
      const auto value =
          left >= lanes ? hn::LoadU(d, from + column) : load_first(d, from + column, left, end);
      is_finite = hn::And(is_finite, hn::Lt(hn::Abs(value), infinity));
      magnitude = hn::Max(magnitude, hn::Abs(value));
      hn::StoreU(limited_exponential(d, value), d, to + column);
    }
    large[row] = hn::AllTrue(d, hn::Le(magnitude, usual)) ? 0 : 1;
    found.any_large = found.any_large || large[row] != 0;
    found.all_finite = found.all_finite && hn::AllTrue(d, is_finite);
  }
  return found;
}

inline bool all_finite(const float* values, std::size_t count) {
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

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
