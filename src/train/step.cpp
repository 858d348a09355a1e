// What one step of a training is about: a graph, what is known of it, and the memory of a forward.
#include "train/step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dataset/inputs.h"

namespace kenn::train {

namespace {

std::vector<std::span<const float>> views(const dataset::TableList& tables) {
  return {tables.begin(), tables.end()};
}

std::vector<std::span<float>> views(dataset::TableList& tables) {
  return {tables.begin(), tables.end()};
}

void check_finite(const dataset::TableList& tables) {
  for (const std::vector<float>& values : tables) {
    if (std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) continue;
    throw Error(ErrorKind::data,
                "the training diverges: the network gives numbers that are not finite; a smaller learning "
                "rate may help");
  }
}

void leave_out_features(double share, StepInput& input, base::Random* random) {
  input.rest.clear();
  if (random == nullptr || share == 0) return;
  for (const nn::NetworkInput& each : input.inputs) {
    input.rest.emplace_back(dataset::leave_out(each.features(), share, *random));
  }
}

bool uses_enhancers(const RuleModel::Parts& parts, const Phase& phase) {
  return parts.options.uses_rules && phase.uses_enhancers;
}

}  // namespace

std::vector<nn::TableLoss> losses_of(const dataset::Graph& graph, table::Split split,
                                     const std::vector<table::Labels>* labels) {
  std::vector<nn::TableLoss> losses;
  losses.reserve(graph.predicted.size());
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const table::Labels& of_table = labels == nullptr ? graph.labels(i) : (*labels)[i];
    losses.emplace_back(graph.dataset.tables.vocabulary(), graph.schema(i), of_table,
                        nn::rows_in(of_table, graph.plan.tables()[i].rows, split));
  }
  return losses;
}

bool all_empty(const std::vector<nn::TableLoss>& losses) {
  return std::all_of(losses.begin(), losses.end(), [](const nn::TableLoss& loss) { return loss.is_empty(); });
}

bool all_multi_label(const std::vector<nn::TableLoss>& losses) {
  return !all_empty(losses) && std::all_of(losses.begin(), losses.end(), [](const nn::TableLoss& loss) {
    return loss.is_empty() || loss.is_multi_label();
  });
}

dataset::TableList zeros_like(const dataset::TableList& tables) {
  dataset::TableList zeros;
  zeros.reserve(tables.size());
  for (const std::vector<float>& table : tables) zeros.emplace_back(table.size());
  return zeros;
}

Measured measure(const std::vector<nn::TableLoss>& losses, nn::Loss kind, const dataset::TableList& outputs,
                 dataset::TableList* gradients) {
  Measured measured;
  if (gradients != nullptr) *gradients = zeros_like(outputs);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    std::span<float> of_table;
    if (gradients != nullptr) of_table = (*gradients)[i];
    measured.loss += losses[i].add(kind, outputs[i], of_table);
    const nn::TableLoss::Score score = losses[i].score(outputs[i]);
    measured.score.right += score.right;
    measured.score.known += score.known;
    measured.score.positives += score.positives;
    measured.score.predicted += score.predicted;
    measured.score.true_positives += score.true_positives;
  }
  return measured;
}

void add_gradient(const std::vector<nn::TableLoss>& losses, nn::Loss kind, const dataset::TableList& logits,
                  double weight, dataset::TableList& gradients) {
  dataset::TableList added = zeros_like(logits);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    losses[i].add(kind, logits[i], added[i]);
    for (std::size_t at = 0; at < added[i].size(); ++at) {
      gradients[i][at] += static_cast<float>(weight) * added[i][at];
    }
  }
}

StepInput::StepInput(const dataset::Graph& of_graph, table::Split split, const ModelOptions& options,
                     bool with_gradients)
    : graph(&of_graph), inputs(network_inputs(of_graph, options.scale)), losses(losses_of(of_graph, split)) {
  if (!options.uses_rules) return;
  EnhanceOptions enhance = options.enhance;
  enhance.gradients = with_gradients;
  enhancer.emplace(of_graph.plan, enhance);
}

void run_forward(RuleModel::Parts& parts, const Phase& phase, StepInput& input, base::Random* random) {
  if (phase.learns_networks || input.before.empty()) {
    if (!phase.learns_networks) random = nullptr;
    leave_out_features(parts.options.input_dropout, input, random);
    parts.run_networks(input.seen(), random, input.before);
    check_finite(input.before);
  }
  if (!uses_enhancers(parts, phase)) {
    input.after = input.before;
    return;
  }
  input.after.resize(input.before.size());
  for (std::size_t i = 0; i < input.before.size(); ++i) input.after[i].resize(input.before[i].size());
  input.enhancer->forward(parts.rule_weights, views(std::as_const(input.before)), views(input.after));
}

void run_backward(RuleModel::Parts& parts, const Phase& phase, nn::Loss loss, StepInput& input,
                  dataset::TableList of_outputs, std::vector<std::vector<float>>& gradients) {
  if (uses_enhancers(parts, phase)) {
    dataset::TableList of_inputs = zeros_like(of_outputs);
    input.enhancer->backward(parts.rule_weights, views(std::as_const(input.before)),
                             views(std::as_const(of_outputs)), views(of_inputs), gradients.back());
    if (phase.own_loss > 0) add_gradient(input.losses, loss, input.before, phase.own_loss, of_inputs);
    of_outputs = std::move(of_inputs);
  }
  if (!phase.learns_networks) return;
  std::size_t next = 0;
  for (std::size_t i = 0; i < input.inputs.size(); ++i) {
    nn::Network<float>& network = parts.networks[i];
    const std::size_t count = network.parameters.size();
    network.backward(input.seen()[i], of_outputs[i], *parts.threads,
                     std::span(gradients).subspan(next, count));
    next += count;
  }
}

}  // namespace kenn::train
