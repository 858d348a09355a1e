// `kenn infer`: the most probable predictions of a model's networks and its rules together.
#include <algorithm>
#include <iostream>

#include "base/spelling.h"
#include "base/utf8.h"
#include "command_files.h"
#include "common.h"
#include "exit_status.h"
#include "infer/completion.h"
#include "json_output.h"
#include "learning/runs.h"
#include "learning/write_predictions.h"
#include "methods/method.h"
#include "nn/column_groups.h"
#include "nn/probabilities.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

constexpr int digits = 3;
constexpr std::size_t longest_name = 100;

// Which labels stay is which of them are for training: a search looks at no others.
void mark_kept_labels(DatasetParts& dataset, const std::string& kept) {
  if (kept == "train") return;
  const Schema schema(dataset.tables.vocabulary());
  for (std::size_t i = 0; i < dataset.labels.size(); ++i) {
    table::Labels& labels = dataset.labels[i];
    const std::size_t rows = labels.atoms.size() / std::max<std::size_t>(1, schema.tables[i].columns.size());
    labels.splits.assign(rows, kept == "all" ? table::Split::train : table::Split::none);
  }
}

// One weight per clause, and where they come from.
struct RuleWeights {
  std::vector<double> weights;
  const char* source = "";
};

RuleWeights rule_weights(const train::RuleModel& model, const dataset::Graph& graph,
                         const dataset::TableList& network, const infer::MapOptions& options,
                         const MapArguments& arguments) {
  if (const auto weight = arguments.options.rule_weight) {
    std::vector<double> weights;
    for (const Clause& clause : graph.knowledge->clauses()) {
      weights.push_back(clause.weight.learned ? *weight : clause.weight.value);
    }
    return {std::move(weights), "given"};
  }
  if (auto weights = model.trust()) return {*std::move(weights), "model"};
  const std::vector<float> weights = infer::closed_form_weights(
      graph, infer::completed_atoms(graph, network, false), options.conorm, threads_of(arguments.options));
  return {{weights.begin(), weights.end()}, "data"};
}

// In how many rows, and for how many groups of predicates each, the prediction is another one.
struct Changes {
  std::uint64_t changed = 0;
  std::uint64_t all = 0;
};

Changes changes_of(const dataset::Graph& graph, const dataset::TableList& before,
                   const dataset::TableList& after) {
  Changes changes;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::size_t width = graph.schema(i).columns.size();
    for (const nn::ColumnGroup& group :
         nn::column_groups(graph.dataset.tables.vocabulary(), graph.schema(i))) {
      for (std::size_t first = 0; first < before[i].size(); first += width) {
        const float* const old_row = &before[i][first];
        const float* const new_row = &after[i][first];
        const std::uint32_t column = group.columns.front();
        const bool is_other = group.is_exclusive
                                  ? nn::greatest_of(group, old_row) != nn::greatest_of(group, new_row)
                                  : (old_row[column] > 0) != (new_row[column] > 0);
        changes.changed += is_other ? 1 : 0;
        ++changes.all;
      }
    }
  }
  return changes;
}

// As the person says; then as the model searches, if it does.
infer::MapOptions searched_by(const train::RuleModel& model, const Options& given) {
  Options options = given;
  const infer::MapOptions usual = model.options().map.value_or(infer::MapOptions{});
  train::fill(options, {.conorm = std::string(base::word_for(usual.conorm)),
                        .rule_mean = std::string(base::word_for(usual.mean)),
                        .map_steps = usual.steps,
                        .map_learning_rate = usual.learning_rate,
                        .map_epsilon = usual.epsilon,
                        .prior_weight = usual.prior_weight,
                        .exactly_one = usual.exactly_one});
  infer::MapOptions search = methods::search_options(options);
  search.variables = usual.variables;
  search.prior = usual.prior;
  return search;
}

struct MapReport {
  std::vector<WrittenTable> tables;
  infer::MapOptions options;
  RuleWeights trust;
  double objective_before = 0;
  double objective_after = 0;
  Changes changes;
  std::vector<std::string> clauses;
  std::vector<double> truth_before;  // means over the groundings
  std::vector<double> truth_after;
};

