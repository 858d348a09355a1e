// What `kenn enhance` and `kenn fit` were told on the command line, and what they do.
#pragma once

#include <kenn/kenn.h>

#include <cstdint>
#include <optional>
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
  std::string model;  // to use
  std::string fit;    // where to write the model that is learned
  std::string loss = "cross-entropy";
  std::string boost;  // empty: softmax, or residual for a fit
  std::string order = "parallel";
  std::string center;  // empty: as usual for the knowledge
  std::string out;
  std::uint32_t folds = 5;
  std::uint64_t seed = 0;
  double rule_prior = 0;
  std::optional<double> trust_strength;
  std::uint32_t layers = 1;
  std::uint32_t threads = 0;
  PlanOptions plan;
  bool json = false;
};

// Reads, computes, writes and reports. Throws `Error`.
void run_enhance(const EnhanceArguments& arguments, const EnhanceFiles& files);

}  // namespace kenn::cli
