// The data that a model is trained on: splits, paradigms, and what is worth a warning.
#pragma once

#include <kenn/knowledge.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learning/arguments.h"
#include "methods/graph.h"

namespace kenn::cli {

// Graphs for training, validation and testing: one and the same for all three in the transductive paradigm,
// three parts that know nothing of each other in the inductive one.
struct TrainData {
  std::shared_ptr<const Graph> train;
  std::shared_ptr<const Graph> valid;
  std::shared_ptr<const Graph> test;
  std::vector<std::size_t> widths;  // of the inputs of every predicted table
  std::vector<Diagnostic> warnings;
  std::string digest;  // of everything that training depends on
};

// Throws `Error`.
TrainData read_train_data(const Knowledge& knowledge, const TrainArguments& arguments);

}  // namespace kenn::cli
