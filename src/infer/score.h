// How good predictions are: accuracy, F1 and who is taken for whom.
#pragma once

#include <kenn/model.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dataset/graph.h"
#include "nn/column_groups.h"

namespace kenn::infer {

// Of an exclusive group, or of one predicate that is in none (then the classes are "no" and "yes").
struct GroupScore {
  std::string table;
  std::string name;  // the predicate, or "label" for a group
  std::vector<std::string> classes;
  std::vector<std::vector<std::uint64_t>> confusion;  // [what holds][what is predicted]
  bool is_exclusive = false;

  [[nodiscard]] std::uint64_t known() const;
  [[nodiscard]] std::uint64_t right() const;
  [[nodiscard]] double accuracy() const;  // NaN when nothing is known
  [[nodiscard]] double macro_f1() const;  // over the classes that are there or predicted
};

// Which class of a group is known to hold in a row; nothing if none is. Of a predicate that is in no
// exclusive group, 1 if it holds.
std::optional<std::size_t> known_class(const nn::ColumnGroup& group, const table::Known* atoms);

// Which one its logits predict.
std::size_t predicted_class(const nn::ColumnGroup& group, const float* row);

// Of the labels in a split, or of all; groups without a label are left out.
std::vector<GroupScore> score(const dataset::Graph& graph,
                              const std::vector<std::vector<float>>& preactivations,
                              std::optional<table::Split> split);

// How the labels in a split, or all, are predicted without and with the rules; no labels: 0.
SplitAccuracy split_accuracy(const dataset::Graph& graph, const dataset::TableList& before,
                             const dataset::TableList& after, std::optional<table::Split> split);

// The share of all labels that are predicted right; nothing without labels.
std::optional<double> accuracy_of(const std::vector<GroupScore>& scores);

}  // namespace kenn::infer
