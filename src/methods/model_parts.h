// What is behind a Model, for the files that use torch.
#pragma once

#include <kenn/torch.h>

#include <vector>

#include "methods/model.h"
#include "methods/network.h"

namespace kenn {

struct Model::Parts {
  Parts(const Knowledge& knowledge, std::vector<std::size_t> input_widths, const ModelOptions& model_options,
        std::uint64_t seed);

  // Preactivations by table, from the networks alone.
  [[nodiscard]] std::vector<::torch::Tensor> run_networks(const std::vector<NetworkInput>& inputs);

  // The same after the rules, if there are any.
  [[nodiscard]] std::vector<::torch::Tensor> run_rules(const std::vector<::torch::Tensor>& before,
                                                       const Plan& plan);

  [[nodiscard]] std::vector<::torch::Tensor> parameters() const;
  void set_training(bool is_training);

  // Throws `Error` when a graph does not fit.
  void check(const Graph& graph) const;

  ModelOptions options;
  std::vector<std::string> tables;  // names
  std::vector<std::size_t> widths;  // of the inputs
  std::vector<Network> networks;    // one per table
  torch::Enhancer enhancer;
};

std::vector<NetworkInput> network_inputs(const Graph& graph);

// A tensor as plain numbers, and back. The shape must fit.
NamedValues named_values(std::string name, const ::torch::Tensor& tensor);
void set_tensor(const ::torch::Tensor& tensor, const NamedValues& values);

}  // namespace kenn
