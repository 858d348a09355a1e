// Semantic based regularisation (Diligenti, Gori and Saccà): a penalty for violated rules in the loss.
//
// Transductive:
//   1. the networks, from the labels
//   2. the networks, with the loss - W * (mean truth of the rules on all predictions, labelled or not)
// Inductive:
//   1. the networks, from the labels
//   Predictions are searched for, near the network's, that satisfy the rules of the graph at hand.
#include "methods/method.h"

namespace kenn::methods {

namespace {

// Of the mean over all pairs of papers, in the loss: .215 per citation of Citeseer; and in a search.
constexpr double published_weight = 500;
constexpr double published_search_weight = 1;

Options usual_sbr(dataset::Paradigm paradigm) {
  if (paradigm == dataset::Paradigm::transductive)
    return {.rule_weight = published_weight, .rule_epochs = 100};
  return {.rule_weight = published_search_weight,
          .map_steps = 100,
          .map_learning_rate = 0.01,
          .prior_weight = 0.05,
          .exactly_one = 1};
}

void apply_sbr(dataset::Paradigm paradigm, const Options& options, train::ModelOptions& model,
               train::TrainOptions& train) {
  model.uses_rules = false;
  model.first_rule_weight = options.rule_weight.value();
  train.phases = {network_phase(options)};
  if (paradigm == dataset::Paradigm::transductive) {
    train::Phase rules;
    rules.rewards_truth = true;
    rules.keeps_optimiser = true;
    rules.epochs = options.rule_epochs.value();
    train.phases.push_back(rules);
  } else {
    // One free variable per atom, from 1/2, with the squared distance from the network's probabilities.
    model.map = search_options(options);
    model.map->variables = infer::MapVariables::free;
    model.map->prior = infer::MapPrior::squared;
  }
}

}  // namespace

extern const Method sbr_method;
const Method sbr_method = {"sbr",
                           "SBR",
                           "a penalty for violated rules in the loss",
                           {train::OptionGroup::rule_weight, train::OptionGroup::rule_truth,
                            train::OptionGroup::rule_phase, train::OptionGroup::search},
                           usual_sbr,
                           apply_sbr,
                           train::Preset{.name = "sbr-published",
                                         .choices = train::rnm_protocol_choices(),
                                         .options = train::rnm_protocol_options()}};

}  // namespace kenn::methods
