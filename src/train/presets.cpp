// Sets of options that are known by name.
#include "train/presets.h"

#include <kenn/enhance.h>
#include <kenn/error.h>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "nn/loss.h"
#include "train/option_table.h"
#include "train/option_words.h"

namespace kenn::train {

namespace {

// What all presets have: the networks, their depth, the optimiser.
Options published_options() {
  return {.hidden = {{50, 50, 50}},
          .learning_rate = 1e-3,
          .epsilon = 1e-7,
          .loss = std::string(base::word_for(nn::Loss::linear)),
          .keep = std::string(base::word_for(KeptEpoch::last)),
          .layers = 3,
          .boost = std::string(name_of(Boost::softmax)),
          .trust = std::string(base::word_for(TrustKind::joint))};
}

Preset paper() {
  Options options = published_options();
  options.epochs = 300;
  options.plateau = 10;
  return {
      .name = "paper",
      .about = "as published",
      .choices = {"Three enhancers are stacked: the published table is reached with three, not with the "
                  "one that the paper describes.",
                  "The loss is 16.118 (1 - p), linear in the probability p of the true class, and not "
                  "cross-entropy: the published code calls its loss with the arguments swapped.",
                  "There is no dropout: the published network has dropout layers that were never active."},
      .options = options};
}

// How models are held back from learning their labels by heart.
struct Restraint {
  double weight_decay = 0;
  double input_dropout = 0;
};

Options tuned_options(nn::Loss loss, Restraint restraint, std::uint32_t epochs) {
  Options options = published_options();
  options.input_dropout = restraint.input_dropout;
  options.loss = std::string(base::word_for(loss));
  options.weight_decay = restraint.weight_decay;
  options.epochs = epochs;
  options.labels = std::string(base::word_for(LearnedLabels::train_and_valid));
  return options;
}

Options joint_options(nn::Loss loss, Restraint restraint, double rule_start, std::uint32_t epochs) {
  Options options = tuned_options(loss, restraint, epochs);
  options.rule_start = rule_start;
  return options;
}

// Networks alone, of both presets below.
std::vector<PresetCase> alone_cases() {
  return {
      {.alone = true, .max_share = 0.6, .options = tuned_options(nn::Loss::cross_entropy, {0.03, 0.3}, 100)},
      {.alone = true, .options = tuned_options(nn::Loss::linear, {0.06, 0.5}, 100)}};
}

// Many labels are learned best with the linear loss, few with cross-entropy. Networks with rules may be held
// back more than networks alone, most of all in the transductive paradigm, where the rules bring most; in the
// inductive one there are few pairs that could teach the weights of the rules, so that these begin higher.
Preset tuned() {
  Preset preset{
      .name = "tuned",
      .about = "weights of rules learned jointly",
      .choices = {"Loss, weight decay, input dropout, first weights of the rules and the number of epochs "
                  "were chosen by validation accuracy, with other seeds, while learning from the labels for "
                  "training alone.",
                  "Models learn from the labels for validation, too: together they are the given fraction of "
                  "all labels.",
                  "The number of epochs is fixed, and the model of the last one is tested.",
                  "Knowledge, network and depth are those of preset paper."},
      .options = joint_options(nn::Loss::linear, {0.25, 0.5}, 1, 100),
      .cases = alone_cases()};
  preset.cases.push_back({.paradigm = dataset::Paradigm::transductive,
                          .max_share = 0.4,
                          .options = joint_options(nn::Loss::cross_entropy, {0.12, 0.3}, 0.5, 60)});
  preset.cases.push_back({.paradigm = dataset::Paradigm::transductive,
                          .options = joint_options(nn::Loss::linear, {0.35, 0.3}, 0.5, 100)});
  preset.cases.push_back({.paradigm = dataset::Paradigm::inductive,
                          .max_share = 0.6,
                          .options = joint_options(nn::Loss::cross_entropy, {0.06, 0.5}, 1, 100)});
  return preset;
}

Options trusted_options(nn::Loss loss, Restraint restraint, std::uint32_t epochs) {
  Options options = tuned_options(loss, restraint, epochs);
  options.boost = std::string(name_of(Boost::residual));
  options.trust = std::string(base::word_for(TrustKind::cross_fitted));
  options.ensemble = true;
  options.folds = 10;
  return options;
}

// The networks alone, and those of the folds, are trained as in preset tuned.
Preset trusted() {
  Preset preset{
      .name = "trusted",
      .about = "cross-fitted weights and an ensemble",
      .choices = {"Weights of the rules are cross-fitted: judged by networks that have not seen the labels.",
                  "One model per fold is trained, and their probabilities are averaged.",
                  "Loss, input dropout and epochs were chosen by validation, with other seeds.",
                  "Labels for validation are learned from, too: together they are the given fraction.",
                  "Knowledge, network and depth are those of preset paper."},
      .options = trusted_options(nn::Loss::linear, {0.25, 0.5}, 100),
      .cases = alone_cases()};
  preset.cases.push_back({.paradigm = dataset::Paradigm::transductive,
                          .max_share = 0.4,
                          .options = trusted_options(nn::Loss::cross_entropy, {0.12, 0.3}, 60)});
  preset.cases.push_back({.paradigm = dataset::Paradigm::transductive,
                          .options = trusted_options(nn::Loss::linear, {0.25, 0.3}, 100)});
  preset.cases.push_back({.paradigm = dataset::Paradigm::inductive,
                          .max_share = 0.6,
                          .options = trusted_options(nn::Loss::cross_entropy, {0.06, 0.5}, 100)});
  return preset;
}

bool fits(const PresetCase& each, const PresetKind& kind) {
  if (each.alone && *each.alone != kind.alone) return false;
  if (each.paradigm && (kind.alone || *each.paradigm != kind.paradigm)) return false;
  return kind.share <= each.max_share;
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {paper(), tuned(), trusted()};
  return all;
}

const Preset& preset_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Preset& preset : presets()) {
    if (preset.name == name) return preset;
    names.emplace_back(preset.name);
  }
  std::string list;
  for (const std::string_view each : names) list += (list.empty() ? "" : ", ") + std::string(each);
  throw Error(ErrorKind::usage, option_of(&Options::preset).name + ": there is no preset " +
                                    base::in_quotes(name) + base::suggestion(name, names) + " (" + list +
                                    ")");
}

Options options_in(const Preset& preset, const PresetKind& kind) {
  for (const PresetCase& each : preset.cases) {
    if (!fits(each, kind)) continue;
    Options options = each.options;
    fill(options, preset.options);
    return options;
  }
  return preset.options;
}

// An L2 penalty of .006 times the sum of squares on the hidden matrices, whose gradient is .012 w, no bias on
// the output, 200 epochs of cross-entropy.
Options rnm_protocol_options() {
  Options options = published_options();
  options.loss = std::string(base::word_for(nn::Loss::cross_entropy));
  options.weight_decay = 0.012;
  options.decay_output = false;
  options.output_bias = false;
  options.epochs = 200;
  return options;
}

std::vector<std::string> rnm_protocol_choices() {
  return {"Splits are plain random ones, all chosen labels are learned from, and there is no validation.",
          "The network has an L2 penalty on its hidden matrices, no bias on its output, and learns for 200 "
          "epochs."};
}

}  // namespace kenn::train
