// Logits of one row as what is said of it: probabilities, and the predicates that hold.
#pragma once

#include <kenn/explain.h>
#include <kenn/tables.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kenn::explain {

// Softmax in exclusive groups, the logistic function elsewhere.
std::vector<double> probabilities(const Vocabulary& vocabulary, const TableSchema& table,
                                  std::span<const double> logits);

// The columns that hold: the most probable one of an exclusive group, any other from a logit above 0.
std::vector<std::uint32_t> predicted(const Vocabulary& vocabulary, const TableSchema& table,
                                     std::span<const double> logits);

// How clearly a column holds: above 0 if it does. Its logit, minus the greatest other one of its group.
double margin(const Vocabulary& vocabulary, const TableSchema& table, std::uint32_t column,
              const double* logits);

ExplainedPrediction prediction_of(const Vocabulary& vocabulary, const TableSchema& table,
                                  std::vector<double> logits);

}  // namespace kenn::explain
