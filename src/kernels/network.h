// The SIMD kernels of networks: products with sparse rows, and steps of the optimiser.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kenn::kernels {

// Compressed rows of a sparse matrix: row r has the entries offsets[r] to offsets[r + 1].
struct SparseView {
  const std::uint64_t* offsets = nullptr;
  const std::uint32_t* columns = nullptr;
  const float* values = nullptr;
};

// Rows first to last - 1 of start + sparse * dense. `dense` has `width` values for each column of `sparse`,
// `output` as many for each of its rows (its first is row 0), `start` is one such row, or null. Each row adds
// up its entries in their order, so the bits do not depend on how rows are shared out.
void multiply_sparse(const SparseView& sparse, std::size_t first, std::size_t last, const float* dense,
                     std::size_t width, const float* start, float* output);

// One step of Adam:
//
//   g = gradient + decay * value      m += (1 - beta1) (g - m)      v += (1 - beta2) (g * g - v)
//   value -= rate * m / (sqrt(v) * scale + epsilon)
//
// where rate has 1 / (1 - beta1^t) in it, and scale is 1 / sqrt(1 - beta2^t). The shares are 1 - beta: taken
// from beta in float32 they would be wrong in the fifth digit.
struct AdamStep {
  float rate = 0;
  float scale = 0;
  float epsilon = 0;
  float decay = 0;
  float first_share = 0.1F;
  float second_share = 0.001F;
};

void adam_step(const AdamStep& step, const float* gradients, std::size_t count, float* first_moments,
               float* second_moments, float* values);

}  // namespace kenn::kernels
