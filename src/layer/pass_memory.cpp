// What one pass keeps about the values it saw: exponentials, gradients beside them, and which rows are large.
#include "layer/pass_memory.h"

#include <algorithm>
#include <cmath>

namespace kenn {

namespace {

constexpr std::size_t readable_beyond = 64;  // floats; vectors may reach beyond the last row

// Rows of a multiple of 8 floats; exponentials and gradients together fill whole cache lines.
std::size_t padded(std::size_t columns) {
  return (columns + 7) / 8 * 8;
}

}  // namespace

PassMemory::PassMemory(const PlanData& plan, bool with_gradients) {
  for (const PredictedTable& predicted : plan.predicted) {
    Table table;
    const std::size_t width = padded(predicted.columns.size());
    table.stride = with_gradients ? 2 * width : width;
    table.gradient_offset = with_gradients ? width : 0;
    table.exponentials = Buffer<float>(predicted.rows * table.stride + readable_beyond, 1.0F);
    table.large = Buffer<std::uint8_t>(predicted.rows);
    tables_.push_back(std::move(table));
  }
}

std::uint64_t PassMemory::bytes() const {
  std::uint64_t sum = 0;
  for (const Table& table : tables_) sum += table.exponentials.bytes() + table.large.bytes();
  return sum;
}

DegreeMemory::DegreeMemory(const PlanData& plan) {
  for (const std::vector<float>& degrees : plan.degrees) {
    std::vector<float> exponentials;
    std::vector<std::uint8_t> large;
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

kernels::TableView DegreeMemory::view(const PlanData& plan, std::size_t table) const {
  kernels::TableView view;
  view.values = plan.degrees[table].data();
  view.values_end = view.values + plan.degrees[table].size();
  view.exponentials = exponentials_[table].data();
  view.large = large_[table].data();
  view.columns = 1;
  view.stride = 1;
  return view;
}

}  // namespace kenn
