// The settings of a training.
//
// What is not set has its default: that of the preset, of the method, or of the option itself.
//
//   kenn::Options options{.method = "kenn", .layers = 3};
//
// docs/options.md describes every option; the names there, `learning-rate`, are those of the command line, of
// TOML files and of Python (`learning_rate`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kenn {

struct Options {
  // What is learned, and from which labels
  std::optional<std::string> method = {};
  std::optional<std::string> preset = {};
  std::optional<std::string> paradigm = {};
  std::optional<double> train_fraction = {};
  std::optional<std::string> labels = {};
  std::optional<std::uint64_t> seed = {};

  // Networks
  std::optional<std::vector<std::uint32_t>> hidden = {};
  std::optional<std::string> scale_features = {};
  std::optional<double> input_dropout = {};
  std::optional<double> dropout = {};

  // Optimiser
  std::optional<std::uint32_t> epochs = {};
  std::optional<double> learning_rate = {};
  std::optional<double> epsilon = {};
  std::optional<double> weight_decay = {};
  std::optional<bool> decay_output = {};
  std::optional<bool> output_bias = {};
  std::optional<std::string> loss = {};
  std::optional<std::uint32_t> patience = {};
  std::optional<std::uint32_t> plateau = {};
  std::optional<std::string> keep = {};
  std::optional<std::uint32_t> batch_size = {};

  // Enhancers
  std::optional<std::uint32_t> layers = {};
  std::optional<std::string> boost = {};
  std::optional<std::string> center = {};
  std::optional<std::string> order = {};
  std::optional<double> rule_start = {};
  std::optional<double> rule_learning_rate = {};

  // Trust in the rules
  std::optional<std::string> trust = {};
  std::optional<std::uint32_t> folds = {};
  std::optional<double> trust_strength = {};
  std::optional<std::string> trust_layers = {};
  std::optional<std::string> trusted_weights = {};
  std::optional<double> rule_prior = {};
  std::optional<bool> ensemble = {};

  // Rules in the loss
  std::optional<double> rule_weight = {};
  std::optional<std::string> conorm = {};
  std::optional<std::string> rule_mean = {};
  std::optional<std::uint32_t> rule_epochs = {};
  std::optional<std::uint32_t> rounds = {};

  // The search for the most probable predictions
  std::optional<std::uint32_t> map_steps = {};
  std::optional<double> map_learning_rate = {};
  std::optional<double> map_epsilon = {};
  std::optional<double> prior_weight = {};
  std::optional<double> exactly_one = {};

  // Running, which never changes results
  std::optional<std::uint32_t> threads = {};
  std::optional<std::uint64_t> max_groundings = {};
  std::optional<double> checkpoint_seconds = {};

  friend bool operator==(const Options&, const Options&) = default;
};

}  // namespace kenn
