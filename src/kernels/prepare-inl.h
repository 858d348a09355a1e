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
#include <limits>

#include "kernels/shares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

// Rows of exponentials and gradients are a multiple of 8 floats wide, so whole vectors of at most 8 can be
// stored.
using D8 = hn::CappedTag<float, 8>;
using V8 = hn::Vec<D8>;

// exp(value) for values limited to [-widest, widest], at most 1.5 ULP off. Without the cases of hn::Exp that
// cannot occur here (overflow, denormal results) it takes 15 instructions and not 35, and in small tables a
// third of the time goes into it.
//
//   exp(x) = 2^n * exp(r),  n = x / ln 2, rounded,  exp(r) = 1 + r + r^2 * q(r) with a relative error of 3e-9
HWY_INLINE V8 limited_exponential(V8 value) {
  static_assert(widest_preactivation < 80, "2^n must be a normal number");
  const D8 d;
  const hn::RebindToSigned<D8> di;
  const V8 limit = hn::Set(d, widest_preactivation);
  const V8 x = hn::Min(hn::Max(value, hn::Neg(limit)), limit);
  // Adding 1.5 * 2^23 rounds to an integer, which then is in the lowest bits.
  const V8 rounder = hn::Set(d, 12582912.0F);
  const V8 rounded = hn::MulAdd(x, hn::Set(d, 1.44269504F), rounder);
  const V8 n = hn::Sub(rounded, rounder);
  const V8 upper = hn::NegMulAdd(n, hn::Set(d, 0.693359375F), x);  // ln 2 in two parts
  const V8 r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4F), upper);
  const V8 r2 = hn::Mul(r, r);
  const V8 low = hn::MulAdd(hn::Set(d, 0.16666521F), r, hn::Set(d, 0.49999994F));
  const V8 high = hn::MulAdd(hn::Set(d, 0.008368745F), r, hn::Set(d, 0.04166839F));
  const V8 q = hn::MulAdd(hn::MulAdd(hn::Set(d, 0.001381454F), r2, high), r2, low);
  const V8 fraction = hn::Add(hn::MulAdd(q, r2, r), hn::Set(d, 1.0F));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, fraction), hn::ShiftLeft<23>(hn::BitCast(di, rounded))));
}

// `count` values and zeros up to the end of the vector; reads no further than `end`.
HWY_INLINE V8 load_first(const float* from, std::size_t count, const float* end) {
  const D8 d;
  if (count >= hn::Lanes(d)) return hn::LoadU(d, from);
  if (static_cast<std::size_t>(end - from) >= hn::Lanes(d)) {
    return hn::IfThenElseZero(hn::FirstN(d, count), hn::LoadU(d, from));
  }
  HWY_ALIGN float buffer[hn::MaxLanes(d)] = {};
  std::copy(from, from + count, buffer);
  return hn::Load(d, buffer);
}

inline Prepared prepare_rows(const Cells& given, float* exponentials, std::size_t stride,
                             std::uint8_t* large) {
  const Cells cells = given;  // in registers: vectors that are stored could be anything's
  const D8 d;
  const V8 zero = hn::Zero(d);
  const V8 usual = hn::Set(d, usual_preactivation);
  V8 zeros = zero;  // 0 * value is not 0 when the value is not finite
  std::uint32_t large_count = 0;
  for (std::size_t row = 0; row < cells.rows; ++row) {
    const float* const from = cells.values + row * cells.row_size;
    float* const to = exponentials + row * stride;
    V8 magnitude = zero;
    for (std::size_t column = 0; column < cells.columns; column += hn::Lanes(d)) {
      const V8 value = load_first(from + column, cells.columns - column, cells.end);
      zeros = hn::MulAdd(zero, value, zeros);
      magnitude = hn::Max(magnitude, hn::Abs(value));
      hn::StoreU(limited_exponential(value), d, to + column);
    }
    large[row] = hn::AllTrue(d, hn::Le(magnitude, usual)) ? 0 : 1;
    large_count += large[row];
  }
  return {large_count > 0, hn::AllTrue(d, hn::Eq(zeros, zero))};
}

inline void pack_rows(const Cells& given, float* target, std::size_t stride) {
  const Cells cells = given;
  const D8 d;
  for (std::size_t row = 0; row < cells.rows; ++row) {
    const float* const from = cells.values + row * cells.row_size;
    for (std::size_t column = 0; column < cells.columns; column += hn::Lanes(d)) {
      hn::StoreU(load_first(from + column, cells.columns - column, cells.end), d,
                 target + row * stride + column);
    }
  }
}

inline bool all_finite(const Cells& cells) {
  const D8 d;
  const auto infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  for (std::size_t row = 0; row < cells.rows; ++row) {
    const float* const from = cells.values + row * cells.row_size;
    for (std::size_t column = 0; column < cells.columns; column += hn::Lanes(d)) {
      const V8 value = load_first(from + column, cells.columns - column, cells.end);
      if (!hn::AllTrue(d, hn::Lt(hn::Abs(value), infinity))) return false;
    }
  }
  return true;
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
