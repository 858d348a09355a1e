// The tables of a vocabulary: which predicates share one, and in which columns they are.
//
//   predict A(Paper), B(Paper), F(Paper, Paper)     Paper: A B      F: F      Old: Old
//   given Old(Paper)
#include <kenn/tables.h>

#include <algorithm>
#include <unordered_map>

namespace kenn {

Schema::Schema(const Vocabulary& vocabulary) {
  std::unordered_map<std::string_view, TableIndex> known;
  for (PredicateIndex index = 0; index < vocabulary.predicates.size(); ++index) {
    const Predicate& predicate = vocabulary.predicates[index];
    const auto [entry, is_new] = known.emplace(predicate.table, static_cast<TableIndex>(tables.size()));
    if (is_new) tables.push_back({predicate.table, predicate.role, predicate.argument_types, {}});
    TableSchema& table = tables[entry->second];
    places.push_back({entry->second, static_cast<std::uint32_t>(table.columns.size())});
    table.columns.push_back(index);
  }
}

std::optional<TableIndex> Schema::find(std::string_view table) const {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [table](const TableSchema& schema) { return schema.name == table; });
  if (found == tables.end()) return std::nullopt;
  return static_cast<TableIndex>(found - tables.begin());
}

}  // namespace kenn
