// The network of one predicted table: layers of a perceptron, the first on sparse or dense features.
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "methods/sparse_product.h"
#include "table/features.h"
#include "table/random.h"

namespace kenn {

using NetworkInput = std::variant<::torch::Tensor, std::shared_ptr<const SparseInput>>;

// Dense features are used where they are: they must stay as long as the input.
NetworkInput network_input(const Features& features);

// The same with features that the input keeps itself.
NetworkInput network_input(Features&& features);

// ReLU after every layer but the last. Weights are [inputs, outputs], so that a sparse row adds up whole rows
// of them.
class NetworkImpl : public ::torch::nn::Module {
 public:
  NetworkImpl(const std::vector<std::size_t>& widths, double dropout, Random& random);

  ::torch::Tensor forward(const NetworkInput& input);

  std::vector<::torch::Tensor> weights;
  std::vector<::torch::Tensor> biases;

 private:
  double dropout_;
};

class Network : public ::torch::nn::ModuleHolder<NetworkImpl> {
 public:
  using ::torch::nn::ModuleHolder<NetworkImpl>::ModuleHolder;
};

}  // namespace kenn
