// Accuracy over the share of labels for training, or a comparison of the methods where there is one share.
#include <utility>

#include "report/charts.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

constexpr int height = 340;
constexpr int height_of_a_row = 52;
constexpr std::size_t most_ticks = 200;  // of a series: its first runs

std::vector<Series> series_with_tests(const Content& content) {
  std::vector<Series> shown;
  for (const Series& series : content.series) {
    for (const auto& fraction : content.fractions) {
      if (find(content, series, fraction) == nullptr) continue;
      shown.push_back(series);
      break;
    }
  }
  return shown;
}

Json row_of(const Series& series, const KindSummary& kind) {
  Json row = {{"series", series.label}, {"accuracy", plotted(kind.accuracy.mean)}};
  if (kind.kind.fraction) row["fraction"] = *kind.kind.fraction;
  if (kind.accuracy.interval) {
    row["low"] = plotted(kind.accuracy.interval->low);
    row["high"] = plotted(kind.accuracy.interval->high);
  }
  row["text"] = percent(kind.accuracy.mean);
  row["interval"] = percent_interval(kind.accuracy.interval);
  row["runs"] = kind.accuracy.count;
  return row;
}

Json rows_of(const Content& content, const std::vector<Series>& shown) {
  Json rows = Json::array();
  for (const Series& series : shown) {
    for (const auto& fraction : content.fractions) {
      if (const KindSummary* const kind = find(content, series, fraction))
        rows.push_back(row_of(series, *kind));
    }
  }
  return rows;
}

const Json has_interval = {{{"filter", "isValid(datum.low)"}}};

Json line_chart(const Content& content, const std::vector<Series>& shown) {
  const SeriesChannels channels = series_channels(shown, LegendSign::mark);
  Json x = quantity("fraction", "share of the labels for training and validation", "~%");
  Json values = Json::array();
  for (const auto& fraction : content.fractions) {
    if (fraction) values.push_back(*fraction);
  }
  x["axis"]["values"] = values;
  x["scale"] = {{"zero", false}, {"nice", false}, {"padding", 16}};
  const Json y = quantity("accuracy", "accuracy on the test labels", ".0%");
  Json low = y;
  low["field"] = "low";
  const Json hint = tooltip({{"series", "model"},
                             {"text", "accuracy"},
                             {"interval", "95 % interval of the mean"},
                             {"runs", "runs"}});
  Json layers = Json::array();
  layers.push_back(
      {{"transform", has_interval},
       {"mark", {{"type", "area"}, {"opacity", 0.2}}},
       {"encoding", {{"x", x}, {"y", low}, {"y2", {{"field", "high"}}}, {"color", channels.colour}}}});
  layers.push_back(
      {{"mark", {{"type", "line"}, {"strokeWidth", 2}}},
       {"encoding", {{"x", x}, {"y", y}, {"color", channels.colour}, {"strokeDash", channels.dash}}}});
  layers.push_back(
      {{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}, {"opacity", 1}}},
       {"encoding",
        {{"x", x}, {"y", y}, {"color", channels.colour}, {"shape", channels.shape}, {"tooltip", hint}}}});
  return single_chart(rows_of(content, shown), std::move(layers), height);
}

Json run_rows(const Content& content, const std::vector<Series>& shown) {
  Json rows = Json::array();
  for (const Series& series : shown) {
    std::size_t count = 0;
    for (const RunResult* const result : results_of(content, series, content.fractions.front())) {
      const auto accuracy = test_accuracy(*result);
      if (!accuracy || ++count > most_ticks) continue;
      rows.push_back({{"series", series.label}, {"of_run", plotted(*accuracy)}});
    }
  }
  return rows;
}

