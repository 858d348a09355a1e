// Experiments described in a TOML file.
//
//   data = "papers"                      # or "linqs:DIR", "sqlite:FILE", "postgres:URI"; paths are from the
//   file's folder knowledge = "papers/citation.kenn" methods = ["nn", "kenn"] fractions = [0.1, 0.5] runs =
//   20
//
//   [training]                           # the options of `kenn train`
//   loss = "linear"
//
//   [[published]]                        # for the report
//   method = "KENN"
//   paradigm = "inductive"
//   accuracy = { "0.1" = 0.601 }
#pragma once

#include <filesystem>

#include "experiment/settings.h"

namespace kenn {

// Throws `Error` with the place of what is wrong; keys that nobody knows are wrong.
ExperimentSettings read_settings(const std::filesystem::path& path);

}  // namespace kenn
