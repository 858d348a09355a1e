// Accuracies and gains of single runs, and their quartiles.
#include <algorithm>
#include <map>

#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// The baseline's accuracies at a share of labels, by run.
std::map<std::uint32_t, double> baseline_accuracies(const Content& content,
                                                    const std::optional<double>& fraction) {
  std::map<std::uint32_t, double> accuracies;
  for (const Group& group : content.groups) {
    if (!content.series[group.series].is_baseline || group.fraction != fraction) continue;
    for (const experiment::RunResult* const result : group.results) {
      if (const auto accuracy = test_accuracy(*result)) accuracies[result->run] = *accuracy;
    }
  }
  return accuracies;
}

Json sample_of(const Content& content, const Group& group) {
  const std::map<std::uint32_t, double> baseline = baseline_accuracies(content, group.fraction);
  Json sample = {{"model", group.series},
                 {"fraction", value_of(group.fraction)},
                 {"accuracy", Json::array()},
                 {"improvement", Json::array()}};
  for (const experiment::RunResult* const result : group.results) {
    const std::optional<double> accuracy = test_accuracy(*result);
    if (!accuracy) continue;
    sample["accuracy"].push_back(*accuracy);
    const auto base = baseline.find(result->run);
    if (!content.series[group.series].is_baseline && base != baseline.end())
      sample["improvement"].push_back(*accuracy - base->second);
  }
  return sample;
}

Json quartiles_table(const Content& content, const Json& samples, const char* measure,
                     const std::string& title, const char* kind) {
  Json table = make_table(std::string(measure) + "-histogram", title,
                          {{"fraction", "Training labels", kind::fraction},
                           {"model", "Model", kind::text},
                           {"runs", "Runs", kind::count},
                           {"least", "Minimum", kind},
                           {"first_quartile", "First quartile", kind},
                           {"median", "Median", kind},
                           {"third_quartile", "Third quartile", kind},
                           {"greatest", "Maximum", kind}});
  for (const Json& sample : samples) {
    auto values = sample[measure].get<std::vector<double>>();
    if (values.size() < least_runs_for_histograms) continue;
    std::sort(values.begin(), values.end());
    Json row = {sample["fraction"], content.series[sample["model"]].label, values.size()};
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) row.push_back(quantile(values, share));
    add_row(table, std::move(row));
  }
  return table;
}

}  // namespace

Json samples_of(const Content& content) {
  Json samples = Json::array();
  for (const Group& group : content.groups) samples.push_back(sample_of(content, group));
  return samples;
}

std::vector<Json> histogram_tables(const Content& content, const Json& samples) {
  return {
      quartiles_table(content, samples, "accuracy", "Accuracy of the runs", kind::percent),
      quartiles_table(content, samples, "improvement", "Improvement of the runs, in points", kind::points)};
}

}  // namespace kenn::report
