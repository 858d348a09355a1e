// The data that a model is trained on, and what is worth a warning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learning/arguments.h"
#include "learning/description.h"
#include "learning/split_data.h"

namespace kenn::cli {

struct TrainData {
  TrainArguments arguments;                    // with what the preset says
  std::optional<TrainArguments> fold_network;  // how the networks of folds are trained, if the preset says so
  SplitGraphs graphs;
  std::vector<std::size_t> widths;  // of the inputs of every predicted table
  std::vector<Diagnostic> warnings;
  DataFacts facts;                 // of the whole data
  std::optional<double> fraction;  // of the labels that were chosen; nothing: the data says which
};

SplitChoice split_choice(const TrainArguments& arguments);

// Throws `Error`.
TrainData read_train_data(const Knowledge& knowledge, const TrainArguments& arguments);

}  // namespace kenn::cli
