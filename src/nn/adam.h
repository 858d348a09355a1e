// The optimiser: Adam.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"

namespace kenn::nn {

struct AdamOptions {
  double learning_rate = 1e-3;
  double epsilon = 1e-8;
  double decay = 0;  // L2 penalty
  // Where epsilon is added: to the root of the second moment as it is, or (false) corrected for the first
  // steps, as in torch. As it is, it counts 30 times as much in the first step and 6 times in the thirtieth,
  // which matters where gradients are as small as epsilon.
  bool epsilon_before_correction = false;
};

// For one list of numbers. The bits do not depend on the threads.
class Adam {
 public:
  // All that a step depends on.
  struct State {
    std::vector<float> first;  // moments
    std::vector<float> second;
    std::uint64_t steps = 0;
  };

  Adam(std::size_t size, const AdamOptions& options);

  // One step downhill.
  void step(std::span<float> values, std::span<const float> gradients, base::ThreadPool* threads = nullptr);

  State state;

 private:
  AdamOptions options_;
};

}  // namespace kenn::nn
