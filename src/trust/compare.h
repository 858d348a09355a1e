// Compares predictions on the labels for validation, and by the constraints they violate.
#pragma once

#include <cstdint>
#include <vector>

#include "dataset/graph.h"

namespace kenn {

// Whether the first predictions have more wrong answers than the second, by more than a standard error of the
// difference (over the rows). False without labels for validation.
bool is_clearly_worse(const Graph& valid, const TableList& first, const TableList& second);

// Whether the second predictions should take the place of the first: when the first are clearly worse, or
// when the second violate the constraints (an entry per clause) less and are not clearly worse themselves.
// Violations are counted in all rows, since that takes no labels.
bool should_replace(const Graph& valid, const TableList& first, const TableList& second,
                    const std::vector<bool>& constraints, std::uint32_t threads);

bool has_validation(const Graph& valid);

}  // namespace kenn
