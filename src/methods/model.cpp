// A model: one network per predicted table, and the rules on top of them.
#include "methods/model.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "methods/inputs.h"
#include "methods/model_parts.h"
#include "methods/products.h"
#include "methods/random_streams.h"

namespace kenn {

namespace {

std::vector<std::size_t> layer_widths(std::size_t input, const ModelOptions& options, std::size_t output) {
  std::vector<std::size_t> widths = {input};
  widths.insert(widths.end(), options.hidden.begin(), options.hidden.end());
  widths.push_back(output);
  return widths;
}

std::uint32_t thread_count(std::uint32_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

// How one list of numbers is stored.
struct Stored {
  std::string name;
  std::vector<std::uint64_t> shape;
  bool is_matrix = false;  // of a network: [outputs, inputs] in the file, the other way round here
};

std::vector<Stored> stored_as(const Model::Parts& parts) {
  std::vector<Stored> all;
  for (std::size_t i = 0; i < parts.networks.size(); ++i) {
    const std::vector<std::size_t>& widths = parts.networks[i].widths();
    for (std::size_t layer = 0; layer + 1 < widths.size(); ++layer) {
      const std::string place = "network." + parts.tables[i] + "." + std::to_string(layer);
      all.push_back({place + ".weight", {widths[layer + 1], widths[layer]}, true});
      all.push_back({place + ".bias", {widths[layer + 1]}, false});
    }
  }
  if (parts.options.uses_rules) {
    all.push_back({"enhancer.weights", {parts.options.enhance.layers, parts.clauses.size()}, false});
  }
  return all;
}

}  // namespace

std::vector<NetworkInput> network_inputs(const Graph& graph, FeatureScale scale) {
  std::vector<NetworkInput> inputs;
  inputs.reserve(graph.predicted.size());
  for (const TableIndex table : graph.predicted) {
    Features joined;
    const Features& features = input_of(graph.dataset, table, joined);
    bool is_own = &features == &joined;
    if (scale == FeatureScale::rows) {
      if (!is_own) joined = features;
      scale_rows(joined);
      is_own = true;
    }
    inputs.push_back(is_own ? NetworkInput(std::move(joined)) : NetworkInput(features));
  }
  return inputs;
}

Model::Parts::Parts(const Knowledge& knowledge, std::vector<std::size_t> input_widths,
                    const ModelOptions& model_options, std::uint64_t seed)
    : options(model_options),
      widths(std::move(input_widths)),
      threads(ThreadPool::shared(thread_count(options.enhance.threads))) {
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    if (table.role != Role::predict) continue;
    Random random(seed, random_stream::first_weights + static_cast<std::uint32_t>(tables.size()));
    networks.emplace_back(layer_widths(widths[tables.size()], options, table.columns.size()), random);
    tables.push_back(table.name);
  }
  for (const Clause& clause : knowledge.clauses()) {
    clauses.push_back(clause.name);
    clause_weights.push_back(clause.weight);
  }
  for (std::uint32_t layer = 0; layer < (options.uses_rules ? options.enhance.layers : 1); ++layer) {
    for (const Weight& weight : clause_weights) {
      rule_weights.push_back(static_cast<float>(weight.learned ? options.first_rule_weight : weight.value));
    }
  }
}

void Model::Parts::run_networks(const std::vector<NetworkInput>& inputs, Random* random, TableList& before) {
  before.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    before[i] = networks[i].forward(inputs[i], *threads, options.dropout, random);
  }
}

std::vector<std::vector<float>*> Model::Parts::learned() {
  std::vector<std::vector<float>*> all;
  for (Network<float>& network : networks) {
    for (std::vector<float>& values : network.parameters) all.push_back(&values);
  }
  if (options.uses_rules) all.push_back(&rule_weights);
  return all;
}

std::vector<std::vector<float>> Model::Parts::copy_of_learned() {
  std::vector<std::vector<float>> copy;
  for (const std::vector<float>* const values : learned()) copy.push_back(*values);
  return copy;
}

void Model::Parts::set_learned(const std::vector<std::vector<float>>& values) {
  const std::vector<std::vector<float>*> all = learned();
  for (std::size_t i = 0; i < all.size(); ++i) *all[i] = values[i];
}

std::vector<NamedValues> Model::Parts::named(const std::vector<std::vector<float>>& values) const {
  const std::vector<Stored> stored = stored_as(*this);
  std::vector<NamedValues> all;
  all.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& shape = stored[i].shape;
    all.push_back(
        {stored[i].name, shape, stored[i].is_matrix ? transposed(values[i], shape[1], shape[0]) : values[i]});
  }
  return all;
}

