// What one pass keeps about the values it saw: exponentials, gradients beside them, and which rows are large.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/views.h"
#include "layer/buffer.h"
#include "plan/plan_data.h"

namespace kenn {

// Room for all predicted tables. With gradients, the gradients of a row lie behind its exponentials, so that
// both are fetched together.
class PassMemory {
 public:
  PassMemory(const PlanData& plan, bool with_gradients);

  [[nodiscard]] float* exponentials(std::uint32_t table) { return tables_[table].exponentials.data(); }
  [[nodiscard]] std::uint8_t* large(std::uint32_t table) { return tables_[table].large.data(); }
  [[nodiscard]] std::size_t stride(std::uint32_t table) const { return tables_[table].stride; }
  [[nodiscard]] std::size_t gradient_offset(std::uint32_t table) const {
    return tables_[table].gradient_offset;
  }
  [[nodiscard]] std::uint64_t bytes() const;

  bool any_large = false;

 private:
  struct Table {
    std::size_t stride = 0;
    std::size_t gradient_offset = 0;
    Buffer<float> exponentials;
    Buffer<std::uint8_t> large;
  };
  std::vector<Table> tables_;
};

// Exponentials of the degrees of `given` tuples, which never change.
class DegreeMemory {
 public:
  explicit DegreeMemory(const PlanData& plan);

  [[nodiscard]] kernels::TableView view(const PlanData& plan, std::size_t table) const;
  [[nodiscard]] bool any_large() const { return any_large_; }

 private:
  std::vector<std::vector<float>> exponentials_;
  std::vector<std::vector<std::uint8_t>> large_;
  bool any_large_ = false;
};

}  // namespace kenn
