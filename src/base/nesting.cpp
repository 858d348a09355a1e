// How deep the brackets of a text are nested, before a parser that recurses sees it.
#include "base/nesting.h"

#include <algorithm>
#include <vector>

namespace kenn::base {

namespace {

// Behind a string that starts at `start` with one quote, or at the end of its line or text.
std::size_t end_of_string(std::string_view text, std::size_t start, bool has_escapes) {
  const char quote = text[start];
  std::size_t at = start + 1;
  while (at < text.size() && text[at] != quote && text[at] != '\n') {
    at += has_escapes && text[at] == '\\' ? 2 : 1;
  }
  return std::min(at + 1, text.size());
}

// Behind a string of TOML that starts with three quotes. It may end with five, of which two belong to it.
std::size_t end_of_long_string(std::string_view text, std::size_t start) {
  const char quote = text[start];
  std::size_t at = start + 3;
  while (at < text.size()) {
    if (quote == '"' && text[at] == '\\') {
      at += 2;
    } else if (text.substr(at).starts_with(std::string(3, quote))) {
      std::size_t quotes = 3;
      while (quotes < 5 && at + quotes < text.size() && text[at + quotes] == quote) ++quotes;
      return at + quotes;
    } else {
      ++at;
    }
  }
  return text.size();
}

std::size_t end_of_toml_string(std::string_view text, std::size_t start) {
  const bool is_long = text.substr(start).starts_with(std::string(3, text[start]));
  return is_long ? end_of_long_string(text, start) : end_of_string(text, start, text[start] == '"');
}

// The levels around a place of a TOML text: brackets, and the dots of the keys before and inside them.
class TomlLevels {
 public:
  // Returns whether the text may go on.
  bool add(char character) {
    switch (character) {
      case '[':
      case '{':
        outer_.push_back(level_);
        level_ += dots_ + 1;
        dots_ = 0;
        break;
      case ']':
      case '}':
        dots_ = 0;
        if (outer_.empty()) break;
        level_ = outer_.back();
        outer_.pop_back();
        break;
      case '.':
        ++dots_;
        break;
      case '\n':
      case ',':
        dots_ = 0;
        break;
      default:
        break;
    }
    return level_ + dots_ <= most_levels;
  }

 private:
  std::size_t level_ = 0;
  std::size_t dots_ = 0;            // of the key, or the number, under way
  std::vector<std::size_t> outer_;  // the levels around each open bracket
};

}  // namespace

std::string too_deep_message() {
  return "this is nested more than " + std::to_string(most_levels) + " levels deep";
}

std::optional<std::size_t> too_deep_in_json(std::string_view text) {
  std::size_t level = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char character = text[at];
    if (character == '"') {
      at = end_of_string(text, at, true);
      continue;
    }
    if ((character == '[' || character == '{') && ++level > most_levels) return at;
    if ((character == ']' || character == '}') && level > 0) --level;
    ++at;
  }
  return std::nullopt;
}

std::optional<std::size_t> too_deep_in_toml(std::string_view text) {
  TomlLevels levels;
  for (std::size_t at = 0; at < text.size();) {
    const char character = text[at];
    if (character == '"' || character == '\'') {
      at = end_of_toml_string(text, at);
    } else if (character == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (!levels.add(character)) {
      return at;
    } else {
      ++at;
    }
  }
  return std::nullopt;
}

}  // namespace kenn::base
