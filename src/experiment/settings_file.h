// Experiments described in a TOML file.
//
//   data = "papers"                      # or "linqs:DIR", ...; paths are from the folder of the file
//   knowledge = "papers/citation.kenn"
//   methods = ["nn", "kenn"]
//   fractions = [0.1, 0.5]
//
//   [training]                           # the options of `kenn train`
//   loss = "linear"
//
//   [[training.where]]                   # other ones for some models
//   method = "kenn"
//   paradigm = "transductive"
//   up-to = 0.25
//   epochs = 60
//
//   [[published]]                        # for the report
//   method = "KENN"
//   paradigm = "inductive"
//   accuracy = { "0.1" = 0.601 }
#pragma once

#include <filesystem>

#include "experiment/settings.h"

namespace kenn::experiment {

// Throws `Error` with the place of what is wrong; keys that nobody knows are wrong.
ExperimentSettings read_settings(const std::filesystem::path& path);

}  // namespace kenn::experiment
