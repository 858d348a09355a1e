// Hard predictions, and how many groundings of the rules they violate.
#pragma once

#include <cstdint>
#include <vector>

#include "infer/rule_truth.h"

namespace kenn::infer {

// 1 for every predicted atom that holds, 0 for the others: the greatest of an exclusive group (the first of
// equals); elsewhere those above 0.
dataset::TableList hard_predictions(const dataset::Graph& graph, const dataset::TableList& preactivations);

// For every clause, the number of its groundings in which no literal holds. `given` atoms hold as listed,
// those with a degree when it is above 1/2.
std::vector<std::uint64_t> violations(const dataset::Graph& graph, const dataset::TableList& preactivations,
                                      std::uint32_t threads);

}  // namespace kenn::infer
