// What the engine may read from the memory of a tensor.
#include "engine/torch/readable.h"

#include <kenn/error.h>

namespace kenn::torch {

void fail(const std::string& message) {
  throw Error(ErrorKind::data, message);
}

std::string to_text(at::IntArrayRef shape) {
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

void check_same(const ::torch::Tensor& tensor, const Look& look, const char* what) {
  if (tensor.sizes() == look.shape && tensor.scalar_type() == look.type && tensor.device() == ::torch::kCPU &&
      tensor.layout() == ::torch::kStrided)
    return;
  fail(std::string(what) + ": expected a dense " + ::torch::toString(look.type) + " tensor of shape " +
       to_text(look.shape) + " on the CPU, as in the forward pass, got " + tensor.toString() + " of shape " +
       to_text(tensor.sizes()));
}

::torch::Tensor readable(const ::torch::Tensor& tensor) {
  ::torch::Tensor found = tensor.contiguous().resolve_neg();
  if (found.numel() > 0 && found.data_ptr() == nullptr) fail("a tensor has no memory of its own");
  return found;
}

}  // namespace kenn::torch
