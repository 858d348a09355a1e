// The tables of a report that belong to no chart.
#pragma once

#include <optional>
#include <vector>

#include "report/content.h"
#include "report/table.h"

namespace kenn::report {

// Every kind of model with all its numbers.
Table results_table(const Content& content);

// Every two methods that use the rules, run by run.
std::optional<Table> comparisons_table(const Content& content);

// Of every split, for experiments with a single run.
std::optional<Table> splits_table(const Content& content);

// What every rule weighs, with the share of the data that follows it: means over the runs.
std::optional<Table> rules_table(const Content& content);

// What the labels say about every rule of models with cross-fitted weights: means over the runs.
std::optional<Table> evidence_table(const Content& content);

}  // namespace kenn::report
