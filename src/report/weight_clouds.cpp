// Whether rules that the data follows get more weight: weight against compliance.
#include <algorithm>

#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

std::vector<std::size_t> learned_clauses(const Content& content) {
  std::vector<std::size_t> clauses;
  for (std::size_t i = 0; i < content.clauses.size(); ++i) {
    if (!content.clauses[i].is_fixed) clauses.push_back(i);
  }
  return clauses;
}

// Points of as many first runs as a panel can show; of very many clauses some, evenly spread.
Json panel_of(const Group& group, const std::vector<std::size_t>& clauses) {
  const std::size_t runs =
      std::min(group.results.size(), std::max<std::size_t>(1, most_points_of_a_panel / clauses.size()));
  const std::size_t step = (clauses.size() + most_points_of_a_panel - 1) / most_points_of_a_panel;
  Json points = Json::array();
  for (std::size_t run = 0; run < runs; ++run) {
    const experiment::RunResult& result = *group.results[run];
    for (std::size_t i = 0; i < clauses.size(); i += step) {
      const std::size_t clause = clauses[i];
      const std::optional<double> weight = mean_weight(result, clause);
      if (weight && clause < result.compliance.size() && result.compliance[clause])
        points.push_back({clause, *result.compliance[clause], *weight});
    }
  }
  return {{"fraction", value_of(group.fraction)},
          {"runs", runs},
          {"is_all", runs == group.results.size() && step == 1},
          {"points", std::move(points)}};
}

std::string table_name(const Series& series) {
  return file_safe("weights-" + series.method + (series.paradigm.empty() ? "" : "-" + series.paradigm));
}

}  // namespace

WeightClouds weight_clouds(const Content& content) {
  WeightClouds result;
  const std::vector<std::size_t> clauses = learned_clauses(content);
  if (clauses.empty()) return result;
  for (std::size_t i = 0; i < content.series.size(); ++i) {
    const Series& series = content.series[i];
    Json table = make_table(table_name(series), "Correlation of weight and compliance, " + series.label,
                            {{"fraction", "Training labels", kind::fraction},
                             {"r", "Pearson's r", kind::number, 2},
                             {"low", "95 % from", kind::number, 2},
                             {"high", "to", kind::number, 2},
                             {"points", "Points", kind::count}});
    Json panels = Json::array();
    for (const Group& group : content.groups) {
      if (group.series != i) continue;
      Json panel = panel_of(group, clauses);
      if (panel["points"].empty()) continue;
      panels.push_back(std::move(panel));
      Json row = {value_of(group.fraction), value_of(group.correlation.r)};
      add_interval(row, group.correlation.interval);
      row.push_back(group.correlation.count);
      add_row(table, std::move(row));
    }
    if (panels.empty()) continue;
    result.clouds.push_back({{"model", i}, {"table", table["name"]}, {"panels", std::move(panels)}});
    result.tables.push_back(std::move(table));
  }
  return result;
}

}  // namespace kenn::report
