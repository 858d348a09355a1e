// What is known of a predicted table, from a table of labels.
#pragma once

#include <kenn/tables.h>

#include "table/labels.h"
#include "data/table_source.h"

namespace kenn {

// Columns are known by their names; those before them say which row a line is about.
//
//   id      the object (its id, or its row number where objects have no ids); for a relation, instead of it,
//           the first columns are the objects of a listed tuple
//   label   the predicate that holds, or nothing; then the others of its exclusive group do not hold
//   split   train, valid or test; a line without one, or in a table without the column, is for training
//   AI      a predicate: 1, 0 or nothing
//
// There is one label and one split per row of `table`; rows that no line is about are in no split. Throws
// `Error` (kind data).
Labels read_labels(TableRows& rows, const Tables& tables, TableIndex table);

}  // namespace kenn
