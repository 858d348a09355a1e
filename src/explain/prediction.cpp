// Logits of one row as what is said of it: probabilities, and the predicates that hold.
#include "explain/prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nn/column_groups.h"

namespace kenn::explain {

namespace {

std::uint32_t greatest_column(const nn::ColumnGroup& group, std::span<const double> logits) {
  return *std::max_element(
      group.columns.begin(), group.columns.end(),
      [&](std::uint32_t left, std::uint32_t right) { return logits[left] < logits[right]; });
}

}  // namespace

std::vector<double> probabilities(const Vocabulary& vocabulary, const TableSchema& table,
                                  std::span<const double> logits) {
  std::vector<double> result(logits.size());
  for (const nn::ColumnGroup& group : nn::column_groups(vocabulary, table)) {
    if (!group.is_exclusive) {
      const std::uint32_t column = group.columns.front();
      result[column] = 1 / (1 + std::exp(-logits[column]));
      continue;
    }
    const double greatest = logits[greatest_column(group, logits)];
    double sum = 0;
    for (const std::uint32_t column : group.columns) sum += std::exp(logits[column] - greatest);
    for (const std::uint32_t column : group.columns)
      result[column] = std::exp(logits[column] - greatest) / sum;
  }
  return result;
}

std::vector<std::uint32_t> predicted(const Vocabulary& vocabulary, const TableSchema& table,
                                     std::span<const double> logits) {
  std::vector<std::uint32_t> columns;
  for (const nn::ColumnGroup& group : nn::column_groups(vocabulary, table)) {
    if (group.is_exclusive) {
      columns.push_back(greatest_column(group, logits));
    } else if (logits[group.columns.front()] > 0) {
      columns.push_back(group.columns.front());
    }
  }
  return columns;
}

double margin(const Vocabulary& vocabulary, const TableSchema& table, std::uint32_t column,
              const double* logits) {
  for (const nn::ColumnGroup& group : nn::column_groups(vocabulary, table)) {
    if (!group.is_exclusive || std::count(group.columns.begin(), group.columns.end(), column) == 0) continue;
    double greatest = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t other : group.columns) {
      if (other != column) greatest = std::max(greatest, logits[other]);
    }
    const bool is_first_of_equals = logits[column] == greatest &&
                                    greatest_column(group, std::span(logits, table.columns.size())) == column;
    if (is_first_of_equals) return std::numeric_limits<double>::min();
    return logits[column] - greatest;
  }
  return logits[column];
}

ExplainedPrediction prediction_of(const Vocabulary& vocabulary, const TableSchema& table,
                                  std::vector<double> logits) {
  ExplainedPrediction prediction;
  prediction.probabilities = probabilities(vocabulary, table, logits);
  for (const std::uint32_t column : predicted(vocabulary, table, logits)) {
    prediction.predicates.push_back(vocabulary.predicates[table.columns[column]].name);
  }
  prediction.logits = std::move(logits);
  return prediction;
}

}  // namespace kenn::explain
