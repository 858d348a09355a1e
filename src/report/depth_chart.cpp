// Accuracy over the number of layers of rules.
#include <algorithm>
#include <set>
#include <utility>

#include "report/charts.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

constexpr int height = 190;

// The kinds of models with rules whose method and paradigm has several depths, and the networks alone beside
// them.
std::vector<const KindSummary*> kinds_of_sweep(const Content& content) {
  const auto depths = [&](const ModelKind& kind) {
    std::set<std::uint32_t> layers;
    for (const KindSummary& each : content.summary.kinds) {
      const bool is_alike = each.kind.method == kind.method && each.kind.paradigm == kind.paradigm &&
                            each.kind.fraction == kind.fraction;
      if (is_alike && each.accuracy.count > 0) layers.insert(each.kind.layers);
    }
    return layers.size();
  };
  std::vector<const KindSummary*> kinds;
  for (const KindSummary& each : content.summary.kinds) {
    if (each.accuracy.count > 0 && depths(each.kind) > 1) kinds.push_back(&each);
  }
  if (kinds.empty()) return kinds;
  for (const KindSummary& each : content.summary.kinds) {
    const bool is_beside = std::any_of(kinds.begin(), kinds.end(), [&](const KindSummary* kind) {
      return kind->kind.fraction == each.kind.fraction;
    });
    if (is_plain_network(each.kind.method) && each.accuracy.count > 0 && is_beside) kinds.push_back(&each);
  }
  return kinds;
}

Json row_of(const KindSummary& kind) {
  const bool is_plain = is_plain_network(kind.kind.method);
  Json row = {{"panel", fraction_panel(kind.kind.fraction)},
              {"series", label_of(kind.kind.method, kind.kind.paradigm)},
              {"layers", is_plain ? Json(nullptr) : Json(kind.kind.layers)},
              {"accuracy", plotted(kind.accuracy.mean)},
              {"text", percent(kind.accuracy.mean)},
              {"interval", percent_interval(kind.accuracy.interval)}};
  if (kind.accuracy.interval) {
    row["low"] = plotted(kind.accuracy.interval->low);
    row["high"] = plotted(kind.accuracy.interval->high);
  }
  return row;
}

std::vector<Series> shown_series(const Content& content, const std::vector<const KindSummary*>& kinds) {
  std::vector<Series> shown;
  for (const Series& series : content.series) {
    const bool is_shown = std::any_of(kinds.begin(), kinds.end(), [&](const KindSummary* kind) {
      return kind->kind.method == series.method && kind->kind.paradigm == series.paradigm;
    });
    if (is_shown) shown.push_back(series);
  }
  return shown;
}

Json sweep_chart(const Content& content, const std::vector<const KindSummary*>& kinds) {
  const SeriesChannels channels = series_channels(shown_series(content, kinds), LegendSign::mark);
  Json rows = Json::array();
  std::set<std::uint32_t> depths;
  for (const KindSummary* const kind : kinds) {
    rows.push_back(row_of(*kind));
    if (!is_plain_network(kind->kind.method)) depths.insert(kind->kind.layers);
  }
  std::vector<std::string> panels;
  for (const auto& fraction : content.fractions) {
    const bool is_shown = std::any_of(
        kinds.begin(), kinds.end(), [&](const KindSummary* kind) { return kind->kind.fraction == fraction; });
    if (is_shown) panels.push_back(fraction_panel(fraction));
  }
  const Json x = {{"field", "layers"},
                  {"type", "ordinal"},
                  {"title", "layers of rules"},
                  {"scale", {{"domain", depths}}},
                  {"axis", {{"labelAngle", 0}, {"ticks", false}}}};
  const Json y = quantity("accuracy", "accuracy", ".0%");
  Json low = y;
  low["field"] = "low";
  const Json with_rules = {{{"filter", "isValid(datum.layers)"}}};
  const Json hint = tooltip(
      {{"series", "model"}, {"layers", "layers"}, {"text", "accuracy"}, {"interval", "95 % interval"}});
  Json layers = Json::array();
  layers.push_back({{"transform", {{{"filter", "!isValid(datum.layers)"}}}},
                    {"mark", {{"type", "rule"}, {"strokeWidth", 2}}},
                    {"encoding", {{"y", y}, {"color", channels.colour}, {"strokeDash", channels.dash}}}});
  layers.push_back(
      {{"transform", {{{"filter", "isValid(datum.layers) && isValid(datum.low)"}}}},
       {"mark", {{"type", "rule"}, {"strokeWidth", 1.5}}},
       {"encoding", {{"x", x}, {"y", low}, {"y2", {{"field", "high"}}}, {"color", channels.colour}}}});
  layers.push_back(
      {{"transform", with_rules},
       {"mark", {{"type", "line"}, {"strokeWidth", 1.5}}},
       {"encoding", {{"x", x}, {"y", y}, {"color", channels.colour}, {"strokeDash", channels.dash}}}});
  layers.push_back(
      {{"transform", with_rules},
       {"mark", {{"type", "point"}, {"filled", true}, {"size", 55}, {"opacity", 1}}},
       {"encoding",
        {{"x", x}, {"y", y}, {"color", channels.colour}, {"shape", channels.shape}, {"tooltip", hint}}}});
  return chart(std::move(rows), std::move(layers), panels, panels.size() > 1 ? height : height + 80);
}

Table table_of(const Content& content, const std::vector<const KindSummary*>& kinds) {
  Table table{"depth",
              "Accuracy by the number of layers of rules",
              {{"Training labels", "fraction"},
               {"Model", "model"},
               {"Layers", "layers"},
               {"Accuracy", "accuracy"},
               {"95 % from", "low"},
               {"to", "high"},
               {"Runs", "runs"}},
              {}};
  for (const auto& fraction : content.fractions) {
    for (const KindSummary* const kind : kinds) {
      if (kind->kind.fraction != fraction) continue;
      const auto& interval = kind->accuracy.interval;
      table.rows.push_back(
          {fraction_cell(fraction), text_cell(label_of(kind->kind.method, kind->kind.paradigm)),
           count_cell(kind->kind.layers), percent_cell(kind->accuracy.mean),
           interval ? percent_cell(interval->low) : empty_cell(),
           interval ? percent_cell(interval->high) : empty_cell(), count_cell(kind->accuracy.count)});
    }
  }
  return table;
}

}  // namespace

std::optional<Figure> depth_figure(const Content& content) {
  const std::vector<const KindSummary*> kinds = kinds_of_sweep(content);
  if (kinds.empty()) return std::nullopt;
  const KindSummary* const best = *std::max_element(
      kinds.begin(), kinds.end(),
      [](const KindSummary* a, const KindSummary* b) { return a->accuracy.mean < b->accuracy.mean; });
  return Figure{"depth",
                "How many layers of rules",
                "Accuracy by the number of layers of rules. The highest is " + percent(best->accuracy.mean) +
                    " by " + label_of(best->kind.method, best->kind.paradigm) + " with " +
                    counted(best->kind.layers, "layer") + ", " + fraction_sentence(best->kind.fraction) + ".",
                "Means over the runs, with 95 % confidence intervals; every layer applies all rules once "
                "more. The line across is the network alone.",
                sweep_chart(content, kinds),
                table_of(content, kinds)};
}

}  // namespace kenn::report
