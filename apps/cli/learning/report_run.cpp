// `kenn report`: the results of an experiment as a page, a JSON document and tables.
#include <filesystem>
#include <iostream>
#include <string_view>

#include "base/output_folder.h"
#include "base/utf8.h"
#include "command_files.h"
#include "common.h"
#include "exit_status.h"
#include "experiment/results.h"
#include "io/csv_field.h"
#include "json_output.h"
#include "learning/description.h"
#include "learning/runs.h"
#include "report/report.h"

namespace kenn::cli {

namespace {

namespace fs = std::filesystem;

void write_file(base::OutputFolder& folder, const std::string& name, const std::string& text) {
  const std::string_view part = text;
  folder.write(name, std::span(&part, 1));
}

Json write_files(base::OutputFolder& folder, const std::vector<report::ReportFile>& files) {
  Json paths = Json::array();
  for (const report::ReportFile& file : files) {
    write_file(folder, file.name, file.text);
    paths.push_back((folder.path() / file.name).lexically_normal().string());
  }
  return paths;
}

void check_files(const ReportArguments& arguments, const fs::path& page, const fs::path& beside,
                 const report::Report& report) {
  CommandFiles files;
  for (const char* const name : {"experiment.json", "results.jsonl", "times.jsonl"}) {
    files.reads("DIR", (fs::path(arguments.folder) / name).string());
  }
  files.writes("--out", page);
  files.writes("report.json beside --out", beside / document_name);
  for (const report::ReportFile& table : report.tables) {
    files.writes("tables/ beside --out", beside / "tables" / table.name);
  }
  files.check();
}

}  // namespace

int run_report(const ReportArguments& arguments) {
  const experiment::ExperimentFolder input = experiment::read_experiment(arguments.folder);
  if (input.results.empty()) {
    throw Error(ErrorKind::data, "there is no result to report",
                (fs::path(arguments.folder) / "results.jsonl").string());
  }
  const report::Report report =
      report::make_report(input.experiment, input.results, input.times, method_names(),
                          io::csv_reader(arguments.spreadsheet_safe));
  const fs::path page =
      arguments.out.empty() ? fs::path(arguments.folder) / "report.html" : fs::path(arguments.out);
  const fs::path beside = page.has_parent_path() ? page.parent_path() : ".";
  check_files(arguments, page, beside, report);
  base::OutputFolder pages(beside);
  base::OutputFolder tables(beside / "tables");
  write_file(pages, document_name, report.json);
  write_file(pages, page.filename().string(), report.html);
  const Json table_paths = write_files(tables, report.tables);
  tables.commit();
  pages.commit();

  const std::string page_path = page.lexically_normal().string();
  if (arguments.json) {
    std::cout << to_line({{"file", arguments.folder},
                          {"ok", true},
                          {"page", page_path},
                          {"results", input.results.size()},
                          {"document", (beside / document_name).lexically_normal().string()},
                          {"tables", table_paths},
                          {"diagnostics", Json::array()}});
  } else {
    std::cout << base::printable(page_path) << ": " << counted(input.results.size(), "result") << ", "
              << counted(report.tables.size() / 2, "table") << "\n";
  }
  return ExitStatus::done;
}

}  // namespace kenn::cli
