// The SIMD kernels of networks, compiled for every instruction set, and the choice between them.
#include "kernels/network.h"

#include <algorithm>

// Vectors whose length is not known at compile time cannot be kept in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/network.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kenn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

// Columns `column` to `column` + Count vectors of one row. With `is_partial`, the last vector has only
// `rest` lanes.
template <int Count, bool is_partial>
HWY_INLINE void multiply_columns(const SparseView& sparse, std::size_t row, const float* dense,
                                 std::size_t width, std::size_t rest, float* output) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const auto mask = hn::FirstN(d, rest);
  V sums[Count];
  for (V& sum : sums) sum = hn::Zero(d);
  for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
    const V value = hn::Set(d, sparse.values[i]);
    const float* const from = dense + sparse.columns[i] * width;
    for (int k = 0; k + (is_partial ? 1 : 0) < Count; ++k) {
      sums[k] = hn::MulAdd(value, hn::LoadU(d, from + static_cast<std::size_t>(k) * lanes), sums[k]);
    }
    if (is_partial) {
      const V last = hn::MaskedLoad(mask, d, from + (Count - 1) * lanes);
      sums[Count - 1] = hn::MulAdd(value, last, sums[Count - 1]);
    }
  }
  for (int k = 0; k + (is_partial ? 1 : 0) < Count; ++k) {
    hn::StoreU(sums[k], d, output + static_cast<std::size_t>(k) * lanes);
  }
  if (is_partial) hn::BlendedStore(sums[Count - 1], mask, d, output + (Count - 1) * lanes);
}

template <int Count>
HWY_INLINE void multiply_tail(const SparseView& sparse, std::size_t row, const float* dense,
                              std::size_t width, std::size_t columns, float* output) {
  const std::size_t lanes = hn::Lanes(D());
  if constexpr (Count > 1) {
    if (columns <= (Count - 1) * lanes) {
      return multiply_tail<Count - 1>(sparse, row, dense, width, columns, output);
    }
  }
  const std::size_t rest = columns - (Count - 1) * lanes;
  if (rest == lanes) return multiply_columns<Count, false>(sparse, row, dense, width, rest, output);
  multiply_columns<Count, true>(sparse, row, dense, width, rest, output);
}

void multiply_sparse(const SparseView& sparse, std::size_t first, std::size_t last, const float* dense,
                     std::size_t width, float* output) {
  constexpr int most = 8;  // sums that stay in registers
  const std::size_t step = most * hn::Lanes(D());
  for (std::size_t row = first; row < last; ++row) {
    float* const target = output + row * width;
    for (std::size_t column = 0; column < width; column += step) {
      multiply_tail<most>(sparse, row, dense + column, width, std::min(step, width - column),
                          target + column);
    }
  }
}

// The loop as long as full vectors last, and once more for the rest.
void adam_step(const AdamStep& step, const float* gradients, std::size_t count, float* first_moments,
               float* second_moments, float* values) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V rate = hn::Set(d, step.rate);
  const V scale = hn::Set(d, step.scale);
  const V epsilon = hn::Set(d, step.epsilon);
  const V decay = hn::Set(d, step.decay);
  const V new_first = hn::Set(d, 1 - step.beta1);
  const V new_second = hn::Set(d, 1 - step.beta2);
  const auto at = [&](std::size_t i, auto load, auto store) HWY_ATTR {
    const V value = load(values + i);
    const V gradient = hn::MulAdd(decay, value, load(gradients + i));
    const V old_first = load(first_moments + i);
    const V old_second = load(second_moments + i);
    const V first = hn::MulAdd(new_first, hn::Sub(gradient, old_first), old_first);
    const V second = hn::MulAdd(new_second, hn::Sub(hn::Mul(gradient, gradient), old_second), old_second);
    const V size = hn::MulAdd(hn::Sqrt(second), scale, epsilon);
    store(first, first_moments + i);
    store(second, second_moments + i);
    store(hn::Sub(value, hn::Div(hn::Mul(rate, first), size)), values + i);
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    at(
        i, [&](const float* from) HWY_ATTR { return hn::LoadU(d, from); },
        [&](V vector, float* to) HWY_ATTR { hn::StoreU(vector, d, to); });
  }
  if (i == count) return;
  const auto mask = hn::FirstN(d, count - i);
  at(
      i, [&](const float* from) HWY_ATTR { return hn::MaskedLoad(mask, d, from); },
      [&](V vector, float* to) HWY_ATTR { hn::BlendedStore(vector, mask, d, to); });
}

}  // namespace kenn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace kenn::kernels {

HWY_EXPORT(multiply_sparse);
HWY_EXPORT(adam_step);

void multiply_sparse(const SparseView& sparse, std::size_t first, std::size_t last, const float* dense,
                     std::size_t width, float* output) {
  HWY_DYNAMIC_DISPATCH(multiply_sparse)(sparse, first, last, dense, width, output);
}

void adam_step(const AdamStep& step, const float* gradients, std::size_t count, float* first_moments,
               float* second_moments, float* values) {
  HWY_DYNAMIC_DISPATCH(adam_step)(step, gradients, count, first_moments, second_moments, values);
}

}  // namespace kenn::kernels

#endif
