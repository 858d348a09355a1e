// Sparse features from a table with one row per feature of an object.
//
// Before: id feature value      After: 2 rows, 4 columns: (0,3) = 0.5, (1,0) = 2
//         a  3       0.5
//         b  0       2
#pragma once

#include <kenn/tables.h>

#include <optional>

#include "io/table_source.h"
#include "table/features.h"

namespace kenn::dataset {

// Features are numbered from 0; there are as many as the greatest number says. Throws `Error` (kind data).
table::Features read_feature_table(io::TableRows& rows, const Tables& tables, TypeIndex type);

// The features of a type from its table `Paper_features`, if there is one and no relation has this name.
std::optional<io::SeparateFeatures> read_separate_features(io::TableSource& source, const Tables& tables,
                                                           TypeIndex type);

}  // namespace kenn::dataset
