// Collects what is wrong with a file of data, up to the number of errors that are shown.
#pragma once

#include <kenn/error.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kenn::base {

// "row 3, column 5 (counting from 0)", for files whose places are not lines.
std::string matrix_place(std::uint64_t row, std::uint64_t column);

// Reading stops when there are `shown_diagnostics` errors: a file with a million bad lines costs no memory.
class Findings {
 public:
  explicit Findings(std::string file) : file_(std::move(file)) {}

  // About the file as a whole.
  void error(std::string message) { error({}, std::move(message), {}, 0); }

  // About a place in it. `excerpt` and `caret` are those of `Diagnostic`.
  void error(SourceLocation location, std::string message, std::string excerpt, std::uint32_t caret);

  [[nodiscard]] bool full() const { return diagnostics_.size() >= shown_diagnostics; }

  // Throws `Error` (kind data) with everything found, if there is anything.
  void throw_if_any() const;

 private:
  std::string file_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace kenn::base
