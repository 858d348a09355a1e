// The objects of a type from a table: ids, labels, splits and numeric features.
#pragma once

#include <kenn/clause.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/table_source.h"
#include "table/features.h"
#include "table/labels.h"

namespace kenn {

struct ObjectTable {
  std::vector<std::string> ids;
  Labels labels;
  std::optional<Features> features;  // of the columns that mean nothing else
};

// Columns are known by their names; `predicted` are the predicates of the type's table, in their order.
//
//   id      the object, once each
//   label   the predicate that holds, or nothing; then the others of its exclusive group do not hold
//   split   train, valid or test, or nothing
//   AI      a predicate: 1, 0 or nothing
//   ...     every other column is a feature, a finite number
//
// Throws `Error` (kind data).
ObjectTable read_object_table(TableRows& rows, const Vocabulary& vocabulary,
                              std::span<const PredicateIndex> predicted);

// The label that a text names, written to the atoms of one row; false when no predicate has the name.
bool set_label(std::string_view text, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted,
               std::span<Known> atoms);

// `train`, `valid`, `test`, or nothing for another word.
std::optional<Split> parse_split(std::string_view text);

}  // namespace kenn
