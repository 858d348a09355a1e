// How values are spelt in the knowledge language.
#include "base/spelling.h"

#include <kenn/clause.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/utf8.h"

namespace kenn::base {

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t end = 0;
  for (std::size_t count = 0; count < most && end < text.size(); ++count) {
    end += std::max<std::size_t>(1, utf8_length(text.substr(end)));
  }
  return std::string(text.substr(0, end)) + (end < text.size() ? "..." : "");
}

std::string in_quotes(std::string_view name) {
  return "'" + shortened(name, 40) + "'";
}

std::string to_text(double value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

}  // namespace kenn::base

namespace kenn {

std::string string_literal(const std::string& text) {
  std::string result = "\"";
  for (const char character : text) {
    switch (character) {
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      case '"':
      case '\\':
        result += '\\';
        [[fallthrough]];
      default:
        result += character;
    }
  }
  return result + "\"";
}

}  // namespace kenn
