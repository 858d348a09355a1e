// Preactivations as probabilities: softmax in exclusive groups, the logistic function elsewhere.
#pragma once

#include <kenn/tables.h>

#include <span>
#include <vector>

namespace kenn::nn {

// Row by row, as the preactivations are.
std::vector<float> probabilities(const Vocabulary& vocabulary, const TableSchema& table,
                                 std::span<const float> preactivations);

// Gradients by probabilities become those by the preactivations that these are of, in their place.
void chain_to_preactivations(const Vocabulary& vocabulary, const TableSchema& table,
                             std::span<const float> probabilities, std::span<float> gradients);

}  // namespace kenn::nn
