// Collects what the stages find wrong with one source text.
#pragma once

#include <kenn/error.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.h"

namespace kenn::base {

class Diagnostics {
 public:
  explicit Diagnostics(const SourceText& source) : source_(source) {}

  void error(std::size_t offset, std::string message) { add(Severity::error, offset, std::move(message)); }
  void warning(std::size_t offset, std::string message) {
    add(Severity::warning, offset, std::move(message));
  }

  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }

  // "line 3" for a place, for messages that mention a second one.
  [[nodiscard]] std::string line_of(std::size_t offset);

  // What `find` says of a misspelt name, which is asked once per `kind` and name, and for the first hundred
  // of them only: looking for the nearest of many names is slow, and nobody reads more.
  template <typename Find>
  std::string suggestion_for(const std::string& kind, std::string_view name, Find find) {
    const std::string key = kind + " " + std::string(name);
    const auto known = suggestions_.find(key);
    if (known != suggestions_.end()) return known->second;
    if (suggestions_.size() >= most_suggestions) return "";
    return suggestions_.emplace(key, find()).first->second;
  }

  // Everything found so far, in the order of the text; what was said twice of one place is there once.
  [[nodiscard]] std::vector<Diagnostic> in_order() const;

 private:
  static constexpr std::size_t most_suggestions = 100;

  struct Finding {
    Severity severity;
    std::size_t offset;
    std::string message;
  };

  void add(Severity severity, std::size_t offset, std::string message);

  const SourceText& source_;
  std::vector<Finding> findings_;
  std::size_t error_count_ = 0;
  std::unordered_map<std::string, std::string> suggestions_;
  std::optional<std::vector<std::size_t>> newlines_;  // their offsets, once `line_of` has been asked
};

}  // namespace kenn::base
