// The optimisers of a model: one Adam for every list of numbers that is learned.
#include "train/optimisers.h"

#include <algorithm>
#include <utility>

namespace kenn::train {

namespace {

nn::AdamOptions options_for(const Parameter& parameter, const TrainOptions& options) {
  const bool is_rules = parameter.kind == Parameter::Kind::rule_weights;
  const bool decays =
      parameter.kind == Parameter::Kind::matrix && (options.decays_output || !parameter.is_output);
  return {is_rules && options.rule_rate > 0 ? options.rule_rate : options.learning_rate, options.epsilon,
          decays ? options.weight_decay : 0.0};
}

}  // namespace

Optimisers::Optimisers(std::vector<Parameter> parameters, const TrainOptions& options)
    : parameters_(std::move(parameters)), options_(options) {
  restart();
}

void Optimisers::restart() {
  all_.clear();
  for (const Parameter& parameter : parameters_) {
    all_.emplace_back(parameter.values->size(), options_for(parameter, options_));
  }
}

bool Optimisers::is_learned(const Parameter& parameter, const Phase& phase) const {
  if (parameter.kind == Parameter::Kind::rule_weights) return phase.uses_enhancers && phase.learns_rules;
  const bool is_output_bias = parameter.kind == Parameter::Kind::bias && parameter.is_output;
  return phase.learns_networks && (options_.learns_output_bias || !is_output_bias);
}

void Optimisers::step(const Phase& phase, const std::vector<std::vector<float>>& gradients,
                      base::ThreadPool* threads) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (is_learned(parameters_[i], phase)) all_[i].step(*parameters_[i].values, gradients[i], threads);
  }
}

std::vector<std::vector<float>> Optimisers::first_moments() const {
  std::vector<std::vector<float>> moments;
  for (const nn::Adam& each : all_) moments.push_back(each.state.first);
  return moments;
}

std::vector<std::vector<float>> Optimisers::second_moments() const {
  std::vector<std::vector<float>> moments;
  for (const nn::Adam& each : all_) moments.push_back(each.state.second);
  return moments;
}

std::uint64_t Optimisers::steps() const {
  std::uint64_t most = 0;
  for (const nn::Adam& each : all_) most = std::max(most, each.state.steps);
  return most;
}

void Optimisers::restore(std::vector<std::vector<float>> first, std::vector<std::vector<float>> second,
                         std::uint64_t steps) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    all_[i].state = {std::move(first[i]), std::move(second[i]), steps};
  }
}

}  // namespace kenn::train
