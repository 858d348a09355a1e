// Numbers as people and programs write them into data files.
#include "io/number_text.h"

#include <fast_float/fast_float.h>

#include <array>
#include <charconv>

namespace kenn::io {

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double number = 0;
  const char* const end = text.data() + text.size();
  // Some versions of the library call numbers too large or too small an error; all of them set `number`.
  const auto [rest, status] = fast_float::from_chars(text.data(), end, number);
  if (rest != end || status == std::errc::invalid_argument) return std::nullopt;
  return number;
}

std::string shortest_text(double number) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace kenn::io
