// Reads the number of a fixed weight.
#include "knowledge/weight.h"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace kenn {

namespace {

// What is wrong with the weight, or nullptr. A number that is too large to represent counts as infinite, one
// too small as 0.
const char* read(std::string_view text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  if (rest != end || status == std::errc::invalid_argument) return "is not a number";
  const bool is_tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
  if (status == std::errc::result_out_of_range) value = is_tiny ? 0.0 : HUGE_VAL;
  if (std::isnan(value)) return "is not a number";
  if (text.starts_with('-') && value != 0.0) return "is negative; a rule that is to be avoided needs a '!'";
  if (std::isinf(value)) return "is infinite; the largest is 500";
  if (value > largest_weight) return "is too large; the largest is 500";
  value = std::abs(value);
  return nullptr;
}

}  // namespace

Weight read_weight(const syntax::Name& number, Diagnostics& diagnostics) {
  double value = 0;
  const char* const complaint = read(number.text, value);
  if (complaint == nullptr) return {.learned = false, .value = value};
  diagnostics.error(number.offset, "the weight " + std::string(number.text) + " " + complaint);
  return {};
}

}  // namespace kenn
