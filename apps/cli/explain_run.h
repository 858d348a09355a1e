// What `kenn explain` was told on the command line, and what it does.
#pragma once

#include <kenn/explain.h>

#include <cstddef>
#include <string>

#include "explain_inputs.h"

namespace kenn::cli {

struct ExplainArguments {
  ExplainInputs inputs;
  std::string object;
  ExplainOptions options;
  std::string why_not;
  bool rules = false;
  std::size_t top = 10;
};

// Throws `Error`.
void run_explain(const ExplainArguments& arguments, const EnhanceFiles& files);

}  // namespace kenn::cli
