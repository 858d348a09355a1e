// Which part of a graph some labels depend on. The rest need not be computed to learn from them.
#include "train/reach.h"

#include <algorithm>
#include <vector>

#include "dataset/part.h"

namespace kenn::train {

namespace {

constexpr double worth_it = 0.8;  // of the objects, or fewer

using ObjectSets = std::vector<std::vector<bool>>;  // per type

bool binds_its_variables(const Knowledge& knowledge, const Literal& literal) {
  if (literal.is_equality()) return false;
  return knowledge.predicates()[literal.predicate].role == Role::predict || !literal.positive;
}

// How many tuples may lie between two objects of a grounding; nothing when they need no tuple between them.
std::optional<std::uint32_t> hops_of(const Knowledge& knowledge, const Clause& clause) {
  if (!clause.constants.empty()) return std::nullopt;
  std::vector<bool> is_reached(clause.variables.size());
  if (is_reached.empty()) return 0;
  is_reached.front() = true;
  for (std::size_t round = 0; round < is_reached.size(); ++round) {
    for (const Literal& literal : clause.literals) {
      if (!binds_its_variables(knowledge, literal)) continue;
      const bool touches = std::any_of(literal.arguments.begin(), literal.arguments.end(),
                                       [&](const Term& term) { return is_reached[term.index]; });
      for (const Term& term : literal.arguments) is_reached[term.index] = is_reached[term.index] || touches;
    }
  }
  if (std::count(is_reached.begin(), is_reached.end(), false) > 0) return std::nullopt;
  return static_cast<std::uint32_t>(is_reached.size() - 1);
}

std::optional<std::uint32_t> hops_of(const Knowledge& knowledge) {
  std::uint32_t most = 0;
  for (const Clause& clause : knowledge.clauses()) {
    const auto hops = hops_of(knowledge, clause);
    if (!hops) return std::nullopt;
    most = std::max(most, *hops);
  }
  return most;
}

ObjectSets labelled_objects(const dataset::Graph& graph, std::span<const table::Split> splits) {
  const Tables& tables = graph.dataset.tables;
  ObjectSets objects(tables.vocabulary().types.size());
  for (TypeIndex type = 0; type < objects.size(); ++type) objects[type].resize(tables.object_count(type));
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const TableSchema& schema = graph.schema(i);
    const std::vector<table::Split>& of_rows = graph.labels(i).splits;
    for (std::size_t row = 0; row < of_rows.size(); ++row) {
      if (std::find(splits.begin(), splits.end(), of_rows[row]) == splits.end()) continue;
      if (schema.holds_all_objects()) {
        objects[schema.argument_types.front()][row] = true;
        continue;
      }
      const Listing& listing = tables.listing(graph.predicted[i]);
      for (std::size_t k = 0; k < listing.arity; ++k) {
        objects[schema.argument_types[k]][listing.tuples[row * listing.arity + k]] = true;
      }
    }
  }
  return objects;
}

// Adds the objects that share a tuple with one of the set; false when there were none.
bool add_neighbours(const Tables& tables, ObjectSets& objects) {
  const ObjectSets before = objects;
  for (TableIndex table = 0; table < tables.schema().tables.size(); ++table) {
    const TableSchema& schema = tables.schema().tables[table];
    if (schema.argument_types.size() < 2) continue;
    const Listing& listing = tables.listing(table);
    for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) {
      const Row* const rows = &listing.tuples[tuple * listing.arity];
      bool touches = false;
      for (std::size_t k = 0; k < listing.arity; ++k) {
        touches = touches || before[schema.argument_types[k]][rows[k]];
      }
      for (std::size_t k = 0; touches && k < listing.arity; ++k) {
        objects[schema.argument_types[k]][rows[k]] = true;
      }
    }
  }
  return objects != before;
}

}  // namespace

std::optional<dataset::Graph> needed_part(const dataset::Graph& graph, std::span<const table::Split> splits,
                                          std::uint32_t layers) {
  const auto hops = layers == 0 ? 0 : hops_of(*graph.knowledge);
  if (!hops) return std::nullopt;
  const Tables& tables = graph.dataset.tables;
  ObjectSets objects = labelled_objects(graph, splits);
  for (std::uint64_t hop = 0; hop < std::uint64_t{layers} * *hops; ++hop) {
    if (!add_neighbours(tables, objects)) break;
  }
  std::vector<std::vector<Row>> rows(objects.size());
  std::size_t needed = 0;
  std::size_t all = 0;
  for (TypeIndex type = 0; type < objects.size(); ++type) {
    for (std::size_t row = 0; row < objects[type].size(); ++row) {
      if (objects[type][row]) rows[type].push_back(static_cast<Row>(row));
    }
    needed += rows[type].size();
    all += objects[type].size();
  }
  if (static_cast<double>(needed) > worth_it * static_cast<double>(all)) return std::nullopt;
  const dataset::Part part = dataset::part_with_objects(*graph.knowledge, graph.dataset, std::move(rows));
  return dataset::Graph(*graph.knowledge, dataset::take_part(*graph.knowledge, graph.dataset, part),
                        graph.plan_options);
}

}  // namespace kenn::train
