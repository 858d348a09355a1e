// Writes the model files and checkpoints that fuzzing starts from.
//
// usage: fuzz-seeds FOLDER model|checkpoint
#include <iostream>

#include "small_training.h"

namespace kenn {
namespace {

namespace fs = std::filesystem;

io::ModelFile trained_file(bool cross_fits, bool ensemble) {
  train::TrainingOptions options = small_options(cross_fits);
  options.trust.ensemble = ensemble;
  train::TrainingRun training(small_data().knowledge, small_graph(), small_graph(), options);
  while (!training.is_finished()) training.run_epoch();
  const std::optional<trust::Trust> trust = training.trust();
  return train::store_model(
      {small_data().knowledge, training.widths(), training.finish(), trust, dataset::SplitChoice()});
}

// A model that searches for its predictions, or has no rules.
io::ModelFile untrained_file(bool searches) {
  train::ModelOptions options = small_options(false).model;
  options.uses_rules = false;
  if (searches) options.map = infer::MapOptions{};
  const train::TrainingRun training = small_training(false);
  train::RuleModel model(small_data().knowledge, training.widths(), options, 1);
  return train::store_model(
      {small_data().knowledge, training.widths(), std::move(model), {}, dataset::SplitChoice()});
}

void write_models(const fs::path& folder) {
  io::write_model_file(folder / "trusted", trained_file(true, false));
  io::write_model_file(folder / "joint", trained_file(false, false));
  io::write_model_file(folder / "ensemble", trained_file(true, true));
  io::write_model_file(folder / "search", untrained_file(true));
  io::write_model_file(folder / "networks", untrained_file(false));
}

void write_checkpoints(const fs::path& folder) {
  for (const bool cross_fits : {true, false}) {
    train::TrainingRun training = small_training(cross_fits);
    for (int epoch = 0; !training.is_finished(); ++epoch, training.run_epoch()) {
      io::write_model_file(folder / ((cross_fits ? "trusted-" : "joint-") + std::to_string(epoch)),
                           train::store_training(training.state(), settings_of_checkpoint));
    }
  }
}

}  // namespace
}  // namespace kenn

int main(int argc, char** argv) {
  const std::string kind = argc == 3 ? argv[2] : "";
  if (kind == "model") {
    kenn::write_models(argv[1]);
  } else if (kind == "checkpoint") {
    kenn::write_checkpoints(argv[1]);
  } else {
    std::cerr << "usage: fuzz-seeds FOLDER model|checkpoint\n";
    return 2;
  }
}
