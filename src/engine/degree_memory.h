// Exponentials of the degrees of `given` tuples.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/views.h"
#include "plan/plan_data.h"

namespace kenn::engine {

// They never change.
class DegreeMemory {
 public:
  explicit DegreeMemory(const PlanData& plan);

  [[nodiscard]] kernels::TableView view(const PlanData& plan, std::size_t table) const;
  [[nodiscard]] bool any_large() const { return any_large_; }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  std::vector<std::vector<float>> exponentials_;
  std::vector<std::vector<std::uint8_t>> large_;
  bool any_large_ = false;
};

}  // namespace kenn::engine
