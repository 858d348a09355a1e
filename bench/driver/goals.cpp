// The speed and memory to reach, and whether a run has reached them.
#include "driver/goals.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kenn::bench {
namespace {

const Measurement* find(std::span<const Measurement> measurements, const std::string& shape) {
  const auto found = std::find_if(measurements.begin(), measurements.end(),
                                  [&](const Measurement& each) { return each.measured.shape == shape; });
  return found == measurements.end() ? nullptr : &*found;
}

// Against every variant of the rival, since which of them is the faster depends on the shape. The smaller of
// the two ratios counts: on a machine with other work the medians alone can be off by far, in either
// direction.
void judge_speed(const Measurement& measurement, double limit, std::vector<Goal>& goals) {
  for (const auto& [variant, timing] : measurement.rivals) {
    goals.push_back({.what = measurement.measured.shape + ": faster than PyTorch, " + variant,
                     .limit = limit,
                     .reached = std::min(measurement.ratio(variant), measurement.ratio_of_shortest(variant)),
                     .at_least = true,
                     .unit = "times"});
  }
}

void judge_memory(const Measurement& measurement, double limit, std::vector<Goal>& goals) {
  goals.push_back({.what = measurement.measured.shape + ": memory in all",
                   .limit = limit,
                   .reached = static_cast<double>(measurement.ours.peak_bytes) / 1e9,
                   .unit = "GB"});
}

}  // namespace

void to_json(nlohmann::json& json, const Goal& goal) {
  json = {{"goal", goal.what},       {"limit", goal.limit}, {"at_least", goal.at_least},
          {"reached", goal.reached}, {"unit", goal.unit},   {"met", goal.met()}};
}

std::vector<Goal> judge(std::span<const Measurement> measurements) {
  std::vector<Goal> goals;
  const Measurement* citeseer = find(measurements, "citeseer");
  const Measurement* arxiv = find(measurements, "arxiv");
  const Measurement* products = find(measurements, "products");
  if (citeseer != nullptr) judge_speed(*citeseer, 15, goals);
  if (arxiv != nullptr) {
    judge_speed(*arxiv, 50, goals);
    judge_memory(*arxiv, 0.3, goals);
  }
  if (products != nullptr) judge_memory(*products, 6, goals);
  for (const Measurement& each : measurements) {
    if (!each.plain) continue;
    goals.push_back({.what = each.measured.shape + ": time of the softmax layer",
                     .limit = 1.5,
                     .reached = std::max(each.ratio_to_plain(), each.ratio_to_plain_of_shortest()),
                     .unit = "times"});
  }
  if (arxiv != nullptr && products != nullptr) {
    const double growth = products->nanoseconds_per_pair_and_rule() / arxiv->nanoseconds_per_pair_and_rule();
    goals.push_back(
        {.what = "products / arxiv: time per pair and rule", .limit = 2, .reached = growth, .unit = "times"});
  }
  return goals;
}

}  // namespace kenn::bench
