// Which methods have weights of rules to cross-fit.
#pragma once

#include <string>

#include "methods/method.h"
#include "train/training.h"

namespace kenn::cli {

inline bool can_cross_fit(const std::string& method) {
  ModelOptions model;
  TrainOptions train;
  find_method(method)->apply(Paradigm::transductive, RuleSettings(), model, train);
  return kenn::can_cross_fit(model, train);
}

}  // namespace kenn::cli
