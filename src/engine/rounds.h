// A pass in rounds: each does some clauses, and only looks at the columns that they are about.
//
// A kernel jumps from row to row of the exponentials, and they should be in the cache. The columns of a table
// are done in windows as wide as the kernels can do at once, so that few rounds go through all pairs; or in
// windows so narrow that a row is one cache line, where that brings a window into a nearer cache:
//
//   40 rules T(x) & C(x,y) -> T(y) on 170,000 rows, where so much of the last cache may be counted on:
//     65 MB   one round, 27 MB at a time
//     16 MB   rounds of 16, 16 and 8 columns, 11 MB at a time
//
// Gradients, where they are needed, are in the next line, which is fetched with the first in less than the
// time of two lines apart. Clauses of other shapes than the pair are done in one round of their own, which
// looks at whole rows.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/round.h"

namespace kenn::engine {

// The windows that a pass has on a table. They are prepared together: a row is read once.
struct TableWindows {
  Columns columns;  // all of the table
  std::vector<Window> windows;
};

// What a sweep over rows goes over: columns, or all columns of a table.
inline const Columns& columns_of(const Columns& columns) {
  return columns;
}
inline const Columns& columns_of(const TableWindows& table) {
  return table.columns;
}

struct Rounds {
  std::vector<std::unique_ptr<Round>> rounds;
  std::vector<TableWindows> tables;  // all windows of the rounds, by table
  std::vector<Columns> untouched;    // that no round writes to
  bool exceed_cache = false;         // exponentials and gradients of all rounds together
};

enum class RoundKind : std::uint8_t {
  values,     // from exponentials
  gradients,  // from exponentials and gradients
  kept,       // both, for values first and then for gradients: the exponentials stay
  direct,     // from the preactivations only: clauses of all shapes are done in one round
};

// Whether `kept` pays: exponentials and gradients of all tables are in the caches next to the cores, so that
// it does not matter how far apart they are.
bool are_small(const std::vector<PredictedTable>& tables);

Rounds make_rounds(const PlanData& plan, std::span<const BlockPart> blocks, RoundKind kind);

// Two literals on two varying rows of predictions, each in neighbouring columns.
bool is_pair(const plan::GroundingGroup& group, const plan::ClauseBlock& block);

}  // namespace kenn::engine
