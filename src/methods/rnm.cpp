// Relational neural machines (Marra and others): the most probable predictions under network and rules.
//
// P(y) ~ exp(what the network says + trust in the rules).
//
// Transductive: the network is learned from the labels; then, several times, labels are completed by the most
// probable predictions under the rules, the trust in the rules is computed from them in closed form, and the
// network learns from them. Predictions are the most probable ones, with the labels for training as they are.
// Inductive: all labels are known where the network learns, and the search goes over the graph at hand with
// free variables.
#include "methods/method.h"

namespace kenn {

namespace {

MapOptions rnm_search(Paradigm paradigm) {
  MapOptions map;
  if (paradigm == Paradigm::transductive) return map;
  map.variables = MapVariables::free;
  map.prior_weight = 0.05;
  map.exactly_one = 2;
  map.steps = 60;
  map.learning_rate = 0.01;
  return map;
}

void apply_rnm(Paradigm paradigm, const RuleSettings& rules, ModelOptions& model, TrainOptions& train) {
  model.uses_rules = false;
  model.first_rule_weight = rules.weight.value_or(0);
  model.map = rnm_search(paradigm);
  apply_to_map(rules, *model.map);
  train.schedule = Schedule::completion;
  train.rule_epochs = rules.epochs.value_or(50);
  train.rounds = rules.rounds.value_or(3);
  train.conorm = model.map->conorm;
}

}  // namespace

extern const Method rnm_method;
const Method rnm_method = {"rnm", "the most probable predictions under rules and networks", true, false,
                           apply_rnm};

}  // namespace kenn
