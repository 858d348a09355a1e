// Reads the number of a fixed weight.
#include "knowledge/weight.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "base/spelling.h"

namespace kenn::knowledge {

namespace {

// Whether the digits of a number that is out of range spell a large one. `text` is a correct number.
bool is_large(std::string_view text) {
  const std::size_t exponent_sign = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, exponent_sign);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  double magnitude = first < point ? static_cast<double>(point - first) : -static_cast<double>(first - point);
  if (exponent_sign != std::string_view::npos) {
    const std::string_view exponent = text.substr(exponent_sign + 1);
    const double sign = exponent.starts_with('-') ? -1 : 1;
    double size = 0;
    for (const char digit : exponent.substr(exponent.find_first_of("0123456789")))
      size = 10 * size + (digit - '0');
    magnitude += sign * size;
  }
  return magnitude > 0;
}

// What is wrong with the weight, or nullptr. A number too small to represent is 0.
const char* read(std::string_view text, double& value) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  if (rest != end || status == std::errc::invalid_argument) return "is not a number";
  if (status == std::errc::result_out_of_range) value = is_large(text) ? 2 * largest_weight : 0.0;
  if (std::isnan(value)) return "is not a number";
  if (text.starts_with('-') && value != 0.0) return "is negative; to discourage something, negate it";
  if (std::isinf(value)) return "is infinite; the largest is 500";
  if (value > largest_weight) return "is too large; the largest is 500";
  value = std::abs(value);
  return nullptr;
}

}  // namespace

Weight read_weight(const syntax::Name& number, base::Diagnostics& diagnostics) {
  double value = 0;
  const char* const complaint = read(number.text, value);
  if (complaint == nullptr) return {.learned = false, .value = value};
  diagnostics.error(number.offset, "the weight " + base::shortened(number.text, 40) + " " + complaint);
  return {};
}

}  // namespace kenn::knowledge
