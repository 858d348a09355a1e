// The optimiser for a few weights: Adam, in plain code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kenn {

struct AdamOptions {
  double learning_rate = 1e-3;
  double first_decay = 0.9;
  double second_decay = 0.999;
  double epsilon = 1e-8;
};

class Adam {
 public:
  Adam(std::size_t size, const AdamOptions& options);

  // One step downhill.
  void step(std::span<float> values, std::span<const float> gradients);

 private:
  AdamOptions options_;
  std::uint64_t steps_ = 0;
  std::vector<double> first_;  // moments
  std::vector<double> second_;
};

}  // namespace kenn
