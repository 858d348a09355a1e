// What `kenn explain` was told on the command line, and what it does.
#pragma once

#include <kenn/explain.h>

#include <cstdint>
#include <optional>
#include <string>

#include "enhance_run.h"

namespace kenn::cli {

struct ExplainArguments {
  EnhanceArguments inputs;  // model, knowledge, logits, relations, labels, options
  std::string data;
  std::optional<std::size_t> member;
  std::string object;
  ExplainOptions options;
  std::string why_not;
  bool rules = false;
  std::string split = "all";
  std::size_t top = 10;
};

// Throws `Error`.
void run_explain(const ExplainArguments& arguments, const EnhanceFiles& files);

}  // namespace kenn::cli
