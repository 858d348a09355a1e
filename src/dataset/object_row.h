// Finds the row of an object by what a relation file says of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/spelling.h"
#include "dataset/relation.h"

namespace kenn::dataset {

// A row, or why there is none.
struct RowOrComplaint {
  std::optional<Row> row;
  std::string complaint;
};

// One more than the largest row number that is accepted.
std::uint64_t row_limit(const ArgumentObjects& objects);

// `number` is meant as a row number; `text` is how messages show it.
RowOrComplaint row_of_whole_number(const ArgumentObjects& objects, double number, const std::string& text);

// `text` is an id or a row number, without blanks around it.
RowOrComplaint row_of_text(const ArgumentObjects& objects, std::string_view text);

// The same for a number of any type; `limit` is the `row_limit` of the objects.
template <typename Number>
RowOrComplaint row_of_number(const ArgumentObjects& objects, std::uint64_t limit, Number number) {
  if constexpr (std::is_integral_v<Number>) {
    if (std::cmp_greater_equal(number, 0) && std::cmp_less(number, limit))
      return {static_cast<Row>(number), {}};
    return row_of_whole_number(objects, static_cast<double>(number), std::to_string(number));
  } else {
    const auto value = static_cast<double>(number);
    const bool is_row = value >= 0 && value < static_cast<double>(limit) && value == std::floor(value);
    if (is_row) return {static_cast<Row>(value), {}};
    return row_of_whole_number(objects, value, base::to_text(value));
  }
}

inline bool is_truth_degree(double degree) {
  return degree >= 0 && degree <= 1;
}

// What to say of any other degree.
std::string truth_complaint(const std::string& text);

}  // namespace kenn::dataset
