// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "common.h"

namespace kenn::cli {

inline void add_syntax_option(CLI::App& command, std::string& syntax) {
  command.add_option("--syntax", syntax, "How the knowledge is written; auto finds out")
      ->option_text(syntax_words)
      ->check(CLI::IsMember({"auto", "kenn", "kenn2"}));
}

inline void add_data_option(CLI::App& command, std::string& data) {
  command
      .add_option("--data", data,
                  "The data: a folder, linqs:DIR, sqlite:FILE or postgres:URI; see docs/data.md (required)")
      ->option_text("DATA")
      ->required();
}

// How the rules are applied.
template <typename Arguments>
void add_enhancer_options(CLI::App& command, Arguments& arguments) {
  command.add_option("--layers", arguments.layers, "How many enhancers are stacked; 1 unless given")
      ->option_text("N")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--boost", arguments.boost, "What a clause raises: all its literals, or only the truest")
      ->option_text("softmax|godel")
      ->check(CLI::IsMember({"softmax", "godel"}));
  command
      .add_option("--order", arguments.order,
                  "All clauses on the same values, or those about one object first")
      ->option_text("parallel|sequential")
      ->check(CLI::IsMember({"parallel", "sequential"}));
}

// What a run may take, and how it answers.
template <typename Arguments>
void add_running_options(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--threads", arguments.threads,
                  "All that the machine has unless given; the results are the same")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--max-groundings", arguments.plan.max_groundings,
                  "The most groundings a rule may have that is no plain listing; 100 million unless given")
      ->option_text("N")
      ->check(CLI::Range(std::uint64_t{1}, most_groundings));
  command.add_flag("--json", arguments.json, "Print one JSON object on standard output");
}

}  // namespace kenn::cli
