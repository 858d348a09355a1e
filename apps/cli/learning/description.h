// What results say about where they come from: knowledge, data, program and machine.
#pragma once

#include <kenn/knowledge.h>

#include <string>
#include <vector>

#include "api/training_work.h"
#include "experiment/results.h"
#include "report/method_names.h"

namespace kenn::cli {

// The clauses as reports speak of them.
std::vector<experiment::ClauseInfo> clauses_of(const Knowledge& knowledge);

// What reports call the methods; the network alone is first.
report::MethodNames method_names();

// With what every kind of result has: clauses, data, version, machine. `source` is as --data has it.
experiment::Experiment describe(const Knowledge& knowledge, const std::string& source,
                                const api::DataFacts& facts);

// A word as a shell takes it, in quotes if need be.
std::string in_shell(const std::string& word);

}  // namespace kenn::cli
