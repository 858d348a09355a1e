// What `kenn train` says when it is done.
#include "learning/train_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"
#include "fit_report.h"
#include "infer/score.h"
#include "learning/runs.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_clauses = 24;
constexpr std::size_t longest_name = 100;
constexpr int digits = 3;

std::vector<SplitAccuracy> accuracies(const TrainData& data, Model& model) {
  std::vector<SplitAccuracy> all;
  const std::array<std::pair<Split, const Graph*>, 3> splits = {{{Split::train, data.graphs.train.get()},
                                                                 {Split::valid, data.graphs.valid.get()},
                                                                 {Split::test, data.graphs.test.get()}}};
  constexpr std::array<const char*, 3> names = {"train", "valid", "test"};
  Predictions predictions;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const auto& [split, graph] = splits[i];
    if (i == 0 || graph != splits[i - 1].second) predictions = model.predict(*graph);
    const std::vector<GroupScore> after = score(*graph, predictions.after, split);
    if (after.empty()) continue;
    SplitAccuracy& accuracy = all.emplace_back();
    accuracy.split = names[i];
    for (const GroupScore& group : after) accuracy.labels += group.known();
    accuracy.network = accuracy_of(score(*graph, predictions.before, split)).value_or(0);
    accuracy.rules = accuracy_of(after).value_or(0);
  }
  return all;
}

std::vector<ClauseWeights> clause_weights(const Plan& plan, const Model& model) {
  std::vector<ClauseWeights> all;
  const std::vector<float> weights = model.rule_weights();
  if (weights.empty()) return all;
  const std::size_t count = plan.clause_names().size();
  for (std::size_t i = 0; i < count; ++i) {
    ClauseWeights& clause = all.emplace_back();
    clause.clause = plan.clause_names()[i];
    clause.is_fixed = !plan.weights()[i].learned;
    for (std::size_t layer = 0; layer * count < weights.size(); ++layer) {
      clause.weights.push_back(weights[layer * count + i]);
    }
  }
  return all;
}

// "3703-50-50-50-6"
std::string shape_text(const TrainReport& report, std::size_t table) {
  std::string text = std::to_string(report.widths[table]);
  for (const std::uint32_t width : report.arguments.hidden) text += "-" + std::to_string(width);
  return text + "-" + std::to_string(report.tables[table].columns.size());
}

std::string accuracy_lines(const TrainReport& report) {
  const bool has_rules = report.arguments.method != "nn";
  std::string text =
      has_rules ? "           labels  network alone  with rules\n" : "           labels  accuracy\n";
  for (const SplitAccuracy& split : report.splits) {
    const std::string labels = std::to_string(split.labels);
    text += "  " + split.split + std::string(15 - split.split.size() - labels.size(), ' ') + labels;
    if (has_rules) text += "  " + fixed(split.network, digits, 13);
    text += "  " + fixed(split.rules, digits, has_rules ? 10 : 8) + "\n";
  }
  return text;
}

double mean_weight(const ClauseWeights& clause) {
  double sum = 0;
  for (const float weight : clause.weights) sum += static_cast<double>(weight);
  return sum / static_cast<double>(clause.weights.size());
}

// The weights of the model, and what the labels say about them.
std::string trust_lines(const TrainReport& report) {
  std::string text = "  weight  95 % interval   holds in       chance  verdict                  clause\n";
  const std::size_t count = report.clauses.size();
  const std::size_t shown = count > most_clauses + 1 ? most_clauses : count;
  for (std::size_t i = 0; i < shown; ++i) {
    const ClauseWeights& clause = report.clauses[i];
    const RuleTrust& trust = *clause.trust;
    const RuleEvidence& evidence = trust.evidence;
    std::string holds = std::to_string(evidence.holds) + " of " + std::to_string(evidence.groundings);
    holds.resize(std::max<std::size_t>(holds.size(), 13), ' ');
    std::string verdict(words_for(trust.verdict));
    verdict.resize(std::max<std::size_t>(verdict.size(), 23), ' ');
    text += fixed(mean_weight(clause), digits, 8) + fixed(trust.low, 2, 7) + " to " +
            fixed(trust.high, 2, 5) + "   " + holds +
            (evidence.groundings == 0 ? "      -" : fixed(evidence.chance, 2, 7)) + "  " + verdict + "  " +
            printable(shortened(clause.clause, longest_name)) + "\n";
  }
  if (shown < count) text += "  ... and " + std::to_string(count - shown) + " more ('--json' gives all)\n";
  return text;
}

