// Knowledge Enhanced Neural Networks (Daniele and Serafini): enhancers on top of the networks.
//
//   1. networks and weights of rules together, from the same labels (joint); or networks with weights that
//      were cross-fitted before
#include "methods/method.h"
#include "train/option_words.h"

namespace kenn::methods {

namespace {

void apply_kenn(dataset::Paradigm, const Options& options, train::ModelOptions& model,
                train::TrainOptions& train) {
  model.uses_rules = true;
  train::Phase phase = network_phase(options);
  if (options.trust == base::word_for(train::TrustKind::cross_fitted))
    phase.preparation = train::Preparation::cross_fit;
  train.phases = {phase};
}

}  // namespace

extern const Method kenn_method;
const Method kenn_method = {"kenn",
                            "KENN",
                            "networks with rules on top",
                            {train::OptionGroup::batches, train::OptionGroup::enhancers,
                             train::OptionGroup::joint_weights, train::OptionGroup::trust},
                            [](dataset::Paradigm) { return Options(); },
                            apply_kenn};

}  // namespace kenn::methods
