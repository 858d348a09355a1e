// What `kenn explain` was told on the command line, and what it does.
#pragma once

#include <kenn/explain.h>

#include <cstddef>
#include <optional>
#include <string>

#include "explain_inputs.h"

namespace kenn::cli {

struct ExplainArguments {
  ExplainInputs inputs;
  std::string object;
  ExplainOptions options;
  std::string why_not;
  bool rules = false;
  std::optional<std::size_t> top;  // groundings to show; if not given 10, with --json all
};

inline constexpr std::size_t default_top = 10;
inline constexpr std::size_t most_before = 3;  // groundings shown of a row in the layer before

// Throws `Error`.
void run_explain(const ExplainArguments& arguments, const EnhanceFiles& files);

}  // namespace kenn::cli
