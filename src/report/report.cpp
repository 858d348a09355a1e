// The report of an experiment, or of one training: a JSON document, and what is made of it.
#include "report/report.h"

#include "report/document.h"
#include "report/page.h"
#include "report/table.h"

namespace kenn::report {

namespace {

Report report_of(const Json& document, io::CsvReader reader) {
  Report result;
  result.json = json_text(document) + "\n";
  result.html = page_html(document, "report", report_code());
  for (const Json& table : document["tables"]) {
    const std::string name = table["name"];
    result.tables.push_back({name + ".md", to_markdown(table)});
    result.tables.push_back({name + ".csv", to_csv(table, reader)});
  }
  return result;
}

}  // namespace

Report make_report(const experiment::Experiment& experiment,
                   const std::vector<experiment::RunResult>& results,
                   const std::vector<experiment::RunTime>& times, const MethodNames& names,
                   io::CsvReader reader) {
  return report_of(experiment_document(experiment, results, times, names), reader);
}

Report make_report(const TrainingRecord& record, const MethodNames& names) {
  return report_of(training_document(record, names), io::CsvReader::program);
}

}  // namespace kenn::report
