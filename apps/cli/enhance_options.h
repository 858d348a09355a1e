// Options that `kenn enhance` and `kenn fit` share.
#pragma once

#include <CLI/CLI.hpp>

#include <vector>

#include "enhance_run.h"
#include "train/option_table.h"

namespace kenn::cli {

// The files as NAME=FILE says; throws CLI::ValidationError.
EnhanceFiles files_of(const EnhanceArguments& arguments);

// --syntax, --logits, --relation and --ids.
void add_input_options(CLI::App& command, EnhanceArguments& arguments);

void add_labels_option(CLI::App& command, EnhanceArguments& arguments);

// How weights are learned; `before` is what the help says first.
std::vector<const train::Option*> fit_options();
void add_fit_options(CLI::App& command, EnhanceArguments& arguments, const std::string& before);

}  // namespace kenn::cli
