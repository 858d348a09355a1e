// Text of any kind inside Markdown and scripts: names come from the files of users.
#include "report/escape.h"

#include <algorithm>

#include "base/utf8.h"

namespace kenn::report {

namespace {

std::size_t character_length(std::string_view rest) {
  return std::max<std::size_t>(1, base::utf8_length(rest));
}

}  // namespace

std::string markdown_cell(std::string_view text) {
  constexpr std::string_view markup = "\\`*_[]<>|~&$#!";
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); i += character_length(text.substr(i))) {
    const std::string_view rest = text.substr(i);
    if (rest.front() == '\n' || rest.front() == '\r') {
      escaped += ' ';
      continue;
    }
    if (markup.find(rest.front()) != std::string_view::npos) escaped += '\\';
    escaped += base::printable_character(rest);
  }
  return escaped;
}

std::string file_safe(std::string_view text) {
  std::string name(text);
  for (char& character : name) {
    const bool stays = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                       (character >= '0' && character <= '9') || character == '-' || character == '_';
    if (!stays) character = '-';
  }
  return name;
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

std::string script_json(const Json& json) {
  const std::string text = json_text(json);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char character : text) {
    if (character == '<') {
      escaped += "\\u003c";
    } else {
      escaped += character;
    }
  }
  return escaped;
}

}  // namespace kenn::report
