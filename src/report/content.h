// What a report speaks about: the results with their statistics, and the lines that its charts draw.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "experiment/summary.h"
#include "report/table.h"

namespace kenn::report {

// Okabe and Ito's colours, which people who do not see all colours can tell apart; the palest last.
inline constexpr std::array<const char*, 7> palette = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                       "#56B4E9", "#E69F00", "#F0E442"};
inline constexpr const char* plain_colour = "#808080";  // of networks without rules
inline constexpr std::array<const char*, 8> shapes = {"circle",         "square",        "triangle-up",
                                                      "diamond",        "triangle-down", "cross",
                                                      "triangle-right", "triangle-left"};

// The models of one method and paradigm, as charts draw them. Colours are never the only sign.
struct Series {
  std::string method;
  std::string paradigm;
  std::uint32_t layers = 0;
  std::string label;
  std::string colour;
  std::string shape;
  std::vector<int> dash;  // of its line; {1, 0} is a line without gaps
};

struct Content {
  const Experiment& experiment;
  const std::vector<RunResult>& results;
  Summary summary;
  std::vector<std::optional<double>> fractions;  // those with results, in the experiment's order
  std::vector<Series> series;  // every method and paradigm once, at the depth that has most results
  std::uint64_t runs = 0;      // the most that any kind of model has
};

// The numbers come from `summarise`. Throws `Error` (kind data) when there is no result.
Content content_of(const Experiment& experiment, const std::vector<RunResult>& results,
                   const std::vector<RunTime>& times);

// What the models of a series gave; null when they have no labels for testing there.
const KindSummary* find(const Content& content, const Series& series, const std::optional<double>& fraction);

// The results behind it, by run.
std::vector<const RunResult*> results_of(const Content& content, const Series& series,
                                         const std::optional<double>& fraction);

// On the labels for testing.
std::optional<double> test_accuracy(const RunResult& result);

bool is_plain_network(const std::string& method);
std::string method_label(const std::string& method);  // "Network alone", "KENN"
std::string label_of(const std::string& method, const std::string& paradigm);
std::string fraction_label(const std::optional<double>& fraction);     // "10 %", "the data's own splits"
std::string fraction_sentence(const std::optional<double>& fraction);  // "with 10 % of the labels"
std::string fraction_panel(const std::optional<double>& fraction);     // "10 % of the labels"
Cell fraction_cell(const std::optional<double>& fraction);

}  // namespace kenn::report
