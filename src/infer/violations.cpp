// Hard predictions, and how many groundings of the rules they violate.
#include "infer/violations.h"

#include <span>

#include "nn/column_groups.h"

namespace kenn::infer {

dataset::TableList hard_predictions(const dataset::Graph& graph, const dataset::TableList& preactivations) {
  dataset::TableList atoms;
  for (std::size_t i = 0; i < preactivations.size(); ++i) {
    const TableSchema& schema = graph.schema(i);
    const std::size_t width = schema.columns.size();
    const std::vector<nn::ColumnGroup> groups = nn::column_groups(graph.dataset.tables.vocabulary(), schema);
    std::vector<float>& of_table = atoms.emplace_back(preactivations[i].size());
    for (std::size_t first = 0; first < of_table.size(); first += width) {
      const float* const row = &preactivations[i][first];
      for (const nn::ColumnGroup& group : groups) {
        const std::uint32_t greatest = group.columns[nn::greatest_of(group, row)];
        if (group.is_exclusive || row[greatest] > 0) of_table[first + greatest] = 1;
      }
    }
  }
  return atoms;
}

std::vector<std::uint64_t> violations(const dataset::Graph& graph, const dataset::TableList& preactivations,
                                      std::uint32_t threads) {
  const dataset::TableList atoms = hard_predictions(graph, preactivations);
  TruthMeter meter(graph.plan, Conorm::godel, threads, GivenTruth::rounded);
  const std::vector<double> satisfied =
      meter.sums(std::vector<std::span<const float>>(atoms.begin(), atoms.end()));
  std::vector<std::uint64_t> counts = graph.plan.groundings_of_clauses();
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] -= static_cast<std::uint64_t>(satisfied[i]);
  return counts;
}

}  // namespace kenn::infer
