// Which part of a graph some labels depend on. The rest need not be computed to learn from them.
//
//   labelled: a      Cite: (a, b) (b, c) (c, d)      one layer: a and b      two layers: a, b and c
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dataset/graph.h"

namespace kenn::train {

// The labels of these splits, after so many layers of rules (0: of the networks alone), have the same
// predictions and gradients in the part as in the whole. Nothing when the part would be nearly the whole, or
// when rules connect objects that no tuple connects.
std::optional<dataset::Graph> needed_part(const dataset::Graph& graph, std::span<const table::Split> splits,
                                          std::uint32_t layers);

}  // namespace kenn::train
