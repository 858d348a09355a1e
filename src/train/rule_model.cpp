// A model: one network per predicted table, and the rules on top of them.
#include "train/rule_model.h"

#include <algorithm>
#include <utility>

#include "base/random_streams.h"
#include "base/thread_pool.h"
#include "dataset/inputs.h"
#include "infer/mean_probabilities.h"
#include "nn/products.h"
#include "train/model_parts.h"
#include "train/network_memory.h"

namespace kenn::train {

namespace {

std::vector<std::size_t> layer_widths(std::size_t input, const ModelOptions& options, std::size_t output) {
  std::vector<std::size_t> widths = {input};
  widths.insert(widths.end(), options.hidden.begin(), options.hidden.end());
  widths.push_back(output);
  return widths;
}

void require_widths(const Knowledge& knowledge, std::size_t count) {
  const std::vector<TableSchema> all = Schema(knowledge.vocabulary()).tables;
  const auto tables = std::count_if(all.begin(), all.end(),
                                    [](const TableSchema& table) { return table.role == Role::predict; });
  if (static_cast<std::size_t>(tables) == count) return;
  throw Error(ErrorKind::data, "the inputs of " + std::to_string(count) +
                                   " networks are described; the knowledge predicts " +
                                   std::to_string(tables) + (tables == 1 ? " table" : " tables"));
}

// How one list of numbers is stored.
struct Stored {
  std::string name;
  std::vector<std::uint64_t> shape;
  bool is_matrix = false;  // of a network: [outputs, inputs] in the file, the other way round here
};

std::vector<Stored> stored_as(const RuleModel::Parts& parts) {
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

std::vector<nn::NetworkInput> network_inputs(const dataset::Graph& graph, FeatureScale scale) {
  std::vector<nn::NetworkInput> inputs;
  inputs.reserve(graph.predicted.size());
  for (const TableIndex table : graph.predicted) {
    table::Features joined;
    const table::Features& features = dataset::input_of(graph.dataset, table, joined);
    bool is_own = &features == &joined;
    if (scale == FeatureScale::rows) {
      if (!is_own) joined = features;
      dataset::scale_rows(joined);
      is_own = true;
    }
    inputs.push_back(is_own ? nn::NetworkInput(std::move(joined)) : nn::NetworkInput(features));
  }
  return inputs;
}

RuleModel::Parts::Parts(const Knowledge& knowledge, std::vector<std::size_t> input_widths,
                        const ModelOptions& model_options, std::uint64_t seed)
    : options(model_options),
      widths(std::move(input_widths)),
      threads(base::ThreadPool::shared(base::thread_count(options.enhance.threads))) {
  require_widths(knowledge, widths.size());
  require_network_memory(knowledge, widths, options, 1);
  for (const TableSchema& table : Schema(knowledge.vocabulary()).tables) {
    if (table.role != Role::predict) continue;
    base::Random random(seed, base::random_stream::first_weights + static_cast<std::uint32_t>(tables.size()));
    networks.emplace_back(layer_widths(widths[tables.size()], options, table.columns.size()), random);
    tables.push_back(table.name);
  }
  for (const Clause& clause : knowledge.clauses()) {
    clauses.push_back(clause.name);
    clause_weights.push_back(clause.weight);
  }
  if (!options.rule_weights.empty()) {
    rule_weights = options.rule_weights;
    return;
  }
  const double start = options.first_rule_weight.value_or(default_weight(options.enhance.boost));
  for (std::uint32_t layer = 0; layer < (options.uses_rules ? options.enhance.layers : 1); ++layer) {
    for (const Weight& weight : clause_weights) {
      rule_weights.push_back(static_cast<float>(weight.learned ? start : weight.value));
    }
  }
}

void RuleModel::Parts::run_networks(const std::vector<nn::NetworkInput>& inputs, base::Random* random,
                                    dataset::TableList& before) {
  before.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    before[i] = networks[i].forward(inputs[i], *threads, options.dropout, random);
  }
}

std::vector<Parameter> RuleModel::Parts::learned() {
  std::vector<Parameter> all;
  for (nn::Network<float>& network : networks) {
    const std::size_t layers = network.parameters.size() / 2;
    for (std::size_t layer = 0; layer < layers; ++layer) {
      const bool is_output = layer + 1 == layers;
      all.push_back({&network.parameters[2 * layer], Parameter::Kind::matrix, is_output});
      all.push_back({&network.parameters[2 * layer + 1], Parameter::Kind::bias, is_output});
    }
  }
  if (options.uses_rules) all.push_back({&rule_weights, Parameter::Kind::rule_weights, false});
  return all;
}

std::vector<std::vector<float>> RuleModel::Parts::copy_of_learned() {
  std::vector<std::vector<float>> copy;
  for (const Parameter& parameter : learned()) copy.push_back(*parameter.values);
  return copy;
}

void RuleModel::Parts::set_learned(const std::vector<std::vector<float>>& values) {
  const std::vector<Parameter> all = learned();
  for (std::size_t i = 0; i < all.size(); ++i) *all[i].values = values[i];
}

std::vector<NamedValues> RuleModel::Parts::named(const std::vector<std::vector<float>>& values) const {
  const std::vector<Stored> stored = stored_as(*this);
  std::vector<NamedValues> all;
  all.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& shape = stored[i].shape;
    all.push_back({stored[i].name, shape,
                   stored[i].is_matrix ? nn::transposed(values[i], shape[1], shape[0]) : values[i]});
  }
  return all;
}

std::vector<std::vector<float>> RuleModel::Parts::unnamed(const std::vector<NamedValues>& values) const {
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
    all.push_back(stored[i].is_matrix ? nn::transposed(values[i].values, shape[0], shape[1])
                                      : values[i].values);
  }
  if (values.size() > stored.size()) {
    throw Error(ErrorKind::data, "the tensor '" + values[stored.size()].name + "' is not the model's");
  }
  return all;
}

