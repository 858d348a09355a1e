// What the commands share: reading the knowledge, findings on standard error, errors as exit status.
#include "common.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string_view>

#include "base/redact.h"
#include "base/source.h"
#include "check_report.h"
#include "exit_status.h"
#include "json_output.h"

namespace kenn::cli {

namespace {

// Colours only where a person looks, and not if they said no.
Colour colour_of_standard_error() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const bool wanted =
      isatty(STDERR_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return wanted ? Colour::always : Colour::never;
}

}  // namespace

Syntax syntax_of(const std::string& word) {
  if (word == "kenn") return Syntax::kenn;
  return word == "kenn2" ? Syntax::kenn2 : Syntax::automatic;
}

Knowledge read_knowledge(const std::string& file, const std::string& syntax) {
  if (file != "-") return Knowledge::from_file(file, syntax_of(syntax));
  const SourceText source = SourceText::from_standard_input();
  return Knowledge::from_text(source.text(), source.name(), syntax_of(syntax));
}

std::string counted(std::uint64_t count, const std::string& word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string shell_word(const std::string& text) {
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,:@%=-";
  if (text.find_first_not_of(plain) == std::string::npos && !text.starts_with("-")) return text;
  std::string quoted = text.starts_with("-") ? "./" : "";
  quoted += "'";
  for (const char character : text) quoted += character == '\'' ? "'\\''" : std::string(1, character);
  return quoted + "'";
}

std::string fixed(double value, int digits) {
  std::array<char, 400> text{};  // the greatest double has 309 digits
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return {text.data(), end.ptr};
}

std::string fixed(double value, int digits, std::size_t width) {
  const std::string text = fixed(value, digits);
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

void print_findings(const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return;
  std::cerr << render(diagnostics, colour_of_standard_error()) << count_findings(diagnostics) << "\n";
}

int run_reporting_errors(bool json, const std::string& file, const std::function<void()>& command) {
  try {
    try {
      command();
      return ExitStatus::done;
    } catch (const std::bad_alloc&) {
      throw Error(ErrorKind::data, "the memory of this machine is not enough for this data", file);
    }
  } catch (const Error& error) {
    const bool is_interrupted = error.kind() == ErrorKind::interrupted;
    if (json) {
      Json answer = {{"file", error.file().empty() ? base::redacted(file) : error.file()}, {"ok", false}};
      if (is_interrupted) answer["interrupted"] = true;
      answer["diagnostics"] = to_json(error.diagnostics());
      std::cout << to_line(answer);
    } else {
      print_findings(error.diagnostics());
    }
    return is_interrupted ? ExitStatus::interrupted : ExitStatus::bad_input;
  }
}

}  // namespace kenn::cli
