// Which predicted atoms the labels for training are about, and what they say.
#pragma once

#include <vector>

#include "dataset/graph.h"

namespace kenn::dataset {

// For a table of the plan: 1 or 0 where it is known, -1 elsewhere. In an exclusive group one that holds says
// it all; what is only known not to hold says too little. No label of another split is looked at.
std::vector<float> known_atoms(const Graph& graph, std::size_t table);

}  // namespace kenn::dataset
