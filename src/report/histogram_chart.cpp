// How the runs spread: histograms of accuracy and of improvement.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "report/charts.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

constexpr int height = 170;
constexpr double most_bins = 40;

// The values of one series and share of labels.
struct Sample {
  std::optional<double> fraction;
  const Series* series;
  std::vector<double> values;
};

using ValuesOf = std::vector<double> (*)(const Content&, const Series&, const std::optional<double>&);

std::vector<double> accuracies(const Content& content, const Series& series,
                               const std::optional<double>& fraction) {
  std::vector<double> values;
  for (const RunResult* const result : results_of(content, series, fraction)) {
    if (const auto accuracy = test_accuracy(*result)) values.push_back(*accuracy);
  }
  return values;
}

// In points, over the network alone of the same run.
std::vector<double> improvements(const Content& content, const Series& series,
                                 const std::optional<double>& fraction) {
  std::map<std::uint32_t, double> plain;
  for (const Series& each : content.series) {
    if (!is_plain_network(each.method)) continue;
    for (const RunResult* const result : results_of(content, each, fraction)) {
      if (const auto accuracy = test_accuracy(*result)) plain[result->run] = *accuracy;
    }
  }
  std::vector<double> values;
  if (is_plain_network(series.method)) return values;
  for (const RunResult* const result : results_of(content, series, fraction)) {
    const auto accuracy = test_accuracy(*result);
    const auto base = plain.find(result->run);
    if (accuracy && base != plain.end()) values.push_back(100 * (*accuracy - base->second));
  }
  return values;
}

std::vector<Sample> samples_of(const Content& content, ValuesOf values_of) {
  std::vector<Sample> samples;
  for (const auto& fraction : content.fractions) {
    for (const Series& series : content.series) {
      std::vector<double> values = values_of(content, series, fraction);
      if (values.size() >= least_runs_for_histograms)
        samples.push_back({fraction, &series, std::move(values)});
    }
  }
  return samples;
}

// A round width: fewer bins for fewer runs.
double bin_width(const std::vector<Sample>& samples) {
  double low = samples.front().values.front();
  double high = low;
  std::size_t runs = 0;
  for (const Sample& sample : samples) {
    const auto [least, greatest] = std::minmax_element(sample.values.begin(), sample.values.end());
    low = std::min(low, *least);
    high = std::max(high, *greatest);
    runs = std::max(runs, sample.values.size());
  }
  const double bins = std::min(most_bins, 4 * std::sqrt(static_cast<double>(runs)));
  const double least_width = std::max((high - low) / bins, 1e-4);
  const double power = std::pow(10, std::floor(std::log10(least_width)));
  for (const double step : std::array{1.0, 2.0, 5.0}) {
    if (step * power >= 0.75 * least_width) return step * power;
  }
  return 10 * power;
}

std::map<long, std::uint64_t> bins_of(const Sample& sample, double width) {
  std::map<long, std::uint64_t> bins;
  for (const double value : sample.values) ++bins[std::lround(std::floor(value / width + 1e-9))];
  return bins;
}

// The corners of the steps, down to zero on both sides.
void add_rows(Json& rows, const Sample& sample, double width) {
  const std::map<long, std::uint64_t> bins = bins_of(sample, width);
  for (long bin = bins.begin()->first - 1; bin <= bins.rbegin()->first + 1; ++bin) {
    const auto found = bins.find(bin);
    rows.push_back({{"panel", fraction_panel(sample.fraction)},
                    {"series", sample.series->label},
                    {"start", plotted(static_cast<double>(bin) * width)},
                    {"runs", found == bins.end() ? 0 : found->second}});
  }
}

std::vector<Series> shown_series(const Content& content, const std::vector<Sample>& samples) {
  std::vector<Series> shown;
  for (const Series& series : content.series) {
    const bool is_shown = std::any_of(samples.begin(), samples.end(),
                                      [&](const Sample& sample) { return sample.series == &series; });
    if (is_shown) shown.push_back(series);
  }
  return shown;
}

