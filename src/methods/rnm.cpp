// Relational neural machines (Marra and others): the most probable predictions under network and rules.
//
// P(y) ~ exp(what the network says + trust in the rules).
//
// Transductive:
//   1. the networks, from the labels
//   2. labels completed by the networks give the trust in the rules in closed form; the networks learn from
//      them
//   3. ... and again, with labels completed by the most probable predictions under the rules
//   Predictions are the most probable ones, with the labels for training as they are.
// Inductive: all labels are known where the network learns, so there is one phase; the search goes over the
// graph at hand with free variables.
#include "methods/method.h"

namespace kenn::methods {

namespace {

Options usual_rnm(dataset::Paradigm paradigm) {
  if (paradigm == dataset::Paradigm::transductive) return {.rule_epochs = 50};
  return {
      .rule_epochs = 50, .map_steps = 60, .map_learning_rate = 0.01, .prior_weight = 0.05, .exactly_one = 2};
}

void apply_rnm(dataset::Paradigm paradigm, const Options& options, train::ModelOptions& model,
               train::TrainOptions& train) {
  model.uses_rules = false;
  model.first_rule_weight = 0;  // until labels say how far to trust the rules
  model.map = search_options(options);
  if (paradigm == dataset::Paradigm::inductive) model.map->variables = infer::MapVariables::free;
  train.weighs_rules_by_labels = true;
  train.phases = {network_phase(options)};
  for (std::uint32_t round = 0; round < options.rounds.value(); ++round) {
    train::Phase completed;
    completed.preparation =
        round == 0 ? train::Preparation::complete_by_networks : train::Preparation::complete_by_rules;
    completed.epochs = options.rule_epochs.value();
    train.phases.push_back(completed);
  }
}

// With 90 % of the labels, the published search does not look at the network's predictions.
train::Preset published_rnm() {
  Options without_prior = train::rnm_protocol_options();
  without_prior.prior_weight = 0;
  return {.name = "rnm-published",
          .choices = train::rnm_protocol_choices(),
          .options = train::rnm_protocol_options(),
          .cases = {{.paradigm = dataset::Paradigm::transductive,
                     .max_share = 0.8,
                     .options = train::rnm_protocol_options()},
                    {.paradigm = dataset::Paradigm::transductive, .options = without_prior}}};
}

}  // namespace

extern const Method rnm_method;
const Method rnm_method = {"rnm",
                           "RNM",
                           "the most probable predictions under rules and networks",
                           {train::OptionGroup::rule_truth, train::OptionGroup::rule_phase,
                            train::OptionGroup::rounds, train::OptionGroup::search},
                           usual_rnm,
                           apply_rnm,
                           published_rnm()};

}  // namespace kenn::methods
