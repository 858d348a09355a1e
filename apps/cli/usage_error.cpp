// Says what is wrong with a command line.
#include "usage_error.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/nearest_name.h"
#include "base/redact.h"

namespace kenn::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* const command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string suggest(const std::string& word, const std::vector<std::string>& names) {
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return base::suggestion(word, candidates);
}

// What to say of an argument that nothing on the command line takes.
std::string describe_unexpected(const CLI::App& program, const CLI::App& command, const std::string& word) {
  const std::string unknown = "'" + word + "'";
  if (!word.starts_with("-")) {
    const bool is_command = &program == &command;
    return is_command ? "unknown command " + unknown + suggest(word, command_names(program))
                      : "unexpected argument " + unknown;
  }
  const auto options = option_names(command);
  if (std::find(options.begin(), options.end(), word) != options.end()) {
    return "the option " + unknown + " belongs after '" + command.get_name() + "'";
  }
  return "unknown option " + unknown + suggest(word, options);
}

// What CLI11 says of a value, in words that somebody who did not write the program understands.
std::string describe_value_error(const CLI::ParseError& error) {
  std::string what = error.what();
  const std::string option = what.substr(0, what.find(':'));
  if (error.get_name() == "ArgumentMismatch" && option != what) {
    const bool is_repeated = what.find("At Most 1 required") != std::string::npos;
    return "the option '" + option + (is_repeated ? "' can only be given once" : "' needs a value");
  }
  if (error.get_name() == "ConversionError") {  // "Could not convert: --layers = 1e3"
    const std::size_t start = what.find(": ");
    const std::size_t middle = what.find(" = ");
    if (start == std::string::npos || middle == std::string::npos) return what;
    return "the option '" + what.substr(start + 2, middle - start - 2) + "' cannot be '" +
           what.substr(middle + 3) + "'";
  }
  if (error.get_name() == "RequiredError" && what.starts_with("--")) {
    return "the option '" + what.substr(0, what.find(' ')) + "' is required";
  }
  return what;
}

}  // namespace

std::string describe_usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  const std::string name =
      &command == &program ? program.get_name() : program.get_name() + " " + command.get_name();
  auto unexpected = program.remaining(true);
  std::erase(unexpected, "--");
  const std::string what = unexpected.empty() ? describe_value_error(error)
                                              : describe_unexpected(program, command, unexpected.front());
  return name + ": " + base::redacted(what) + "\nTry '" + name + " --help'.\n";
}

}  // namespace kenn::cli
