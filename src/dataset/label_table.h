// What is known of a predicted table, from a table of labels.
#pragma once

#include <kenn/tables.h>

#include "io/table_source.h"
#include "table/labels.h"

namespace kenn::dataset {

// Columns are known by their names: those of `LabelColumns`, and `id`, the object (its id, or its row number
// where objects have no ids). For a relation, the first columns are the objects of a listed tuple instead,
// and `label` is 1 or 0. A line without a split is for training.
//
// There is one label and one split per row of `table`; rows that no line is about are in no split. Throws
// `Error` (kind data).
table::Labels read_labels(io::TableRows& rows, const Tables& tables, TableIndex table);

}  // namespace kenn::dataset
