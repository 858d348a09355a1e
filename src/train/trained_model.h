// A trained model in a file, and the state of a training that goes on.
#pragma once

#include <kenn/knowledge.h>

#include <optional>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "train/model.h"
#include "train/training.h"

namespace kenn {

struct TrainedModel {
  Knowledge knowledge;
  std::vector<std::size_t> widths;  // of the inputs of every predicted table
  Model model;
  std::optional<Trust> trust;  // in its rules, where training found it out
};

ModelFile store_model(const Knowledge& knowledge, const std::vector<std::size_t>& widths, const Model& model);

// Throws `Error` (kind data) for a file that holds something else. `threads` is for its enhancer.
TrainedModel load_model(const ModelFile& file, const std::string& name, std::uint32_t threads);

// `settings` says what is trained on what: training can only go on with the same.
ModelFile store_training(const TrainingState& state, const std::string& settings);
TrainingState load_training(const ModelFile& file, const std::string& settings, const std::string& name);

}  // namespace kenn
