// Diagnostics and the one exception type of the library.
//
// The library never prints, aborts or exits. Bad input is an `Error`; it carries what a program needs (kind,
// file, line, column) and a message a person understands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace kenn {

// A place in a text. Lines and columns count from 1, columns in characters (not bytes); 0 means "no place".
struct SourceLocation {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

enum class Severity : std::uint8_t { error, warning };

// One finding about an input text.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;         // empty when the data did not come from a file
  SourceLocation location;  // 0:0 when the finding is about the file as a whole
  std::string message;
  std::string excerpt;      // the source line, or the part of it around the place, made printable
  std::uint32_t caret = 0;  // how many characters of `excerpt` stand before the place
};

enum class Colour : std::uint8_t { never, always };

// How many errors, and how many warnings, the rendering of a list shows before "and N more".
inline constexpr std::size_t shown_diagnostics = 20;

// `file:line:column: error: message`, the source line and a caret; every line ends with a newline.
std::string render(const Diagnostic& diagnostic, Colour colour = Colour::never);

// All of them one after the other, in the given order, at most `shown_diagnostics` of each severity.
std::string render(std::span<const Diagnostic> diagnostics, Colour colour = Colour::never);

enum class ErrorKind : std::uint8_t {
  file,         // a file that cannot be read or written
  knowledge,    // a knowledge text with errors in it
  data,         // data that does not fit the knowledge, or is damaged
  limit,        // more groundings, memory or time than there may be
  usage,        // an option that is unknown, out of range, or has no effect here
  interrupted,  // a training, or reading a database, that was stopped
};

class Error : public std::exception {
 public:
  // `diagnostics` holds at least one error; the first one gives file, line and column.
  Error(ErrorKind kind, std::vector<Diagnostic> diagnostics);

  // One error without a place.
  Error(ErrorKind kind, const std::string& message, const std::string& file = "");

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::string& file() const { return first_error().file; }
  [[nodiscard]] std::uint32_t line() const { return first_error().location.line; }
  [[nodiscard]] std::uint32_t column() const { return first_error().location.column; }

  // All errors and warnings of the text, in the order of the text.
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // The rendered diagnostics.
  [[nodiscard]] const char* what() const noexcept override { return what_.c_str(); }

 private:
  [[nodiscard]] const Diagnostic& first_error() const;

  ErrorKind kind_;
  std::vector<Diagnostic> diagnostics_;
  std::string what_;
};

}  // namespace kenn
