// What `kenn train` says when it is done.
#include "learning/train_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "api/training_work.h"
#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"
#include "fit_report.h"
#include "learning/runs.h"
#include "methods/method.h"
#include "train/accuracies.h"
#include "train/option_words.h"
#include "train/trained_model.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_clauses = 24;
constexpr std::size_t longest_name = 100;
constexpr int digits = 3;

std::vector<ClauseWeights> clause_weights(const Plan& plan, const train::RuleModel& model) {
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
  for (const std::uint32_t width : report.options.hidden.value()) text += "-" + std::to_string(width);
  return text + "-" + std::to_string(report.tables[table].columns.size());
}

const methods::Method& method_of(const TrainReport& report) {
  return methods::method_named(report.options.method.value());
}

std::string accuracy_lines(const TrainReport& report) {
  const bool has_rules = methods::uses_rules(method_of(report));
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
    const trust::RuleTrust& trust = *clause.trust;
    const trust::RuleEvidence& evidence = trust.evidence;
    std::string holds = std::to_string(evidence.holds) + " of " + std::to_string(evidence.groundings);
    holds.resize(std::max<std::size_t>(holds.size(), 13), ' ');
    std::string verdict(trust::words_for(trust.verdict));
    verdict.resize(std::max<std::size_t>(verdict.size(), 23), ' ');
    text += fixed(mean_weight(clause), digits, 8) + fixed(trust.low, 2, 7) + " to " +
            fixed(trust.high, 2, 5) + "   " + holds +
            (evidence.groundings == 0 ? "      -" : fixed(evidence.chance, 2, 7)) + "  " + verdict + "  " +
            base::printable(base::shortened(clause.clause, longest_name)) + "\n";
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
    text += "  " + base::printable(base::shortened(report.clauses[i].clause, longest_name)) +
            (report.clauses[i].is_fixed ? "  (fixed)" : "") + "\n";
  }
  if (shown < count) text += "  ... and " + std::to_string(count - shown) + " more ('--json' gives all)\n";
  return text;
}

}  // namespace

TrainReport report_of(const TrainArguments& arguments, Training& training, Model& model,
                      const TrainSeconds& seconds, std::vector<Diagnostic> warnings) {
  const Training::Work& work = training.work();
  train::RuleModel& trained = model.trained().model;
  const Plan& plan = work.graphs.train->plan;
  TrainReport report{arguments,
                     training.options(),
                     threads_of(work.options.threads.value_or(0)),
                     work.run->epochs().back().number,
                     work.run->kept_epoch(),
                     work.run->widths(),
                     plan.tables(),
                     train::split_accuracies(work.graphs, trained),
                     clause_weights(plan, trained),
                     work.run->trust(),
                     trained.member_count(),
                     work.run->keeps_network_alone(),
                     seconds,
                     std::move(warnings)};
  for (std::size_t i = 0; report.trust && i < report.clauses.size(); ++i) {
    report.clauses[i].trust = report.trust->rules[i];
  }
  return report;
}

std::string to_text(const TrainReport& report) {
  std::string text = base::printable(report.arguments.out) + ": ";
  text += report.members > 1
              ? std::to_string(report.members) + " models of up to " + counted(report.epochs, "epoch")
              : "epoch " + std::to_string(report.best_epoch) + " of " + std::to_string(report.epochs);
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    text += ", " + report.tables[i].name + " " + shape_text(report, i);
  }
  if (!report.clauses.empty()) {
    text += ", " + counted(report.clauses.size(), "clause");
    if (report.options.layers) text += " in " + counted(*report.options.layers, "layer");
  }
  text += "\n  read " + fixed(report.seconds.read, digits) + " s, train " +
          fixed(report.seconds.train, digits) + " s\n";
  if (report.keeps_network_alone) {
    text +=
        "  kept the network that was trained without the rules, with the rules on top: it does better on the "
        "validation labels,\n  or violates constraints less, than the one trained with them\n";
  }
  text += "\n" + accuracy_lines(report);
  if (!report.clauses.empty()) text += "\n" + clause_lines(report);
  return text;
}

Json to_json(const TrainReport& report) {
  Json json = {{"file", report.arguments.knowledge},
               {"ok", true},
               {"model", report.arguments.out},
               {"threads", report.threads},
               {"epochs", report.epochs},
               {"best_epoch", report.members > 1 ? Json() : Json(report.best_epoch)},
               {"networks", Json::object()},
               {"accuracy", Json::object()},
               {"clauses", Json::array()},
               {"seconds", {{"read", report.seconds.read}, {"train", report.seconds.train}}},
               {"diagnostics", to_json(report.warnings)}};
  for (const train::Option& option : train::option_table()) {
    if (option.effect != train::OptionEffect::none)
      json["options"][option.name] = train::option_json(report.options, option);
  }
  // Without rules whose weights are learned there was nothing to cross-fit.
  Options shown = report.options;
  if (shown.layers && !report.trust) shown.trust = base::word_for(train::TrustKind::joint);
  for (const train::Option* const option :
       {&train::option_of(&Options::method), &train::option_of(&Options::preset),
        &train::option_of(&Options::paradigm), &train::option_of(&Options::layers),
        &train::option_of(&Options::loss), &train::option_of(&Options::seed),
        &train::option_of(&Options::trust)}) {
    json[option->name] = train::option_json(shown, *option);
  }
  json["members"] = report.members;
  json["network_trained"] = report.keeps_network_alone ? "alone" : "with rules";
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
