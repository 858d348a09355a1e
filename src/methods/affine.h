// A dense layer without its activation: input * weights + bias.
#pragma once

#include <torch/torch.h>

namespace kenn {

// [rows, inputs], [inputs, outputs], [outputs]. Rows are shared out among the threads of torch, each part
// being a product of its own: products of BLAS have threads that wait for each other all the time, which for
// the small matrices of most networks takes longer than the work.
::torch::Tensor affine(const ::torch::Tensor& input, const ::torch::Tensor& weights,
                       const ::torch::Tensor& bias);

}  // namespace kenn
