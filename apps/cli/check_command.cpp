// `kenn check`: reads a knowledge file and says what is in it, or what is wrong with it.
#include <kenn/kenn.h>

#include <iostream>
#include <memory>
#include <optional>

#include "base/diagnostics.h"
#include "base/source.h"
#include "check_report.h"
#include "commands.h"
#include "common.h"
#include "dataset/folder.h"
#include "json_output.h"
#include "knowledge/dump_tree.h"
#include "knowledge/read.h"
#include "learning/runs.h"
#include "option_flags.h"
#include "plan_report.h"

namespace kenn::cli {

namespace {

struct CheckOptions {
  std::string file;
  std::string syntax = "auto";
  std::string dump;
  std::string data;
  Options limits;  // of groundings
  bool json = false;
};

// What was read, and the plan if it was asked for.
struct Checked {
  Knowledge knowledge;
  std::vector<Diagnostic> warnings;
  std::optional<Plan> plan;
};

Checked read_all(const CheckOptions& options) {
  Checked checked{read_knowledge(options.file, options.syntax), {}, std::nullopt};
  checked.warnings = checked.knowledge.warnings();
  if (options.data.empty()) return checked;
  const dataset::FolderTables data = dataset::read_folder_tables(checked.knowledge, options.data);
  checked.warnings.insert(checked.warnings.end(), data.warnings.begin(), data.warnings.end());
  checked.plan.emplace(checked.knowledge, data.tables, plan_options(options.limits));
  return checked;
}

// The text that was read, once more as a tree.
template <typename Show>
auto show_tree(const Knowledge& knowledge, Show show) {
  const SourceText source(knowledge.name(), knowledge.text());
  base::Diagnostics diagnostics(source);
  return show(knowledge::read_tree(source, knowledge.syntax(), diagnostics), source);
}

void print_text(const Checked& checked, const CheckOptions& options) {
  const Knowledge& knowledge = checked.knowledge;
  print_findings(checked.warnings);
  if (options.dump == "ast") {
    std::cout << show_tree(knowledge, knowledge::dump_tree);
  } else if (options.dump == "clauses") {
    std::cout << to_text(knowledge);
  } else if (options.dump == "plan") {
    std::cout << plan_text(*checked.plan, knowledge);
  } else {
    std::cout << summary(knowledge);
  }
}

void print_json(const Checked& checked, const CheckOptions& options) {
  const Knowledge& knowledge = checked.knowledge;
  Json json = {{"file", knowledge.name()}, {"ok", true}};
  json.update(to_json(knowledge));
  if (options.dump == "ast") json["ast"] = show_tree(knowledge, tree_to_json);
  if (options.dump == "clauses") json["clauses"] = clauses_to_json(knowledge);
  if (options.dump == "plan") json["plan"] = plan_to_json(*checked.plan);
  json["diagnostics"] = to_json(checked.warnings);
  std::cout << to_line(json);
}

int check(const CheckOptions& options) {
  return run_reporting_errors(options.json, options.file, [&] {
    const Checked checked = read_all(options);
    (options.json ? print_json : print_text)(checked, options);
  });
}

}  // namespace

void add_check_command(CLI::App& program, int& status) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* const command =
      program.add_subcommand("check", "Check a knowledge file and say how its rules are understood");
  command->add_option("FILE", options->file, "The knowledge file; - reads standard input")
      ->type_name("")
      ->required();
  command->add_option("--syntax", options->syntax, "Format of the file; auto detects it")
      ->option_text(syntax_words)
      ->check(CLI::IsMember({"auto", "kenn", "kenn2"}));
  CLI::Option* const dump =
      command
          ->add_option(
              "--dump", options->dump,
              "Print a stage instead of the summary: the syntax tree, the clauses, or (with --data) the "
              "plan: which rows they touch")
          ->option_text("ast|clauses|plan")
          ->check(CLI::IsMember({"ast", "clauses", "plan"}));
  CLI::Option* const data = command->add_option(
      "--data", options->data, "A folder with a CSV file per type (column id) and per relation; checked too");
  data->option_text("DIR");
  add_flag(*command, train::option_of(&Options::max_groundings), options->limits)->needs(data);
  command->add_flag("--json", options->json,
                    "Print one JSON object, with all diagnostics, on standard output");
  command->footer(
      "Errors and warnings go to standard error. Exit status: 0 no errors, 1 errors, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn check rules.kenn\n"
      "  kenn check rules.kenn --dump clauses\n"
      "  kenn check rules.kenn --dump plan --data folder\n"
      "  kenn check knowledge.txt --syntax kenn2 --json");
  command->callback([options, dump, data, &status] {
    if (options->dump == "plan" && data->empty())
      throw CLI::RequiresError(dump->get_name() + " plan", "--data");
    status = check(*options);
  });
}

}  // namespace kenn::cli
