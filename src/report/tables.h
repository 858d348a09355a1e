// The tables of a report, and the values behind its charts, as parts of the JSON document.
#pragma once

#include <vector>

#include "experiment/summary.h"
#include "report/content.h"
#include "report/escape.h"

namespace kenn::report {

// Every kind of model with all its numbers.
Json results_table(const experiment::Summary& summary, const MethodNames& names);

// Every two methods that use the rules, run by run.
Json comparisons_table(const experiment::Experiment& experiment, const experiment::Summary& summary,
                       const MethodNames& names);

// Of every split, for experiments with a single run; and of one training.
Json splits_table(const std::vector<experiment::RunResult>& results, const MethodNames& names);
Json splits_table(const TrainingRecord& record);

// Accuracy of every series and share of labels. Empty for a single one.
Json accuracy_table(const Content& content, const experiment::Summary& summary);

// Accuracy over the number of layers of rules. Empty for one number.
Json depth_table(const Content& content, const experiment::Summary& summary, const MethodNames& names);

// The gain over the baseline, beside what others published.
Json improvement_table(const experiment::Experiment& experiment, const Content& content,
                       const experiment::Summary& summary, const MethodNames& names);

// Published, ours and the difference.
Json published_table(const experiment::Experiment& experiment, const Content& content,
                     const experiment::Summary& summary, const MethodNames& names);

// Accuracies and gains of single runs, by series and share of labels; and their quartiles, where there are
// `least_runs_for_histograms`.
inline constexpr std::size_t least_runs_for_histograms = 5;
Json samples_of(const Content& content);
std::vector<Json> histogram_tables(const Content& content, const Json& samples);

// What every rule weighs, with the share of the data that follows it: means over the runs.
Json rules_table(const Content& content);

// What the labels say about every rule of models with cross-fitted weights: means over the runs.
Json evidence_table(const Content& content);

// Weight against compliance for every series with learned weights: points of at most about
// `most_points_of_a_panel` per share of labels, those of the first runs; and the correlations over all.
inline constexpr std::size_t most_points_of_a_panel = 600;
struct WeightClouds {
  Json clouds = Json::array();
  std::vector<Json> tables;
};
WeightClouds weight_clouds(const Content& content);

// How the first run with a curve went, by series and share of labels; and where accuracy and loss ended.
Json curves_of(const Content& content);
std::vector<Json> learning_tables(const Content& content);

}  // namespace kenn::report
