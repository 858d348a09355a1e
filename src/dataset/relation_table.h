// The tuples of a relation from a table, and what is known of them.
#pragma once

#include <optional>

#include "dataset/read_dataset.h"
#include "dataset/relation.h"
#include "io/table_source.h"

namespace kenn::dataset {

struct RelationTable {
  RelationData data;
  table::Labels labels;                     // of a predicted relation
  std::optional<table::Features> features;  // likewise
};

// The first columns, in their order and under any name, are the arguments; they hold the ids of objects that
// `tables` has. `truth`, `label`, `split` and the names of predicted predicates are never arguments. A given
// relation may have `truth`. A predicted one may have the columns of `LabelColumns`, whose `label` is 1 or 0;
// every other column is a feature of the tuple.
//
//   x,y,since,Friends   ->   tuples (0,1) (0,2),  labels yes nothing,  features (1999) (2004)
//   anna,bob,1999,1
//   anna,carl,2004,
//
// Throws `Error` (kind data).
RelationTable read_relation_table(io::TableRows& rows, const Tables& tables, TableIndex table);

}  // namespace kenn::dataset
