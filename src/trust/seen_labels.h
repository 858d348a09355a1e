// Whether predictions look as if their model had been trained on the labels that they are judged by.
#pragma once

#include <cstdint>
#include <vector>

#include "trust/trust.h"

namespace kenn::trust {

// Labelled rows, and those of them whose labels are all predicted right.
struct RowsRight {
  std::uint64_t rows = 0;
  std::uint64_t right = 0;

  // At least 99 % of 20 rows or more. Where hardly anything is wrong, rules have nothing to put right, and
  // their weights say nothing about new rows.
  [[nodiscard]] bool look_seen() const { return rows >= 20 && 100 * right >= 99 * rows; }
};

// In an exclusive group the greatest logit holds, elsewhere what is above 0.
RowsRight rows_right(const Vocabulary& vocabulary, const std::vector<TrustTable>& tables);

}  // namespace kenn::trust
