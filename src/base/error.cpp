// The exception type, and how diagnostics are shown.
#include <kenn/error.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/redact.h"
#include "base/utf8.h"

namespace kenn {

namespace {

struct Paint {
  std::string_view bold;
  std::string_view caret;
  std::string_view error;
  std::string_view warning;
  std::string_view reset;
};

constexpr Paint plain{};
constexpr Paint coloured{"\x1b[1m", "\x1b[1;32m", "\x1b[1;31m", "\x1b[1;35m", "\x1b[0m"};

bool is_error(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::error;
}

std::string more(std::size_t count, std::string_view word) {
  return "and " + std::to_string(count) + " more " + std::string(word) + (count == 1 ? "\n" : "s\n");
}

// Whatever was wrong with an address, what is said of it is not secret.
std::vector<Diagnostic> without_passwords(std::vector<Diagnostic> diagnostics) {
  for (Diagnostic& each : diagnostics) {
    each.file = base::redacted(each.file);
    each.message = base::redacted(each.message);
    std::string excerpt = base::redacted(each.excerpt);
    if (excerpt == each.excerpt) continue;
    const auto same =
        std::mismatch(excerpt.begin(), excerpt.end(), each.excerpt.begin(), each.excerpt.end()).first;
    const std::string_view kept(excerpt.data(), static_cast<std::size_t>(same - excerpt.begin()));
    each.caret = std::min(each.caret, static_cast<std::uint32_t>(base::count_characters(kept)));
    each.excerpt = std::move(excerpt);
  }
  return diagnostics;
}

}  // namespace

std::string render(const Diagnostic& diagnostic, Colour colour) {
  const Paint& paint = colour == Colour::always ? coloured : plain;
  std::string text;
  const bool has_place = diagnostic.location.line != 0;
  if (!diagnostic.file.empty()) {
    text += paint.bold;
    text += base::printable(diagnostic.file) + ":";
    if (has_place) {
      text +=
          std::to_string(diagnostic.location.line) + ":" + std::to_string(diagnostic.location.column) + ":";
    }
    text += paint.reset;
    text += " ";
  }
  text += is_error(diagnostic) ? paint.error : paint.warning;
  text += is_error(diagnostic) ? "error:" : "warning:";
  text += paint.reset;
  text += " " + base::printable(diagnostic.message) + "\n";
  if (has_place) {
    text += "  " + diagnostic.excerpt + "\n  " + std::string(diagnostic.caret, ' ');
    text += paint.caret;
    text += "^";
    text += paint.reset;
    text += "\n";
  }
  return text;
}

std::string render(std::span<const Diagnostic> diagnostics, Colour colour) {
  std::string text;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::size_t& count = is_error(diagnostic) ? errors : warnings;
    if (count++ < shown_diagnostics) text += render(diagnostic, colour);
  }
  if (errors > shown_diagnostics) text += more(errors - shown_diagnostics, "error");
  if (warnings > shown_diagnostics) text += more(warnings - shown_diagnostics, "warning");
  return text;
}

Error::Error(ErrorKind kind, std::vector<Diagnostic> diagnostics)
    : kind_(kind), diagnostics_(without_passwords(std::move(diagnostics))), what_(render(diagnostics_)) {
  if (std::none_of(diagnostics_.begin(), diagnostics_.end(), is_error)) {
    throw std::logic_error("kenn::Error needs at least one error");
  }
}

Error::Error(ErrorKind kind, const std::string& message, const std::string& file)
    : Error(kind, {Diagnostic{.file = file, .location = {}, .message = message, .excerpt = {}}}) {}

const Diagnostic& Error::first_error() const {
  return *std::find_if(diagnostics_.begin(), diagnostics_.end(), is_error);
}

}  // namespace kenn
