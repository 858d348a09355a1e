// Entries of a sparse matrix in any order, and the compressed rows that they make.
#pragma once

#include <kenn/tables.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "table/features.h"

namespace kenn::io {

struct SparseEntry {
  Row row = 0;
  std::uint32_t column = 0;
  float value = 0;
};

// Row after row, and in a row by column.
void sort_entries(std::vector<SparseEntry>& entries);

// The first place that sorted entries have twice.
std::optional<SparseEntry> find_repeated(const std::vector<SparseEntry>& entries);

// Of sorted entries, each place once; those that are zero are left out.
table::SparseRows compress(const std::vector<SparseEntry>& entries, std::size_t rows);

}  // namespace kenn::io
