// A dense layer without its activation: input * weights + bias.
#include "methods/affine.h"

#include <ATen/Parallel.h>

#include <algorithm>

namespace kenn {

namespace {

using ::torch::Tensor;
using ::torch::autograd::AutogradContext;
using ::torch::autograd::variable_list;

constexpr std::int64_t products_per_task = 1 << 20;

// left * right, by rows of `left`; with `start` in every row, if that is there.
Tensor rows_times(const Tensor& left, const Tensor& right, const Tensor& start = {}) {
  Tensor result = ::torch::empty({left.size(0), right.size(1)}, left.options());
  const std::int64_t per_row = std::max<std::int64_t>(1, left.size(1) * right.size(1));
  const std::int64_t rows = std::max<std::int64_t>(16, products_per_task / per_row);
  at::parallel_for(0, left.size(0), rows, [&](std::int64_t first, std::int64_t last) {
    const ::torch::NoGradGuard no_gradients;  // each thread has its own mode
    Tensor part = result.narrow(0, first, last - first);
    const Tensor from = left.narrow(0, first, last - first);
    if (start.defined()) {
      at::addmm_out(part, start, from, right);
    } else {
      at::mm_out(part, from, right);
    }
  });
  return result;
}

struct AffineFunction : ::torch::autograd::Function<AffineFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& input, const Tensor& weights,
                        const Tensor& bias) {
    context->save_for_backward({input, weights});
    context->saved_data["needs_input"] = input.requires_grad();
    return rows_times(input.detach(), weights.detach(), bias.detach());
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor gradient = gradients[0].detach().contiguous();
    Tensor of_input;
    if (context->saved_data["needs_input"].toBool()) of_input = rows_times(gradient, saved[1].detach().t());
    return {of_input, rows_times(saved[0].detach().t(), gradient), gradient.sum(0)};
  }
};

}  // namespace

Tensor affine(const Tensor& input, const Tensor& weights, const Tensor& bias) {
  return AffineFunction::apply(input, weights, bias);
}

}  // namespace kenn
