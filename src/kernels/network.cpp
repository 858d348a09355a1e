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
using Wide = hn::ScalableTag<float>;
using Narrow = hn::CappedTag<float, 4>;
using Single = hn::CappedTag<float, 1>;

// Count vectors of one row, the first at `column`. The last one ends where the row ends at the latest: it
// overlaps the one before, and has the same numbers there.
template <int Count, class D>
HWY_INLINE void multiply_vectors(D d, const SparseView& sparse, std::size_t row, const float* dense,
                                 std::size_t width, std::size_t column, float* output) {
  using V = hn::Vec<D>;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t last = std::min(column + (Count - 1) * lanes, width - lanes);
  const auto at = [&](int k) { return k + 1 == Count ? last : column + static_cast<std::size_t>(k) * lanes; };
  V sums[Count];
  for (V& sum : sums) sum = hn::Zero(d);
  for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
    const V value = hn::Set(d, sparse.values[i]);
    const float* const from = dense + sparse.columns[i] * width;
    for (int k = 0; k < Count; ++k) sums[k] = hn::MulAdd(value, hn::LoadU(d, from + at(k)), sums[k]);
  }
  for (int k = 0; k < Count; ++k) hn::StoreU(sums[k], d, output + at(k));
}

// `count` vectors, at most Most.
template <int Most, class D>
HWY_INLINE void multiply_some(D d, std::size_t count, const SparseView& sparse, std::size_t row,
                              const float* dense, std::size_t width, std::size_t column, float* output) {
  if constexpr (Most > 1) {
    if (count < Most) return multiply_some<Most - 1>(d, count, sparse, row, dense, width, column, output);
  }
  multiply_vectors<Most>(d, sparse, row, dense, width, column, output);
}

template <class D>
HWY_INLINE void multiply_rows(D d, const SparseView& sparse, std::size_t first, std::size_t last,
                              const float* dense, std::size_t width, float* output) {
  constexpr std::size_t most = 8;  // sums that stay in registers
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t vectors = (width + lanes - 1) / lanes;
  for (std::size_t row = first; row < last; ++row) {
    for (std::size_t done = 0; done < vectors; done += most) {
      multiply_some<most>(d, std::min(most, vectors - done), sparse, row, dense, width, done * lanes,
                          output + row * width);
    }
  }
}

void multiply_sparse(const SparseView& sparse, std::size_t first, std::size_t last, const float* dense,
                     std::size_t width, float* output) {
  if (width >= hn::Lanes(Wide())) return multiply_rows(Wide(), sparse, first, last, dense, width, output);
  if (width >= hn::Lanes(Narrow())) return multiply_rows(Narrow(), sparse, first, last, dense, width, output);
  multiply_rows(Single(), sparse, first, last, dense, width, output);
}

template <class D>
HWY_INLINE void step_at(D d, const AdamStep& step, const float* gradients, std::size_t i,
                        float* first_moments, float* second_moments, float* values) {
  const auto value = hn::LoadU(d, values + i);
  const auto gradient = hn::MulAdd(hn::Set(d, step.decay), value, hn::LoadU(d, gradients + i));
  const auto old_first = hn::LoadU(d, first_moments + i);
  const auto old_second = hn::LoadU(d, second_moments + i);
  const auto first = hn::MulAdd(hn::Set(d, step.first_share), hn::Sub(gradient, old_first), old_first);
  const auto second =
      hn::MulAdd(hn::Set(d, step.second_share), hn::Sub(hn::Mul(gradient, gradient), old_second), old_second);
  const auto size = hn::MulAdd(hn::Sqrt(second), hn::Set(d, step.scale), hn::Set(d, step.epsilon));
  hn::StoreU(first, d, first_moments + i);
  hn::StoreU(second, d, second_moments + i);
  hn::StoreU(hn::Sub(value, hn::Div(hn::Mul(hn::Set(d, step.rate), first), size)), d, values + i);
}

void adam_step(const AdamStep& step, const float* gradients, std::size_t count, float* first_moments,
               float* second_moments, float* values) {
  const Wide d;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    step_at(d, step, gradients, i, first_moments, second_moments, values);
  }
  for (; i < count; ++i) step_at(Single(), step, gradients, i, first_moments, second_moments, values);
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
