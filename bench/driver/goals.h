// The speed and memory to reach, and whether a run has reached them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "driver/measure.h"

namespace kenn::bench {

struct Goal {
  std::string what;
  double limit = 0;
  double reached = 0;
  bool at_least = false;  // whether `reached` is to be at least, or at most, the limit
  std::string unit;

  [[nodiscard]] bool met() const { return at_least ? reached >= limit : reached <= limit; }
};

void to_json(nlohmann::json& json, const Goal& goal);

// The goals that the measurements speak about.
std::vector<Goal> judge(std::span<const Measurement> measurements);

}  // namespace kenn::bench
