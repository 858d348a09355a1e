// Options that `kenn enhance` and `kenn fit` share.
#pragma once

#include <CLI/CLI.hpp>

#include "enhance_run.h"

namespace kenn::cli {

// The files as NAME=FILE says; throws CLI::ValidationError.
EnhanceFiles files_of(const EnhanceArguments& arguments);

// --syntax, --logits, --relation and --ids.
void add_input_options(CLI::App& command, EnhanceArguments& arguments);

void add_labels_option(CLI::App& command, EnhanceArguments& arguments);

// How weights are learned; `before` is what the help says first.
inline constexpr const char* fit_options[] = {"--folds", "--seed", "--rule-prior", "--trust-strength",
                                              "--loss"};
void add_fit_options(CLI::App& command, EnhanceArguments& arguments, const std::string& before);

}  // namespace kenn::cli
