// Experiments that are known by name, and ways of training that are.
#pragma once

#include <string>
#include <vector>

#include "experiment/settings.h"

namespace kenn::experiment {

// The names of the presets: those of `kenn train`, and one for each method that was published in its own way.
std::vector<std::string> experiment_presets();

// What a preset says about training and depth, and what is worth knowing about it:
// Throws `Error` (kind usage) for a name that is none of these.
void apply_preset(const std::string& name, ExperimentSettings& settings);

// The splits, the network and the number of runs that SBR and RNM were published with.
void apply_rnm_protocol(ExperimentSettings& settings);

// The experiment of the KENN paper on Citeseer, without its data, with what was published. Training is that
// of no preset.
ExperimentSettings citeseer_experiment();

}  // namespace kenn::experiment
