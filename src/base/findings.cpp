// Collects what is wrong with a file of data, up to the number of errors that are shown.
#include "base/findings.h"

namespace kenn::base {

std::string matrix_place(std::uint64_t row, std::uint64_t column) {
  return "row " + std::to_string(row) + ", column " + std::to_string(column) + " (counting from 0)";
}

void Findings::error(SourceLocation location, std::string message, std::string excerpt, std::uint32_t caret) {
  if (full()) return;
  diagnostics_.push_back({Severity::error, file_, location, std::move(message), std::move(excerpt), caret});
}

void Findings::throw_if_any() const {
  if (diagnostics_.empty()) return;
  std::vector<Diagnostic> diagnostics = diagnostics_;
  if (full()) {
    Diagnostic note;
    note.severity = Severity::warning;
    note.file = file_;
    note.message = "only the first " + std::to_string(shown_diagnostics) +
                   " errors are listed; there may be more in the file";
    diagnostics.push_back(std::move(note));
  }
  throw Error(ErrorKind::data, std::move(diagnostics));
}

}  // namespace kenn::base
