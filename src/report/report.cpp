// The report of an experiment, or of one training: a page for a browser, tables and charts.
#include "report/report.h"

#include "report/charts.h"
#include "report/page.h"
#include "report/published.h"
#include "report/summary_tables.h"

namespace kenn {

namespace {

using namespace report;

void add_table(Report& result, const Table& table) {
  result.tables.push_back({table.name + ".md", to_markdown(table)});
  result.tables.push_back({table.name + ".csv", to_csv(table)});
}

std::string chart_text(const Figure& figure) {
  Json spec = figure.spec;
  spec["title"] = figure.title;
  spec["description"] = figure.finding;
  return spec.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Report make_report(const Experiment& experiment, const std::vector<RunResult>& results,
                   const std::vector<RunTime>& times) {
  const Content content = content_of(experiment, results, times);
  PageParts parts{all_figures(content),     results_table(content), comparisons_table(content),
                  published_table(content), splits_table(content),  rules_table(content),
                  evidence_table(content)};
  Report result;
  result.html = page_html(content, parts);
  add_table(result, parts.results);
  for (const auto& table : {parts.comparisons, parts.published, parts.splits, parts.rules, parts.evidence}) {
    if (table) add_table(result, *table);
  }
  for (const Figure& figure : parts.figures) {
    add_table(result, figure.table);
    result.charts.push_back({figure.name + ".vl.json", chart_text(figure)});
  }
  return result;
}

}  // namespace kenn
