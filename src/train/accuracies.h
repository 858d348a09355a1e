// How good a model is on the labels for training, validation and testing.
#pragma once

#include <kenn/model.h>

#include <vector>

#include "dataset/paradigm.h"
#include "train/rule_model.h"

namespace kenn::train {

// Of the splits that have labels, each in its own graph.
std::vector<SplitAccuracy> split_accuracies(const dataset::SplitGraphs& graphs, RuleModel& model);

}  // namespace kenn::train
