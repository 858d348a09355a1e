// Hand-made experiments for the tests of reports.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "report/report.h"

namespace kenn::test {

// Labels that the program does not have: the library knows no method.
inline const report::MethodNames method_names = {{"nn", "No rules"}, {"kenn", "Ruled"}, {"sbr", "SBR"}};

inline experiment::RunResult run_result(std::optional<double> fraction, std::uint32_t run,
                                        const std::string& method, double accuracy,
                                        std::uint32_t layers = 1) {
  experiment::RunResult result;
  result.fraction = fraction;
  result.run = run;
  result.method = method;
  result.epochs = 10;
  result.tested_epoch = 10;
  result.splits = {{"train", {100, 0.99}}, {"test", {1000, accuracy}}};
  if (method == "nn") return result;
  result.paradigm = "transductive";
  result.layers = layers;
  result.weights.assign(layers, {0.4, 0.6});
  result.compliance = {0.5, 0.5 + 0.1 * (run + 1)};
  return result;
}

// Networks alone have accuracies of 0.50, 0.52, 0.54, ..., and rules add 0.1 to each.
struct Case {
  experiment::Experiment experiment;
  std::vector<experiment::RunResult> results;

  [[nodiscard]] report::Report report() const {
    return report::make_report(experiment, results, {}, method_names);
  }
  [[nodiscard]] nlohmann::ordered_json document() const {
    return nlohmann::ordered_json::parse(report().json);
  }
};

inline Case make_case(const std::vector<std::optional<double>>& fractions, std::uint32_t runs,
                      const std::vector<std::string>& methods = {"nn", "kenn"},
                      const std::vector<std::uint32_t>& layers = {1}) {
  Case made;
  made.experiment.name = "hand-made";
  made.experiment.runs = runs;
  made.experiment.fractions = fractions;
  made.experiment.methods = methods;
  made.experiment.paradigms = {"transductive"};
  made.experiment.layers = layers;
  made.experiment.clauses = {{"rule[T=A]", "A", false}, {"rule[T=B]", "B", false}};
  for (const auto& fraction : fractions) {
    for (std::uint32_t run = 0; run < runs; ++run) {
      for (const std::string& method : methods) {
        const double accuracy = 0.5 + 0.02 * run + (method == "nn" ? 0 : 0.1);
        for (const std::uint32_t depth : method == "nn" ? std::vector<std::uint32_t>{0} : layers) {
          made.results.push_back(run_result(fraction, run, method, accuracy, depth));
        }
      }
    }
  }
  return made;
}

inline std::vector<std::string> table_names(const nlohmann::ordered_json& document) {
  std::vector<std::string> names;
  for (const auto& table : document["tables"]) names.push_back(table["name"]);
  return names;
}

// A cell by the key of its column; null where there is no such table.
inline nlohmann::ordered_json cell(const nlohmann::ordered_json& document, const std::string& name,
                                   std::size_t row, const std::string& key) {
  for (const auto& table : document["tables"]) {
    if (table["name"] != name) continue;
    for (std::size_t i = 0; i < table["columns"].size(); ++i) {
      if (table["columns"][i]["key"] == key) return table["rows"][row][i];
    }
  }
  return nullptr;
}

// One training, as `kenn train --report` has it.
inline report::TrainingRecord make_training(const std::string& method = "kenn") {
  report::TrainingRecord record;
  record.origin.name = "model";
  record.origin.knowledge = "type Paper";
  record.origin.seed = 18446744073709551615U;
  record.clauses = {{"rule[T=A]", "A", false}, {"rule[T=B]", "B", false}, {"fixed", "fixed", true}};
  record.result = run_result(0.1, 0, method, 0.7, 2);
  record.result.curve = experiment::LearningCurve{{2, 1}, {0.1, 0.9}, {}, {}};
  record.seconds = 1.5;
  if (method == "nn") return record;
  record.result.weights = {{0.2, 0.4, 1}, {0.4, 0.8, 1}};
  record.result.compliance = {0.5, std::nullopt, 0.9};
  record.network_accuracy = {{"train", 0.98}, {"test", 0.6}};
  return record;
}

// The text of a file, or nothing.
inline std::string text_of(const std::vector<report::ReportFile>& files, const std::string& name) {
  for (const report::ReportFile& file : files) {
    if (file.name == name) return file.text;
  }
  return "";
}

}  // namespace kenn::test