std::vector<NamedValues> RuleModel::Parts::named_tables(const dataset::TableList& values) const {
  std::vector<NamedValues> all;
  for (std::size_t i = 0; i < values.size(); ++i) all.push_back({tables[i], {values[i].size()}, values[i]});
  return all;
}

dataset::TableList RuleModel::Parts::unnamed_tables(const std::vector<NamedValues>& values,
                                                    const dataset::Graph& graph) const {
  dataset::TableList all;
  bool fits = values.size() == tables.size();
  for (std::size_t i = 0; fits && i < values.size(); ++i) {
    fits = values[i].name == tables[i] && values[i].values.size() == graph.plan.tables()[i].size();
    all.push_back(values[i].values);
  }
  if (!fits) throw Error(ErrorKind::data, "the completed labels are those of another graph");
  return all;
}

void RuleModel::Parts::project() {
  for (std::size_t i = 0; i < rule_weights.size(); ++i) {
    const Weight& weight = clause_weights[i % clause_weights.size()];
    rule_weights[i] = weight.learned ? std::clamp(rule_weights[i], 0.0F, static_cast<float>(largest_weight))
                                     : static_cast<float>(weight.value);
  }
}

void RuleModel::Parts::check(const dataset::Graph& graph) const {
  bool is_same = graph.predicted.size() == tables.size();
  for (std::size_t i = 0; is_same && i < tables.size(); ++i) {
    is_same = graph.plan.tables()[i].name == tables[i];
    if (is_same) check_width(i, graph.dataset, graph.predicted[i]);
  }
  if (!is_same || graph.plan.clause_names() != clauses) {
    throw Error(ErrorKind::data, "the data was read for a different knowledge than that of the model");
  }
}

void RuleModel::Parts::check_width(std::size_t i, const DatasetParts& dataset, TableIndex table) const {
  const std::size_t width = dataset::input_width(dataset, table);
  if (width == widths[i]) return;
  throw Error(ErrorKind::data, "the model knows " + std::to_string(widths[i]) + " features of '" + tables[i] +
                                   "', but the data has " + std::to_string(width));
}

RuleModel::RuleModel(const Knowledge& knowledge, std::vector<std::size_t> widths, const ModelOptions& options,
                     std::uint64_t seed) {
  members_.push_back(std::make_unique<Parts>(knowledge, std::move(widths), options, seed));
}

RuleModel::~RuleModel() = default;
RuleModel::RuleModel(RuleModel&&) noexcept = default;
RuleModel& RuleModel::operator=(RuleModel&&) noexcept = default;

