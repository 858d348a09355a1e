// What results say about where they come from: knowledge, data, program and machine.
#pragma once

#include <kenn/knowledge.h>

#include <cstdint>
#include <map>
#include <string>

#include "dataset/dataset.h"
#include "experiment/results.h"

namespace kenn::cli {

// What is worth knowing of a data set when it is gone.
struct DataFacts {
  std::string digest;                          // of everything that training depends on
  std::map<std::string, std::uint64_t> sizes;  // of types and relations
};

DataFacts facts_of(const Dataset& dataset);

// With what every kind of result has: clauses, data, version, machine. `source` is as --data has it.
Experiment describe(const Knowledge& knowledge, const std::string& source, const DataFacts& facts);

// A word as a shell takes it, in quotes if need be.
std::string in_shell(const std::string& word);

}  // namespace kenn::cli
