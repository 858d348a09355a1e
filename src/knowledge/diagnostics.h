// Collects what the stages find wrong with one source text.
#pragma once

#include <kenn/error.h>

#include <cstddef>
#include <string>
#include <vector>

#include "knowledge/source.h"

namespace kenn {

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

  // True for the first hundred calls. Looking for the nearest of many names is slow, and nobody reads more.
  bool may_suggest() { return suggestions_++ < 100; }

  // Everything found so far, in the order of the text; what was said twice of one place is there once.
  [[nodiscard]] std::vector<Diagnostic> in_order() const;

 private:
  struct Finding {
    Severity severity;
    std::size_t offset;
    std::string message;
  };

  void add(Severity severity, std::size_t offset, std::string message);

  const SourceText& source_;
  std::vector<Finding> findings_;
  std::size_t error_count_ = 0;
  std::size_t suggestions_ = 0;
  std::vector<std::size_t> newlines_;  // their offsets, once `line_of` has been asked
};

}  // namespace kenn
