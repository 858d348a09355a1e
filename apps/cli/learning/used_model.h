// A trained model, to be used.
#pragma once

#include <string>

#include "learning/split_data.h"
#include "train/trained_model.h"

namespace kenn::cli {

struct UsedModel {
  TrainedModel trained;
  SplitChoice choice;  // of its training
};

// Throws `Error`: kind file, or data for a file that is no trained model.
UsedModel read_used_model(const std::string& name, std::uint32_t threads);

}  // namespace kenn::cli
