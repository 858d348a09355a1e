// Which columns of a table are judged together: an exclusive group, or one predicate that is in none.
#pragma once

#include <kenn/tables.h>

#include <cstdint>
#include <vector>

namespace kenn::nn {

struct ColumnGroup {
  std::vector<std::uint32_t> columns;
  bool is_exclusive = false;
};

// In the order of their first columns.
std::vector<ColumnGroup> column_groups(const Vocabulary& vocabulary, const TableSchema& table);

// The place in the group of its greatest value in a row (the first of equals).
std::size_t greatest_of(const ColumnGroup& group, const float* row);

}  // namespace kenn::nn
