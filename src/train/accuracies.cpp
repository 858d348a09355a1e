// How good a model is on the labels for training, validation and testing.
#include "train/accuracies.h"

#include <array>
#include <utility>

#include "infer/score.h"

namespace kenn {

std::vector<SplitAccuracy> split_accuracies(const SplitGraphs& graphs, RuleModel& model) {
  const std::array<std::pair<Split, const Graph*>, 3> splits = {{{Split::train, graphs.train.get()},
                                                                 {Split::valid, graphs.valid.get()},
                                                                 {Split::test, graphs.test.get()}}};
  std::vector<SplitAccuracy> all;
  const Graph* predicted = nullptr;  // they may all be one
  Predictions predictions;
  for (const auto& [split, graph] : splits) {
    if (graph != predicted) predictions = model.predict(*graph);
    predicted = graph;
    SplitAccuracy accuracy = split_accuracy(*graph, predictions.before, predictions.after, split);
    if (accuracy.labels > 0) all.push_back(std::move(accuracy));
  }
  return all;
}

}  // namespace kenn
