// The optimiser: Adam.
#include "nn/adam.h"

#include <algorithm>
#include <cmath>

#include "kernels/network.h"

namespace kenn::nn {

namespace {

constexpr std::size_t numbers_per_part = std::size_t{1} << 15;
constexpr double first_decay = 0.9;  // of the moments; the kernel knows the same
constexpr double second_decay = 0.999;

}  // namespace

Adam::Adam(std::size_t size, const AdamOptions& options)
    : state{std::vector<float>(size), std::vector<float>(size), 0}, options_(options) {}

void Adam::step(std::span<float> values, std::span<const float> gradients, base::ThreadPool* threads) {
  ++state.steps;
  const auto steps = static_cast<double>(state.steps);
  kernels::AdamStep step;
  step.rate = static_cast<float>(options_.learning_rate / (1 - std::pow(first_decay, steps)));
  step.scale = static_cast<float>(1 / std::sqrt(1 - std::pow(second_decay, steps)));
  step.epsilon = static_cast<float>(options_.epsilon);
  if (options_.epsilon_before_correction) step.epsilon *= step.scale;
  step.decay = static_cast<float>(options_.decay);
  const auto run_part = [&](std::size_t part, std::uint32_t) {
    const std::size_t at = part * numbers_per_part;
    kernels::adam_step(step, gradients.data() + at, std::min(numbers_per_part, values.size() - at),
                       state.first.data() + at, state.second.data() + at, values.data() + at);
  };
  const std::size_t parts = (values.size() + numbers_per_part - 1) / numbers_per_part;
  if (threads != nullptr) return threads->run(parts, run_part);
  for (std::size_t part = 0; part < parts; ++part) run_part(part, 0);
}

}  // namespace kenn::nn
