// Compares predictions on the labels for validation, and by the constraints they violate.
#pragma once

#include <cstdint>
#include <vector>

#include "dataset/graph.h"

namespace kenn::trust {

// Whether the first predictions have more wrong answers than the second, by more than a standard error of the
// difference (over the rows). Where rows have several labels, wrong answers count as much as they cost the
// micro F1. False without labels for validation.
bool is_clearly_worse(const dataset::Graph& valid, const dataset::TableList& first,
                      const dataset::TableList& second);

// Whether rules on top of a network that was trained without them should take the place of a model that was
// trained with them, given the predictions of the model, those on top, and those of the network alone. Either
// the model is clearly worse. Or it leaves more than a fifth of the network's violations of the constraints
// (an entry per clause), while those on top violate them less and are not clearly worse. Violations are
// counted in all rows, since that takes no labels.
bool should_replace(const dataset::Graph& valid, const dataset::TableList& model,
                    const dataset::TableList& on_top, const dataset::TableList& alone,
                    const std::vector<bool>& constraints, std::uint32_t threads);

bool has_validation(const dataset::Graph& valid);

}  // namespace kenn::trust
