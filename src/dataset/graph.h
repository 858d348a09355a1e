// A data set as a method sees it: with its groundings.
#pragma once

#include <kenn/plan.h>

#include <vector>

#include "dataset/dataset.h"

namespace kenn::dataset {

using TableList = std::vector<std::vector<float>>;  // one matrix per predicted table, row by row

struct Graph {
  // The knowledge must stay.
  Graph(const Knowledge& of_knowledge, DatasetParts of_dataset, const PlanOptions& options = {});

  // One per table of the plan:
  [[nodiscard]] const TableSchema& schema(std::size_t i) const;
  [[nodiscard]] const table::Labels& labels(std::size_t i) const { return dataset.labels[predicted[i]]; }

  const Knowledge* knowledge;
  PlanOptions plan_options;
  DatasetParts dataset;
  Plan plan;
  std::vector<TableIndex> predicted;  // the tables of the plan, in the schema
};

}  // namespace kenn::dataset
