// Options of the table (train/option_table.h) on the command line.
#pragma once

#include <kenn/error.h>
#include <kenn/options.h>

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <string>

#include "train/option_table.h"

namespace kenn::cli {

// What the help of a command says in place of the table.
struct FlagHelp {
  std::string before = {};  // the help text: "With --fit: "
  std::string usual = {};   // the default
};

// One flag, whose value goes to `options`, which must stay.
CLI::Option* add_flag(CLI::App& command, const train::Option& option, Options& options,
                      const FlagHelp& help = {});

// All flags of some groups.
void add_flags(CLI::App& command, std::initializer_list<train::OptionGroup> groups, Options& options);

// The flags of the whole table, under the titles of help_format.h: those that most people need, and the
// others.
void add_usual_flags(CLI::App& command, Options& options);
void add_rare_flags(CLI::App& command, Options& options);

// "--learning-rate"
std::string flag_of(const train::Option& option);

// An error in the use of options is wrong usage of the command line.
template <typename Action>
auto as_usage_error(const Action& action) {
  try {
    return action();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::usage) throw;
    throw CLI::ValidationError(error.diagnostics().front().message);
  }
}

}  // namespace kenn::cli
