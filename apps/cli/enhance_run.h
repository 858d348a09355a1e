// What `kenn enhance` and `kenn fit` were told on the command line, and what they do.
#pragma once

#include <kenn/kenn.h>
#include <kenn/options.h>

#include <string>
#include <vector>

#include "enhance_inputs.h"

namespace kenn::cli {

struct EnhanceArguments {
  std::string knowledge;
  std::string syntax = "auto";
  std::vector<std::string> logits;
  std::vector<std::string> relations;
  std::vector<std::string> ids;
  std::vector<std::string> labels;
  std::string weights;
  std::string model;                 // to use
  std::string fit;                   // where to write the model that is learned
  std::string fit_option = "--fit";  // which says so
  std::string out;
  Options options;  // as far as they were given
  bool json = false;
};

// Reads, computes, writes and reports. Throws `Error`.
void run_enhance(const EnhanceArguments& arguments, const EnhanceFiles& files);

}  // namespace kenn::cli
