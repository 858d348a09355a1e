// The charts of a report, one function each; those that make no sense for the data are left out.
#pragma once

#include <optional>
#include <vector>

#include "report/content.h"
#include "report/vega_lite.h"

namespace kenn::report {

// Accuracy over the share of labels for training, with confidence bands; with one share, as a comparison of
// the methods. Left out for a single kind of model.
std::optional<Figure> accuracy_figure(const Content& content);

// What rules are worth over the network alone, beside what others published.
std::optional<Figure> improvement_figure(const Content& content);

// How runs spread. Left out for fewer than `least_runs_for_histograms`.
inline constexpr std::size_t least_runs_for_histograms = 5;
std::optional<Figure> accuracy_histogram(const Content& content);
std::optional<Figure> improvement_histogram(const Content& content);

// Whether rules that the data follows get more weight: a chart for every series with rules, a panel per
// share of labels. Shows at most about `most_points_of_a_panel`, those of the first runs.
inline constexpr std::size_t most_points_of_a_panel = 600;
std::vector<Figure> weight_figures(const Content& content);

// How the first run of every series went, epoch by epoch: accuracy, and loss.
std::vector<Figure> learning_figures(const Content& content);

// Accuracy over the number of layers of rules. Left out for one number.
std::optional<Figure> depth_figure(const Content& content);

// All of them, in the order of the page.
std::vector<Figure> all_figures(const Content& content);

}  // namespace kenn::report
