// A data set and trainings so small that they run for every input.
#pragma once

#include <memory>

#include "dataset/random_data.h"
#include "train/trained_model.h"

namespace kenn {

// What checkpoints of these trainings say of their settings.
inline constexpr const char* settings_of_checkpoint = "same";

inline const test::RandomData& small_data() {
  static const test::RandomData data(5, 24, 4, 1.5);
  return data;
}

inline std::shared_ptr<const dataset::Graph> small_graph() {
  static const auto graph =
      std::make_shared<const dataset::Graph>(small_data().knowledge, small_data().dataset);
  return graph;
}

// Weights from folds, or weights that are learned with the networks in batches.
inline train::TrainingOptions small_options(bool cross_fits) {
  train::TrainingOptions options;
  options.model.hidden = {3};
  options.model.enhance.layers = 2;
  options.model.enhance.boost = Boost::residual;
  options.model.enhance.threads = 1;
  options.train.phases.front().epochs = 2;
  options.train.batch_size = cross_fits ? 0 : 8;
  options.train.phases.front().preparation =
      cross_fits ? train::Preparation::cross_fit : train::Preparation::none;
  options.trust.folds = 2;
  options.trust.strength = 1;
  return options;
}

inline train::TrainingRun small_training(bool cross_fits) {
  return {small_data().knowledge, small_graph(), small_graph(), small_options(cross_fits)};
}

}  // namespace kenn
