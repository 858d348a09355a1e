// Numbers as people read them; web/numbers.ts has the same texts.
#include "report/numbers.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kenn::report {

namespace {

constexpr const char* minus = "\u2212";

std::string signed_text(double value, int digits) {
  std::string size = fixed(std::abs(value), digits);
  const bool is_zero = size.find_first_not_of("0.") == std::string::npos;
  if (is_zero) return size;
  return (value < 0 ? minus : "+") + size;
}

}  // namespace

std::string fixed(double value, int digits) {
  std::array<char, 400> text{};  // the greatest double has 309 digits
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return {text.data(), end.ptr};
}

std::string percent(double share) {
  return fixed(100 * share, 1) + "\u00a0%";
}

std::string points(double difference) {
  return signed_text(100 * difference, 1);
}

std::string share_label(double share) {
  std::string text = fixed(100 * share, 4);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + "\u00a0%";
}

std::string p_value_text(double p_value) {
  if (p_value < 1e-300) return "< 1e-300";
  if (p_value >= 0.001) return fixed(p_value, 3);
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), p_value, std::chars_format::scientific, 1);
  return {text.data(), end.ptr};
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, ",");
  return text;
}

std::string counted(std::uint64_t count, std::string_view word) {
  return grouped(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

}  // namespace kenn::report
