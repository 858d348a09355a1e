// The product of a sparse matrix that stays as it is with weights that are learned.
#include "methods/sparse_product.h"

#include <ATen/Parallel.h>

#include <utility>
#include <vector>

#include "kernels/network.h"

namespace kenn {

namespace {

using ::torch::autograd::AutogradContext;
using ::torch::autograd::variable_list;

constexpr std::int64_t rows_per_task = 64;

SparseRows transposed(const SparseRows& rows, std::size_t column_count) {
  SparseRows result;
  result.offsets.assign(column_count + 1, 0);
  for (const std::uint32_t column : rows.columns) ++result.offsets[column + 1];
  for (std::size_t i = 0; i < column_count; ++i) result.offsets[i + 1] += result.offsets[i];
  result.columns.resize(rows.columns.size());
  result.values.resize(rows.values.size());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
      const std::uint64_t place = next[rows.columns[i]]++;
      result.columns[place] = static_cast<std::uint32_t>(row);
      result.values[place] = rows.values[i];
    }
  }
  return result;
}

// The same in double precision, straight from the definition.
void multiply_rows(const SparseRows& sparse, std::size_t first, std::size_t last, const double* dense,
                   std::size_t width, double* output) {
  for (std::size_t row = first; row < last; ++row) {
    for (std::size_t k = 0; k < width; ++k) output[row * width + k] = 0;
    for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        output[row * width + k] +=
            static_cast<double>(sparse.values[i]) * dense[sparse.columns[i] * width + k];
      }
    }
  }
}

void multiply_rows(const SparseRows& sparse, std::size_t first, std::size_t last, const float* dense,
                   std::size_t width, float* output) {
  kernels::multiply_sparse({sparse.offsets.data(), sparse.columns.data(), sparse.values.data()}, first, last,
                           dense, width, output);
}

template <typename Number>
void multiply_into(const SparseRows& sparse, const ::torch::Tensor& dense, const ::torch::Tensor& result) {
  const Number* const from = dense.data_ptr<Number>();
  Number* const to = result.data_ptr<Number>();
  const auto width = static_cast<std::size_t>(dense.size(1));
  at::parallel_for(0, result.size(0), rows_per_task, [&](std::int64_t first, std::int64_t last) {
    multiply_rows(sparse, static_cast<std::size_t>(first), static_cast<std::size_t>(last), from, width, to);
  });
}

::torch::Tensor multiply(const SparseRows& sparse, const ::torch::Tensor& dense) {
  const ::torch::Tensor values = dense.contiguous();
  const auto rows = static_cast<std::int64_t>(sparse.offsets.size() - 1);
  ::torch::Tensor result = ::torch::empty({rows, values.size(1)}, values.options());
  if (values.scalar_type() == ::torch::kFloat64) {
    multiply_into<double>(sparse, values, result);
  } else {
    multiply_into<float>(sparse, values, result);
  }
  return result;
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

SparseInput::SparseInput(SparseRows rows, std::size_t column_count)
    : by_row_(std::move(rows)), by_column_(transposed(by_row_, column_count)) {}

::torch::Tensor SparseInput::times(const ::torch::Tensor& weights) const {
  return multiply(by_row_, weights);
}

::torch::Tensor SparseInput::transposed_times(const ::torch::Tensor& gradients) const {
  return multiply(by_column_, gradients);
}

::torch::Tensor sparse_product(std::shared_ptr<const SparseInput> input, const ::torch::Tensor& weights) {
  return ProductFunction::apply(weights, c10::make_intrusive<Holder>(std::move(input)));
}

}  // namespace kenn
