// `kenn train --preset`: what a preset says about the options that were not given.
#include "learning/train_preset.h"

#include "experiment/presets.h"
#include "trust_methods.h"

namespace kenn::cli {

namespace {

// Sets options that were not given.
class PresetOptions {
 public:
  explicit PresetOptions(TrainArguments& arguments) : arguments_(arguments) {}

  template <typename Value, typename Option>
  void set(const char* name, Option& option, const Value& value) const {
    if (!arguments_.is_given(name)) option = value;
  }

 private:
  const TrainArguments& arguments_;
};

void set_model(const PresetOptions& options, const ModelOptions& model, TrainArguments& arguments) {
  options.set("hidden", arguments.hidden, model.hidden);
  if (!arguments.is_given("boost")) {
    arguments.boost = name_of(model.enhance.boost);
    options.set("center", arguments.center, std::string(center_word(model.enhance.center)));
    options.set("rule-start", arguments.rule_start, model.first_rule_weight);
  }
  options.set("order", arguments.order,
              std::string(model.enhance.order == Order::sequential ? "sequential" : "parallel"));
  options.set("scale-features", arguments.scale_features,
              std::string(model.scale == FeatureScale::rows ? "rows" : "none"));
  options.set("dropout", arguments.dropout, model.dropout);
  options.set("input-dropout", arguments.input_dropout, model.input_dropout);
}

void set_training(const PresetOptions& options, const TrainOptions& train, TrainArguments& arguments) {
  options.set("loss", arguments.loss, std::string(train.loss == Loss::linear ? "linear" : "cross-entropy"));
  options.set("lr", arguments.learning_rate, train.learning_rate);
  options.set("rule-lr", arguments.rule_rate, train.rule_rate);
  options.set("epsilon", arguments.epsilon, train.epsilon);
  options.set("weight-decay", arguments.weight_decay, train.weight_decay);
  options.set("epochs", arguments.epochs, train.epochs);
  options.set("patience", arguments.patience, train.patience);
  options.set("plateau", arguments.plateau, train.plateau);
  options.set("keep", arguments.keep, std::string(train.keeps_best ? "best" : "last"));
  options.set("batch-size", arguments.batch_size, train.batch_size);
}

void set_trust(const PresetOptions& options, const TrustOptions& trust, TrainArguments& arguments) {
  options.set("trust", arguments.trust.cross_fits, trust.cross_fits);
  options.set("folds", arguments.trust.folds, trust.folds);
  options.set("trust-layers", arguments.trust.per_layer, trust.per_layer);
  options.set("trust-strength", arguments.trust.strength, trust.strength);
  options.set("trusted-weights", arguments.trust.learns_on, trust.learns_on);
  options.set("rule-prior", arguments.trust.prior, trust.prior);
  if (!arguments.is_given("no-ensemble")) options.set("ensemble", arguments.trust.ensemble, trust.ensemble);
}

}  // namespace

TrainArguments with_preset(const TrainArguments& arguments, const std::string& method, double label_share) {
  if (arguments.preset.empty()) return arguments;
  ExperimentSettings settings;
  apply_preset(arguments.preset, settings);
  const std::string paradigm = method == "nn" ? "" : arguments.paradigm;
  const TrainingSettings& training = training_for(settings, {method, paradigm, 0}, label_share);
  TrainArguments result = arguments;
  const PresetOptions options(result);
  options.set("layers", result.layers, settings.layers.front());
  options.set("labels", result.labels,
              std::string(settings.training.learns_from_valid ? "train+valid" : "train"));
  set_model(options, training.model, result);
  set_training(options, training.train, result);
  if (can_cross_fit(arguments.method)) set_trust(options, training.trust, result);
  return result;
}

}  // namespace kenn::cli
