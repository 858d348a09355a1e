// Knowledge Enhanced Neural Networks (Daniele and Serafini): enhancers on top of the networks.
//
//   1. networks and weights of rules together, from the same labels (joint); or networks with weights that
//      were cross-fitted before
#include "methods/method.h"
#include "train/option_words.h"

namespace kenn {

namespace {

void apply_kenn(Paradigm, const Options& options, ModelOptions& model, TrainOptions& train) {
  model.uses_rules = true;
  Phase phase = network_phase(options);
  if (options.trust == word_for(TrustKind::cross_fitted)) phase.preparation = Preparation::cross_fit;
  train.phases = {phase};
}

}  // namespace

extern const Method kenn_method;
const Method kenn_method = {
    "kenn",
    "KENN",
    "networks with rules on top",
    {OptionGroup::batches, OptionGroup::enhancers, OptionGroup::joint_weights, OptionGroup::trust},
    [](Paradigm) { return Options(); },
    apply_kenn};

}  // namespace kenn
