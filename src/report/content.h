// What a report is about: the models, and the results of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "experiment/summary.h"
#include "report/report.h"

namespace kenn::report {

// The models of one method and paradigm, as charts draw them.
struct Series {
  std::string method;
  std::string paradigm;
  std::uint32_t layers = 0;
  std::string label;
  bool is_baseline = false;
};

// The results of one series and share of labels, by run.
struct Group {
  std::size_t series = 0;
  std::optional<double> fraction;
  std::vector<const experiment::RunResult*> results;
  experiment::Correlation correlation;  // of weight and compliance
};

// Refers to the results that it was made from.
struct Content {
  std::vector<experiment::ClauseInfo> clauses;
  std::vector<Series> series;  // every method and paradigm once, at the depth that has most results
  std::vector<std::optional<double>> fractions;  // those with results, in the experiment's order
  std::vector<Group> groups;                     // by fraction, then by series; none is empty

  [[nodiscard]] const std::string& label(const Group& group) const { return series[group.series].label; }
};

Content content_of(const experiment::Experiment& experiment,
                   const std::vector<experiment::RunResult>& results, const experiment::Summary& summary,
                   const MethodNames& names);
Content content_of(const TrainingRecord& record, const MethodNames& names);

// The statistics of a series; null when its models have no labels for testing there.
const experiment::KindSummary* find(const experiment::Summary& summary, const Series& series,
                                    const std::optional<double>& fraction);

// On the labels for testing.
std::optional<double> test_accuracy(const experiment::RunResult& result);

// The mean over the layers, as in the statistics; nothing for models without weights.
std::optional<double> mean_weight(const experiment::RunResult& result, std::size_t clause);

}  // namespace kenn::report
