// The part of a data set that is about some of its objects.
#include "table/subset.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace kenn {

namespace {

std::size_t count_of(const Chosen& chosen) {
  return static_cast<std::size_t>(std::count(chosen.begin(), chosen.end(), true));
}

DenseRows rows_of(const DenseRows& rows, std::size_t columns, const Chosen& chosen) {
  DenseRows kept;
  kept.values.reserve(count_of(chosen) * columns);
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    if (!chosen[row]) continue;
    const auto first = rows.values.begin() + static_cast<std::ptrdiff_t>(row * columns);
    kept.values.insert(kept.values.end(), first, first + static_cast<std::ptrdiff_t>(columns));
  }
  return kept;
}

SparseRows rows_of(const SparseRows& rows, std::size_t /*columns*/, const Chosen& chosen) {
  SparseRows kept;
  kept.offsets.reserve(count_of(chosen) + 1);
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    if (!chosen[row]) continue;
    const auto first = static_cast<std::ptrdiff_t>(rows.offsets[row]);
    const auto last = static_cast<std::ptrdiff_t>(rows.offsets[row + 1]);
    kept.columns.insert(kept.columns.end(), rows.columns.begin() + first, rows.columns.begin() + last);
    kept.values.insert(kept.values.end(), rows.values.begin() + first, rows.values.begin() + last);
    kept.offsets.push_back(kept.columns.size());
  }
  return kept;
}

class SubsetMaker {
 public:
  SubsetMaker(const Knowledge& knowledge, const Dataset& dataset, const std::vector<Chosen>& chosen)
      : dataset_(dataset), chosen_(chosen), subset_{Tables(knowledge), {}, {}, {}, {}} {}

  Dataset make() {
    const std::vector<TableSchema>& tables = dataset_.tables.schema().tables;
    for (TypeIndex type = 0; type < chosen_.size(); ++type) choose_objects(type);
    subset_.tuple_features.resize(tables.size());
    subset_.labels.resize(tables.size());
    for (TableIndex table = 0; table < tables.size(); ++table) {
      const bool is_about_objects = tables[table].holds_all_objects();
      const Chosen rows =
          is_about_objects ? chosen_[tables[table].argument_types.front()] : choose_tuples(table);
      if (tables[table].role != Role::predict) continue;
      subset_.labels[table] = chosen_rows(dataset_.labels[table], rows);
      if (!dataset_.tuple_features[table]) continue;
      subset_.tuple_features[table] = chosen_rows(*dataset_.tuple_features[table], rows);
    }
    return std::move(subset_);
  }

 private:
  void choose_objects(TypeIndex type) {
    const Chosen& chosen = chosen_[type];
    std::vector<Row>& new_rows = new_rows_.emplace_back(chosen.size());
    std::vector<std::string> names;
    Row next = 0;
    for (std::size_t row = 0; row < chosen.size(); ++row) {
      new_rows[row] = next;
      if (!chosen[row]) continue;
      names.push_back(dataset_.tables.name_of(type, static_cast<Row>(row)));
      ++next;
    }
    subset_.tables.name_objects(dataset_.tables.vocabulary().types[type].name, std::move(names));
    const std::optional<Features>& features = dataset_.features[type];
    subset_.features.push_back(features ? std::optional(chosen_rows(*features, chosen)) : std::nullopt);
  }

  // Lists the tuples whose objects are all chosen, and says which these are.
  Chosen choose_tuples(TableIndex table) {
    const Listing& listing = dataset_.tables.listing(table);
    const TableSchema& schema = dataset_.tables.schema().tables[table];
    Chosen is_kept(listing.count());
    std::vector<Row> tuples;
    std::vector<float> truth;
    for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) {
      const Row* const objects = &listing.tuples[tuple * listing.arity];
      is_kept[tuple] = true;
      for (std::size_t i = 0; i < listing.arity; ++i) {
        is_kept[tuple] = is_kept[tuple] && chosen_[schema.argument_types[i]][objects[i]];
      }
      if (!is_kept[tuple]) continue;
      for (std::size_t i = 0; i < listing.arity; ++i) {
        tuples.push_back(new_rows_[schema.argument_types[i]][objects[i]]);
      }
      if (!listing.truth.empty()) truth.push_back(listing.truth[tuple]);
    }
    subset_.tables.list(schema.name, std::move(tuples), std::move(truth));
    return is_kept;
  }

  const Dataset& dataset_;
  const std::vector<Chosen>& chosen_;
  std::vector<std::vector<Row>> new_rows_;  // per type and old row
  Dataset subset_;
};

}  // namespace

Features chosen_rows(const Features& features, const Chosen& chosen) {
  return {count_of(chosen), features.columns,
          std::visit(
              [&](const auto& rows) -> std::variant<DenseRows, SparseRows> {
                return rows_of(rows, features.columns, chosen);
              },
              features.values)};
}

Labels chosen_rows(const Labels& labels, const Chosen& chosen) {
  Labels kept;
  const std::size_t width = chosen.empty() ? 0 : labels.atoms.size() / chosen.size();
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    if (!chosen[row]) continue;
    const auto first = labels.atoms.begin() + static_cast<std::ptrdiff_t>(row * width);
    kept.atoms.insert(kept.atoms.end(), first, first + static_cast<std::ptrdiff_t>(width));
    if (!labels.splits.empty()) kept.splits.push_back(labels.splits[row]);
  }
  return kept;
}

Dataset subset(const Knowledge& knowledge, const Dataset& dataset, const std::vector<Chosen>& chosen) {
  return SubsetMaker(knowledge, dataset, chosen).make();
}

}  // namespace kenn
