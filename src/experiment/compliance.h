// How far the labels that a model learns from follow the rules.
#pragma once

#include <optional>
#include <vector>

#include "dataset/graph.h"

namespace kenn::experiment {

// One number per clause, from its groundings whose predicted atoms are all labelled for training. Where a
// clause has both negated and positive predicted literals, it is the share of those groundings in which a
// positive literal holds, among those in which all negated atoms hold: of `T(x) & Cite(x, y) -> T(y)`, the
// share of the training neighbours of papers on T that are on T themselves. Of other clauses it is the share
// of groundings that satisfy them. Nothing where there is no such grounding.
std::vector<std::optional<double>> compliance(const dataset::Graph& graph);

}  // namespace kenn::experiment
