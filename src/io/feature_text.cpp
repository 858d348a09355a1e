// A feature as a text, and what is said when it is no finite number.
#include "io/feature_text.h"

#include <cmath>
#include <limits>

#include "base/spelling.h"
#include "io/number_text.h"

namespace kenn::io {

NumberOrComplaint feature_of_text(std::string_view text) {
  if (text.empty()) return {0, "this field is empty; every feature needs a number"};
  const std::optional<double> number = parse_number(text);
  if (!number) return {0, base::in_quotes(text) + " is not a number"};
  if (std::abs(*number) <= static_cast<double>(std::numeric_limits<float>::max())) {
    return {static_cast<float>(*number), ""};
  }
  const bool is_large = text.find_first_of("0123456789") != std::string_view::npos;
  return {0, base::in_quotes(text) + (is_large ? " is too large for float32" : " is not a finite number")};
}

}  // namespace kenn::io
