// The methods there are: how each trains a model, and how it uses the rules.
#pragma once

#include <kenn/options.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/paradigm.h"
#include "train/option_table.h"
#include "train/presets.h"
#include "train/rule_model.h"
#include "train/train_options.h"

namespace kenn::methods {

// A method is one file that defines one of these, and one line in method.cpp.
struct Method {
  std::string name;
  std::string label;                      // in reports
  std::string about;                      // in the help
  std::vector<train::OptionGroup> takes;  // beside the groups that every method takes

  // What it sets where a person says nothing; empty members are as the table of options has them.
  Options (*usual)(dataset::Paradigm paradigm);

  // What the method is about: its phases, and how its models use the rules. `options` are complete.
  void (*apply)(dataset::Paradigm paradigm, const Options& options, train::ModelOptions& model,
                train::TrainOptions& train);

  // How its authors trained it, for experiments; none: they did as everybody does.
  std::optional<train::Preset> published = {};
};

// All of them, the network alone first.
std::span<const Method* const> all();

// The first one: the others are compared with it, and folds have networks without rules.
const Method& network_alone();

// The one that is meant when nothing is said.
const Method& usual_method();

// Null for a name that is none's.
const Method* find_method(std::string_view name);

// The same; throws `Error` (kind usage) for a name that is none's.
const Method& method_named(std::string_view name);

bool takes(const Method& method, train::OptionGroup group);

// Whether its models, or their training, depend on the rules: then the paradigm matters, too.
bool uses_rules(const Method& method);

// Whether its models have enhancers, which can be stacked.
bool has_layers(const Method& method);

// One phase of the networks, for as long as the options say.
train::Phase network_phase(const Options& options);

// What complete options say about a search for the most probable predictions.
infer::MapOptions search_options(const Options& options);

}  // namespace kenn::methods
