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

// The vectors of some cells; the last of a row is filled up with zeros.
class CellVectors {
 public:
  HWY_INLINE explicit CellVectors(const Cells& cells) : cells_(cells) {
    const std::size_t lanes = hn::Lanes(D8());
    whole_ = cells.columns / lanes * lanes;
    rest_mask_ = hn::FirstN(D8(), cells.columns - whole_);
    // In the last rows a whole vector could reach beyond the end.
    const auto readable = static_cast<std::size_t>(cells.end - cells.values);
    safe_rows_ = readable < whole_ + lanes ? 0 : (readable - whole_ - lanes) / cells.row_size + 1;
  }

  // Calls each(column, vector, vectors of the others) for the vectors of a row. The others have as many
  // columns.
  template <class Each, class... Others>
  HWY_INLINE void for_row(std::size_t row, Each each, const Others&... others) const {
    for (std::size_t column = 0; column < whole_; column += hn::Lanes(D8())) {
      each(column, load_whole(row, column), others.load_whole(row, column)...);
    }
    if (whole_ < cells_.columns) each(whole_, load_rest(row), others.load_rest(row)...);
  }

  [[nodiscard]] HWY_INLINE V8 load_whole(std::size_t row, std::size_t column) const {
    return hn::LoadU(D8(), cells_.values + row * cells_.row_size + column);
  }

  [[nodiscard]] HWY_INLINE V8 load_rest(std::size_t row) const {
    const float* const from = cells_.values + row * cells_.row_size + whole_;
    if (row >= safe_rows_) return load_only(from, cells_.columns - whole_);
    return hn::IfThenElseZero(rest_mask_, hn::LoadU(D8(), from));
  }

 private:
  Cells cells_;
  std::size_t whole_;  // columns in whole vectors
  hn::Mask<D8> rest_mask_;
  std::size_t safe_rows_;
};

// What is known of rows of values once their exponentials are taken.
struct RowsSeen {
  V8 zeros;  // 0 * value is not 0 when the value is not finite
  V8 magnitude;
  std::uint32_t large_count;

  HWY_INLINE void add(V8 value) {
    zeros = hn::MulAdd(hn::Zero(D8()), value, zeros);
    magnitude = hn::Max(magnitude, hn::Abs(value));
  }

  HWY_INLINE std::uint8_t end_row() {
    const D8 d;
    const std::uint8_t is_large = hn::AllTrue(d, hn::Le(magnitude, hn::Set(d, usual_preactivation))) ? 0 : 1;
    large_count += is_large;
    magnitude = hn::Zero(d);
    return is_large;
  }

  [[nodiscard]] HWY_INLINE Prepared result() const {
    return {large_count > 0, hn::AllTrue(D8(), hn::Eq(zeros, hn::Zero(D8())))};
  }
};

inline Prepared prepare_rows(const Cells& cells, float* exponentials, std::size_t stride,
                             std::uint8_t* large) {
  const CellVectors values(cells);
  const std::size_t rows = cells.rows;
  RowsSeen seen{hn::Zero(D8()), hn::Zero(D8()), 0};
  for (std::size_t row = 0; row < rows; ++row) {
    float* const to = exponentials + row * stride;
    values.for_row(row, [&](std::size_t column, V8 value) {
      seen.add(value);
      hn::StoreU(limited_exponential(value), D8(), to + column);
    });
    large[row] = seen.end_row();
  }
  return seen.result();
}

template <bool past_caches>
HWY_INLINE Prepared write_lines(const Cells& cells, const Cells& gradient_cells, const Lines& lines) {
  const auto store = [](V8 value, float* to) {
    if constexpr (past_caches) {
      hn::Stream(value, D8(), to);
    } else {
      hn::Store(value, D8(), to);
    }
  };
  const CellVectors values(cells);
  const CellVectors gradients(gradient_cells);
  const std::size_t rows = cells.rows;
  const Lines target = lines;  // in registers: vectors that are stored could be anything's
  RowsSeen seen{hn::Zero(D8()), hn::Zero(D8()), 0};
  for (std::size_t row = 0; row < rows; ++row) {
    float* const to = target.exponentials + row * target.stride;
    values.for_row(
        row,
        [&](std::size_t column, V8 value, V8 gradient) {
          seen.add(value);
          store(limited_exponential(value), to + column);
          store(gradient, to + target.gradient_offset + column);
        },
        gradients);
    target.large[row] = seen.end_row();
  }
  return seen.result();
}

inline Prepared prepare_lines(const Cells& values, const Cells& gradients, const Lines& lines) {
  return lines.past_caches ? write_lines<true>(values, gradients, lines)
                           : write_lines<false>(values, gradients, lines);
}

inline void pack_rows(const Cells& cells, float* target, std::size_t stride) {
  const CellVectors vectors(cells);
  const std::size_t rows = cells.rows;
  for (std::size_t row = 0; row < rows; ++row) {
    vectors.for_row(
        row, [&](std::size_t column, V8 value) { hn::StoreU(value, D8(), target + row * stride + column); });
  }
}

inline bool all_finite(const Cells& cells) {
  const CellVectors vectors(cells);
  RowsSeen seen{hn::Zero(D8()), hn::Zero(D8()), 0};
  for (std::size_t row = 0; row < cells.rows; ++row) {
    vectors.for_row(row, [&](std::size_t, V8 value) { seen.add(value); });
  }
  return seen.result().all_finite;
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
