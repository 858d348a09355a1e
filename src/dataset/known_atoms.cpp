// Which predicted atoms the labels for training are about, and what they say.
#include "dataset/known_atoms.h"

#include "nn/column_groups.h"

namespace kenn::dataset {

std::vector<float> known_atoms(const Graph& graph, std::size_t table) {
  const table::Labels& labels = graph.labels(table);
  const TableSchema& schema = graph.schema(table);
  const std::size_t width = schema.columns.size();
  std::vector<float> known(graph.plan.tables()[table].size(), -1.0F);
  const std::vector<nn::ColumnGroup> groups = nn::column_groups(graph.dataset.tables.vocabulary(), schema);
  for (std::size_t row = 0; row < labels.splits.size(); ++row) {
    if (labels.splits[row] != table::Split::train) continue;
    const table::Known* const atoms = &labels.atoms[row * width];
    for (const nn::ColumnGroup& group : groups) {
      bool any_holds = false;
      for (const std::uint32_t column : group.columns)
        any_holds = any_holds || atoms[column] == table::Known::yes;
      if (group.is_exclusive ? !any_holds : atoms[group.columns.front()] == table::Known::nothing) continue;
      for (const std::uint32_t column : group.columns) {
        known[row * width + column] = atoms[column] == table::Known::yes ? 1.0F : 0.0F;
      }
    }
  }
  return known;
}

}  // namespace kenn::dataset
