// The SIMD kernels of networks, compiled for every instruction set, and the choice between them.
#include "kernels/network.h"

#include <algorithm>

#include "kernels/targets.h"

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

constexpr int most_vectors = 8;  // sums of one row that stay in registers

// Where Count vectors of a row begin, the first at `column`. The last one ends where the row ends at the
// latest: it overlaps the one before, and has the same numbers there.
template <int Count>
struct Places {
  HWY_INLINE Places(std::size_t lanes, std::size_t width, std::size_t column) {
    for (int k = 0; k < Count; ++k) at[k] = column + static_cast<std::size_t>(k) * lanes;
    at[Count - 1] = std::min(at[Count - 1], width - lanes);
  }

  std::size_t at[Count];
};

// Calls run.operator()<count>(column) for all vectors of a row, with at most Most of them at once.
template <int Most, class Run>
HWY_INLINE void run_with(std::size_t count, std::size_t column, Run& run) {
  if constexpr (Most > 1) {
    if (count < Most) return run_with<Most - 1>(count, column, run);
  }
  run.template operator()<Most>(column);
}

template <int Most, class D, class Run>
HWY_INLINE void for_columns(D d, std::size_t width, Run run) {
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t vectors = (width + lanes - 1) / lanes;
  for (std::size_t done = 0; done < vectors; done += Most) {
    run_with<Most>(std::min<std::size_t>(Most, vectors - done), done * lanes, run);
  }
}

// Calls run(tag) with the widest vectors that are not wider than a row.
template <class Run>
HWY_INLINE void with_vectors(std::size_t width, Run run) {
  if (width >= hn::Lanes(Wide())) return run(Wide());
  if (width >= hn::Lanes(Narrow())) return run(Narrow());
  run(Single());
}

template <int Count, class D>
HWY_INLINE void load_start(D d, const float* start, const Places<Count>& places, hn::Vec<D>* sums) {
  for (int k = 0; k < Count; ++k) {
    sums[k] = start == nullptr ? hn::Zero(d) : hn::LoadU(d, start + places.at[k]);
  }
}

void multiply_sparse(const SparseView& sparse, std::size_t first, std::size_t last, const float* dense,
                     std::size_t width, const float* start, float* output) {
  with_vectors(width, [&](auto d) HWY_ATTR {
    using D = decltype(d);
    for (std::size_t row = first; row < last; ++row) {
      for_columns<most_vectors>(d, width, [&]<int Count>(std::size_t column) HWY_ATTR {
        const Places<Count> places(hn::Lanes(d), width, column);
        hn::Vec<D> sums[Count];
        load_start<Count>(d, start, places, sums);
        for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
          const auto value = hn::Set(d, sparse.values[i]);
          const float* const from = dense + sparse.columns[i] * width;
          for (int k = 0; k < Count; ++k) {
            sums[k] = hn::MulAdd(value, hn::LoadU(d, from + places.at[k]), sums[k]);
          }
        }
        for (int k = 0; k < Count; ++k) hn::StoreU(sums[k], d, output + row * width + places.at[k]);
      });
    }
  });
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
                     std::size_t width, const float* start, float* output) {
  HWY_DYNAMIC_DISPATCH(multiply_sparse)(sparse, first, last, dense, width, start, output);
}

void adam_step(const AdamStep& step, const float* gradients, std::size_t count, float* first_moments,
               float* second_moments, float* values) {
  HWY_DYNAMIC_DISPATCH(adam_step)(step, gradients, count, first_moments, second_moments, values);
}

}  // namespace kenn::kernels

#endif
