// What the engine may read from the memory of a tensor.
//
// It is looked at in forward, and again in backward, since hooks may return other tensors than were saved,
// and `set_data` gives a parameter another type or shape.
#pragma once

#include <torch/torch.h>

#include <string>
#include <vector>

namespace kenn::torch {

// Throws `Error` of kind data.
[[noreturn]] void fail(const std::string& message);

// [5, 3]
std::string to_text(at::IntArrayRef shape);

// What the shape and the type of a tensor were in forward.
struct Look {
  explicit Look(const ::torch::Tensor& tensor) : shape(tensor.sizes().vec()), type(tensor.scalar_type()) {}

  std::vector<std::int64_t> shape;
  ::torch::ScalarType type;
};

// Throws `Error` for a tensor that is not as in forward. `what` it is, for the message.
void check_same(const ::torch::Tensor& tensor, const Look& look, const char* what);

// A dense tensor on the CPU, copied if its numbers do not lie one after the other as they are. Throws `Error`
// for one without memory.
::torch::Tensor readable(const ::torch::Tensor& tensor);

}  // namespace kenn::torch
