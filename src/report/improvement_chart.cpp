// What rules are worth over the network alone, beside what others published.
#include <algorithm>
#include <utility>

#include "report/charts.h"
#include "report/numbers.h"
#include "report/published.h"

namespace kenn::report {

namespace {

constexpr int height = 260;

struct Bar {
  std::string panel;  // the paradigm
  std::string model;
  std::optional<double> fraction;
  double improvement = 0;
  std::optional<Interval> interval;
  std::uint64_t runs = 0;
  bool is_published = false;
};

std::vector<Bar> our_bars(const Content& content, const std::string& suffix) {
  std::vector<Bar> bars;
  for (const Series& series : content.series) {
    for (const auto& fraction : content.fractions) {
      const KindSummary* const kind = find(content, series, fraction);
      if (kind == nullptr || !kind->improvement || kind->improvement->difference.count == 0) continue;
      const Estimate& difference = kind->improvement->difference;
      bars.push_back({series.paradigm, method_label(series.method) + suffix, fraction, difference.mean,
                      difference.interval, difference.count, false});
    }
  }
  return bars;
}

// Those of the paradigms and shares of labels that we have.
std::vector<Bar> published_bars(const Content& content, const std::vector<Bar>& ours) {
  std::vector<Bar> bars;
  std::vector<std::string> panels;
  for (const Bar& bar : ours) {
    if (std::find(panels.begin(), panels.end(), bar.panel) == panels.end()) panels.push_back(bar.panel);
  }
  for (const PublishedValue& value : published_values(content.experiment)) {
    for (const std::string& panel : panels) {
      const bool is_here = value.paradigm.empty() || panel.empty() || value.paradigm == panel;
      const bool is_known = std::any_of(ours.begin(), ours.end(), [&](const Bar& bar) {
        return bar.panel == panel && bar.fraction == value.fraction;
      });
      if (!value.improvement || !is_here || !is_known) continue;
      bars.push_back({panel, published_label(value.method) + " (published)", value.fraction,
                      *value.improvement, std::nullopt, 0, true});
    }
  }
  return bars;
}

Json row_of(const Bar& bar) {
  Json row = {{"panel", bar.panel},
              {"model", bar.model},
              {"fraction", fraction_label(bar.fraction)},
              {"points", plotted(100 * bar.improvement)},
              {"published", bar.is_published},
              {"text", points(bar.improvement)}};
  if (bar.interval) {
    row["low"] = plotted(100 * bar.interval->low);
    row["high"] = plotted(100 * bar.interval->high);
  }
  return row;
}

template <typename Value>
std::vector<Value> distinct(const std::vector<Bar>& bars, Value Bar::*part) {
  std::vector<Value> values;
  for (const Bar& bar : bars) {
    if (std::find(values.begin(), values.end(), bar.*part) == values.end()) values.push_back(bar.*part);
  }
  return values;
}

Json bar_chart(const Content& content, const std::vector<Bar>& bars) {
  const std::vector<std::string> models = distinct(bars, &Bar::model);
  std::vector<std::string> colours;
  for (std::size_t i = 0; i < models.size(); ++i) colours.emplace_back(palette[i % palette.size()]);
  Json fractions = Json::array();
  for (const auto& fraction : content.fractions) fractions.push_back(fraction_label(fraction));
  Json rows = Json::array();
  for (const Bar& bar : bars) rows.push_back(row_of(bar));

  const Json x = {{"field", "fraction"},
                  {"type", "nominal"},
                  {"sort", fractions},
                  {"title", "share of the labels"},
                  {"axis", {{"labelAngle", 0}, {"ticks", false}, {"domain", false}, {"labelOverlap", true}}}};
  const Json offset = {{"field", "model"}, {"sort", nullptr}, {"scale", {{"domain", models}}}};
  Json y = signed_quantity("points", "improvement (points)");
  y["scale"]["zero"] = true;
  const Json colour = colour_channel("model", models, colours);
  const Json hint = tooltip({{"model", "model"}, {"fraction", "labels"}, {"text", "improvement"}});
  const auto bar_layer = [&](const char* which, double opacity) -> Json {
    return {{"transform", {{{"filter", which}}}},
            {"mark", {{"type", "bar"}, {"fillOpacity", opacity}, {"strokeWidth", 1.5}}},
            {"encoding",
             {{"x", x},
              {"xOffset", offset},
              {"y", y},
              {"color", colour},
              {"stroke", colour},
              {"tooltip", hint}}}};
  };
  Json low = y;
  low["field"] = "low";
  Json layers = Json::array();
  layers.push_back(bar_layer("!datum.published", 1));
  layers.push_back(bar_layer("datum.published", 0.3));
  layers.push_back({{"transform", {{{"filter", "isValid(datum.low)"}}}},
                    {"mark", {{"type", "rule"}, {"strokeWidth", 1.5}, {"style", "interval"}}},
                    {"encoding", {{"x", x}, {"xOffset", offset}, {"y", low}, {"y2", {{"field", "high"}}}}}});
  layers.push_back(zero_line("y"));
  return chart(std::move(rows), std::move(layers), distinct(bars, &Bar::panel), height);
}

std::string finding_of(const std::vector<Bar>& ours) {
  const auto by_size = [](const Bar& a, const Bar& b) { return a.improvement < b.improvement; };
  const auto sentence = [](const Bar& bar) {
    return bar.model + (bar.panel.empty() ? "" : ", " + bar.panel) + ": " + points(bar.improvement) +
           " points " + fraction_sentence(bar.fraction);
  };
  const Bar& best = *std::max_element(ours.begin(), ours.end(), by_size);
  const Bar& least = *std::min_element(ours.begin(), ours.end(), by_size);
  std::string text = "Improvement over the network alone. The greatest: " + sentence(best) + ".";
  if (ours.size() > 1) text += " The least: " + sentence(least) + ".";
  return text;
}

Table table_of(const std::vector<Bar>& bars) {
  Table table{"improvement",
              "Improvement over the network alone, in points",
              {{"Training labels", "fraction"},
               {"Paradigm", "paradigm"},
               {"Model", "model"},
               {"Improvement", "improvement"},
               {"95 % from", "low"},
               {"to", "high"},
               {"Runs", "runs"}},
              {}};
  for (const auto& fraction : distinct(bars, &Bar::fraction)) {
    for (const Bar& bar : bars) {
      if (bar.fraction != fraction) continue;
      table.rows.push_back({fraction_cell(fraction), text_cell(bar.panel), text_cell(bar.model),
                            points_cell(bar.improvement),
                            bar.interval ? points_cell(bar.interval->low) : empty_cell(),
                            bar.interval ? points_cell(bar.interval->high) : empty_cell(),
                            bar.is_published ? empty_cell() : count_cell(bar.runs)});
    }
  }
  return table;
}

}  // namespace

std::optional<Figure> improvement_figure(const Content& content) {
  const bool is_compared = !published_bars(content, our_bars(content, "")).empty();
  std::vector<Bar> bars = our_bars(content, is_compared ? " (this experiment)" : "");
  if (bars.empty()) return std::nullopt;
  const std::string finding = finding_of(bars);
  const std::vector<Bar> published = published_bars(content, bars);
  bars.insert(bars.end(), published.begin(), published.end());
  std::string caption =
      "Mean difference to the network alone, run by run on the same split and the same initial network. Thin "
      "lines are 95 % confidence intervals.";
  if (is_compared) {
    caption +=
        " Pale bars are published values, each over the network alone of the same publication, which need "
        "not "
        "be as good as ours.";
  }
  return Figure{"improvement", "What the rules are worth", finding,
                caption,       bar_chart(content, bars),   table_of(bars)};
}

}  // namespace kenn::report
