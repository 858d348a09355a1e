// The data that a model is trained on, and what is worth a warning.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "learning/arguments.h"
#include "learning/split_data.h"

namespace kenn::cli {

// Graphs for training, validation and testing: one and the same for all three in the transductive paradigm.
struct TrainData {
  std::shared_ptr<const Graph> train;
  std::shared_ptr<const Graph> valid;
  std::shared_ptr<const Graph> test;
  std::vector<std::size_t> widths;  // of the inputs of every predicted table
  std::vector<Diagnostic> warnings;
  std::string digest;  // of everything that training depends on
};

SplitChoice split_choice(const TrainArguments& arguments);

// Throws `Error`.
TrainData read_train_data(const Knowledge& knowledge, const TrainArguments& arguments);

}  // namespace kenn::cli
