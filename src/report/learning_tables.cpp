// How the first run of every series went, epoch by epoch.
#include <algorithm>

#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

const experiment::RunResult* first_with_curve(const Group& group) {
  const auto found =
      std::find_if(group.results.begin(), group.results.end(),
                   [](const experiment::RunResult* result) { return result->curve.has_value(); });
  return found == group.results.end() ? nullptr : *found;
}

Json values_of(const std::vector<double>& numbers) {
  Json values = Json::array();
  for (const double number : numbers) values.push_back(value_of(number));
  return values;
}

using Values = std::vector<double> experiment::LearningCurve::*;

Json table_of(const Content& content, const std::string& measure, Values training, Values validation,
              const char* kind) {
  const bool is_loss = measure == "Loss";
  Json table =
      make_table(is_loss ? "learning-loss" : "learning-accuracy", measure + " at the end of training",
                 {{"fraction", "Training labels", kind::fraction},
                  {"model", "Model", kind::text},
                  {"run", "Run", kind::count},
                  {"epochs", "Epochs", kind::count},
                  {"tested_epoch", "Tested epoch", kind::count},
                  {"training", "Training", kind, 4},
                  {"validation", "Validation", kind, 4}});
  const auto last = [](const std::vector<double>& values) {
    return values.empty() ? Json() : value_of(values.back());
  };
  for (const Group& group : content.groups) {
    const experiment::RunResult* const result = first_with_curve(group);
    if (result == nullptr || (*result->curve.*training).empty()) continue;
    add_row(table, {value_of(group.fraction), content.label(group), result->run + 1, result->epochs,
                    result->tested_epoch, last(*result->curve.*training), last(*result->curve.*validation)});
  }
  return table;
}

}  // namespace

Json curves_of(const Content& content) {
  Json curves = Json::array();
  for (const Group& group : content.groups) {
    const experiment::RunResult* const result = first_with_curve(group);
    if (result == nullptr) continue;
    const experiment::LearningCurve& curve = *result->curve;
    curves.push_back({{"model", group.series},
                      {"fraction", value_of(group.fraction)},
                      {"loss", values_of(curve.loss)},
                      {"accuracy", values_of(curve.accuracy)},
                      {"valid_loss", values_of(curve.valid_loss)},
                      {"valid_accuracy", values_of(curve.valid_accuracy)}});
  }
  return curves;
}

std::vector<Json> learning_tables(const Content& content) {
  return {table_of(content, "Accuracy", &experiment::LearningCurve::accuracy,
                   &experiment::LearningCurve::valid_accuracy, kind::percent),
          table_of(content, "Loss", &experiment::LearningCurve::loss, &experiment::LearningCurve::valid_loss,
                   kind::number)};
}

}  // namespace kenn::report
