// Whether rules that the data follows get more weight: weight against compliance.
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "report/charts.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

constexpr int height = 190;
constexpr const char* other_groups = "other rules";

// A clause in a run.
struct Point {
  std::size_t clause = 0;
  double compliance = 0;
  double weight = 0;
};

// As in the statistics: the mean over the layers.
std::optional<double> weight_of(const RunResult& result, std::size_t clause) {
  double sum = 0;
  for (const std::vector<double>& layer : result.weights) {
    if (clause >= layer.size()) return std::nullopt;
    sum += layer[clause];
  }
  if (result.weights.empty()) return std::nullopt;
  return sum / static_cast<double>(result.weights.size());
}

std::vector<std::size_t> learned_clauses(const Experiment& experiment) {
  std::vector<std::size_t> clauses;
  for (std::size_t i = 0; i < experiment.clauses.size(); ++i) {
    if (!experiment.clauses[i].is_fixed) clauses.push_back(i);
  }
  return clauses;
}

struct ShownPoints {
  std::vector<Point> points;
  std::size_t runs = 0;
  bool is_all = true;
};

// Those of so many first runs as a panel can show; of very many clauses some, evenly spread.
ShownPoints shown_points(const Experiment& experiment, const std::vector<const RunResult*>& results) {
  const std::vector<std::size_t> clauses = learned_clauses(experiment);
  ShownPoints shown;
  if (clauses.empty()) return shown;
  shown.runs = std::min(results.size(), std::max<std::size_t>(1, most_points_of_a_panel / clauses.size()));
  const std::size_t step = (clauses.size() + most_points_of_a_panel - 1) / most_points_of_a_panel;
  shown.is_all = shown.runs == results.size() && step == 1;
  for (std::size_t run = 0; run < shown.runs; ++run) {
    const RunResult& result = *results[run];
    for (std::size_t i = 0; i < clauses.size(); i += step) {
      const std::size_t clause = clauses[i];
      const auto weight = weight_of(result, clause);
      const bool is_known = clause < result.compliance.size() && result.compliance[clause].has_value();
      if (weight && is_known) shown.points.push_back({clause, *result.compliance[clause], *weight});
    }
  }
  return shown;
}

