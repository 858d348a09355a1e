// Tables of a TOML file: values with their ranges, and complaints that show where something is wrong.
#pragma once

#include <kenn/error.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/nearest_name.h"
#include "base/nesting.h"
#include "base/source.h"
#include "base/spelling.h"
#include "base/utf8.h"
#include "io/number_text.h"

namespace kenn::experiment {

// The text of the file, for messages that show where something is wrong in it.
struct TomlSource {
  std::string file;
  std::string text;

  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const {
    fail(SourceLocation{where.begin.line, where.begin.column}, what);
  }

  [[noreturn]] void fail(SourceLocation where, const std::string& what) const {
    Diagnostic diagnostic;
    diagnostic.file = file;
    diagnostic.location = where;
    diagnostic.message = what;
    std::size_t start = 0;
    for (std::uint32_t line = 1; line < where.line && start < text.size(); ++line) {
      start = std::min(text.find('\n', start), text.size() - 1) + 1;
    }
    diagnostic.excerpt = base::printable(text.substr(start, text.find_first_of("\r\n", start) - start));
    diagnostic.caret = where.column > 0 ? where.column - 1 : 0;
    throw Error(ErrorKind::data, {std::move(diagnostic)});
  }
};

// The one place where TOML is parsed: nothing nested deeply.
inline toml::table parse_toml(const TomlSource& source) {
  if (const auto offset = base::too_deep_in_toml(source.text)) {
    source.fail(base::LocationCursor(source.text).locate(*offset), base::too_deep_message());
  }
  try {
    return toml::parse(source.text, source.file);
  } catch (const toml::parse_error& error) {
    source.fail(error.source(), std::string(error.description()));
  }
}

// One table of the file. Every key must be asked for before `finish`.
class TomlSection {
 public:
  TomlSection(const TomlSource& source, const toml::table& table) : source_(source), table_(table) {}

  const toml::node* find(std::string_view key) {
    known_.push_back(key);
    return table_.get(key);
  }

  void read(std::string_view key, std::string& value) {
    if (const toml::node* const node = find(key)) value = text(*node);
  }

  void read(std::string_view key, std::uint64_t& value, std::uint64_t low, std::uint64_t high) {
    if (const toml::node* const node = find(key)) value = whole(*node, low, high);
  }

  void read(std::string_view key, std::uint32_t& value, std::uint32_t low, std::uint32_t high) {
    std::uint64_t wide = value;
    read(key, wide, low, high);
    value = static_cast<std::uint32_t>(wide);
  }

  void read(std::string_view key, double& value, double low, double high) {
    if (const toml::node* const node = find(key)) value = number(*node, low, high);
  }

  template <typename Number>
  void read(std::string_view key, std::optional<Number>& value, std::type_identity_t<Number> low,
            std::type_identity_t<Number> high) {
    Number given = value.value_or(low);
    if (table_.get(key) == nullptr) return static_cast<void>(find(key));
    read(key, given, low, high);
    value = given;
  }

  // Lists have at least one value, and none twice.
  void read(std::string_view key, std::vector<std::uint32_t>& values, std::uint32_t low, std::uint32_t high) {
    read_list(key, values,
              [&](const toml::node& item) { return static_cast<std::uint32_t>(whole(item, low, high)); });
  }

  void read(std::string_view key, std::vector<std::optional<double>>& values, double low, double high) {
    read_list(key, values, [&](const toml::node& item) { return std::optional(number(item, low, high)); });
  }

  void read(std::string_view key, std::vector<std::string>& values, std::span<const std::string_view> words) {
    read_list(key, values, [&](const toml::node& item) { return word(item, words); });
  }

  // One of some words: returns its number, or nothing without the key.
  std::optional<std::size_t> choice(std::string_view key, std::span<const std::string_view> words) {
    const toml::node* const node = find(key);
    if (node == nullptr) return {};
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word(*node, words)) -
                                    words.begin());
  }

  [[nodiscard]] std::string text(const toml::node& node) const {
    const auto value = node.value_exact<std::string>();
    if (!value) source_.fail(node.source(), "a text in quotes is expected here");
    return *value;
  }

  [[nodiscard]] double number(const toml::node& node, double low, double high) const {
    const auto value = node.value<double>();
    if (!value || !node.is_number() || !(*value >= low && *value <= high)) {
      source_.fail(node.source(), "a number from " + io::shortest_text(low) + " to " +
                                      io::shortest_text(high) + " is expected here");
    }
    return *value;
  }

  [[nodiscard]] const toml::array& list(const toml::node& node) const {
    if (!node.is_array()) source_.fail(node.source(), "a list in [ ] is expected here");
    return *node.as_array();
  }

  void finish() const {
    for (const auto& [key, node] : table_) {
      if (std::find(known_.begin(), known_.end(), key.str()) != known_.end()) continue;
      source_.fail(key.source(), "there is no setting " + base::in_quotes(std::string(key.str())) +
                                     base::suggestion(key.str(), known_));
    }
  }

 private:
  template <typename Value, typename Read>
  void read_list(std::string_view key, std::vector<Value>& values, const Read& read) {
    const toml::node* const node = find(key);
    if (node == nullptr) return;
    values.clear();
    for (const toml::node& item : list(*node)) {
      Value value = read(item);
      if (std::find(values.begin(), values.end(), value) != values.end()) {
        source_.fail(item.source(), "this is in the list already");
      }
      values.push_back(std::move(value));
    }
    if (values.empty()) source_.fail(node->source(), "the list is empty");
  }

  [[nodiscard]] std::uint64_t whole(const toml::node& node, std::uint64_t low, std::uint64_t high) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < low ||
        static_cast<std::uint64_t>(*value) > high) {
      source_.fail(node.source(), "a whole number from " + std::to_string(low) + " to " +
                                      std::to_string(high) + " is expected here");
    }
    return static_cast<std::uint64_t>(*value);
  }

  [[nodiscard]] std::string word(const toml::node& node, std::span<const std::string_view> words) const {
    std::string value = text(node);
    if (std::find(words.begin(), words.end(), value) != words.end()) return value;
    std::string all;
    for (const std::string_view each : words) all += (all.empty() ? "" : ", ") + std::string(each);
    source_.fail(node.source(),
                 base::in_quotes(value) + " is none of: " + all + base::suggestion(value, words));
  }

  const TomlSource& source_;
  const toml::table& table_;
  std::vector<std::string_view> known_;
};

}  // namespace kenn::experiment
