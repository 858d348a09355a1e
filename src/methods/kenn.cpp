// Knowledge Enhanced Neural Networks (Daniele and Serafini): enhancers, learned with the networks.
#include "methods/method.h"

namespace kenn {

namespace {

void apply_enhancers(Schedule schedule, ModelOptions& model, TrainOptions& train) {
  model.uses_rules = true;
  model.map.reset();
  train.schedule = schedule;
}

}  // namespace

extern const Method kenn_method;
const Method kenn_method = {"kenn", "networks with rules on top, learned together", true, true,
                            [](Paradigm, const RuleSettings&, ModelOptions& model, TrainOptions& train) {
                              apply_enhancers(Schedule::together, model, train);
                            }};

extern const Method kenn_greedy_method;
const Method kenn_greedy_method = {
    "kenn-greedy", "first the networks, then the weights of the rules", true, true,
    [](Paradigm, const RuleSettings&, ModelOptions& model, TrainOptions& train) {
      apply_enhancers(Schedule::greedy, model, train);
    }};

}  // namespace kenn
