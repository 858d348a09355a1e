// The methods there are: how each trains a model, and how it uses the rules.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dataset/paradigm.h"
#include "train/model.h"
#include "train/train_options.h"

namespace kenn {

// What a person may say about the rules of methods that trust them by weights of their own (sbr, rnm); what
// is not said is as the method has it.
struct RuleSettings {
  std::optional<double> weight;  // of rules whose weights the knowledge does not fix
  std::optional<Conorm> conorm;
  std::optional<RuleMean> mean;
  std::optional<std::uint32_t> epochs;  // of a phase with rules
  std::optional<std::uint32_t> rounds;  // of completing labels
  std::optional<std::uint32_t> map_steps;
  std::optional<double> map_rate;
  std::optional<double> map_epsilon;
  std::optional<double> prior_weight;
  std::optional<double> exactly_one;
  std::optional<bool> keeps_labels;

  friend bool operator==(const RuleSettings&, const RuleSettings&) = default;
};

// A method is one file that defines one of these, and one line in method.cpp.
struct Method {
  const char* name;
  const char* about;    // in the help
  bool sees_relations;  // false: its models are the same in all paradigms
  bool has_layers;      // enhancers can be stacked

  // Sets what the method is about; everything else of the options stays.
  void (*apply)(Paradigm paradigm, const RuleSettings& rules, ModelOptions& model, TrainOptions& train);
};

// All of them, the network alone first.
std::span<const Method* const> methods();

// Null for a name that is none's.
const Method* find_method(std::string_view name);

// What was said, by the names that the command line has for it.
std::map<std::string, std::string> texts_of(const RuleSettings& rules);

// What `rules` says about a search for the most probable predictions, over what a method has.
void apply_to_map(const RuleSettings& rules, MapOptions& map);

}  // namespace kenn
