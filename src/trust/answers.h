// Whether a prediction is right, for one group of columns of a row.
#pragma once

#include "nn/column_groups.h"
#include "table/labels.h"

namespace kenn::trust {

enum class Answer : std::uint8_t { unknown, right, wrong };

// In an exclusive group the greatest logit holds, elsewhere what is above 0.
inline Answer answer_of(const nn::ColumnGroup& group, const table::Known* known, const float* logits) {
  if (!group.is_exclusive) {
    const std::uint32_t column = group.columns.front();
    if (known[column] == table::Known::nothing) return Answer::unknown;
    return (known[column] == table::Known::yes) == (logits[column] > 0) ? Answer::right : Answer::wrong;
  }
  for (const std::uint32_t column : group.columns) {
    if (known[column] != table::Known::yes) continue;
    return group.columns[nn::greatest_of(group, logits)] == column ? Answer::right : Answer::wrong;
  }
  return Answer::unknown;
}

}  // namespace kenn::trust
