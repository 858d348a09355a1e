// A data set as a method sees it: with its groundings.
#include "dataset/graph.h"

#include <utility>

namespace kenn::dataset {

Graph::Graph(const Knowledge& of_knowledge, DatasetParts of_dataset, const PlanOptions& options)
    : knowledge(&of_knowledge),
      plan_options(options),
      dataset(std::move(of_dataset)),
      plan(of_knowledge, dataset.tables, options) {
  const std::vector<TableSchema>& schemas = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < schemas.size(); ++table) {
    if (schemas[table].role == Role::predict) predicted.push_back(table);
  }
}

const TableSchema& Graph::schema(std::size_t i) const {
  return dataset.tables.schema().tables[predicted[i]];
}

}  // namespace kenn::dataset
