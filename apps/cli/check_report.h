// What `kenn check` tells a person about a knowledge file.
#pragma once

#include <kenn/kenn.h>

#include <string>

namespace kenn::cli {

// Types, predicates, rules, and the first clauses with their weights.
std::string summary(const Knowledge& knowledge);

struct WeightCounts {
  std::size_t learned = 0;
  std::size_t fixed = 0;
};

WeightCounts count_weights(const Knowledge& knowledge);

// "2 errors, 1 warning"; empty when there are none.
std::string count_findings(const std::vector<Diagnostic>& diagnostics);

}  // namespace kenn::cli
