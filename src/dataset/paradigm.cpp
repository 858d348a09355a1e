// What a model may see of a data set while it learns: everything, or only what it learns from.
#include "dataset/paradigm.h"

#include <utility>

#include "dataset/part.h"

namespace kenn::dataset {

namespace {

// The objects that are in a split; all of those types that the data says nothing about.
std::vector<std::vector<Row>> objects_in(const DatasetParts& dataset, table::Split split) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  std::vector<const table::Labels*> labels_of(dataset.tables.vocabulary().types.size());
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (!tables[table].holds_all_objects() || dataset.labels[table].splits.empty()) continue;
    labels_of[tables[table].argument_types.front()] = &dataset.labels[table];
  }
  std::vector<std::vector<Row>> objects(labels_of.size());
  for (TypeIndex type = 0; type < objects.size(); ++type) {
    for (Row row = 0; row < dataset.tables.object_count(type); ++row) {
      if (labels_of[type] == nullptr || labels_of[type]->splits[row] == split) objects[type].push_back(row);
    }
  }
  return objects;
}

}  // namespace

std::shared_ptr<const Graph> graph_for(const Knowledge& knowledge, DatasetParts dataset, table::Split split,
                                       Paradigm paradigm, const PlanOptions& options) {
  if (paradigm == Paradigm::inductive) {
    const Part part = part_with_objects(knowledge, dataset, objects_in(dataset, split));
    dataset = take_part(knowledge, dataset, part);
  }
  return std::make_shared<const Graph>(knowledge, std::move(dataset), options);
}

SplitGraphs graphs_for(const Knowledge& knowledge, DatasetParts dataset, Paradigm paradigm,
                       const PlanOptions& options) {
  SplitGraphs graphs;
  if (paradigm == Paradigm::inductive) {
    graphs.train = graph_for(knowledge, dataset, table::Split::train, paradigm, options);
    graphs.valid = graph_for(knowledge, dataset, table::Split::valid, paradigm, options);
    graphs.test = graph_for(knowledge, std::move(dataset), table::Split::test, paradigm, options);
  } else {
    graphs.train = graph_for(knowledge, std::move(dataset), table::Split::train, paradigm, options);
    graphs.valid = graphs.test = graphs.train;
  }
  return graphs;
}

}  // namespace kenn::dataset
