// What the network of a predicted table sees of its rows.
#pragma once

#include <kenn/tables.h>

#include "base/random.h"
#include "dataset/dataset.h"

namespace kenn::dataset {

// For the table of a type the features of its objects. For a relation those of the tuple's own, then those of
// its first object, of its second, and so on, side by side; sparse if one of them is. Without any features
// there are no columns, and only a constant can be learned. What must be put together is put into `joined`.
const table::Features& input_of(const DatasetParts& dataset, TableIndex table, table::Features& joined);

// Divides every row by its Euclidean length; rows of zeros stay.
void scale_rows(table::Features& features);

// The features without a share of them, chosen at random; the others are scaled up.
table::Features leave_out(const table::Features& features, double share, base::Random& random);

// How many columns that has.
std::size_t input_width(const DatasetParts& dataset, TableIndex table);

}  // namespace kenn::dataset
