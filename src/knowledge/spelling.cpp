// How values are spelt in the knowledge language.
#include "knowledge/spelling.h"

#include <kenn/clause.h>

#include <array>
#include <charconv>

namespace kenn {

std::string to_text(double value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

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
