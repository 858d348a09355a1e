// The product of a sparse matrix that stays as it is with weights that are learned.
#pragma once

#include <torch/torch.h>

#include <memory>

#include "table/features.h"

namespace kenn {

// Kept twice, row after row and column after column: each number of a product and of its gradient is made by
// one thread, in one order, so the bits do not depend on the threads.
class SparseInput {
 public:
  SparseInput(SparseRows rows, std::size_t column_count);

  [[nodiscard]] ::torch::Tensor times(const ::torch::Tensor& weights) const;               // [columns, width]
  [[nodiscard]] ::torch::Tensor transposed_times(const ::torch::Tensor& gradients) const;  // [rows, width]

 private:
  SparseRows by_row_;
  SparseRows by_column_;
};

// input * weights, with the gradient of the weights. float32, or float64 (slow) for gradient checks.
::torch::Tensor sparse_product(std::shared_ptr<const SparseInput> input, const ::torch::Tensor& weights);

}  // namespace kenn
