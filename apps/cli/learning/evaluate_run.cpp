// `kenn evaluate`: how good the predictions of a model are, and how far they follow the rules.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <utility>

#include "common.h"
#include "data/dataset.h"
#include "exit_status.h"
#include "json_output.h"
#include "knowledge/spelling.h"
#include "knowledge/utf8.h"
#include "learning/runs.h"
#include "learning/used_model.h"
#include "methods/score.h"

namespace kenn::cli {

namespace {

constexpr int digits = 3;
constexpr std::size_t longest_name = 100;

struct Evaluation {
  std::vector<GroupScore> network;  // without the rules
  std::vector<GroupScore> rules;
  std::vector<std::string> clauses;
  std::vector<double> truth_before;
  std::vector<double> truth_after;
};

std::optional<Split> split_of(const std::string& word) {
  static const std::map<std::string, Split> splits = {
      {"train", Split::train}, {"valid", Split::valid}, {"test", Split::test}};
  const auto found = splits.find(word);
  return found == splits.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::span<const float>> spans(const std::vector<std::vector<float>>& tables) {
  return {tables.begin(), tables.end()};
}

// All labels are judged on the whole graph, those of a split as training would see them.
std::shared_ptr<const Graph> read_graph(const UsedModel& used, const EvaluateArguments& arguments) {
  const Knowledge& knowledge = used.trained.knowledge;
  Dataset dataset = read_dataset(knowledge, arguments.data);
  const auto split = split_of(arguments.split);
  if (!split) return std::make_shared<const Graph>(knowledge, std::move(dataset), arguments.plan);
  complete_splits(dataset, used.choice);
  return graph_for(knowledge, std::move(dataset), *split, used.choice.paradigm, arguments.plan);
}

Evaluation evaluate(Model& model, const Graph& graph, const EvaluateArguments& arguments) {
  const Predictions predictions = model.predict(graph);
  const auto split = split_of(arguments.split);
  Evaluation evaluation{score(graph, predictions.before, split),
                        score(graph, predictions.after, split),
                        graph.plan.clause_names(),
                        {},
                        {}};
  if (evaluation.rules.empty()) {
    throw Error(ErrorKind::data,
                split ? "no object in split '" + arguments.split + "' has a label; --split all takes them all"
                      : "no object has a label",
                source_name(arguments.data));
  }
  Enhancer enhancer(graph.plan, model.options().enhance);
  const auto before = spans(predictions.before);
  const auto after = spans(predictions.after);
  evaluation.truth_before = enhancer.mean_truth(before);
  evaluation.truth_after = enhancer.mean_truth(after);
  return evaluation;
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

std::string confusion_lines(const GroupScore& group) {
  std::size_t width = 6;
  for (const std::string& name : group.classes) width = std::max(width, name.size());
  std::string text = "  is \\ predicted" + std::string(width > 14 ? width - 14 : 0, ' ');
  const std::size_t first = std::max<std::size_t>(width, 14);
  for (const std::string& name : group.classes) text += "  " + padded(name, width);
  text += "\n";
  for (std::size_t i = 0; i < group.classes.size(); ++i) {
    text += "  " + padded(group.classes[i], first);
    for (const std::uint64_t count : group.confusion[i]) text += "  " + padded(std::to_string(count), width);
    text += "\n";
  }
  return text;
}

std::string truth_text(double truth) {
  return std::isnan(truth) ? "    -" : fixed(truth, digits);
}

std::string text_of(const Evaluation& evaluation) {
  std::string text;
  for (std::size_t i = 0; i < evaluation.rules.size(); ++i) {
    const GroupScore& group = evaluation.rules[i];
    text += group.table + ", " + group.name + ": " + counted(group.known(), "label") + ", accuracy " +
            fixed(group.accuracy(), digits) + " (network alone " +
            fixed(evaluation.network[i].accuracy(), digits) + "), macro F1 " +
            fixed(group.macro_f1(), digits) + " (" + fixed(evaluation.network[i].macro_f1(), digits) + ")\n" +
            confusion_lines(group) + "\n";
  }
  if (evaluation.clauses.empty()) return text;
  text += "  truth before -> after  clause\n";
  for (std::size_t i = 0; i < evaluation.clauses.size(); ++i) {
    text += "         " + truth_text(evaluation.truth_before[i]) + " -> " +
            truth_text(evaluation.truth_after[i]) + "  " +
            printable(shortened(evaluation.clauses[i], longest_name)) + "\n";
  }
  return text;
}

Json number_or_null(double number) {
  return std::isnan(number) ? Json(nullptr) : Json(number);
}

Json json_of(const Evaluation& evaluation, const EvaluateArguments& arguments) {
  Json json = {{"file", arguments.model},
               {"ok", true},
               {"split", arguments.split},
               {"accuracy", *accuracy_of(evaluation.rules)},
               {"network_accuracy", *accuracy_of(evaluation.network)},
               {"labels", Json::array()},
               {"clauses", Json::array()}};
  for (std::size_t i = 0; i < evaluation.rules.size(); ++i) {
    const GroupScore& group = evaluation.rules[i];
    json["labels"].push_back({{"table", group.table},
                              {"name", group.name},
                              {"known", group.known()},
                              {"accuracy", group.accuracy()},
                              {"macro_f1", group.macro_f1()},
                              {"network_accuracy", evaluation.network[i].accuracy()},
                              {"network_macro_f1", evaluation.network[i].macro_f1()},
                              {"classes", group.classes},
                              {"confusion", group.confusion}});
  }
  for (std::size_t i = 0; i < evaluation.clauses.size(); ++i) {
    json["clauses"].push_back({{"name", evaluation.clauses[i]},
                               {"truth_before", number_or_null(evaluation.truth_before[i])},
                               {"truth_after", number_or_null(evaluation.truth_after[i])}});
  }
  return json;
}

}  // namespace

int run_evaluate(const EvaluateArguments& arguments) {
  UsedModel used = read_used_model(arguments.model, arguments.threads);
  const std::shared_ptr<const Graph> graph = read_graph(used, arguments);
  const Evaluation evaluation = evaluate(used.trained.model, *graph, arguments);
  Json json = json_of(evaluation, arguments);
  json["diagnostics"] = to_json(graph->dataset.warnings);
  if (!arguments.json) print_findings(graph->dataset.warnings);
  std::cout << (arguments.json ? to_line(json) : text_of(evaluation));
  return ExitStatus::done;
}

}  // namespace kenn::cli
