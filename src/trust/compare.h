// Compares predictions on the labels for validation.
#pragma once

#include "methods/graph.h"
#include "methods/step.h"

namespace kenn {

// Whether the first predictions have more wrong answers than the second, by more than a standard error of the
// difference (over the rows). False without labels for validation.
bool is_clearly_worse(const Graph& valid, const TableList& first, const TableList& second);

bool has_validation(const Graph& valid);

}  // namespace kenn
