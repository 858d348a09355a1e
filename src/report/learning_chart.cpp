// How the first run of every series went, epoch by epoch.
#include <algorithm>
#include <utility>

#include "report/charts.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

constexpr int height = 180;
constexpr std::size_t most_points_of_a_curve = 100;

// What is measured: of the labels for training, and for validation.
struct Measure {
  std::string name;
  std::string title;
  std::string axis;
  std::string format;
  std::vector<double> LearningCurve::*train;
  std::vector<double> LearningCurve::*valid;
};

const RunResult* first_with_curve(const Content& content, const Series& series,
                                  const std::optional<double>& fraction) {
  for (const RunResult* const result : results_of(content, series, fraction)) {
    if (result->curve) return result;
  }
  return nullptr;
}

// Of a long curve some points, evenly spread, with the first and the last.
void add_curve(Json& rows, const std::vector<double>& values, const Json& row) {
  const std::size_t shown = std::min(values.size(), most_points_of_a_curve);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t epoch = shown > 1 ? i * (values.size() - 1) / (shown - 1) : 0;
    Json point = row;
    point["epoch"] = epoch;
    point["value"] = plotted(values[epoch]);
    if (i + 1 == shown) point["is_last"] = true;
    rows.push_back(std::move(point));
  }
}

// Marks at the ends of the curves tell them apart without colours.
Json layers_of(const std::vector<Series>& shown, const Measure& measure) {
  const SeriesChannels channels = series_channels(shown, LegendSign::mark);
  Json x = quantity("epoch", "epoch", "d");
  x["axis"]["tickMinStep"] = 1;
  const Json y = quantity("value", measure.axis, measure.format);
  Json dash = dash_channel("split", {"validation", "training"}, {{1, 0}, {2, 3}});
  dash["legend"] = nullptr;
  const Json line = {{"x", x}, {"y", y}, {"color", channels.colour}, {"strokeDash", dash}};
  const Json point = {{"x", x}, {"y", y}, {"color", channels.colour}, {"shape", channels.shape}};
  return Json::array({{{"mark", {{"type", "line"}, {"strokeWidth", 1.6}}}, {"encoding", line}},
                      {{"transform", {{{"filter", "datum.is_last"}}}},
                       {"mark", {{"type", "point"}, {"filled", true}, {"size", 50}, {"opacity", 1}}},
                       {"encoding", point}}});
}

std::vector<Cell> row_of(const RunResult& result, const Series& series, const Measure& measure) {
  const bool is_share = measure.name == "accuracy";
  const auto cell = [&](const std::vector<double>& values) {
    if (values.empty()) return empty_cell();
    return is_share ? percent_cell(values.back()) : number_cell(values.back(), 4);
  };
  return {fraction_cell(result.fraction),    text_cell(series.label),
          count_cell(result.run + 1),        count_cell(result.epochs),
          count_cell(result.tested_epoch),   cell(*result.curve.*measure.train),
          cell(*result.curve.*measure.valid)};
}

std::optional<Figure> learning_figure(const Content& content, const Measure& measure) {
  Json rows = Json::array();
  std::vector<std::string> panels;
  std::vector<Series> shown;
  bool has_validation = false;
  const std::string name = "learning-" + measure.name;
  Table table{name,
              measure.title + " at the end of training",
              {{"Training labels", "fraction"},
               {"Model", "model"},
               {"Run", "run"},
               {"Epochs", "epochs"},
               {"Tested epoch", "tested_epoch"},
               {"Training", "training"},
               {"Validation", "validation"}},
              {}};
  for (const auto& fraction : content.fractions) {
    for (const Series& series : content.series) {
      const RunResult* const result = first_with_curve(content, series, fraction);
      if (result == nullptr || (*result->curve.*measure.train).empty()) continue;
      const std::string panel = fraction_panel(fraction);
      if (panels.empty() || panels.back() != panel) panels.push_back(panel);
      const bool is_known = std::any_of(shown.begin(), shown.end(),
                                        [&](const Series& each) { return each.label == series.label; });
      if (!is_known) shown.push_back(series);
      const Json row = {{"panel", panel}, {"series", series.label}};
      const auto with_split = [&](const char* split) {
        Json copy = row;
        copy["split"] = split;
        return copy;
      };
      add_curve(rows, *result->curve.*measure.train, with_split("training"));
      add_curve(rows, *result->curve.*measure.valid, with_split("validation"));
      has_validation = has_validation || !(*result->curve.*measure.valid).empty();
      table.rows.push_back(row_of(*result, series, measure));
    }
  }
  if (rows.empty()) return std::nullopt;
  std::string finding = measure.title + " by epoch. At the end:";
  for (const std::vector<Cell>& row : table.rows) {
    if (row[0].text != table.rows.front()[0].text) break;
    finding += " " + row[1].text + " " + row[5].text + " on the training labels" +
               (row[6].text.empty() ? "" : " and " + row[6].text + " on those for validation") + " after " +
               row[3].text + " epochs.";
  }
  std::string caption = content.runs > 1 ? "The first run of every model. Curves end where training stopped."
                                         : "From before the first epoch to the last one.";
  if (has_validation)
    caption += " Lines are of the labels for validation, dotted ones of those for training.";
  return Figure{
      name,
      measure.title + " while learning",
      finding,
      caption,
      chart(std::move(rows), layers_of(shown, measure), panels, panels.size() > 1 ? height : height + 80),
      std::move(table)};
}

}  // namespace

std::vector<Figure> learning_figures(const Content& content) {
  const std::vector<Measure> measures = {
      {"accuracy", "Accuracy", "accuracy", ".0%", &LearningCurve::accuracy, &LearningCurve::valid_accuracy},
      {"loss", "Loss", "loss", "~g", &LearningCurve::loss, &LearningCurve::valid_loss}};
  std::vector<Figure> figures;
  for (const Measure& measure : measures) {
    if (auto figure = learning_figure(content, measure)) figures.push_back(std::move(*figure));
  }
  return figures;
}

}  // namespace kenn::report
