// `kenn completion`: writes the completion script of a shell from the commands and options themselves.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"

namespace kenn::cli {

namespace {

// The alternatives in "ast|clauses"; none when an option takes anything.
std::vector<std::string> alternatives(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  std::vector<std::string> words;
  if (text.find('|') == std::string::npos) return words;
  for (const std::string& word : CLI::detail::split(text, '|')) words.push_back(word);
  return words;
}

std::vector<const CLI::Option*> named_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> positionals(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string join(const std::vector<std::string>& words, const std::string& separator = " ") {
  return CLI::detail::join(words, separator);
}

std::string all_spellings(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : named_options(command)) {
    for (const std::string& name : spellings(*option)) names.push_back(name);
  }
  return join(names);
}

std::vector<const CLI::App*> commands(const CLI::App& program) {
  return program.get_subcommands({});
}

// -------------------------------------------------------------------------------------------------------
// bash

// The words that may stand at the cursor: options after a dash, the values of the option before, or those of
// the argument. Without words bash completes the names of files.
void print_bash_values(const CLI::App& command) {
  std::cout << "      case \"$previous\" in\n";
  for (const CLI::Option* const option : named_options(command)) {
    const auto words = alternatives(*option);
    if (words.empty()) continue;
    std::cout << "        " << join(spellings(*option), "|") << ") words=\"" << join(words) << "\" ;;\n";
  }
  std::vector<std::string> argument;
  for (const CLI::Option* const option : positionals(command)) argument = alternatives(*option);
  std::cout << "        *) words=\"" << join(argument) << "\" ;;\n"
            << "      esac\n"
            << "      case \"$current\" in -*) words=\"" << all_spellings(command) << "\" ;; esac ;;\n";
}

void print_bash(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* const command : commands(program)) names.push_back(command->get_name());
  std::cout
      << "# bash completion for kenn\n"
         "_kenn() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \""
      << join(names) << " " << all_spellings(program)
      << "\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]}\" in\n";
  for (const CLI::App* const command : commands(program)) {
    std::cout << "    " << command->get_name() << ")\n";
    print_bash_values(*command);
  }
  std::cout << "  esac\n"
               "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
               "}\n"
               "complete -o default -F _kenn kenn\n";
}

// --------------------------------------------------------------------------------------------------------
// zsh

// Text inside '[...]' of a zsh specification, itself inside single quotes.
std::string zsh_escaped(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '\'') {
      escaped += "'\\''";
      continue;
    }
    if (character == '[' || character == ']' || character == ':' || character == '\\') escaped += '\\';
    escaped += character;
  }
  return escaped;
}

// A file after NAME= is completed as a file.
std::string zsh_action(const CLI::Option& option) {
  const auto words = alternatives(option);
  if (!words.empty()) return "(" + join(words) + ")";
  return option.get_option_text() == "NAME=FILE" ? "{compset -P \"*=\"; _files}" : "_files";
}

void print_zsh_arguments(const CLI::App& command) {
  for (const CLI::Option* const option : named_options(command)) {
    for (const std::string& name : spellings(*option)) {
      // An option that may be given several times is offered again.
      const bool repeats = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
      std::cout << " \\\n        '" << (repeats ? "*" : "") << name << "["
                << zsh_escaped(option->get_description()) << "]";
      if (option->get_items_expected_max() > 0) std::cout << ":value:" << zsh_action(*option);
      std::cout << "'";
    }
  }
  for (const CLI::Option* const option : positionals(command)) {
    std::cout << " \\\n        ':" << zsh_escaped(option->get_name()) << ":" << zsh_action(*option) << "'";
  }
}

void print_zsh(const CLI::App& program) {
  std::cout << "#compdef kenn\n"
               "# zsh completion for kenn\n"
               "_kenn() {\n"
               "  local -a commands=(\n";
  for (const CLI::App* const command : commands(program)) {
    std::cout << "    '" << command->get_name() << ":" << zsh_escaped(command->get_description()) << "'\n";
  }
  std::cout << "  )\n"
               "  if (( CURRENT == 2 )); then\n"
               "    _describe command commands\n"
               "    _arguments";
  print_zsh_arguments(program);
  std::cout << "\n    return\n"
               "  fi\n"
               "  local chosen=$words[2]\n"
               "  shift words; (( CURRENT-- ))\n"
               "  case $chosen in\n";
  for (const CLI::App* const command : commands(program)) {
    std::cout << "    " << command->get_name() << ")\n      _arguments";
    print_zsh_arguments(*command);
    std::cout << " ;;\n";
  }
  // Installed in a folder of fpath the file is the body of _kenn; sourced, it only registers it.
  std::cout << "  esac\n"
               "}\n"
               "if [ \"$funcstack[1]\" = \"_kenn\" ]; then _kenn \"$@\"; else compdef _kenn kenn; fi\n";
}

}  // namespace

void add_completion_command(CLI::App& program, int& status) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* const command = program.add_subcommand("completion", "Print the completion script of a shell");
  command->add_option("SHELL", *shell, "The shell")
      ->option_text("bash|zsh")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  command->footer(
      "Examples:\n"
      "  source <(kenn completion bash)\n"
      "  kenn completion zsh > ~/.zsh/completions/_kenn");
  command->callback([shell, &program, &status] {
    (*shell == "bash" ? print_bash : print_zsh)(program);
    status = ExitStatus::done;
  });
}

}  // namespace kenn::cli
