// A pass in rounds: each does some clauses, and only looks at the columns that they are about.
//
// A kernel jumps from row to row of the exponentials, and they should be in the cache. So the columns of a
// table are done in windows so narrow that a row is one cache line, and a whole window fits:
//
//   40 rules T(x) & C(x,y) -> T(y) on 170,000 rows:   rounds of 16, 16 and 8 columns, 11 MB at a time
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
  values,     // from exponentials
  gradients,  // from exponentials and gradients
  kept,       // both, for values first and then for gradients: the exponentials stay
  direct,     // from the preactivations only: clauses of all shapes are done in one round
};

// Whether `kept` pays: all tables are so small that their windows are narrow. It takes memory for all
// columns, and saves the exponentials of the backward.
bool can_keep(const std::vector<PredictedTable>& tables);

Rounds make_rounds(const PlanData& plan, std::span<const BlockPart> blocks, RoundKind kind);

// Two literals on two varying rows of predictions, each in neighbouring columns.
bool is_pair(const GroundingGroup& group, const ClauseBlock& block);

}  // namespace kenn
