// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

#include "common.h"
#include "engine/boost.h"
#include "methods/method.h"
#include "number_range.h"

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

// Names as the command line lists them: "softmax|godel".
inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "|") + name;
  return text;
}

// How the rules are applied. `usual_center` is what is done without --center, `usual_boost` without --boost.
template <typename Arguments>
void add_enhancer_options(CLI::App& command, Arguments& arguments, const std::string& usual_center,
                          const std::string& usual_boost = "softmax") {
  std::vector<std::string> boosts;
  boosts.reserve(all_boosts.size());
  for (const Boost boost : all_boosts) boosts.emplace_back(name_of(boost));
  const std::vector<std::string> centers(center_words.begin(), center_words.end());
  command.add_option("--layers", arguments.layers, "Number of stacked enhancers (default: 1)")
      ->option_text("N")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--boost", arguments.boost,
                  "How a clause raises its literals: all of them, only the truest, or all of them as far as "
                  "the clause is violated (default: " +
                      usual_boost + ")")
      ->option_text(joined(boosts))
      ->check(CLI::IsMember(boosts));
  command
      .add_option("--center", arguments.center,
                  "Move the logits of every exclusive group to mean 0 before the rules, and back after them "
                  "(default: " +
                      usual_center + ")")
      ->option_text(joined(centers))
      ->check(CLI::IsMember(centers));
  command
      .add_option("--order", arguments.order,
                  "All clauses on the same values, or those about one object first")
      ->option_text("parallel|sequential")
      ->check(CLI::IsMember({"parallel", "sequential"}));
}

// How true a rule is, for methods that measure it.
inline void add_truth_options(CLI::App& command, RuleSettings& rules) {
  command.add_option("--conorm", rules.conorm, "Truth of a disjunction (sbr, rnm; default: lukasiewicz)")
      ->option_text("lukasiewicz|product|godel")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Conorm>{
          {"lukasiewicz", Conorm::lukasiewicz}, {"product", Conorm::product}, {"godel", Conorm::godel}}));
  command
      .add_option("--rule-mean", rules.mean,
                  "The truth of a rule is a mean over all objects for its variables, or over the groundings "
                  "that can be violated (sbr, rnm; default: assignments)")
      ->option_text("assignments|groundings")
      ->transform(CLI::CheckedTransformer(std::map<std::string, RuleMean>{
          {"assignments", RuleMean::assignments}, {"groundings", RuleMean::groundings}}));
}

// How the most probable predictions under rules are searched for.
inline void add_map_options(CLI::App& command, RuleSettings& rules) {
  command.add_option("--map-steps", rules.map_steps, "Steps of the search for the most probable predictions")
      ->option_text("N")
      ->check(CLI::Range(0, 1'000'000));
  command.add_option("--map-lr", rules.map_rate, "Learning rate of the search (Adam)")
      ->option_text("RATE")
      ->check(number_between(1e-9, 100.0));
  command.add_option("--map-epsilon", rules.map_epsilon, "Adam epsilon of the search (default: 1e-7)")
      ->option_text("E")
      ->check(number_between(1e-30, 1.0));
  command
      .add_option("--prior-weight", rules.prior_weight,
                  "Weight of the network's own predictions in the search")
      ->option_text("W")
      ->check(number_between(0.0, 1e9));
  command
      .add_option("--exactly-one", rules.exactly_one,
                  "Final weight of the exactly-one constraint of exclusive predicates")
      ->option_text("W")
      ->check(number_between(0.0, 1e9));
}

// The names of all methods, and what each does.
inline std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method* const method : methods()) names.emplace_back(method->name);
  return names;
}

inline std::string method_help() {
  std::string text;
  for (const Method* const method : methods()) {
    text += (text.empty() ? "" : "; ") + std::string(method->name) + ", " + method->about;
  }
  return text;
}

// What a run may take, and how it answers.
template <typename Arguments>
void add_running_options(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--threads", arguments.threads,
                  "Number of threads, which never changes results (default: all cores)")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--max-groundings", arguments.plan.max_groundings,
                  "Maximum number of groundings of a joined rule (default: 100 million)")
      ->option_text("N")
      ->check(CLI::Range(std::uint64_t{1}, most_groundings));
  command.add_flag("--json", arguments.json, "Print one JSON object on standard output");
}

}  // namespace kenn::cli
