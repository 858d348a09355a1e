// What one enhancer layer gives, and how far two such results are apart.
#include "driver/results.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace kenn::bench {
namespace {

constexpr double tolerance = 1e-4;

double largest_difference(std::span<const float> ours, std::span<const float> expected, double scale) {
  if (ours.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    largest = std::max(largest, relative_difference(ours[i], expected[i], scale));
  }
  return largest;
}

}  // namespace

bool Difference::acceptable() const {
  return outputs <= tolerance && input_gradients <= tolerance && weight_gradients <= tolerance;
}

void to_json(nlohmann::json& json, const Difference& difference) {
  json = {{"outputs", difference.outputs},
          {"input_gradients", difference.input_gradients},
          {"weight_gradients", difference.weight_gradients},
          {"acceptable", difference.acceptable()}};
}

double relative_difference(double ours, double expected, double scale) {
  const double difference = std::abs(ours - expected) / std::max(scale, std::abs(expected));
  return std::isfinite(difference) ? difference : std::numeric_limits<double>::infinity();
}

double weight_gradient_scale(const Case& measured) {
  return std::sqrt(std::max(1.0, static_cast<double>(measured.pairs)));
}

Difference compare(const Case& measured, const Results& ours, const Results& expected) {
  return {.outputs = largest_difference(ours.outputs, expected.outputs, 1),
          .input_gradients = largest_difference(ours.input_gradients, expected.input_gradients, 1),
          .weight_gradients = largest_difference(ours.weight_gradients, expected.weight_gradients,
                                                 weight_gradient_scale(measured))};
}

}  // namespace kenn::bench
