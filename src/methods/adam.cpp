// The optimiser for a few weights: Adam, in plain code.
#include "methods/adam.h"

#include <cmath>

namespace kenn {

Adam::Adam(std::size_t size, const AdamOptions& options) : options_(options), first_(size), second_(size) {}

void Adam::step(std::span<float> values, std::span<const float> gradients) {
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const double first_scale = 1.0 / (1.0 - std::pow(options_.first_decay, steps));
  const double second_scale = 1.0 / (1.0 - std::pow(options_.second_decay, steps));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto gradient = static_cast<double>(gradients[i]);
    first_[i] += (1.0 - options_.first_decay) * (gradient - first_[i]);
    second_[i] += (1.0 - options_.second_decay) * (gradient * gradient - second_[i]);
    const double size = std::sqrt(second_[i] * second_scale) + options_.epsilon;
    values[i] -= static_cast<float>(options_.learning_rate * first_[i] * first_scale / size);
  }
}

}  // namespace kenn
