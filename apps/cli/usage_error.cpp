// Says what is wrong with a command line.
#include "usage_error.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "knowledge/nearest_name.h"

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
  return suggestion(word, candidates);
}

// The first argument that nothing on the command line takes.
std::string describe_unexpected(const CLI::App& program, const CLI::App& command, const std::string& word) {
  const bool is_option = word.starts_with("-");
  if (is_option) return "unknown option '" + word + "'" + suggest(word, option_names(command));
  if (&program == &command) return "unknown command '" + word + "'" + suggest(word, command_names(program));
  return "unexpected argument '" + word + "'";
}

}  // namespace

std::string describe_usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  const std::string name =
      &command == &program ? program.get_name() : program.get_name() + " " + command.get_name();
  const auto unexpected = program.remaining(true);
  const std::string what = unexpected.empty() ? std::string(error.what())
                                              : describe_unexpected(program, command, unexpected.front());
  return name + ": " + what + "\nTry '" + name + " --help'.\n";
}

}  // namespace kenn::cli
