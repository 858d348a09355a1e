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

// `count` values and zeros up to the end of the vector, reading only these.
HWY_INLINE V8 load_only(const float* from, std::size_t count) {
  const D8 d;
  HWY_ALIGN float buffer[hn::MaxLanes(d)] = {};
  std::copy(from, from + count, buffer);
  return hn::Load(d, buffer);
}

// Calls each(vector, row, column) for all vectors of the cells, the last of a row filled up with zeros, and
// after_row(row).
template <class Each, class AfterRow>
HWY_INLINE void for_cells(const Cells& given, Each each, AfterRow after_row) {
  const Cells cells = given;  // in registers: vectors that are stored could be anything's
  const D8 d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t whole = cells.columns / lanes * lanes;
  const std::size_t rest = cells.columns - whole;
  const auto rest_mask = hn::FirstN(d, rest);
  // In the last rows a whole vector could reach beyond the end.
  const auto readable = static_cast<std::size_t>(cells.end - cells.values);
  const std::size_t safe_rows =
      readable < whole + lanes ? 0 : (readable - whole - lanes) / cells.row_size + 1;
  const float* from = cells.values;
  for (std::size_t row = 0; row < cells.rows; ++row, from += cells.row_size) {
    for (std::size_t column = 0; column < whole; column += lanes) {
      each(hn::LoadU(d, from + column), row, column);
    }
    if (rest > 0) {
      const V8 last = row < safe_rows ? hn::IfThenElseZero(rest_mask, hn::LoadU(d, from + whole))
                                      : load_only(from + whole, rest);
      each(last, row, whole);
    }
    after_row(row);
  }
}

inline Prepared prepare_rows(const Cells& cells, float* exponentials, std::size_t stride,
                             std::uint8_t* large) {
  const D8 d;
  const V8 zero = hn::Zero(d);
  const V8 usual = hn::Set(d, usual_preactivation);
  V8 zeros = zero;  // 0 * value is not 0 when the value is not finite
  V8 magnitude = zero;
  std::uint32_t large_count = 0;
  for_cells(
      cells,
      [&](V8 value, std::size_t row, std::size_t column) {
        zeros = hn::MulAdd(zero, value, zeros);
        magnitude = hn::Max(magnitude, hn::Abs(value));
        hn::StoreU(limited_exponential(value), d, exponentials + row * stride + column);
      },
      [&](std::size_t row) {
        large[row] = hn::AllTrue(d, hn::Le(magnitude, usual)) ? 0 : 1;
        large_count += large[row];
        magnitude = zero;
      });
  return {large_count > 0, hn::AllTrue(d, hn::Eq(zeros, zero))};
}

inline void pack_rows(const Cells& cells, float* target, std::size_t stride) {
  for_cells(
      cells,
      [&](V8 value, std::size_t row, std::size_t column) {
        hn::StoreU(value, D8(), target + row * stride + column);
      },
      [](std::size_t) {});
}

inline bool all_finite(const Cells& cells) {
  const D8 d;
  V8 zeros = hn::Zero(d);
  for_cells(
      cells, [&](V8 value, std::size_t, std::size_t) { zeros = hn::MulAdd(hn::Zero(d), value, zeros); },
      [](std::size_t) {});
  return hn::AllTrue(d, hn::Eq(zeros, hn::Zero(d)));
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
