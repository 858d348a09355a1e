// A data set as a method sees it: groundings, inputs and labels.
#include "methods/graph.h"

#include <utility>

#include "methods/inputs.h"

namespace kenn {

Graph::Graph(const Knowledge& knowledge, Dataset dataset, const PlanOptions& options)
    : tables(dataset.tables), plan(knowledge, tables, options) {
  const std::vector<TableSchema>& schemas = tables.schema().tables;
  for (TableIndex table = 0; table < schemas.size(); ++table) {
    if (schemas[table].role != Role::predict) continue;
    predicted.push_back(table);
    inputs.push_back(input_of(dataset, table));
    labels.push_back(std::move(dataset.labels[table]));
  }
}

}  // namespace kenn
