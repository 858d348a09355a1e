// The part of a data set that is about some of its objects.
#pragma once

#include <vector>

#include "table/dataset.h"

namespace kenn {

using Chosen = std::vector<bool>;  // one per row

// The rows of a matrix that are chosen, in their order.
Features chosen_rows(const Features& features, const Chosen& chosen);
Labels chosen_rows(const Labels& labels, const Chosen& chosen);

// Only the chosen objects, `chosen[type]`, and the tuples that speak of nothing else. Objects keep their
// names and their order.
Dataset subset(const Knowledge& knowledge, const Dataset& dataset, const std::vector<Chosen>& chosen);

}  // namespace kenn
