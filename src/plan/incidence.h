// Step 3 of a plan: the matches of a pattern as incidence lists, never as a whole.
#pragma once

#include "plan/matcher.h"
#include "plan/plan_data.h"

namespace kenn::plan {

// Fills groundings, tuples and lists of a group whose slots are set. `sources` says where each slot's row
// comes from; `row_counts` how many rows its table has. The pattern is matched twice: to count, and to fill.
void build_incidence(const Matcher& matcher, std::span<const Slot> sources,
                     std::span<const std::uint64_t> row_counts, GroundingGroup& group);

}  // namespace kenn::plan
