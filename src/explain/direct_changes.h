// What every clause adds to all logits by itself, while the others do what they do.
#pragma once

#include <kenn/explain.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "dataset/graph.h"
#include "explain/context.h"

namespace kenn::explain {

// The logits that a clause moves, by number (of all tables, row by row), and by how much in all layers.
using ClauseChanges = std::vector<std::pair<std::uint64_t, double>>;

// One per clause. `networks` are the logits of all predicted tables.
std::vector<ClauseChanges> direct_changes(const Context& context, const Plan& plan,
                                          const dataset::TableList& networks);

// Clauses that move logits of a common column in opposite directions, those that cancel most first.
std::vector<AuditedPair> opposed_pairs(const Context& context, const std::vector<ClauseChanges>& changes);

}  // namespace kenn::explain