// Means as points with their intervals, the runs as ticks.
Json comparison_chart(const Content& content, const std::vector<Series>& shown) {
  const SeriesChannels channels = series_channels(shown, LegendSign::mark);
  Json rows = rows_of(content, shown);
  for (Json& row : run_rows(content, shown)) rows.push_back(std::move(row));
  Json labels = Json::array();
  for (const Series& series : shown) labels.push_back(series.label);
  Json y = {{"field", "series"}, {"type", "nominal"}, {"sort", labels}, {"title", nullptr}};
  y["axis"] = {{"labelLimit", 240}, {"ticks", false}, {"domain", false}, {"labelPadding", 8}};
  Json x = quantity("accuracy", "accuracy on the test labels", ".0%");
  Json colour = channels.colour;
  colour["legend"] = nullptr;
  Json shape = channels.shape;
  shape["legend"] = nullptr;
  const auto at = [&](const char* field) {
    Json channel = x;
    channel["field"] = field;
    return channel;
  };
  Json layers = Json::array();
  layers.push_back({{"transform", {{{"filter", "isValid(datum.of_run)"}}}},
                    {"mark", {{"type", "tick"}, {"opacity", 0.35}, {"thickness", 1.5}, {"size", 26}}},
                    {"encoding", {{"x", at("of_run")}, {"y", y}, {"color", colour}}}});
  layers.push_back(
      {{"transform", has_interval},
       {"mark", {{"type", "rule"}, {"strokeWidth", 3}}},
       {"encoding", {{"x", at("low")}, {"x2", {{"field", "high"}}}, {"y", y}, {"color", colour}}}});
  layers.push_back({{"mark", {{"type", "point"}, {"filled", true}, {"size", 140}, {"opacity", 1}}},
                    {"encoding", {{"x", x}, {"y", y}, {"color", colour}, {"shape", shape}}}});
  layers.push_back({{"mark", {{"type", "text"}, {"dy", -18}, {"fontWeight", "bold"}}},
                    {"encoding", {{"x", x}, {"y", y}, {"text", {{"field", "text"}}}}}});
  return single_chart(std::move(rows), std::move(layers), static_cast<int>(shown.size()) * height_of_a_row);
}

std::string finding_of(const Content& content, const std::vector<Series>& shown) {
  std::string text;
  for (const auto& fraction : {content.fractions.front(), content.fractions.back()}) {
    std::vector<std::string> parts;
    for (const Series& series : shown) {
      if (const KindSummary* const kind = find(content, series, fraction)) {
        parts.push_back(series.label + " " + percent(kind->accuracy.mean));
      }
    }
    std::string start = fraction_sentence(fraction);
    start.front() = start.front() == 'w' ? 'W' : 'O';
    text += (text.empty() ? "" : " ") + start + ": " + listed(parts) + ".";
    if (content.fractions.size() == 1) break;
  }
  return "Mean accuracy on the test labels. " + text;
}

Table table_of(const Content& content, const std::vector<Series>& shown) {
  Table table{"accuracy",
              "Accuracy on the test labels",
              {{"Training labels", "fraction"},
               {"Model", "model"},
               {"Accuracy", "accuracy"},
               {"95 % from", "low"},
               {"to", "high"},
               {"Runs", "runs"}},
              {}};
  for (const auto& fraction : content.fractions) {
    for (const Series& series : shown) {
      const KindSummary* const kind = find(content, series, fraction);
      if (kind == nullptr) continue;
      const auto& interval = kind->accuracy.interval;
      table.rows.push_back(
          {fraction_cell(fraction), text_cell(series.label), percent_cell(kind->accuracy.mean),
           interval ? percent_cell(interval->low) : empty_cell(),
           interval ? percent_cell(interval->high) : empty_cell(), count_cell(kind->accuracy.count)});
    }
  }
  return table;
}

}  // namespace

std::optional<Figure> accuracy_figure(const Content& content) {
  const std::vector<Series> shown = series_with_tests(content);
  const bool is_line = content.fractions.size() > 1;
  if (shown.empty() || (shown.size() == 1 && !is_line)) return std::nullopt;
  const std::string about =
      is_line ? "Lines are means over the runs; the bands around them are 95 % confidence intervals of the "
                "means, and may be too narrow to see."
              : "Points are means over the runs with their 95 % confidence intervals; thin marks are single "
                "runs.";
  return Figure{"accuracy",
                is_line ? "Accuracy and the number of labels" : "Accuracy",
                finding_of(content, shown),
                content.runs > 1 ? about : "One run of every model.",
                is_line ? line_chart(content, shown) : comparison_chart(content, shown),
                table_of(content, shown)};
}

}  // namespace kenn::report
