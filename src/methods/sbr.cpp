// Semantic based regularisation (Diligenti, Gori and Saccà): rules that predictions violate cost something.
//
// Transductive: after some epochs on the labels, the loss gets - W * (mean truth of the rules on all
// predictions, of labelled objects or not). Predictions are the network's. Inductive: the network is learned
// from the labels alone, and predictions are searched for, near the network's, that satisfy the rules of the
// graph at hand.
#include "methods/method.h"

namespace kenn {

namespace {

// Of the mean over all pairs of papers, in the loss: .215 per citation of Citeseer; and in a search.
constexpr double published_weight = 500;
constexpr double published_search_weight = 1;

// One free variable per atom, from 1/2, with the squared distance from the network's probabilities.
MapOptions sbr_search() {
  MapOptions map;
  map.variables = MapVariables::free;
  map.prior = MapPrior::squared;
  map.prior_weight = 0.05;
  map.exactly_one = 1;
  map.steps = 100;
  map.learning_rate = 0.01;
  return map;
}

void apply_sbr(Paradigm paradigm, const RuleSettings& rules, ModelOptions& model, TrainOptions& train) {
  model.uses_rules = false;
  model.map.reset();
  model.first_rule_weight =
      rules.weight.value_or(paradigm == Paradigm::transductive ? published_weight : published_search_weight);
  train.schedule = paradigm == Paradigm::transductive ? Schedule::rule_loss : Schedule::together;
  train.rule_epochs = rules.epochs.value_or(100);
  train.conorm = rules.conorm.value_or(Conorm::lukasiewicz);
  train.rule_mean = rules.mean.value_or(RuleMean::assignments);
  if (paradigm == Paradigm::transductive) return;
  model.map = sbr_search();
  apply_to_map(rules, *model.map);
}

}  // namespace

extern const Method sbr_method;
const Method sbr_method = {"sbr", "networks that lose by predictions that violate rules", true, false,
                           apply_sbr};

}  // namespace kenn
