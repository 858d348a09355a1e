// What the prediction of one row depends on: rows, and the groundings between them, collected backwards.
#include "explain/neighbourhood.h"

#include <string>

namespace kenn::explain {

Neighbourhood::Neighbourhood(const Source& source, const Groundings& groundings,
                             std::span<const RowOfTable> about, std::uint64_t most_groundings)
    : source_(source), groundings_(groundings), most_groundings_(most_groundings) {
  for (const TableSchema& schema : source.tables.schema().tables) widths_.push_back(schema.columns.size());
  const std::size_t passes = source.options.layers * groundings.stage_count();
  instances_.resize(groundings.stage_count());
  counts_.resize(passes + 1);
  for (const RowOfTable& each : about) node_of(each.table, each.row);
  counts_[passes] = nodes_.size();
  for (std::size_t pass = passes; pass-- > 0;) {
    for (Node node = 0; node < counts_[pass + 1]; ++node) find_instances(stage_of(pass), node);
    counts_[pass] = nodes_.size();
  }
}

Node Neighbourhood::node_of(TableIndex table, Row row) {
  const std::uint64_t key = (std::uint64_t{table} << 32U) | row;
  const auto [entry, is_new] = numbers_.emplace(key, static_cast<Node>(nodes_.size()));
  if (is_new) {
    nodes_.push_back({table, row, value_count_});
    value_count_ += widths_[table];
  }
  return entry->second;
}

void Neighbourhood::find_instances(std::size_t stage, Node node) {
  if (node < instances_[stage].size()) return;  // nodes come in order
  std::vector<Instance>& found = instances_[stage].emplace_back();
  const NodeRow about = nodes_[node];
  groundings_.for_each_touching(
      stage, about.table, about.row, [&](std::uint32_t group, const plan::Match& match) {
        if (++instance_count_ > most_groundings_) {
          throw Error(ErrorKind::limit, "the prediction depends on more than " +
                                            std::to_string(most_groundings_) +
                                            " groundings; raise the limit (--max-groundings)");
        }
        found.push_back({group, slots_.size(), atoms_.size(), variables_.size()});
        for (const plan::Slot& slot : groundings_.group(group).slots) {
          const bool is_given = source_.tables.schema().tables[slot.table].role == Role::given;
          slots_.push_back(is_given ? no_node
                                    : node_of(slot.table, static_cast<Row>(row_of_slot(slot, match))));
        }
        atoms_.insert(atoms_.end(), match.atoms.begin(), match.atoms.end());
        variables_.insert(variables_.end(), match.variables.begin(), match.variables.end());
      });
}

}  // namespace kenn::explain
