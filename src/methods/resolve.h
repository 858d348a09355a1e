// What a person said about a training, made complete: by the preset, the method, and the defaults.
#pragma once

#include <kenn/options.h>

#include "methods/method.h"
#include "train/training_run.h"

namespace kenn::methods {

// Throws `Error` (kind usage) for a method or preset that does not exist, and for options that the method
// does not take.
const Method& check_options(const Options& given);

// All options of the method of `given`; those that it does not take are not set. What is not given comes from
// the preset, then from the method, then from the table. `label_share` is the share of the labels for
// training and validation, on which presets depend. Throws `Error` (kind usage) as above, and for a given
// option that has no effect beside the others.
Options complete_options(const Options& given, double label_share);

// Those of one model of several: `options` are for all methods, and what the method does not take is left
// out; `of_model` counts more. No preset is looked at.
Options complete_known_options(const Options& options, const Options& of_model);

// The same for the networks without rules that are trained beside a model: its folds, and what it is
// compared with.
Options network_options(const Options& given, double label_share);

// How such a training goes. Both are complete.
train::TrainingOptions training_options(const Options& options, const Options& of_networks);

// The names of the methods that take an option, "sbr, rnm".
std::string methods_taking(const train::Option& option);

dataset::Paradigm paradigm_of(const Options& options);
bool learns_from_valid(const Options& options);

}  // namespace kenn::methods
