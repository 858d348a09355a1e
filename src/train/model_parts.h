// What is behind a Model, for the files that train it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "infer/rule_truth.h"
#include "nn/network.h"
#include "train/rule_model.h"

namespace kenn::train {

// One list of numbers that gradients change.
struct Parameter {
  enum class Kind : std::uint8_t { matrix, bias, rule_weights };

  std::vector<float>* values = nullptr;
  Kind kind = Kind::matrix;
  bool is_output = false;  // of the last layer of a network
};

struct RuleModel::Parts {
  Parts(const Knowledge& knowledge, std::vector<std::size_t> input_widths, const ModelOptions& model_options,
        std::uint64_t seed);

  // Preactivations by table, from the networks alone. With random numbers, hidden values are left out.
  void run_networks(const std::vector<nn::NetworkInput>& inputs, base::Random* random,
                    dataset::TableList& before);

  // All that gradients change: `network.Paper.0.weight`, `network.Paper.0.bias`, ..., and `enhancer.weights`.
  [[nodiscard]] std::vector<Parameter> learned();
  [[nodiscard]] std::vector<std::vector<float>> copy_of_learned();
  void set_learned(const std::vector<std::vector<float>>& values);

  // Lists like that as they are stored: by name, matrices as torch has them, [outputs, inputs]. Throws
  // `Error` when names or shapes do not fit.
  [[nodiscard]] std::vector<NamedValues> named(const std::vector<std::vector<float>>& values) const;
  [[nodiscard]] std::vector<std::vector<float>> unnamed(const std::vector<NamedValues>& values) const;

  // Numbers of all tables of a graph by their names, and back. Throws `Error` when they are of another graph.
  [[nodiscard]] std::vector<NamedValues> named_tables(const dataset::TableList& values) const;
  [[nodiscard]] dataset::TableList unnamed_tables(const std::vector<NamedValues>& values,
                                                  const dataset::Graph& graph) const;

  // One per clause: what a model without enhancers trusts its rules.
  [[nodiscard]] std::vector<double> trust() const { return {rule_weights.begin(), rule_weights.end()}; }

  // Weights of clauses go back to [0, 500], those that are fixed to their values.
  void project();

  // Throws `Error` when a graph does not fit.
  void check(const dataset::Graph& graph) const;

  // Throws `Error` when the inputs of the i-th predicted table, which is this one, have another width.
  void check_width(std::size_t i, const DatasetParts& dataset, TableIndex table) const;

  ModelOptions options;
  std::vector<std::string> tables;           // names
  std::vector<std::size_t> widths;           // of the inputs
  std::vector<nn::Network<float>> networks;  // one per table
  std::vector<std::string> clauses;          // names
  std::vector<Weight> clause_weights;        // as the knowledge has them
  std::vector<float> rule_weights;           // layer by layer; without enhancers, of one layer
  std::shared_ptr<base::ThreadPool> threads;
};

// What the networks see of a graph, which must stay.
std::vector<nn::NetworkInput> network_inputs(const dataset::Graph& graph, FeatureScale scale);

}  // namespace kenn::train
