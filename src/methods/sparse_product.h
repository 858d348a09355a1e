// The product of a sparse matrix that stays as it is with weights that are learned.
#pragma once

#include <torch/torch.h>

#include <Eigen/SparseCore>
#include <memory>

#include "table/features.h"

namespace kenn {

// Row after row, and column after column for the gradient: each result is written by one thread, in one
// order, so the bits do not depend on the threads.
class SparseInput {
 public:
  SparseInput(const SparseRows& rows, std::size_t row_count, std::size_t column_count);

  [[nodiscard]] ::torch::Tensor times(const ::torch::Tensor& weights) const;               // [columns, width]
  [[nodiscard]] ::torch::Tensor transposed_times(const ::torch::Tensor& gradients) const;  // [rows, width]

  [[nodiscard]] std::int64_t rows() const { return by_row_.rows(); }
  [[nodiscard]] std::int64_t columns() const { return by_row_.cols(); }

 private:
  using Matrix = Eigen::SparseMatrix<float, Eigen::RowMajor, std::int64_t>;

  Matrix by_row_;
  Matrix by_column_;  // transposed
};

// input * weights, with the gradient of the weights. float32, or float64 for gradient checks.
::torch::Tensor sparse_product(std::shared_ptr<const SparseInput> input, const ::torch::Tensor& weights);

}  // namespace kenn
