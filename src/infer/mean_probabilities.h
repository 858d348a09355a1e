// The mean of several models' probabilities, as logits.
#pragma once

#include <vector>

#include "dataset/graph.h"
#include "infer/rule_truth.h"

namespace kenn::infer {

class MeanProbabilities {
 public:
  explicit MeanProbabilities(const dataset::Graph& graph) : graph_(graph) {}

  // Logits of all predicted tables, of one more model.
  void add(const dataset::TableList& logits);

  // log p in exclusive groups, log(p / (1 - p)) elsewhere; finite for any finite logits.
  [[nodiscard]] dataset::TableList logits() const;

 private:
  const dataset::Graph& graph_;
  std::vector<std::vector<double>> holds_;  // sums of probabilities
  std::vector<std::vector<double>> fails_;  // and of their complements
  std::size_t count_ = 0;
};

}  // namespace kenn::infer
