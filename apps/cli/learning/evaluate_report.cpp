// What `kenn evaluate` says about a model.
#include "learning/evaluate_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"

namespace kenn::cli {

namespace {

constexpr int digits = 3;
constexpr std::size_t longest_name = 100;
constexpr std::size_t most_clauses = 24;
constexpr std::size_t most_multi_labels = 12;  // that are shown one by one

std::uint64_t sum_of(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

std::string number_text(double number) {
  return std::isnan(number) ? "-" : fixed(number, digits);
}

// "accuracy 0.775 (network alone 0.676)"
std::string compared(const std::string& what, double rules, double network, const std::string& about = "") {
  return what + " " + number_text(rules) + " (" + about + number_text(network) + ")";
}

std::string confusion_lines(const infer::GroupScore& group) {
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

const infer::MultiLabelScore* find_multi_labels(const PredictionScores& scores, const std::string& table) {
  const auto found = std::find_if(scores.multi_labels.begin(), scores.multi_labels.end(),
                                  [&](const infer::MultiLabelScore& score) { return score.table == table; });
  return found == scores.multi_labels.end() ? nullptr : &*found;
}

std::string multi_label_lines(const Evaluation& evaluation) {
  std::string text;
  for (std::size_t i = 0; i < evaluation.rules.multi_labels.size(); ++i) {
    const infer::MultiLabelScore& rules = evaluation.rules.multi_labels[i];
    const infer::MultiLabelScore& network = evaluation.network.multi_labels[i];
    text += rules.table + ": " + counted(rules.predicates, "predicate") + ", " + counted(rules.rows, "row") +
            " with labels, " + compared("micro F1", rules.micro_f1(), network.micro_f1(), "network alone ") +
            ", " + compared("exact match", rules.exact_match(), network.exact_match()) + "\n";
    if (rules.predicates > most_multi_labels) text += "  ('--json' gives every predicate)\n";
  }
  return text.empty() ? text : text + "\n";
}

std::string label_lines(const Evaluation& evaluation) {
  std::string text;
  for (std::size_t i = 0; i < evaluation.rules.labels.size(); ++i) {
    const infer::GroupScore& rules = evaluation.rules.labels[i];
    const infer::GroupScore& network = evaluation.network.labels[i];
    const infer::MultiLabelScore* const table = find_multi_labels(evaluation.rules, rules.table);
    if (!rules.is_exclusive && table != nullptr && table->predicates > most_multi_labels) continue;
    text += rules.table + ", " + rules.name + ": " + counted(rules.known(), "label") + ", " +
            compared("accuracy", rules.accuracy(), network.accuracy(), "network alone ") + ", " +
            compared("macro F1", rules.macro_f1(), network.macro_f1()) + "\n" + confusion_lines(rules) + "\n";
  }
  return text;
}

// All of them when they are few; otherwise those that are violated most, worst first.
std::vector<std::size_t> shown_clauses(const Evaluation& evaluation) {
  std::vector<std::size_t> shown(evaluation.clauses.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (shown.size() <= most_clauses + 1) return shown;
  const auto violations = [&](std::size_t clause) {
    return std::tie(evaluation.rules.violations[clause], evaluation.network.violations[clause]);
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](std::size_t a, std::size_t b) { return violations(a) > violations(b); });
  const auto first_kept = std::find_if(shown.begin(), shown.begin() + most_clauses, [&](std::size_t clause) {
    return violations(clause) == std::tuple(0U, 0U);
  });
  shown.erase(first_kept, shown.end());
  return shown;
}

std::string clause_lines(const Evaluation& evaluation) {
  if (evaluation.clauses.empty()) return "";
  std::string text = "violated: " + std::to_string(sum_of(evaluation.network.violations)) + " of " +
                     counted(sum_of(evaluation.groundings), "grounding") + " by the network alone, " +
                     std::to_string(sum_of(evaluation.rules.violations)) + " with the rules\n";
  const std::vector<std::size_t> shown = shown_clauses(evaluation);
  if (shown.empty()) return text;
  text += "  truth before -> after  violated before -> after  clause\n";
  for (const std::size_t i : shown) {
    text += "  " + padded(number_text(evaluation.network.truths[i]), 12) + " -> " +
            padded(number_text(evaluation.rules.truths[i]), 5) + "  " +
            padded(std::to_string(evaluation.network.violations[i]), 15) + " -> " +
            padded(std::to_string(evaluation.rules.violations[i]), 5) + "  " +
            base::printable(base::shortened(evaluation.clauses[i], longest_name)) + "\n";
  }
  const std::size_t left_out = evaluation.clauses.size() - shown.size();
  if (left_out > 0) text += "  ... and " + std::to_string(left_out) + " more ('--json' gives all)\n";
  return text;
}

Json number_or_null(double number) {
  return std::isnan(number) ? Json(nullptr) : Json(number);
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation) {
  return multi_label_lines(evaluation) + label_lines(evaluation) + clause_lines(evaluation);
}

Json evaluation_to_json(const Evaluation& evaluation, const EvaluateArguments& arguments) {
  const PredictionScores& network = evaluation.network;
  const PredictionScores& rules = evaluation.rules;
  Json json = {{"file", arguments.model},
               {"ok", true},
               {"split", arguments.split},
               {"accuracy", *infer::accuracy_of(rules.labels)},
               {"network_accuracy", *infer::accuracy_of(network.labels)},
               {"multi_labels", Json::array()},
               {"labels", Json::array()},
               {"violations",
                {{"groundings", sum_of(evaluation.groundings)},
                 {"network", sum_of(network.violations)},
                 {"rules", sum_of(rules.violations)}}},
               {"clauses", Json::array()}};
  for (std::size_t i = 0; i < rules.multi_labels.size(); ++i) {
    const infer::MultiLabelScore& table = rules.multi_labels[i];
    json["multi_labels"].push_back({{"table", table.table},
                                    {"predicates", table.predicates},
                                    {"rows", table.rows},
                                    {"micro_f1", number_or_null(table.micro_f1())},
                                    {"exact_match", table.exact_match()},
                                    {"network_micro_f1", number_or_null(network.multi_labels[i].micro_f1())},
                                    {"network_exact_match", network.multi_labels[i].exact_match()}});
  }
  for (std::size_t i = 0; i < rules.labels.size(); ++i) {
    const infer::GroupScore& group = rules.labels[i];
    json["labels"].push_back({{"table", group.table},
                              {"name", group.name},
                              {"known", group.known()},
                              {"accuracy", group.accuracy()},
                              {"macro_f1", group.macro_f1()},
                              {"network_accuracy", network.labels[i].accuracy()},
                              {"network_macro_f1", network.labels[i].macro_f1()},
                              {"classes", group.classes},
                              {"confusion", group.confusion}});
  }
  for (std::size_t i = 0; i < evaluation.clauses.size(); ++i) {
    json["clauses"].push_back({{"name", evaluation.clauses[i]},
                               {"groundings", evaluation.groundings[i]},
                               {"truth_before", number_or_null(network.truths[i])},
                               {"truth_after", number_or_null(rules.truths[i])},
                               {"violations_before", network.violations[i]},
                               {"violations_after", rules.violations[i]}});
  }
  return json;
}

}  // namespace kenn::cli