std::string clause_lines(const TrainReport& report) {
  if (report.trust) return trust_lines(report);
  std::string text =
      report.clauses.front().weights.size() == 1 ? "  weight  clause\n" : "  weights of the layers, clause\n";
  const std::size_t count = report.clauses.size();
  const std::size_t shown = count > most_clauses + 1 ? most_clauses : count;
  for (std::size_t i = 0; i < shown; ++i) {
    for (const float weight : report.clauses[i].weights)
      text += fixed(static_cast<double>(weight), digits, 8);
    text += "  " + printable(shortened(report.clauses[i].clause, longest_name)) +
            (report.clauses[i].is_fixed ? "  (fixed)" : "") + "\n";
  }
  if (shown < count) text += "  ... and " + std::to_string(count - shown) + " more ('--json' gives all)\n";
  return text;
}

}  // namespace

TrainReport report_of(const TrainArguments& arguments, const TrainData& data, Model& model,
                      const Training& training, const TrainSeconds& seconds) {
  TrainReport report{arguments,
                     threads_of(arguments.threads),
                     training.epochs().back().number,
                     training.kept_epoch(),
                     data.widths,
                     data.graphs.train->plan.tables(),
                     accuracies(data, model),
                     clause_weights(data.graphs.train->plan, model),
                     training.trust(),
                     model.member_count(),
                     seconds,
                     data.warnings};
  for (std::size_t i = 0; report.trust && i < report.clauses.size(); ++i) {
    report.clauses[i].trust = report.trust->rules[i];
  }
  return report;
}

std::string to_text(const TrainReport& report) {
  std::string text = printable(report.arguments.out) + ": ";
  text += report.members > 1
              ? std::to_string(report.members) + " models of up to " + counted(report.epochs, "epoch")
              : "epoch " + std::to_string(report.best_epoch) + " of " + std::to_string(report.epochs);
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    text += ", " + report.tables[i].name + " " + shape_text(report, i);
  }
  if (!report.clauses.empty()) {
    text += ", " + counted(report.clauses.size(), "clause");
    if (find_method(report.arguments.method)->has_layers)
      text += " in " + counted(report.arguments.layers, "layer");
  }
  text += "\n  read " + fixed(report.seconds.read, digits) + " s, train " +
          fixed(report.seconds.train, digits) + " s\n\n" + accuracy_lines(report);
  if (!report.clauses.empty()) text += "\n" + clause_lines(report);
  return text;
}

Json to_json(const TrainReport& report) {
  Json json = {{"file", report.arguments.knowledge},
               {"ok", true},
               {"model", report.arguments.out},
               {"method", report.arguments.method},
               {"paradigm", report.arguments.paradigm},
               {"layers", report.arguments.layers},
               {"loss", report.arguments.loss},
               {"seed", report.arguments.seed},
               {"threads", report.threads},
               {"epochs", report.epochs},
               {"best_epoch", report.members > 1 ? Json() : Json(report.best_epoch)},
               {"networks", Json::object()},
               {"accuracy", Json::object()},
               {"clauses", Json::array()},
               {"seconds", {{"read", report.seconds.read}, {"train", report.seconds.train}}},
               {"diagnostics", to_json(report.warnings)}};
  const bool has_layers = find_method(report.arguments.method)->has_layers;
  json["trust"] = report.trust ? Json("cross-fitted") : has_layers ? Json("joint") : Json();
  json["preset"] = report.arguments.preset.empty() ? Json() : Json(report.arguments.preset);
  json["members"] = report.members;
  if (report.trust) {
    json["cross_fit"] = {
        {"folds", report.trust->folds},
        {"strength", std::isfinite(report.trust->strength) ? Json(report.trust->strength) : Json()},
        {"loss_without", report.trust->loss_without},
        {"loss_with", report.trust->loss_with}};
  }
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    json["networks"][report.tables[i].name] = shape_text(report, i);
  }
  for (const SplitAccuracy& split : report.splits) {
    json["accuracy"][split.split] = {
        {"labels", split.labels}, {"network", split.network}, {"rules", split.rules}};
  }
  for (const ClauseWeights& clause : report.clauses) {
    Json& of_clause = json["clauses"].emplace_back(
        Json{{"name", clause.clause}, {"fixed", clause.is_fixed}, {"weights", clause.weights}});
    if (!clause.trust) continue;
    of_clause.update(trust_to_json(*clause.trust));
  }
  return json;
}

}  // namespace kenn::cli
