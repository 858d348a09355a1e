// What predictions are explained from, on the command line: a model on data, or rules on logits.
#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "command_files.h"
#include "enhance_run.h"
#include "explain/source.h"

namespace kenn::cli {

struct ExplainInputs {
  EnhanceArguments rules;  // model, knowledge, logits, relations, labels, options
  std::string data;
  std::optional<std::size_t> member;
  std::string split = "all";  // whose labels count

  // What messages are about.
  [[nodiscard]] const std::string& name() const {
    return rules.model.empty() ? rules.knowledge : rules.model;
  }
};

// All flags but --split, which not every command has.
void add_explain_inputs(CLI::App& command, ExplainInputs& inputs);
void add_split_option(CLI::App& command, ExplainInputs& inputs, const std::string& text);

// Throws CLI::ValidationError when they do not go together.
void check_explain_inputs(const CLI::App& command);

// The flags that were given, for commands in which they need another one.
std::vector<std::string> given_explain_inputs(const CLI::App& command);

struct ExplainSource {
  explain::Source source;
  std::vector<Diagnostic> warnings;
};

// Throws `Error`.
ExplainSource read_explain_source(const ExplainInputs& inputs, const EnhanceFiles& files);

// Adds what they name to the files that a command reads.
void add_read_files(const ExplainInputs& inputs, const EnhanceFiles& enhance_files,
                    const Knowledge& knowledge, CommandFiles& files);

}  // namespace kenn::cli
