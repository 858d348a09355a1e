// The network alone: rules are neither used nor learned from.
//
//   1. the networks, from the labels
#include "methods/method.h"

namespace kenn {

extern const Method nn_method;
const Method nn_method = {"nn",
                          "Network alone",
                          "networks alone",
                          {OptionGroup::batches},
                          [](Paradigm) { return Options(); },
                          [](Paradigm, const Options& options, ModelOptions& model, TrainOptions& train) {
                            model.uses_rules = false;
                            train.phases = {network_phase(options)};
                          }};

}  // namespace kenn
