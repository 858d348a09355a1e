// Which columns of a table are judged together: an exclusive group, or one predicate that is in none.
#include "nn/column_groups.h"

#include <map>

namespace kenn::nn {

std::vector<ColumnGroup> column_groups(const Vocabulary& vocabulary, const TableSchema& table) {
  std::vector<ColumnGroup> all;
  std::map<std::uint32_t, std::size_t> place_of_group;
  for (std::uint32_t column = 0; column < table.columns.size(); ++column) {
    const auto group = vocabulary.predicates[table.columns[column]].exclusive_group;
    if (!group) {
      all.push_back({{column}, false});
    } else if (const auto [place, is_new] = place_of_group.emplace(*group, all.size()); is_new) {
      all.push_back({{column}, true});
    } else {
      all[place->second].columns.push_back(column);
    }
  }
  return all;
}

std::size_t greatest_of(const ColumnGroup& group, const float* row) {
  std::size_t greatest = 0;
  for (std::size_t i = 1; i < group.columns.size(); ++i) {
    if (row[group.columns[i]] > row[group.columns[greatest]]) greatest = i;
  }
  return greatest;
}

}  // namespace kenn::nn
