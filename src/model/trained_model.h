// A trained model in a file, and the state of a training that goes on.
#pragma once

#include <kenn/knowledge.h>

#include <string>
#include <vector>

#include "methods/model.h"
#include "methods/trainer.h"
#include "model/model_file.h"

namespace kenn {

struct TrainedModel {
  Knowledge knowledge;
  std::vector<std::size_t> widths;  // of the inputs of every predicted table
  Model model;
};

ModelFile store_model(const Knowledge& knowledge, const std::vector<std::size_t>& widths, const Model& model);

// Throws `Error` (kind data) for a file that holds something else. `threads` is for its enhancer.
TrainedModel load_model(const ModelFile& file, const std::string& name, std::uint32_t threads);

// `settings` says what is trained on what: training can only go on with the same.
ModelFile store_training(const TrainState& state, const std::string& settings);
TrainState load_training(const ModelFile& file, const std::string& settings, const std::string& name);

}  // namespace kenn
