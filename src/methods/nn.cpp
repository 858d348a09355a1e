// The network alone: rules are neither used nor learned from.
//
//   1. the networks, from the labels
#include "methods/method.h"

namespace kenn::methods {

extern const Method nn_method;
const Method nn_method = {
    "nn",
    "Network alone",
    "networks alone",
    {train::OptionGroup::batches},
    [](dataset::Paradigm) { return Options(); },
    [](dataset::Paradigm, const Options& options, train::ModelOptions& model, train::TrainOptions& train) {
      model.uses_rules = false;
      train.phases = {network_phase(options)};
    }};

}  // namespace kenn::methods
