// Step 4 of a plan: clauses of the same shape become one vector loop.
#pragma once

#include <span>
#include <vector>

#include "plan/plan_data.h"

namespace kenn::plan {

// Clauses whose literals have the same slots and signs are one block, in which clauses lie side by side.
// Where neighbouring clauses have neighbouring columns in all literals, a run of them becomes a block of its
// own, whose columns are loaded and not gathered.
//
//   (-0.A, +1.A) (-0.B, +1.B) (-0.C, +1.C)   ->   one block: slot 0 columns A B C, slot 1 columns A B C
std::vector<ClauseBlock> make_blocks(std::span<const GroundClause> clauses);

}  // namespace kenn::plan
