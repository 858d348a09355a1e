// Preactivations as probabilities: softmax in exclusive groups, the logistic function elsewhere.
#pragma once

#include <kenn/tables.h>

#include <span>
#include <vector>

namespace kenn {

// Row by row, as the preactivations are.
std::vector<float> probabilities(const Vocabulary& vocabulary, const TableSchema& table,
                                 std::span<const float> preactivations);

}  // namespace kenn