Json step_chart(const Content& content, const std::vector<Sample>& samples, const Json& x, bool has_zero) {
  const SeriesChannels channels = series_channels(shown_series(content, samples), LegendSign::line);
  const double width = bin_width(samples);
  Json rows = Json::array();
  std::vector<std::string> panels;
  for (const Sample& sample : samples) {
    add_rows(rows, sample, width);
    const std::string panel = fraction_panel(sample.fraction);
    if (panels.empty() || panels.back() != panel) panels.push_back(panel);
  }
  Json y = quantity("runs", "runs", "d");
  y["stack"] = nullptr;
  y["axis"]["tickMinStep"] = 1;
  y["axis"]["tickCount"] = 4;
  Json layers = Json::array();
  if (has_zero) layers.push_back(zero_line("x"));
  layers.push_back({{"mark", {{"type", "area"}, {"interpolate", "step-after"}, {"fillOpacity", 0.22}}},
                    {"encoding", {{"x", x}, {"y", y}, {"color", channels.colour}}}});
  layers.push_back(
      {{"mark", {{"type", "line"}, {"interpolate", "step-after"}, {"strokeWidth", 1.5}}},
       {"encoding", {{"x", x}, {"y", y}, {"color", channels.colour}, {"strokeDash", channels.dash}}}});
  return chart(std::move(rows), std::move(layers), panels, panels.size() > 1 ? height : height + 60);
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

Table table_of(const std::vector<Sample>& samples, const std::string& name, const std::string& title,
               Cell (*cell)(double)) {
  Table table{name,
              title,
              {{"Training labels", "fraction"},
               {"Model", "model"},
               {"Runs", "runs"},
               {"Least", "least"},
               {"Quarter below", "first_quartile"},
               {"Median", "median"},
               {"Quarter above", "third_quartile"},
               {"Greatest", "greatest"}},
              {}};
  for (const Sample& sample : samples) {
    std::vector<Cell> row = {fraction_cell(sample.fraction), text_cell(sample.series->label),
                             count_cell(sample.values.size())};
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
      row.push_back(cell(quantile(sample.values, share)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string finding_of(const std::vector<Sample>& samples, std::string (*text)(double)) {
  std::string finding;
  for (const Sample& sample : samples) {
    if (sample.fraction != samples.front().fraction) break;
    finding += (finding.empty() ? "" : "; ") + sample.series->label + " from " +
               text(quantile(sample.values, 0)) + " to " + text(quantile(sample.values, 1)) + ", median " +
               text(quantile(sample.values, 0.5));
  }
  return finding + ".";
}

std::string points_of(double value) {
  return points(value / 100);
}

Cell points_cell_of(double value) {
  return points_cell(value / 100);
}

}  // namespace

std::optional<Figure> accuracy_histogram(const Content& content) {
  const std::vector<Sample> samples = samples_of(content, accuracies);
  if (samples.empty()) return std::nullopt;
  const std::string start = fraction_sentence(samples.front().fraction);
  return Figure{"accuracy-histogram",
                "How the accuracy of the runs spreads",
                "Histograms of accuracy; " + start + ": " + finding_of(samples, percent),
                "How many runs had which accuracy on the test labels. Every run has its own split of the "
                "labels and its own initial network.",
                step_chart(content, samples, quantity("start", "accuracy on the test labels", ".0%"), false),
                table_of(samples, "accuracy-histogram", "Accuracy of the runs", percent_cell)};
}

std::optional<Figure> improvement_histogram(const Content& content) {
  const std::vector<Sample> samples = samples_of(content, improvements);
  if (samples.empty()) return std::nullopt;
  const std::string start = fraction_sentence(samples.front().fraction);
  return Figure{
      "improvement-histogram",
      "How the improvement of the runs spreads",
      "Histograms of the improvement in points; " + start + ": " + finding_of(samples, points_of),
      "How many runs gained how much over the network alone with the same split and the same initial "
      "network. Runs left of the line at zero lost by the rules.",
      step_chart(content, samples, signed_quantity("start", "improvement (points)"), true),
      table_of(samples, "improvement-histogram", "Improvement of the runs, in points", points_cell_of)};
}

}  // namespace kenn::report
