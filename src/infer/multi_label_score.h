// How good the predictions of tables are whose objects have several labels: micro F1 and exact match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dataset/graph.h"

namespace kenn::infer {

// Of the predicates of a table that are in no exclusive group, taken together.
struct MultiLabelScore {
  std::string table;
  std::size_t predicates = 0;
  std::uint64_t rows = 0;   // with a known label
  std::uint64_t exact = 0;  // those of them whose known labels are all predicted right
  std::uint64_t true_positives = 0;
  std::uint64_t false_positives = 0;
  std::uint64_t false_negatives = 0;

  // 2 TP / (2 TP + FP + FN) over all known labels; NaN when nothing holds and nothing is predicted.
  [[nodiscard]] double micro_f1() const;
  [[nodiscard]] double exact_match() const;  // a share of the rows
};

// Of the tables that have two or more such predicates, and labels for them in the split, or any.
std::vector<MultiLabelScore> multi_label_scores(const dataset::Graph& graph,
                                                const std::vector<std::vector<float>>& preactivations,
                                                std::optional<table::Split> split);

}  // namespace kenn::infer
