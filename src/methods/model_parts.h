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

  // All that is learned, by name: `network.Paper.0.weight` [outputs, inputs], `network.Paper.0.bias`, ...,
  // and `enhancer.weights` [layers, clauses].
  [[nodiscard]] std::vector<::torch::Tensor> parameters() const;

  // Tensors like `parameters` as plain numbers, and back. Throws `Error` when names or shapes do not fit.
  [[nodiscard]] std::vector<NamedValues> named(const std::vector<::torch::Tensor>& tensors) const;
  void set(const std::vector<::torch::Tensor>& tensors, const std::vector<NamedValues>& values) const;

  void set_training(bool is_training);

  // Throws `Error` when a graph does not fit.
  void check(const Graph& graph) const;

  ModelOptions options;
  std::vector<std::string> tables;  // names
  std::vector<std::size_t> widths;  // of the inputs
  std::vector<Network> networks;    // one per table
  torch::Enhancer enhancer;
};

// What the networks see of a graph, which must stay.
std::vector<NetworkInput> network_inputs(const Graph& graph);

}  // namespace kenn