std::vector<std::vector<float>> Model::Parts::unnamed(const std::vector<NamedValues>& values) const {
  const std::vector<Stored> stored = stored_as(*this);
  std::vector<std::vector<float>> all;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (i == values.size() || values[i].name != stored[i].name) {
      throw Error(ErrorKind::data, "there is no tensor '" + stored[i].name + "'");
    }
    std::uint64_t count = 1;
    for (const std::uint64_t length : stored[i].shape) count *= length;
    if (values[i].shape != stored[i].shape || values[i].values.size() != count) {
      throw Error(ErrorKind::data,
                  "the tensor '" + values[i].name + "' has another shape than the model needs");
    }
    const auto& shape = stored[i].shape;
    all.push_back(stored[i].is_matrix ? transposed(values[i].values, shape[0], shape[1]) : values[i].values);
  }
  if (values.size() > stored.size()) {
    throw Error(ErrorKind::data, "the tensor '" + values[stored.size()].name + "' is not the model's");
  }
  return all;
}

std::vector<NamedValues> Model::Parts::named_tables(const TableList& values) const {
  std::vector<NamedValues> all;
  for (std::size_t i = 0; i < values.size(); ++i) all.push_back({tables[i], {values[i].size()}, values[i]});
  return all;
}

TableList Model::Parts::unnamed_tables(const std::vector<NamedValues>& values, const Graph& graph) const {
  TableList all;
  bool fits = values.size() == tables.size();
  for (std::size_t i = 0; fits && i < values.size(); ++i) {
    fits = values[i].name == tables[i] && values[i].values.size() == graph.plan.tables()[i].size();
    all.push_back(values[i].values);
  }
  if (!fits) throw Error(ErrorKind::data, "the completed labels are those of another graph");
  return all;
}

void Model::Parts::project() {
  for (std::size_t i = 0; i < rule_weights.size(); ++i) {
    const Weight& weight = clause_weights[i % clause_weights.size()];
    rule_weights[i] = weight.learned ? std::clamp(rule_weights[i], 0.0F, static_cast<float>(largest_weight))
                                     : static_cast<float>(weight.value);
  }
}

void Model::Parts::check(const Graph& graph) const {
  bool is_same = graph.predicted.size() == tables.size();
  for (std::size_t i = 0; is_same && i < tables.size(); ++i) {
    is_same = graph.plan.tables()[i].name == tables[i];
    const std::size_t width = input_width(graph.dataset, graph.predicted[i]);
    if (!is_same || width == widths[i]) continue;
    throw Error(ErrorKind::data, "the model knows " + std::to_string(widths[i]) + " features of '" +
                                     tables[i] + "', but the data has " + std::to_string(width));
  }
  if (!is_same || graph.plan.clause_names() != clauses) {
    throw Error(ErrorKind::data, "the data is for another knowledge than the model");
  }
}

Model::Model(const Knowledge& knowledge, std::vector<std::size_t> widths, const ModelOptions& options,
             std::uint64_t seed)
    : parts_(std::make_unique<Parts>(knowledge, std::move(widths), options, seed)) {}

Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

TableList Model::run_networks(const Graph& graph) {
  parts_->check(graph);
  TableList outputs;
  parts_->run_networks(network_inputs(graph, parts_->options.scale), nullptr, outputs);
  return outputs;
}

std::optional<std::vector<double>> Model::trust() const {
  return parts_->options.map ? std::optional(parts_->trust()) : std::nullopt;
}

Predictions Model::predict(const Graph& graph) {
  Predictions predictions;
  predictions.before = run_networks(graph);
  predictions.after = predictions.before;
  if (parts_->options.map) {
    predictions.after = find_map(graph, *parts_->options.map, parts_->trust(), predictions.before,
                                 parts_->options.enhance.threads)
                            .preactivations;
  }
  if (!parts_->options.uses_rules) return predictions;
  Enhancer enhancer(graph.plan, parts_->options.enhance);
  const std::vector<std::span<const float>> before(predictions.before.begin(), predictions.before.end());
  const std::vector<std::span<float>> after(predictions.after.begin(), predictions.after.end());
  enhancer.forward(parts_->rule_weights, before, after);
  return predictions;
}

std::vector<NamedValues> Model::values() const {
  std::vector<NamedValues> all = parts_->named(parts_->copy_of_learned());
  if (parts_->options.map)
    all.push_back({"rules.weights", {parts_->rule_weights.size()}, parts_->rule_weights});
  return all;
}

void Model::set_values(const std::vector<NamedValues>& values) {
  if (!parts_->options.map) return parts_->set_learned(parts_->unnamed(values));
  if (values.empty() || values.back().name != "rules.weights" ||
      values.back().values.size() != parts_->rule_weights.size()) {
    throw Error(ErrorKind::data, "there is no tensor 'rules.weights' with a weight for every rule");
  }
  parts_->set_learned(parts_->unnamed({values.begin(), values.end() - 1}));
  parts_->rule_weights = values.back().values;
}

const ModelOptions& Model::options() const {
  return parts_->options;
}

}  // namespace kenn