// The groups that get a colour; of more than there are colours the last ones share grey.
std::vector<std::string> coloured_groups(const Experiment& experiment) {
  std::vector<std::string> groups;
  for (const std::size_t clause : learned_clauses(experiment)) {
    const std::string& group = experiment.clauses[clause].group;
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  if (groups.size() > palette.size()) {
    groups.resize(palette.size());
    groups.emplace_back(other_groups);
  }
  return groups;
}

const Correlation* correlation_of(const Content& content, const Series& series,
                                  const std::optional<double>& fraction) {
  const ModelKind kind{fraction, series.method, series.paradigm, series.layers};
  for (const ComplianceSummary& each : content.summary.compliance) {
    if (each.kind == kind) return &each.correlation;
  }
  return nullptr;
}

std::string panel_label(const Content& content, const Series& series, const std::optional<double>& fraction) {
  const Correlation* const found = correlation_of(content, series, fraction);
  const std::string label = fraction_panel(fraction);
  return found != nullptr && found->r ? label + ": r = " + fixed(*found->r, 2) : label;
}

Json layers_of(const Experiment& experiment) {
  const std::vector<std::string> groups = coloured_groups(experiment);
  std::vector<std::string> colours(palette.begin(), palette.end());
  colours.resize(std::min(groups.size(), palette.size()));
  if (groups.size() > colours.size()) colours.emplace_back(plain_colour);
  std::vector<std::string> shape_names;
  for (std::size_t i = 0; i < groups.size(); ++i) shape_names.emplace_back(shapes[i % shapes.size()]);
  return Json::array(
      {{{"mark", {{"type", "point"}, {"filled", true}, {"size", 32}, {"opacity", 0.7}}},
        {"encoding",
         {{"x", quantity("compliance", "compliance of the training data", "~%")},
          {"y", quantity("weight", "weight", ".2~f")},
          {"color", colour_channel("group", groups, colours)},
          {"shape", shape_channel("group", groups, shape_names)},
          {"tooltip", tooltip({{"rule", "rule"}, {"compliance", "compliance"}, {"weight", "weight"}})}}}}});
}

Json row_of(const Experiment& experiment, const Point& point, const std::vector<std::string>& groups,
            const std::string& panel) {
  const ClauseInfo& clause = experiment.clauses[point.clause];
  const bool has_colour = std::find(groups.begin(), groups.end(), clause.group) != groups.end();
  return {{"panel", panel},
          {"group", has_colour ? clause.group : other_groups},
          {"rule", clause.name},
          {"compliance", plotted(point.compliance)},
          {"weight", plotted(point.weight)}};
}

Cell interval_end(const Correlation* found, double Interval::*end) {
  return found != nullptr && found->interval ? number_cell((*found->interval).*end, 2) : empty_cell();
}

Table correlation_table(const Content& content, const Series& series, const std::string& name) {
  Table table{name,
              "Correlation of weight and compliance, " + series.label,
              {{"Training labels", "fraction"},
               {"Pearson's r", "r"},
               {"95 % from", "low"},
               {"to", "high"},
               {"Points", "points"}},
              {}};
  for (const auto& fraction : content.fractions) {
    const Correlation* const found = correlation_of(content, series, fraction);
    if (found == nullptr) continue;
    table.rows.push_back({fraction_cell(fraction), number_cell(found->r, 2),
                          interval_end(found, &Interval::low), interval_end(found, &Interval::high),
                          count_cell(found->count)});
  }
  return table;
}

std::string finding_of(const Content& content, const Series& series) {
  std::vector<std::string> parts;
  for (const auto& fraction : content.fractions) {
    const Correlation* const found = correlation_of(content, series, fraction);
    if (found != nullptr && found->r) {
      parts.push_back(fixed(*found->r, 2) + " " + fraction_sentence(fraction));
    }
  }
  const std::string start = "Weights of rules against the compliance of the training data, " + series.label;
  return parts.empty() ? start + "." : start + ". Correlation: " + listed(parts) + ".";
}

std::string file_name(const Series& series) {
  return "weights-" + series.method + (series.paradigm.empty() ? "" : "-" + series.paradigm);
}

// `runs` is how many are drawn, 0 if all are.
std::string caption_of(const Content& content, const Series& series, std::size_t panels, std::size_t runs) {
  std::string caption =
      "A point is a rule in a run: how far the training data follows it, and the weight it got (the mean "
      "over "
      "the layers).";
  const Correlation* const found = correlation_of(content, series, content.fractions.front());
  if (panels > 1) {
    caption += " r is the correlation over all runs.";
  } else if (found != nullptr && found->r) {
    caption += " The correlation is " + fixed(*found->r, 2) + ".";
  }
  if (runs > 0) caption += " Points of the first " + counted(runs, "run") + " are drawn.";
  return caption;
}

std::optional<Figure> weight_figure(const Content& content, const Series& series) {
  Json rows = Json::array();
  std::vector<std::string> panels;
  std::size_t runs = 0;
  bool is_all = true;
  const std::vector<std::string> groups = coloured_groups(content.experiment);
  for (const auto& fraction : content.fractions) {
    const ShownPoints shown = shown_points(content.experiment, results_of(content, series, fraction));
    if (shown.points.empty()) continue;
    panels.push_back(panel_label(content, series, fraction));
    runs = std::max(runs, shown.runs);
    is_all = is_all && shown.is_all;
    for (const Point& point : shown.points) {
      rows.push_back(row_of(content.experiment, point, groups, panels.back()));
    }
  }
  if (rows.empty()) return std::nullopt;
  const std::string name = file_safe(file_name(series));
  return Figure{name,
                "Weight and compliance: " + series.label,
                finding_of(content, series),
                caption_of(content, series, panels.size(), is_all ? 0 : runs),
                chart(std::move(rows), layers_of(content.experiment), panels,
                      panels.size() > 1 ? height : height + 100),
                correlation_table(content, series, name)};
}

}  // namespace

std::vector<Figure> weight_figures(const Content& content) {
  std::vector<Figure> figures;
  for (const Series& series : content.series) {
    if (auto figure = weight_figure(content, series)) figures.push_back(std::move(*figure));
  }
  return figures;
}

}  // namespace kenn::report
