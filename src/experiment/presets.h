// Experiments that are known by name, and ways of training that are.
#pragma once

#include <string>
#include <vector>

#include "experiment/settings.h"

namespace kenn {

// The names of the presets.
inline constexpr const char* preset_names[] = {"paper", "tuned", "trusted", "sbr-published", "rnm-published"};

// What a preset says about training and depth, and what is worth knowing about it:
//
//   paper   as the KENN paper has it
//   tuned   the same networks and depth, trained as the labels for validation say is best
//   trusted the same, with cross-fitted weights of the rules, the residual boost and an ensemble
//   sbr-published, rnm-published   protocol rnm, for the network alone and one of the methods that it was
//   published for
//
// Throws `Error` (kind data) for a name that is none of these.
void apply_preset(const std::string& name, ExperimentSettings& settings);

// The splits, the network and the number of runs that SBR and RNM were published with.
void apply_rnm_protocol(ExperimentSettings& settings);

// The experiment of the KENN paper on Citeseer, without its data, with what was published. Training is that
// of no preset.
ExperimentSettings citeseer_experiment();

}  // namespace kenn
