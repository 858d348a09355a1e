// Chooses which labelled objects are for training, validation and testing.
#pragma once

#include <cstdint>

#include "table/dataset.h"

namespace kenn {

// Gives every predicted table new splits; rows without a label are in none of them. Of n labelled rows,
// t = round(n * fraction) are for training and validation.
//
// Where the table has one exclusive group, training is balanced: per class c = round(round(0.8 t) / classes)
// random rows (all of them where there are fewer). Those are shuffled, all other rows follow, shuffled: the
// first c * classes are for training, those up to t for validation, the rest for testing. Elsewhere the first
// round(0.8 t) of all rows, shuffled, are for training.
//
// The same seed gives the same splits on every machine.
void choose_splits(Dataset& dataset, double fraction, std::uint64_t seed);

}  // namespace kenn
