// Exponentials of the degrees of `given` tuples.
#include "engine/degree_memory.h"

#include <algorithm>
#include <cmath>

namespace kenn::engine {

DegreeMemory::DegreeMemory(const PlanData& plan) {
  for (const std::vector<float>& degrees : plan.degrees) {
    std::vector<float> exponentials;
    std::vector<std::uint8_t> large;
    exponentials.reserve(degrees.size());
    large.reserve(degrees.size());
    for (const float value : degrees) {
      // Infinite values belong to literals that drop out: their exponential, or its inverse, is exactly 0.
      const float limited = std::clamp(value, -kernels::widest_preactivation, kernels::widest_preactivation);
      exponentials.push_back(std::exp(std::isinf(value) ? value : limited));
      large.push_back(std::isfinite(value) && std::abs(value) > kernels::usual_preactivation ? 1 : 0);
      any_large_ = any_large_ || large.back() != 0;
    }
    exponentials_.push_back(std::move(exponentials));
    large_.push_back(std::move(large));
  }
}

std::uint64_t DegreeMemory::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& exponentials : exponentials_) sum += exponentials.size() * (sizeof(float) + 1);
  return sum;
}

kernels::TableView DegreeMemory::view(const PlanData& plan, std::size_t table) const {
  kernels::TableView view;
  view.values = plan.degrees[table].data();
  view.values_end = view.values + plan.degrees[table].size();
  view.exponentials = exponentials_[table].data();
  view.large = large_[table].data();
  view.row_size = 1;
  view.stride = 1;
  return view;
}

}  // namespace kenn::engine
