// The page of a report: one HTML file with everything in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/charts.h"
#include "report/content.h"
#include "report/table.h"

namespace kenn::report {

struct PageParts {
  std::vector<Figure> figures;
  Table results;
  std::optional<Table> comparisons;
  std::optional<Table> published;
  std::optional<Table> splits;
  std::optional<Table> rules;
  std::optional<Table> evidence;
};

std::string page_html(const Content& content, const PageParts& parts);

}  // namespace kenn::report
