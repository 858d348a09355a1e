// The product of a sparse matrix that stays as it is with weights that are learned.
#include "methods/sparse_product.h"

#include <ATen/Parallel.h>

#include <utility>
#include <vector>

namespace kenn {

namespace {

using ::torch::autograd::AutogradContext;
using ::torch::autograd::variable_list;

constexpr std::int64_t rows_per_task = 64;

template <typename Number>
using DenseMatrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <typename Number, typename Sparse>
::torch::Tensor multiply(const Sparse& sparse, const ::torch::Tensor& dense) {
  const ::torch::Tensor values = dense.contiguous();
  const std::int64_t width = values.size(1);
  const Eigen::Map<const DenseMatrix<Number>> right(values.data_ptr<Number>(), values.size(0), width);
  ::torch::Tensor result = ::torch::empty({sparse.rows(), width}, values.options());
  Eigen::Map<DenseMatrix<Number>> target(result.data_ptr<Number>(), sparse.rows(), width);
  at::parallel_for(0, sparse.rows(), rows_per_task, [&](std::int64_t first, std::int64_t last) {
    target.middleRows(first, last - first).noalias() = sparse.middleRows(first, last - first) * right;
  });
  return result;
}

template <typename Sparse>
::torch::Tensor multiply_any(const Sparse& sparse, const ::torch::Tensor& dense) {
  if (dense.scalar_type() == ::torch::kFloat32) return multiply<float>(sparse, dense);
  const Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t> wide = sparse.template cast<double>();
  return multiply<double>(wide, dense);
}

struct Holder : ::torch::CustomClassHolder {
  explicit Holder(std::shared_ptr<const SparseInput> held) : input(std::move(held)) {}
  std::shared_ptr<const SparseInput> input;
};

struct ProductFunction : ::torch::autograd::Function<ProductFunction> {
  static ::torch::Tensor forward(AutogradContext* context, const ::torch::Tensor& weights,
                                 const c10::intrusive_ptr<Holder>& holder) {
    context->saved_data["input"] = c10::IValue::make_capsule(holder);
    return holder->input->times(weights);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto holder = c10::static_intrusive_pointer_cast<Holder>(context->saved_data["input"].toCapsule());
    return {holder->input->transposed_times(gradients[0]), ::torch::Tensor()};
  }
};

}  // namespace

SparseInput::SparseInput(const SparseRows& rows, std::size_t row_count, std::size_t column_count)
    : by_row_(static_cast<std::int64_t>(row_count), static_cast<std::int64_t>(column_count)) {
  const std::vector<std::int64_t> offsets(rows.offsets.begin(), rows.offsets.end());
  const std::vector<std::int64_t> columns(rows.columns.begin(), rows.columns.end());
  by_row_ = Eigen::Map<const Matrix>(
      static_cast<std::int64_t>(row_count), static_cast<std::int64_t>(column_count),
      static_cast<std::int64_t>(columns.size()), offsets.data(), columns.data(), rows.values.data());
  by_column_ = by_row_.transpose();
}

::torch::Tensor SparseInput::times(const ::torch::Tensor& weights) const {
  return multiply_any(by_row_, weights);
}

::torch::Tensor SparseInput::transposed_times(const ::torch::Tensor& gradients) const {
  return multiply_any(by_column_, gradients);
}

::torch::Tensor sparse_product(std::shared_ptr<const SparseInput> input, const ::torch::Tensor& weights) {
  return ProductFunction::apply(weights, c10::make_intrusive<Holder>(std::move(input)));
}

}  // namespace kenn
