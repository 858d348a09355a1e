// A pass in rounds: each does some clauses, and only looks at the columns that they are about.
//
// A kernel jumps from row to row of the exponentials, and they should be in the cache. So the columns of a
// table are done in windows so narrow that a row is one cache line, and a whole window fits:
//
//   40 rules T(x) & C(x,y) -> T(y) on 170,000 rows:   5 rounds of 8 columns, 11 MB at a time, not 54 MB
//
// When even that does not fit, windows are as wide as the kernels can do at once. Clauses of other shapes
// than the pair are done in one round of their own, which looks at whole rows.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "layer/round.h"

namespace kenn {

struct Rounds {
  std::vector<std::unique_ptr<Round>> rounds;
  std::vector<Columns> untouched;  // that no round writes to
};

enum class RoundKind : std::uint8_t {
  values,            // from exponentials
  values_with_room,  // the same, with room for gradients: the exponentials can stay for the backward
  gradients,         // from exponentials and gradients
  direct,            // from the preactivations only: clauses of all shapes are done in one round
};

// Whether all tables are so small and narrow that `values_with_room` costs nothing.
bool are_small(const std::vector<PredictedTable>& tables);

Rounds make_rounds(const PlanData& plan, std::span<const BlockPart> blocks, RoundKind kind);

// Two literals on two varying rows of predictions, each in neighbouring columns.
bool is_pair(const GroundingGroup& group, const ClauseBlock& block);

}  // namespace kenn
