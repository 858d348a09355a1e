// The charts of a report, in the order of the page.
#include "report/charts.h"

#include <iterator>
#include <utility>

namespace kenn::report {

std::vector<Figure> all_figures(const Content& content) {
  std::vector<Figure> figures;
  const auto add = [&](std::optional<Figure> figure) {
    if (figure) figures.push_back(std::move(*figure));
  };
  const auto add_all = [&](std::vector<Figure> more) {
    figures.insert(figures.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  add(accuracy_figure(content));
  add(improvement_figure(content));
  add(depth_figure(content));
  add(accuracy_histogram(content));
  add(improvement_histogram(content));
  add_all(weight_figures(content));
  add_all(learning_figures(content));
  return figures;
}

}  // namespace kenn::report
