// What `kenn enhance` was told on the command line, and what it does.
#pragma once

#include <kenn/kenn.h>

#include <cstdint>
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
  std::string boost = "softmax";
  std::string order = "parallel";
  std::string out;
  double learning_rate = 0.05;
  std::uint32_t epochs = 300;
  std::uint32_t layers = 1;
  std::uint32_t threads = 0;
  PlanOptions plan;
  bool json = false;
};

// Reads, computes, writes and reports. Throws `Error`.
void run_enhance(const EnhanceArguments& arguments, const EnhanceFiles& files);

}  // namespace kenn::cli
