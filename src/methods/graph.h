// A data set as a method sees it: groundings, inputs and labels.
#pragma once

#include <kenn/plan.h>

#include <vector>

#include "table/dataset.h"

namespace kenn {

struct Graph {
  Graph(const Knowledge& knowledge, Dataset dataset, const PlanOptions& options = {});

  Tables tables;
  Plan plan;
  // One per table of the plan:
  std::vector<TableIndex> predicted;  // into the schema
  std::vector<Features> inputs;
  std::vector<Labels> labels;
};

}  // namespace kenn
