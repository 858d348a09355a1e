// The objects of a type from a table: ids, labels, splits and numeric features.
#pragma once

#include <kenn/clause.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/table_source.h"
#include "table/features.h"
#include "table/labels.h"

namespace kenn::dataset {

struct ObjectTable {
  std::vector<std::string> ids;
  table::Labels labels;
  std::optional<table::Features> features;  // of the columns that mean nothing else
};

// Columns are known by their names: `id`, once each; those of `LabelColumns`, whose `label` names a
// predicate; every other one is a feature. `predicted` are the predicates of the type's table, in their
// order.
//
//   id,label,length     ->   ids a b,  labels of a: AI yes, DB no; of b: nothing,  features (3.5) (2)
//   a,AI,3.5
//   b,,2
//
// Throws `Error` (kind data).
ObjectTable read_object_table(io::TableRows& rows, const Vocabulary& vocabulary,
                              std::span<const PredicateIndex> predicted);

}  // namespace kenn::dataset
