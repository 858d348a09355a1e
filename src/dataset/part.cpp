// A part of a data set: some of its objects, and some of the tuples that speak of them.
#include "dataset/part.h"

#include <utility>

#include "base/sorted.h"

namespace kenn::dataset {

namespace {

// The rows `chosen` of a matrix.
template <typename Value, typename Number>
std::vector<Value> take_rows(const std::vector<Value>& values, std::size_t width,
                             const std::vector<Number>& chosen) {
  std::vector<Value> taken;
  taken.reserve(chosen.size() * width);
  for (const Number row : chosen) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(row * width);
    taken.insert(taken.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  return taken;
}

template <typename Number>
table::SparseRows take_rows(const table::SparseRows& rows, const std::vector<Number>& chosen) {
  table::SparseRows taken;
  taken.offsets.reserve(chosen.size() + 1);
  for (const Number row : chosen) {
    const auto first = static_cast<std::ptrdiff_t>(rows.offsets[row]);
    const auto last = static_cast<std::ptrdiff_t>(rows.offsets[row + 1]);
    taken.columns.insert(taken.columns.end(), rows.columns.begin() + first, rows.columns.begin() + last);
    taken.values.insert(taken.values.end(), rows.values.begin() + first, rows.values.begin() + last);
    taken.offsets.push_back(taken.columns.size());
  }
  return taken;
}

template <typename Number>
std::optional<table::Features> take_rows(const SharedFeatures& features, const std::vector<Number>& chosen) {
  if (!features) return std::nullopt;
  table::Features taken{chosen.size(), features->columns, table::DenseRows{}};
  if (const auto* const dense = std::get_if<table::DenseRows>(&features->values)) {
    taken.values = table::DenseRows{take_rows(dense->values, features->columns, chosen)};
  } else {
    taken.values = take_rows(std::get<table::SparseRows>(features->values), chosen);
  }
  return taken;
}

template <typename Number>
table::Labels take_rows(const table::Labels& labels, std::size_t width, const std::vector<Number>& chosen) {
  return {labels.atoms.empty() ? std::vector<table::Known>{} : take_rows(labels.atoms, width, chosen),
          labels.splits.empty() ? std::vector<table::Split>{} : take_rows(labels.splits, 1, chosen)};
}

class PartTaker {
 public:
  PartTaker(const Knowledge& knowledge, const DatasetParts& dataset, const Part& part)
      : from_(dataset), part_(part), taken_{Tables(knowledge), {}, {}, {}, {}} {}

  DatasetParts take() {
    const std::vector<TableSchema>& tables = from_.tables.schema().tables;
    for (TypeIndex type = 0; type < part_.objects.size(); ++type) take_objects(type);
    taken_.tuple_features.resize(tables.size());
    taken_.labels.resize(tables.size());
    for (TableIndex table = 0; table < tables.size(); ++table) {
      const TableSchema& schema = tables[table];
      const std::size_t width = schema.columns.size();
      if (schema.holds_all_objects()) {
        const std::vector<Row>& rows = part_.objects[schema.argument_types.front()];
        taken_.labels[table] = take_rows(from_.labels[table], width, rows);
        continue;
      }
      list_tuples(table);
      if (schema.role != Role::predict) continue;
      taken_.labels[table] = take_rows(from_.labels[table], width, part_.tuples[table]);
      taken_.tuple_features[table] = take_rows(from_.tuple_features[table], part_.tuples[table]);
    }
    return std::move(taken_);
  }

 private:
  void take_objects(TypeIndex type) {
    std::vector<std::string> names;
    names.reserve(part_.objects[type].size());
    for (const Row row : part_.objects[type]) names.push_back(from_.tables.name_of(type, row));
    taken_.tables.name_objects(from_.tables.vocabulary().types[type].name, std::move(names));
    taken_.features.push_back(take_rows(from_.features[type], part_.objects[type]));
  }

  void list_tuples(TableIndex table) {
    const TableSchema& schema = from_.tables.schema().tables[table];
    const Listing& listing = from_.tables.listing(table);
    std::vector<Row> tuples = take_rows(listing.tuples, listing.arity, part_.tuples[table]);
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      const std::vector<Row>& objects = part_.objects[schema.argument_types[i % listing.arity]];
      tuples[i] = static_cast<Row>(base::place_in(objects, tuples[i]));
    }
    taken_.tables.list(
        schema.name, std::move(tuples),
        listing.truth.empty() ? std::vector<float>{} : take_rows(listing.truth, 1, part_.tuples[table]));
  }

  const DatasetParts& from_;
  const Part& part_;
  DatasetParts taken_;
};

TypeIndex type_of_argument(const Knowledge& knowledge, const Clause& clause, const Literal& literal,
                           std::size_t argument) {
  if (!literal.is_equality()) return knowledge.predicates()[literal.predicate].argument_types[argument];
  // A constant has the type of the variable on the other side.
  return clause.variables[literal.arguments[1 - argument].index].type;
}

}  // namespace

std::vector<std::vector<Row>> named_in_rules(const Knowledge& knowledge, const Tables& tables) {
  std::vector<std::vector<Row>> named(knowledge.types().size());
  for (const Clause& clause : knowledge.clauses()) {
    for (const Literal& literal : clause.literals) {
      for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
        const Term& term = literal.arguments[i];
        if (term.kind != Term::Kind::constant) continue;
        const TypeIndex type = type_of_argument(knowledge, clause, literal, i);
        if (const auto row = tables.row_of(type, clause.constants[term.index])) named[type].push_back(*row);
      }
    }
  }
  for (std::vector<Row>& rows : named) base::sort_and_merge(rows);
  return named;
}

Part part_with_objects(const Knowledge& knowledge, const DatasetParts& dataset,
                       std::vector<std::vector<Row>> objects) {
  const std::vector<std::vector<Row>> named = named_in_rules(knowledge, dataset.tables);
  std::vector<std::vector<bool>> is_in(objects.size());
  for (TypeIndex type = 0; type < objects.size(); ++type) {
    objects[type].insert(objects[type].end(), named[type].begin(), named[type].end());
    base::sort_and_merge(objects[type]);
    is_in[type].resize(dataset.tables.object_count(type));
    for (const Row row : objects[type]) is_in[type][row] = true;
  }
  Part part{std::move(objects), {}};
  for (TableIndex table = 0; table < dataset.tables.schema().tables.size(); ++table) {
    const TableSchema& schema = dataset.tables.schema().tables[table];
    std::vector<std::uint64_t>& chosen = part.tuples.emplace_back();
    if (schema.holds_all_objects()) continue;
    const Listing& listing = dataset.tables.listing(table);
    for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) {
      bool are_all_in = true;
      for (std::size_t i = 0; i < listing.arity; ++i) {
        are_all_in = are_all_in && is_in[schema.argument_types[i]][listing.tuples[tuple * listing.arity + i]];
      }
      if (are_all_in) chosen.push_back(tuple);
    }
  }
  return part;
}

DatasetParts take_part(const Knowledge& knowledge, const DatasetParts& dataset, const Part& part) {
  return PartTaker(knowledge, dataset, part).take();
}

}  // namespace kenn::dataset
