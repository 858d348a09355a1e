// What a person said about a training, made complete: by the preset, the method, and the defaults.
#include "methods/resolve.h"

#include <kenn/error.h>

#include "base/spelling.h"
#include "engine/boost.h"
#include "train/option_words.h"

namespace kenn::methods {

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::usage, message);
}

void keep_what_applies(const Method& method, Options& options) {
  for (const train::Option& option : train::option_table()) {
    if (!takes(method, option.group)) train::unset_option(options, option);
  }
}

// The start weight and the centring of a preset belong to its boost, its ensemble to its cross-fitting.
Options preset_for(const Options& given, const Method& method, double label_share) {
  if (!given.preset || given.preset->empty()) return {};
  Options options = train::options_in(train::preset_named(*given.preset),
                                      {!uses_rules(method), paradigm_of(given), label_share});
  if (given.boost) {
    options.center.reset();
    options.rule_start.reset();
  }
  if (!takes(method, train::OptionGroup::trust)) {
    options.ensemble.reset();
    options.folds.reset();
  }
  return options;
}

Options completed(const Options& given, const Method& method, double label_share) {
  Options options = given;
  options.method = method.name;
  train::fill(options, preset_for(given, method, label_share));
  train::fill(options, method.usual(paradigm_of(given)));
  train::fill(options, train::usual_options());
  keep_what_applies(method, options);
  if (options.boost && !options.center) {
    options.center = std::string(engine::center_word(default_center(boost_from(*options.boost).value())));
  }
  return options;
}

// A preset may set weights up for learning that the given options do not learn, and the other way round.
void drop_unused(const Options& given, Options& options) {
  for (const train::Option& option : train::option_table()) {
    if (option.is_used == nullptr || option.is_used(options) || !train::is_set(options, option)) continue;
    if (train::is_set(given, option))
      fail("option " + base::in_quotes(option.name) + " has no effect here: it needs " + option.needs);
    train::unset_option(options, option);
  }
}

train::ModelOptions model_options(const Options& options) {
  train::ModelOptions model;
  model.hidden = options.hidden.value();
  model.scale = base::from_word<train::FeatureScale>(options.scale_features.value()).value();
  model.dropout = options.dropout.value();
  model.input_dropout = options.input_dropout.value();
  model.enhance.threads = options.threads.value_or(0);
  model.first_rule_weight = options.rule_start;
  // Files of models without enhancers have one, with weights of 0.
  model.enhance.layers = options.layers.value_or(1);
  model.enhance.boost = boost_from(options.boost.value_or(train::usual_options().boost.value())).value();
  model.enhance.center = options.center ? options.center == base::word_for(engine::Center::groups)
                                        : default_center(model.enhance.boost);
  if (options.order) model.enhance.order = base::from_word<Order>(*options.order).value();
  return model;
}

train::TrainOptions train_options(const Options& options) {
  train::TrainOptions train;
  train.loss = base::from_word<nn::Loss>(options.loss.value()).value();
  train.learning_rate = options.learning_rate.value();
  train.rule_rate = options.rule_learning_rate.value_or(0);
  train.epsilon = options.epsilon.value();
  train.weight_decay = options.weight_decay.value();
  train.decays_output = options.decay_output.value();
  train.learns_output_bias = options.output_bias.value();
  train.patience = options.patience.value();
  train.plateau = options.plateau.value();
  train.keeps_best = options.keep == base::word_for(train::KeptEpoch::best);
  train.batch_size = options.batch_size.value_or(0);
  train.seed = options.seed.value();
  if (options.conorm) train.conorm = base::from_word<Conorm>(*options.conorm).value();
  if (options.rule_mean) train.rule_mean = base::from_word<infer::RuleMean>(*options.rule_mean).value();
  return train;
}

trust::TrustOptions trust_options(const Options& options) {
  trust::TrustOptions trust;
  trust.folds = options.folds.value_or(trust.folds);
  trust.ensemble = options.ensemble.value_or(false);
  trust.strength = options.trust_strength;
  trust.per_layer = options.trust_layers == base::word_for(train::TrustLayers::per_layer);
  trust.learns_on = options.trusted_weights == base::word_for(train::TrustedWeights::start);
  trust.prior = options.rule_prior.value_or(0);
  return trust;
}

train::NetworkOptions all_options(const Options& options) {
  train::NetworkOptions all{model_options(options), train_options(options)};
  method_named(options.method.value()).apply(paradigm_of(options), options, all.model, all.train);
  return all;
}

}  // namespace

dataset::Paradigm paradigm_of(const Options& options) {
  return base::from_word<dataset::Paradigm>(options.paradigm.value_or(*train::usual_options().paradigm))
      .value();
}

bool learns_from_valid(const Options& options) {
  return options.labels == base::word_for(train::LearnedLabels::train_and_valid);
}

std::string methods_taking(const train::Option& option) {
  std::string names;
  for (const Method* const method : all()) {
    if (takes(*method, option.group)) names += (names.empty() ? "" : ", ") + method->name;
  }
  return names;
}

const Method& check_options(const Options& given) {
  const Method& method = given.method ? method_named(*given.method) : usual_method();
  if (given.preset && !given.preset->empty()) train::preset_named(*given.preset);
  for (const train::Option& option : train::option_table()) {
    if (!train::is_set(given, option) || takes(method, option.group)) continue;
    fail("option " + base::in_quotes(option.name) + " does not apply to method " + method.name +
         "; it applies to " + methods_taking(option));
  }
  return method;
}

Options complete_options(const Options& given, double label_share) {
  Options options = completed(given, check_options(given), label_share);
  drop_unused(given, options);
  return options;
}

Options complete_known_options(const Options& options, const Options& of_model) {
  Options all = of_model;
  train::fill(all, options);
  all.preset.reset();
  const Method& method = method_named(all.method.value());
  keep_what_applies(method, all);
  all = completed(all, method, 1);
  drop_unused({}, all);
  return all;
}

Options network_options(const Options& given, double label_share) {
  Options of_networks = given;
  keep_what_applies(network_alone(), of_networks);
  Options options = completed(of_networks, network_alone(), label_share);
  drop_unused({}, options);
  return options;
}

train::TrainingOptions training_options(const Options& options, const Options& of_networks) {
  train::NetworkOptions all = all_options(options);
  train::TrainingOptions training;
  training.model = std::move(all.model);
  training.train = std::move(all.train);
  training.trust = trust_options(options);
  training.fold_networks = all_options(of_networks);
  training.seed = options.seed.value();
  return training;
}

}  // namespace kenn::methods