RuleModel RuleModel::ensemble(std::vector<RuleModel> members, std::uint32_t threads) {
  RuleModel all = std::move(members.front());
  for (std::size_t i = 1; i < members.size(); ++i) {
    all.members_.push_back(std::move(members[i].members_.front()));
  }
  for (const std::unique_ptr<Parts>& member : all.members_) {
    member->options.enhance.threads = threads;
    member->threads = base::ThreadPool::shared(base::thread_count(threads));
  }
  return all;
}

namespace {

// What one member says.
Predictions predict_alone(RuleModel::Parts& parts, const dataset::Graph& graph, bool with_rules) {
  Predictions predictions;
  parts.run_networks(network_inputs(graph, parts.options.scale), nullptr, predictions.before);
  predictions.after = predictions.before;
  if (!with_rules) return predictions;
  if (parts.options.map) {
    predictions.after = infer::find_map(graph, *parts.options.map, parts.trust(), predictions.before,
                                        parts.options.enhance.threads)
                            .preactivations;
  }
  if (!parts.options.uses_rules) return predictions;
  Enhancer enhancer(graph.plan, parts.options.enhance);
  const std::vector<std::span<const float>> before(predictions.before.begin(), predictions.before.end());
  const std::vector<std::span<float>> after(predictions.after.begin(), predictions.after.end());
  enhancer.forward(parts.rule_weights, before, after);
  return predictions;
}

Predictions predict_all(const std::vector<std::unique_ptr<RuleModel::Parts>>& members,
                        const dataset::Graph& graph, bool with_rules) {
  members.front()->check(graph);
  if (members.size() == 1) return predict_alone(*members.front(), graph, with_rules);
  infer::MeanProbabilities before(graph);
  infer::MeanProbabilities after(graph);
  for (const auto& member : members) {
    const Predictions predictions = predict_alone(*member, graph, with_rules);
    before.add(predictions.before);
    if (with_rules) after.add(predictions.after);
  }
  Predictions mean;
  mean.before = before.logits();
  mean.after = with_rules ? after.logits() : mean.before;
  return mean;
}

std::string name_of_member(std::size_t member, const std::string& name) {
  return "member." + std::to_string(member) + "." + name;
}

}  // namespace

dataset::TableList RuleModel::run_networks(const dataset::Graph& graph) {
  return predict_all(members_, graph, false).before;
}

Predictions RuleModel::predict(const dataset::Graph& graph) {
  return predict_all(members_, graph, true);
}

std::vector<float> RuleModel::rule_weights() const {
  const ModelOptions& options = members_.front()->options;
  if (!options.uses_rules && !options.map) return {};
  std::vector<float> mean = members_.front()->rule_weights;
  for (std::size_t i = 0; i < mean.size() && members_.size() > 1; ++i) {
    double sum = 0;
    for (const auto& member : members_) sum += static_cast<double>(member->rule_weights[i]);
    mean[i] = static_cast<float>(sum / static_cast<double>(members_.size()));
  }
  return mean;
}

std::optional<std::vector<double>> RuleModel::trust() const {
  if (!options().map) return std::nullopt;
  const std::vector<float> weights = rule_weights();
  return std::vector<double>(weights.begin(), weights.end());
}

std::vector<NamedValues> RuleModel::values() const {
  std::vector<NamedValues> all;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Parts& parts = *members_[i];
    std::vector<NamedValues> own = parts.named(parts.copy_of_learned());
    if (parts.options.map) own.push_back({"rules.weights", {parts.rule_weights.size()}, parts.rule_weights});
    for (NamedValues& each : own) {
      if (members_.size() > 1) each.name = name_of_member(i, each.name);
      all.push_back(std::move(each));
    }
  }
  return all;
}

void RuleModel::set_values(const std::vector<NamedValues>& values) {
  Parts& parts = *members_.front();
  if (!parts.options.map) return parts.set_learned(parts.unnamed(values));
  if (values.empty() || values.back().name != "rules.weights" ||
      values.back().values.size() != parts.rule_weights.size()) {
    throw Error(ErrorKind::data, "there is no tensor 'rules.weights' with a weight for every rule");
  }
  parts.set_learned(parts.unnamed({values.begin(), values.end() - 1}));
  parts.rule_weights = values.back().values;
}

const ModelOptions& RuleModel::options() const {
  return members_.front()->options;
}

}  // namespace kenn::train
