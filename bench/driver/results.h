// What one enhancer layer gives, and how far two such results are apart.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "driver/shapes.h"

namespace kenn::bench {

// Views of the results of forward and backward.
struct Results {
  std::span<const float> outputs;           // [rows, rules]
  std::span<const float> input_gradients;   // [rows, rules]
  std::span<const float> weight_gradients;  // [rules]
};

// The largest differences, each as a part of what it is compared with.
struct Difference {
  double outputs = 0;
  double input_gradients = 0;
  double weight_gradients = 0;

  [[nodiscard]] bool acceptable() const;
};

void to_json(nlohmann::json& json, const Difference& difference);

// |ours - expected| / max(scale, |expected|), or infinity when either is not a number.
double relative_difference(double ours, double expected, double scale);

// Outputs and input gradients are compared with max(1, |value|). A weight's gradient is a sum over all pairs
// of terms of size 1 and either sign, so that it is about sqrt(pairs) however much of it cancels: it is
// compared with max(sqrt(pairs), |value|).
double weight_gradient_scale(const Case& measured);

Difference compare(const Case& measured, const Results& ours, const Results& expected);

}  // namespace kenn::bench
