// How good predictions are: accuracy, F1 and who is taken for whom.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "methods/graph.h"

namespace kenn {

// Of an exclusive group, or of one predicate that is in none (then `names` is "no", "yes").
struct GroupScore {
  std::string table;
  std::string name;  // the predicate, or "label" for a group
  std::vector<std::string> names;
  std::vector<std::vector<std::uint64_t>> confusion;  // [what holds][what is predicted]

  [[nodiscard]] std::uint64_t known() const;
  [[nodiscard]] double accuracy() const;  // NaN when nothing is known
  [[nodiscard]] double macro_f1() const;  // over the classes that are there or predicted
};

// Of the labels in a split; all labels for `nullptr`.
std::vector<GroupScore> score(const Graph& graph, const std::vector<std::vector<float>>& preactivations,
                              const Split* split = nullptr);

}  // namespace kenn
