// The network alone: rules are neither used nor learned from.
#include "methods/method.h"

namespace kenn {

extern const Method nn_method;
const Method nn_method = {"nn", "networks alone", false, false,
                          [](Paradigm, const RuleSettings&, ModelOptions& model, TrainOptions& train) {
                            model.uses_rules = false;
                            model.map.reset();
                            train.schedule = Schedule::together;
                          }};

}  // namespace kenn
