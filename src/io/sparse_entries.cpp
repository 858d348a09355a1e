// Entries of a sparse matrix in any order, and the compressed rows that they make.
#include "io/sparse_entries.h"

#include <algorithm>
#include <tuple>

namespace kenn::io {

namespace {

bool comes_before(const SparseEntry& left, const SparseEntry& right) {
  return std::tie(left.row, left.column) < std::tie(right.row, right.column);
}

}  // namespace

void sort_entries(std::vector<SparseEntry>& entries) {
  if (std::is_sorted(entries.begin(), entries.end(), comes_before)) return;
  std::sort(entries.begin(), entries.end(), comes_before);
}

std::optional<SparseEntry> find_repeated(const std::vector<SparseEntry>& entries) {
  const auto found = std::adjacent_find(
      entries.begin(), entries.end(),
      [](const SparseEntry& a, const SparseEntry& b) { return a.row == b.row && a.column == b.column; });
  if (found == entries.end()) return std::nullopt;
  return *found;
}

table::SparseRows compress(const std::vector<SparseEntry>& entries, std::size_t rows) {
  table::SparseRows result;
  const auto count = static_cast<std::size_t>(std::count_if(
      entries.begin(), entries.end(), [](const SparseEntry& entry) { return entry.value != 0; }));
  result.offsets.assign(rows + 1, 0);
  result.columns.reserve(count);
  result.values.reserve(count);
  for (const SparseEntry& entry : entries) {
    if (entry.value == 0) continue;
    ++result.offsets[entry.row + std::size_t{1}];
    result.columns.push_back(entry.column);
    result.values.push_back(entry.value);
  }
  for (std::size_t row = 0; row < rows; ++row) result.offsets[row + 1] += result.offsets[row];
  return result;
}

}  // namespace kenn::io
