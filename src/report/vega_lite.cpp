// Pieces of Vega-Lite charts.
#include "report/vega_lite.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kenn::report {

namespace {

constexpr const char* schema = "https://vega.github.io/schema/vega-lite/v5.json";
constexpr int most_columns = 3;
constexpr int panel_width = 240;

Json legend_channel(const std::string& field, const std::vector<std::string>& labels, Json range) {
  return {{"field", field},
          {"type", "nominal"},
          {"sort", nullptr},
          {"title", nullptr},
          {"legend", {{"symbolOpacity", 1}}},
          {"scale", {{"domain", labels}, {"range", std::move(range)}}}};
}

template <typename Part>
std::vector<Part> parts_of(const std::vector<Series>& series, Part Series::*part) {
  std::vector<Part> parts;
  parts.reserve(series.size());
  for (const Series& each : series) parts.push_back(each.*part);
  return parts;
}

}  // namespace

Json plotted(double value) {
  return std::isfinite(value) ? Json(std::round(value * 1e5) / 1e5) : Json(nullptr);
}

Json single_chart(Json data, Json layers, int height) {
  return {{"$schema", schema},
          {"width", "container"},
          {"height", height},
          {"data", {{"values", std::move(data)}}},
          {"layer", std::move(layers)}};
}

Json panel_chart(Json data, Json layers, const std::vector<std::string>& panels, int height) {
  const Json header = {{"title", nullptr}, {"labelFontWeight", "bold"}};
  return {{"$schema", schema},
          {"data", {{"values", std::move(data)}}},
          {"facet", {{"field", "panel"}, {"type", "nominal"}, {"sort", panels}, {"header", header}}},
          {"columns", std::min<std::size_t>(panels.size(), most_columns)},
          {"spec", {{"width", panel_width}, {"height", height}, {"layer", std::move(layers)}}},
          {"resolve", {{"axis", {{"x", "independent"}}}}},  // rows of panels end with different panels
          {"usermeta", {{"panels", panels.size()}}}};
}

Json chart(Json data, Json layers, const std::vector<std::string>& panels, int height) {
  return panels.size() > 1 ? panel_chart(std::move(data), std::move(layers), panels, height)
                           : single_chart(std::move(data), std::move(layers), height);
}

Json quantity(const std::string& field, const std::string& title, const std::string& format) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"zero", false}}},
          {"axis", {{"format", format}, {"tickCount", 5}}}};
}

Json colour_channel(const std::string& field, const std::vector<std::string>& labels,
                    const std::vector<std::string>& colours) {
  return legend_channel(field, labels, colours);
}

Json shape_channel(const std::string& field, const std::vector<std::string>& labels,
                   const std::vector<std::string>& shape_names) {
  return legend_channel(field, labels, shape_names);
}

Json dash_channel(const std::string& field, const std::vector<std::string>& labels,
                  const std::vector<std::vector<int>>& dashes) {
  return legend_channel(field, labels, dashes);
}

SeriesChannels series_channels(const std::vector<Series>& shown, LegendSign sign) {
  const std::vector<std::string> labels = parts_of(shown, &Series::label);
  SeriesChannels channels{colour_channel("series", labels, parts_of(shown, &Series::colour)),
                          shape_channel("series", labels, parts_of(shown, &Series::shape)),
                          dash_channel("series", labels, parts_of(shown, &Series::dash))};
  // Marks have no outline, which would be dashed.
  const Json legend = sign == LegendSign::line
                          ? Json{{"symbolOpacity", 1}, {"symbolType", "stroke"}, {"symbolSize", 400}}
                          : Json{{"symbolOpacity", 1}, {"symbolStrokeWidth", 0}};
  for (Json* const channel : {&channels.colour, &channels.shape, &channels.dash})
    (*channel)["legend"] = legend;
  return channels;
}

Json signed_quantity(const std::string& field, const std::string& title) {
  Json channel = quantity(field, title, "+~f");
  channel["axis"]["labelExpr"] = "datum.value == 0 ? '0' : datum.label";
  return channel;
}

Json zero_line(const std::string& channel) {
  return {{"mark", {{"type", "rule"}, {"strokeWidth", 1}, {"style", "interval"}}},
          {"encoding", {{channel, {{"datum", 0}}}}}};
}

Json tooltip(const std::vector<std::pair<std::string, std::string>>& fields) {
  Json channels = Json::array();
  for (const auto& [field, title] : fields) channels.push_back({{"field", field}, {"title", title}});
  return channels;
}

}  // namespace kenn::report
