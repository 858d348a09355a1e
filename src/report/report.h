// The report of an experiment, or of one training: a page for a browser, tables and charts.
#pragma once

#include <string>
#include <vector>

#include "experiment/results.h"

namespace kenn {

struct ReportFile {
  std::string name;
  std::string text;
};

struct Report {
  std::string html;                // one file that loads nothing
  std::vector<ReportFile> tables;  // NAME.md and NAME.csv
  std::vector<ReportFile> charts;  // NAME.vl.json: Vega-Lite, complete with data
};

// Every number is one of `summarise`. Charts that make no sense for the results are left out. The same input
// gives the same bytes. Throws `Error` (kind data) when there is no result.
Report make_report(const Experiment& experiment, const std::vector<RunResult>& results,
                   const std::vector<RunTime>& times);

}  // namespace kenn