std::string text_of(const MapReport& report) {
  std::string text = to_text(report.tables);
  text += "  objective " + fixed(report.objective_before, digits) + " -> " +
          fixed(report.objective_after, digits) + " in " + counted(report.options.steps, "step") + "; " +
          std::to_string(report.changes.changed) + " of " + counted(report.changes.all, "prediction") +
          (report.changes.changed == 1 ? " differs" : " differ") + " from the network's\n";
  if (report.clauses.empty()) return text;
  text += "  truth before -> after  weight  clause\n";
  for (std::size_t i = 0; i < report.clauses.size(); ++i) {
    const std::string weight = fixed(report.trust.weights[i], 2);
    text += "         " + fixed(report.truth_before[i], digits) + " -> " +
            fixed(report.truth_after[i], digits) + "  " +
            std::string(weight.size() < 6 ? 6 - weight.size() : 0, ' ') + weight + "  " +
            base::printable(base::shortened(report.clauses[i], longest_name)) + "\n";
  }
  return text;
}

Json json_of(const MapReport& report, const MapArguments& arguments) {
  Json json = {{"file", arguments.model},
               {"ok", true},
               {"tables", to_json(report.tables)},
               {"steps", report.options.steps},
               {"objective_before", report.objective_before},
               {"objective_after", report.objective_after},
               {"predictions", report.changes.all},
               {"changed", report.changes.changed},
               {"weights_from", report.trust.source},
               {"clauses", Json::array()}};
  for (std::size_t i = 0; i < report.clauses.size(); ++i) {
    json["clauses"].push_back({{"name", report.clauses[i]},
                               {"weight", report.trust.weights[i]},
                               {"truth_before", report.truth_before[i]},
                               {"truth_after", report.truth_after[i]}});
  }
  return json;
}

std::vector<double> mean_truth(infer::RuleTruth& rules, const dataset::Graph& graph,
                               const dataset::TableList& preactivations) {
  dataset::TableList degrees;
  for (std::size_t i = 0; i < preactivations.size(); ++i) {
    degrees.push_back(
        nn::probabilities(graph.dataset.tables.vocabulary(), graph.schema(i), preactivations[i]));
  }
  return rules.means(degrees);
}

}  // namespace

int run_map(const MapArguments& arguments) {
  Model loaded = Model::load(arguments.model, threads_of(arguments.options));
  const Knowledge& knowledge = loaded.knowledge();
  PredictionFiles files(arguments.out, knowledge, io::csv_reader(arguments.spreadsheet_safe));
  check_files(arguments.model, arguments.data, knowledge, files);
  train::RuleModel& model = loaded.trained().model;
  DatasetParts dataset = read_data(knowledge, arguments.data, arguments.read_timeout);
  mark_kept_labels(dataset, arguments.keep_labels);
  const dataset::Graph graph(knowledge, std::move(dataset), plan_options(arguments.options));

  MapReport report;
  report.options = searched_by(model, arguments.options);
  report.options.keeps_labels = true;
  const dataset::TableList network = model.run_networks(graph);
  report.trust = rule_weights(model, graph, network, report.options, arguments);
  const infer::MapResult found =
      infer::find_map(graph, report.options, report.trust.weights, network, threads_of(arguments.options));
  report.tables = files.write(graph, found.preactivations);
  report.objective_before = found.first_objective;
  report.objective_after = found.objective;
  report.changes = changes_of(graph, network, found.preactivations);
  report.clauses = graph.plan.clause_names();
  infer::RuleTruth rules(graph, report.options.conorm, infer::RuleMean::groundings,
                         threads_of(arguments.options));
  report.truth_before = mean_truth(rules, graph, network);
  report.truth_after = mean_truth(rules, graph, found.preactivations);

  Json json = json_of(report, arguments);
  json["diagnostics"] = to_json(graph.dataset.warnings);
  if (!arguments.json) print_findings(graph.dataset.warnings);
  report_stream(arguments.out) << (arguments.json ? to_line(json) : text_of(report));
  return ExitStatus::done;
}

}  // namespace kenn::cli
