// `kenn report`: the results of an experiment as a page, a JSON document and tables.
#include <filesystem>
#include <memory>

#include "commands.h"
#include "common.h"
#include "learning/runs.h"
#include "shared_options.h"

namespace kenn::cli {

void add_report_command(CLI::App& program, int& status) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App* const command =
      program.add_subcommand("report", "Make a page with charts of the results in a folder");
  command
      ->add_option("DIR", arguments->folder,
                   "The folder of an experiment: experiment.json, results.jsonl, times.jsonl")
      ->required();
  command->add_option("--out", arguments->out, "The page (default: DIR/report.html)")->option_text("FILE");
  add_spreadsheet_flag(*command, arguments->spreadsheet_safe);
  command->add_flag("--json", arguments->json, "Print one JSON object on standard output");
  command->footer(
      "Writes the page, which is one file and loads nothing, and beside it report.json (everything that the "
      "page\n"
      "shows) and tables/NAME.md and .csv; on errors nothing is written.\n"
      "Exit status: 0 done, 1 bad input, 2 wrong usage.\n\n"
      "Examples:\n"
      "  kenn report build/paper\n"
      "  kenn report results --out pages/results.html --json");
  command->callback([arguments, &status] {
    if (arguments->folder.empty()) throw CLI::ValidationError("DIR", "the folder has no name");
    if (arguments->out.ends_with('/')) {
      throw CLI::ValidationError("--out", "the page has no name");
    }
    if (std::filesystem::path(arguments->out).filename() == document_name) {
      throw CLI::ValidationError("--out",
                                 std::string(document_name) + " is what the page shows, not the page");
    }
    int result = ExitStatus::done;
    const int errors =
        run_reporting_errors(arguments->json, arguments->folder, [&] { result = run_report(*arguments); });
    status = errors == ExitStatus::done ? result : errors;
  });
}

}  // namespace kenn::cli
