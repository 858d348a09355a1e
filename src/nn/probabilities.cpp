// Preactivations as probabilities: softmax in exclusive groups, the logistic function elsewhere.
#include "nn/probabilities.h"

#include <cmath>

#include "nn/column_groups.h"

namespace kenn::nn {

namespace {

void add_softmax(const ColumnGroup& group, const float* row, float* target) {
  const double greatest = static_cast<double>(row[group.columns[greatest_of(group, row)]]);
  double sum = 0;
  for (const std::uint32_t column : group.columns)
    sum += std::exp(static_cast<double>(row[column]) - greatest);
  for (const std::uint32_t column : group.columns) {
    target[column] = static_cast<float>(std::exp(static_cast<double>(row[column]) - greatest) / sum);
  }
}

}  // namespace

std::vector<float> probabilities(const Vocabulary& vocabulary, const TableSchema& table,
                                 std::span<const float> preactivations) {
  const std::size_t width = table.columns.size();
  const std::vector<ColumnGroup> groups = column_groups(vocabulary, table);
  std::vector<float> result(preactivations.size());
  for (std::size_t first = 0; first < preactivations.size(); first += width) {
    const float* const row = &preactivations[first];
    for (const ColumnGroup& group : groups) {
      if (group.is_exclusive) {
        add_softmax(group, row, &result[first]);
      } else {
        const std::uint32_t column = group.columns.front();
        result[first + column] = static_cast<float>(1 / (1 + std::exp(-static_cast<double>(row[column]))));
      }
    }
  }
  return result;
}

// Softmax: p_i (g_i - sum of p_k g_k). Logistic function: p (1 - p) g.
void chain_to_preactivations(const Vocabulary& vocabulary, const TableSchema& table,
                             std::span<const float> probabilities, std::span<float> gradients) {
  const std::size_t width = table.columns.size();
  const std::vector<ColumnGroup> groups = column_groups(vocabulary, table);
  for (std::size_t first = 0; first < probabilities.size(); first += width) {
    const float* const row = &probabilities[first];
    float* const of_row = &gradients[first];
    for (const ColumnGroup& group : groups) {
      double mean = 0;
      for (const std::uint32_t column : group.columns) {
        mean += static_cast<double>(row[column]) * static_cast<double>(of_row[column]);
      }
      for (const std::uint32_t column : group.columns) {
        const auto probability = static_cast<double>(row[column]);
        const auto gradient = static_cast<double>(of_row[column]);
        of_row[column] = static_cast<float>(
            probability * (group.is_exclusive ? gradient - mean : (1 - probability) * gradient));
      }
    }
  }
}

}  // namespace kenn::nn
