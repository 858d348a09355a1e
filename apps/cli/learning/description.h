// What results say about where they come from: knowledge, data, program and machine.
#pragma once

#include <kenn/knowledge.h>

#include <string>

#include "experiment/results.h"
#include "table/dataset.h"

namespace kenn::cli {

// With what every kind of result has: clauses, data, version, machine. `source` is as --data has it.
Experiment describe(const Knowledge& knowledge, const Dataset& dataset, const std::string& source);

// A word as a shell takes it, in quotes if need be.
std::string in_shell(const std::string& word);

}  // namespace kenn::cli
