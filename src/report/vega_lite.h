// Pieces of Vega-Lite charts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/content.h"
#include "report/escape.h"
#include "report/table.h"

namespace kenn::report {

// A chart with what stands around it.
struct Figure {
  std::string name;  // of its files
  std::string title;
  std::string finding;  // in words, for those who do not see it
  std::string caption;  // how to read it
  Json spec;            // Vega-Lite, complete with its data
  Table table;          // the numbers behind it
};

// As many digits as a chart can show; what is no number becomes null.
Json plotted(double value);

// One plot as wide as its place, or one per value of the field "panel" in this order.
Json single_chart(Json data, Json layers, int height);
Json panel_chart(Json data, Json layers, const std::vector<std::string>& panels, int height);

// A plot for each panel, but no panels if there is only one.
Json chart(Json data, Json layers, const std::vector<std::string>& panels, int height);

// Channels.
Json quantity(const std::string& field, const std::string& title, const std::string& format);

// The channels that tell the values of `field` apart, with one legend for all of them.
Json colour_channel(const std::string& field, const std::vector<std::string>& labels,
                    const std::vector<std::string>& colours);
Json shape_channel(const std::string& field, const std::vector<std::string>& labels,
                   const std::vector<std::string>& shape_names);
Json dash_channel(const std::string& field, const std::vector<std::string>& labels,
                  const std::vector<std::vector<int>>& dashes);

// The same for series, in the field "series"; those that occur in the chart. The legend shows marks, or
// lines.
struct SeriesChannels {
  Json colour;
  Json shape;
  Json dash;
};
enum class LegendSign : std::uint8_t { mark, line };
SeriesChannels series_channels(const std::vector<Series>& shown, LegendSign sign);

// Differences with their sign.
Json signed_quantity(const std::string& field, const std::string& title);

// A line at zero, if values of `channel` ("x" or "y") are differences.
Json zero_line(const std::string& channel);

// Fields that show when the pointer rests on a mark: pairs of field and title.
Json tooltip(const std::vector<std::pair<std::string, std::string>>& fields);

}  // namespace kenn::report
