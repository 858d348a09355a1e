// `kenn check`: reads a knowledge file and says what is in it, or what is wrong with it.
#include <kenn/kenn.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <string_view>

#include "check_report.h"
#include "commands.h"
#include "json_output.h"
#include "knowledge/diagnostics.h"
#include "knowledge/dump_tree.h"
#include "knowledge/read.h"
#include "knowledge/source.h"

namespace kenn::cli {

namespace {

struct CheckOptions {
  std::string file;
  std::string syntax = "auto";
  std::string dump;
  bool json = false;
};

Syntax syntax_of(const std::string& word) {
  if (word == "kenn") return Syntax::kenn;
  return word == "kenn2" ? Syntax::kenn2 : Syntax::automatic;
}

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

Knowledge read_knowledge(const CheckOptions& options) {
  const Syntax syntax = syntax_of(options.syntax);
  if (options.file != "-") return Knowledge::from_file(options.file, syntax);
  const SourceText source = SourceText::from_standard_input();
  return Knowledge::from_text(source.text(), source.name(), syntax);
}

// The text that was read, once more as a tree.
template <typename Show>
auto show_tree(const Knowledge& knowledge, Show show) {
  const SourceText source(knowledge.name(), knowledge.text());
  Diagnostics diagnostics(source);
  return show(read_tree(source, knowledge.syntax(), diagnostics), source);
}

void print_findings(const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return;
  std::cerr << render(diagnostics, colour_of_standard_error()) << count_findings(diagnostics) << "\n";
}

void print_text(const Knowledge& knowledge, const CheckOptions& options) {
  print_findings(knowledge.warnings());
  if (options.dump == "ast") {
    std::cout << show_tree(knowledge, dump_tree);
  } else if (options.dump == "clauses") {
    std::cout << to_text(knowledge);
  } else {
    std::cout << summary(knowledge);
  }
}

void print_json(const Knowledge& knowledge, const CheckOptions& options) {
  Json json = {{"file", knowledge.name()}, {"ok", true}};
  json.update(to_json(knowledge));
  if (options.dump == "ast") json["ast"] = show_tree(knowledge, tree_to_json);
  if (options.dump == "clauses") json["clauses"] = clauses_to_json(knowledge);
  json["diagnostics"] = to_json(knowledge.warnings());
  std::cout << to_line(json);
}

int check(const CheckOptions& options) {
  try {
    const Knowledge knowledge = read_knowledge(options);
    (options.json ? print_json : print_text)(knowledge, options);
    return ExitStatus::done;
  } catch (const Error& error) {
    if (options.json) {
      std::cout << to_line(
          {{"file", error.file()}, {"ok", false}, {"diagnostics", to_json(error.diagnostics())}});
    } else {
      print_findings(error.diagnostics());
    }
    return ExitStatus::bad_input;
  }
}

}  // namespace

void add_check_command(CLI::App& program, int& status) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* const command =
      program.add_subcommand("check", "Check a knowledge file and say how its rules are understood");
  command->add_option("FILE", options->file, "The knowledge file; - reads standard input")
      ->type_name("")
      ->required();
  command->add_option("--syntax", options->syntax, "How the file is written; auto finds out")
      ->option_text("auto|kenn|kenn2")
      ->check(CLI::IsMember({"auto", "kenn", "kenn2"}));
  command
      ->add_option("--dump", options->dump,
                   "Print a stage instead of the summary: the syntax tree or the clauses")
      ->option_text("ast|clauses")
      ->check(CLI::IsMember({"ast", "clauses"}));
  command->add_flag("--json", options->json,
                    "Print one JSON object, with all diagnostics, on standard output");
  command->footer(
      "Errors and warnings go to standard error. Exit status: 0 no errors, 1 errors, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn check rules.kenn\n"
      "  kenn check rules.kenn --dump clauses\n"
      "  kenn check knowledge.txt --syntax kenn2 --json");
  command->callback([options, &status] { status = check(*options); });
}

}  // namespace kenn::cli
