// How good a model is on the labels for training, validation and testing.
#include "train/accuracies.h"

#include <array>
#include <utility>

#include "infer/score.h"

namespace kenn::train {

std::vector<SplitAccuracy> split_accuracies(const dataset::SplitGraphs& graphs, RuleModel& model) {
  const std::array<std::pair<table::Split, const dataset::Graph*>, 3> splits = {
      {{table::Split::train, graphs.train.get()},
       {table::Split::valid, graphs.valid.get()},
       {table::Split::test, graphs.test.get()}}};
  std::vector<SplitAccuracy> all;
  const dataset::Graph* predicted = nullptr;  // they may all be one
  Predictions predictions;
  for (const auto& [split, graph] : splits) {
    if (graph != predicted) predictions = model.predict(*graph);
    predicted = graph;
    SplitAccuracy accuracy = infer::split_accuracy(*graph, predictions.before, predictions.after, split);
    if (accuracy.labels > 0) all.push_back(std::move(accuracy));
  }
  return all;
}

}  // namespace kenn::train
