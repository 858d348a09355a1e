// What `kenn experiment` says when it is done.
#pragma once

#include <string>

#include "experiment/summary.h"
#include "json_output.h"

namespace kenn::cli {

struct ExperimentReport {
  std::string folder;
  experiment::Experiment experiment;
  std::size_t models = 0;
  experiment::Summary summary;
  double seconds = 0;
};

// Reads the folder again: what is reported is what is there.
ExperimentReport report_of(const std::string& folder, double seconds);

std::string to_text(const ExperimentReport& report);
Json to_json(const ExperimentReport& report);

}  // namespace kenn::cli
