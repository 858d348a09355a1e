// `kenn report`: the results of an experiment as a page, JSON and tables; or predictions to explore.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "common.h"
#include "enhance_options.h"
#include "explore_run.h"
#include "learning/runs.h"
#include "number_range.h"
#include "option_flags.h"
#include "shared_options.h"

namespace kenn::cli {

namespace {

struct ReportOrExplore {
  ReportArguments report;
  ExploreArguments explore;
  bool explores = false;
};

void add_explore_options(CLI::App& command, ReportOrExplore& arguments) {
  command.option_defaults()->group("With --explore");
  ExploreArguments& explore = arguments.explore;
  command
      .add_option("--objects", explore.objects,
                  "Objects, or tuples of predicted relations, that the page holds in any case")
      ->option_text("OBJECT ...");
  command
      .add_option("--rows", explore.rows,
                  "How many rows the page holds at most, each with everything that its prediction depends on "
                  "(default: 5000)")
      ->option_text("N")
      ->check(whole_number(1, 1000000));
  add_explain_inputs(command, explore.inputs);
  add_split_option(command, explore.inputs, "The labels that the audit of the rules counts (default: all)");
  add_flag(command, train::option_of(&Options::threads), explore.inputs.rules.options);
  add_flag(command, train::option_of(&Options::max_groundings), explore.inputs.rules.options);
}

void check_page(const std::string& out) {
  if (out.ends_with('/')) throw CLI::ValidationError("--out", "the page has no name");
}

int report(const CLI::App& command, const ReportArguments& arguments) {
  std::vector<std::string> others = given_explain_inputs(command);
  for (const std::string& option :
       {std::string("--objects"), std::string("--rows"), std::string("--split"),
        flag_of(train::option_of(&Options::threads)), flag_of(train::option_of(&Options::max_groundings))}) {
    if (command.count(option) > 0) others.push_back(option);
  }
  if (!others.empty()) throw CLI::ValidationError(others.front(), "this is for --explore only");
  if (command.count("DIR") == 0) {
    throw CLI::ValidationError("DIR", "give the folder of an experiment, or --explore");
  }
  if (arguments.folder.empty()) throw CLI::ValidationError("DIR", "the folder has no name");
  check_page(arguments.out);
  if (std::filesystem::path(arguments.out).filename() == document_name) {
    throw CLI::ValidationError("--out", std::string(document_name) + " is what the page shows, not the page");
  }
  int result = ExitStatus::done;
  const int errors =
      run_reporting_errors(arguments.json, arguments.folder, [&] { result = run_report(arguments); });
  return errors == ExitStatus::done ? result : errors;
}

int explore(const CLI::App& command, const ReportOrExplore& given) {
  for (const char* const option : {"DIR", "--spreadsheet-safe"}) {
    if (command.count(option) > 0) throw CLI::ValidationError(option, "--explore takes a model instead");
  }
  check_explain_inputs(command);
  ExploreArguments arguments = given.explore;
  if (!given.report.out.empty()) arguments.out = given.report.out;
  check_page(arguments.out);
  arguments.json = given.report.json;
  const EnhanceFiles files = files_of(arguments.inputs.rules);
  return run_reporting_errors(arguments.json, arguments.inputs.name(),
                              [&] { run_explore(arguments, files); });
}

}  // namespace

void add_report_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<ReportOrExplore>();
  CLI::App* const command = program.add_subcommand(
      "report", "Make a page of the results of an experiment, or of the predictions of a model");
  command->add_option("DIR", arguments->report.folder,
                      "The folder of an experiment: experiment.json, results.jsonl, times.jsonl");
  command
      ->add_option("--out", arguments->report.out,
                   "The page (default: DIR/report.html, or explorer.html with --explore)")
      ->option_text("FILE");
  add_spreadsheet_flag(*command, arguments->report.spreadsheet_safe);
  command->add_flag("--json", arguments->report.json, "Print one JSON object on standard output");
  command->add_flag("--explore", arguments->explores,
                    "Make a page in which the predictions of a model are explained and changed");
  add_explore_options(*command, *arguments);
  command->footer(
      "Writes the page, which is one file and loads nothing. Beside that of an experiment are report.json "
      "(everything\n"
      "that the page shows) and tables/NAME.md and .csv; on errors nothing is written.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn report build/paper\n"
      "  kenn report results --out pages/results.html --json\n"
      "  kenn report --explore --model model.safetensors --data papers --out explorer.html");
  command->callback([arguments, command, &status] {
    status = arguments->explores ? explore(*command, *arguments) : report(*command, arguments->report);
  });
}

}  // namespace kenn::cli
