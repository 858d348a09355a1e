// The JSON document of a report.
#include "report/document.h"

#include <kenn/error.h>

#include <algorithm>
#include <iterator>

#include "experiment/summary.h"
#include "report/content.h"
#include "report/table.h"
#include "report/tables.h"

namespace kenn::report {

namespace {

constexpr int format = 1;  // counts changes that older scripts cannot read

Origin origin_of(const experiment::Experiment& experiment) {
  return {experiment.name,    experiment.preset,    experiment.choices,  experiment.command,
          experiment.version, experiment.machine,   experiment.data,     experiment.data_digest,
          experiment.sizes,   experiment.knowledge, experiment.settings, experiment.seed};
}

// Seeds have 64 bits, more than numbers in JavaScript.
Json to_json(const Origin& origin) {
  return {{"name", origin.name},         {"preset", origin.preset},
          {"choices", origin.choices},   {"command", origin.command},
          {"version", origin.version},   {"machine", origin.machine},
          {"data", origin.data},         {"data_digest", origin.data_digest},
          {"sizes", origin.sizes},       {"knowledge", origin.knowledge},
          {"settings", origin.settings}, {"seed", std::to_string(origin.seed)}};
}

Json models_of(const Content& content) {
  Json models = Json::array();
  for (const Series& each : content.series) {
    models.push_back({{"label", each.label},
                      {"method", each.method},
                      {"paradigm", each.paradigm},
                      {"layers", each.layers},
                      {"is_baseline", each.is_baseline}});
  }
  return models;
}

Json fractions_of(const Content& content) {
  Json fractions = Json::array();
  for (const auto& fraction : content.fractions) fractions.push_back(value_of(fraction));
  return fractions;
}

// Those that the points of weights refer to.
Json clauses_of(const Content& content, const WeightClouds& weights) {
  Json clauses = Json::array();
  if (weights.clouds.empty()) return clauses;
  for (const experiment::ClauseInfo& each : content.clauses) {
    clauses.push_back({{"name", each.name}, {"group", each.group}});
  }
  return clauses;
}

// Tables without rows are left out.
Json tables_of(const std::vector<std::vector<Json>>& lists) {
  Json tables = Json::array();
  for (const std::vector<Json>& list : lists) {
    std::copy_if(list.begin(), list.end(), std::back_inserter(tables),
                 [](const Json& table) { return !is_empty(table); });
  }
  return tables;
}

// What both kinds of documents have.
Json document_of(const char* kind, const Origin& origin, const Content& content,
                 const WeightClouds& weights) {
  return {{"format", format},
          {"kind", kind},
          {"about", to_json(origin)},
          {"models", models_of(content)},
          {"fractions", fractions_of(content)},
          {"clauses", clauses_of(content, weights)},
          {"weights", weights.clouds},
          {"curves", curves_of(content)}};
}

}  // namespace

Json experiment_document(const experiment::Experiment& experiment,
                         const std::vector<experiment::RunResult>& results,
                         const std::vector<experiment::RunTime>& times, const MethodNames& names) {
  if (results.empty()) throw Error(ErrorKind::data, "there is no result to report");
  const experiment::Summary summary = experiment::summarise(experiment, results, times);
  const Content content = content_of(experiment, results, summary, names);
  const WeightClouds weights = weight_clouds(content);
  Json document = document_of("experiment", origin_of(experiment), content, weights);
  std::size_t runs = 0;
  for (const experiment::KindSummary& each : summary.kinds) runs = std::max(runs, each.accuracy.count);
  document["results"] = results.size();
  document["runs"] = runs;
  document["samples"] = samples_of(content);
  document["tables"] = tables_of(
      {{results_table(summary, names), comparisons_table(experiment, summary, names),
        published_table(experiment, content, summary, names), splits_table(results, names),
        rules_table(content), evidence_table(content), accuracy_table(content, summary),
        improvement_table(experiment, content, summary, names), depth_table(content, summary, names)},
       histogram_tables(content, document["samples"]),
       weights.tables,
       learning_tables(content)});
  return document;
}

Json training_document(const TrainingRecord& record, const MethodNames& names) {
  const Content content = content_of(record, names);
  const WeightClouds weights = weight_clouds(content);
  Json document = document_of("training", record.origin, content, weights);
  document["training"] = {{"epochs", record.result.epochs},
                          {"tested_epoch", record.result.tested_epoch},
                          {"members", record.members},
                          {"keeps_network_alone", record.keeps_network_alone},
                          {"seconds", value_of(record.seconds)},
                          {"explorer", record.explorer.empty() ? Json(nullptr) : Json(record.explorer)}};
  Json tables = tables_of({{splits_table(record), rules_table(content), evidence_table(content)},
                           weights.tables,
                           learning_tables(content)});
  // One model, one share of labels, one run.
  for (Json& table : tables) table = without_columns(std::move(table), {"model", "fraction", "run"});
  document["tables"] = std::move(tables);
  return document;
}

}  // namespace kenn::report
