// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "common.h"
#include "learning/arguments.h"
#include "number_range.h"
#include "option_flags.h"

namespace kenn::cli {

inline void add_syntax_option(CLI::App& command, std::string& syntax) {
  command.add_option("--syntax", syntax, "Format of the knowledge file; auto detects it")
      ->option_text(syntax_words)
      ->check(CLI::IsMember({"auto", "kenn", "kenn2"}));
}

inline void add_json_flag(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print one JSON object on standard output");
}

inline void add_spreadsheet_flag(CLI::App& command, bool& is_safe) {
  command.add_flag("--spreadsheet-safe", is_safe,
                   "CSV files for spreadsheets: a single quote before ids and names that would be formulas");
}

// --read-timeout
inline void add_read_timeout(CLI::App& command, double& seconds) {
  command
      .add_option("--read-timeout", seconds,
                  "Seconds to wait for the next row of a database table; 0 waits for ever (default: 3600)")
      ->option_text("SECONDS")
      ->check(number_between(0.0, 1e9));
}

inline void add_data_options(CLI::App& command, DataArguments& arguments) {
  command
      .add_option("--data", arguments.data,
                  "The data: a folder, linqs:DIR, sqlite:FILE or postgres:URI; see docs/data.md (required)")
      ->option_text("DATA")
      ->required();
  add_read_timeout(command, arguments.read_timeout);
}

// The defaults of a command where they are not those of the table of options.
struct EnhancerDefaults {
  std::string layers = {};
  std::string boost = {};
};

// How the rules are applied to the logits of any model.
inline void add_enhancer_options(CLI::App& command, Options& options, const EnhancerDefaults& usual = {}) {
  add_flag(command, train::option_of(&Options::layers), options, {"", usual.layers});
  add_flag(command, train::option_of(&Options::boost), options, {"", usual.boost});
  add_flag(command, train::option_of(&Options::center), options, {"", "groups; none for KENN2 files"});
  add_flag(command, train::option_of(&Options::order), options);
}

// What a run may take, and how it answers.
inline void add_running_options(CLI::App& command, Options& options, bool& json) {
  add_flag(command, train::option_of(&Options::threads), options);
  add_flag(command, train::option_of(&Options::max_groundings), options);
  add_json_flag(command, json);
}

}  // namespace kenn::cli
