// The report of an experiment, or of one training: a JSON document, and what is made of it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "io/csv_field.h"
#include "report/method_names.h"
#include "report/origin.h"

namespace kenn::report {

struct ReportFile {
  std::string name;
  std::string text;
};

struct Report {
  std::string json;                // the document: every number, name and setting that the page shows
  std::string html;                // the page: one file that loads nothing
  std::vector<ReportFile> tables;  // NAME.md and NAME.csv
};

// One training, which is no experiment: nothing is compared and nothing is a mean.
struct TrainingRecord {
  Origin origin;
  std::vector<experiment::ClauseInfo> clauses;
  experiment::RunResult result;
  std::map<std::string, double> network_accuracy;  // by split, before the rules; empty without rules
  std::size_t members = 1;                         // of an ensemble
  bool keeps_network_alone = false;                // the network below the rules was trained without them
  double seconds = 0;
  std::string explorer;  // the file name of the explorer beside the page; empty when there is none
};

// Every number is one of `summarise`. The same input gives the same bytes. Throws `Error` (kind data) when
// there is no result.
Report make_report(const experiment::Experiment& experiment,
                   const std::vector<experiment::RunResult>& results,
                   const std::vector<experiment::RunTime>& times, const MethodNames& names,
                   io::CsvReader reader = io::CsvReader::program);
Report make_report(const TrainingRecord& record, const MethodNames& names);

}  // namespace kenn::report
