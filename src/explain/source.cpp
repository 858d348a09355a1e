// What predictions are explained from: the rules, the data, the weights, and what the network says.
#include "explain/source.h"

namespace kenn::explain {

std::vector<float> take_logits(std::span<const float> values, std::size_t width, std::span<const Row> rows) {
  std::vector<float> taken;
  taken.reserve(rows.size() * width);
  for (const Row row : rows) {
    const std::span<const float> one = values.subspan(row * width, width);
    taken.insert(taken.end(), one.begin(), one.end());
  }
  return taken;
}

std::vector<std::uint32_t> Source::known_columns(TableIndex table, Row row) const {
  std::vector<std::uint32_t> columns;
  if (labels.empty() || labels[table].atoms.empty()) return columns;
  const std::size_t width = tables.schema().tables[table].columns.size();
  for (std::uint32_t column = 0; column < width; ++column) {
    if (labels[table].atoms[row * width + column] == table::Known::yes) columns.push_back(column);
  }
  return columns;
}

}  // namespace kenn::explain
