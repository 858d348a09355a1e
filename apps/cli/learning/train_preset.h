// `kenn train --preset`: what a preset says about the options that were not given.
#pragma once

#include <string>

#include "learning/arguments.h"

namespace kenn::cli {

// Options of the command line count more than those of the preset. Presets know different settings for
// methods, paradigms and `label_share`, the share of the rows whose labels are for training and validation.
// Without a preset the arguments are returned as they are.
TrainArguments with_preset(const TrainArguments& arguments, const std::string& method, double label_share);

}  // namespace kenn::cli
