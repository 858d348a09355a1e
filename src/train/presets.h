// Sets of options that are known by name.
#pragma once

#include <kenn/options.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/paradigm.h"

namespace kenn::train {

// Where models are trained in another way than the preset says. Members that are not set count for all.
struct PresetCase {
  std::optional<bool> alone = {};                  // networks without rules, or models with rules
  std::optional<dataset::Paradigm> paradigm = {};  // of models with rules
  double max_share = 1;                            // of the labels for training and validation
  Options options = {};                            // over those of the preset
};

struct Preset {
  std::string name;
  std::string about = {};
  std::vector<std::string> choices = {};  // worth knowing, a sentence each
  Options options = {};
  std::vector<PresetCase> cases = {};  // the first that fits counts
};

// In the order in which help lists them.
const std::vector<Preset>& presets();

// Throws `Error` (kind usage) for a name that is none's.
const Preset& preset_named(std::string_view name);

// What a preset says about one kind of model.
struct PresetKind {
  bool alone = false;  // a network without rules
  dataset::Paradigm paradigm = dataset::Paradigm::transductive;
  double share = 1;  // of the labels for training and validation
};
Options options_in(const Preset& preset, const PresetKind& kind);

// How SBR and RNM were published: the network, and what is worth knowing about it.
Options rnm_protocol_options();
std::vector<std::string> rnm_protocol_choices();

}  // namespace kenn::train
