// KENN, one after the other.
//
//   1. the networks, as if there were no rules
//   2. the weights of the rules, on top of networks that stay as they are
#include "methods/method.h"

namespace kenn::methods {

namespace {

void apply_greedy(dataset::Paradigm, const Options& options, train::ModelOptions& model,
                  train::TrainOptions& train) {
  model.uses_rules = true;
  train::Phase networks = network_phase(options);
  networks.uses_enhancers = false;
  train::Phase rules = network_phase(options);
  rules.learns_networks = false;
  train.phases = {networks, rules};
}

}  // namespace

extern const Method kenn_greedy_method;
const Method kenn_greedy_method = {
    "kenn-greedy",
    "Greedy KENN",
    "first the networks, then the weights of the rules",
    {train::OptionGroup::batches, train::OptionGroup::enhancers, train::OptionGroup::joint_weights},
    [](dataset::Paradigm) { return Options(); },
    apply_greedy};

}  // namespace kenn::methods
