// What was learned about the rules, as text and JSON.
#include "fit_report.h"

#include <algorithm>
#include <cmath>

#include "base/spelling.h"
#include "base/utf8.h"
#include "common.h"

namespace kenn::cli {

namespace {

constexpr std::size_t most_rules = 40;
constexpr std::size_t longest_name = 100;
constexpr std::size_t widest_verdict = 23;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string share(double value) {
  return right_aligned(fixed(100 * value, 1) + " %", 7);
}

std::string trust_line(const trust::RuleTrust& rule, const std::string& name) {
  const auto compliance = rule.evidence.compliance();
  const std::string interval = fixed(rule.low, 2) + " to " + fixed(rule.high, 2);
  return "  " + fixed(rule.weight, 3, 7) + "  " + padded(interval, 14) + "  " +
         right_aligned(std::to_string(rule.evidence.groundings), 10) + "  " +
         (compliance ? share(*compliance) + "  " + share(rule.evidence.chance) : "      -        -") + "  " +
         padded(std::string(trust::words_for(rule.verdict)), widest_verdict) + "  " +
         base::printable(base::shortened(name, longest_name)) + "\n";
}

}  // namespace

std::string fit_line(const std::string& model, const trust::Trust& trust) {
  const auto trusted =
      std::count_if(trust.rules.begin(), trust.rules.end(),
                    [](const trust::RuleTrust& rule) { return rule.verdict == trust::Verdict::trusted; });
  std::string text = base::printable(model) + ": " + std::to_string(trusted) + " of " +
                     counted(trust.rules.size(), "clause") + " trusted";
  if (trust.folds == 0) return text + "\n";
  return text + "; loss of labels left out " + fixed(trust.loss_without, 4) + " -> " +
         fixed(trust.loss_with, 4) + " (" + std::to_string(trust.folds) + " folds)\n";
}

std::string trust_lines(const trust::Trust& trust, const Plan& plan) {
  std::string text = "   weight  95 % interval   groundings    holds   chance  " +
                     padded("verdict", widest_verdict) + "  clause\n";
  const std::size_t count = trust.rules.size();
  const std::size_t shown = count > most_rules + 1 ? most_rules : count;
  for (std::size_t i = 0; i < shown; ++i) text += trust_line(trust.rules[i], plan.clause_names()[i]);
  if (shown < count) text += "  ... and " + std::to_string(count - shown) + " more ('--json' gives all)\n";
  return text;
}

Json fit_to_json(const std::string& model, const trust::Trust& trust) {
  return {{"model", model},
          {"folds", trust.folds},
          // JSON has no infinity: null means that no penalty was weak enough for rules to help.
          {"strength", std::isfinite(trust.strength) ? Json(trust.strength) : Json(nullptr)},
          {"loss_without", trust.loss_without},
          {"loss_with", trust.loss_with}};
}

Json trust_to_json(const trust::RuleTrust& rule) {
  const auto compliance = rule.evidence.compliance();
  return {{"weight", rule.weight},
          {"low", rule.low},
          {"high", rule.high},
          {"groundings", rule.evidence.groundings},
          {"holds", compliance ? Json(*compliance) : Json(nullptr)},
          {"chance", compliance ? Json(rule.evidence.chance) : Json(nullptr)},
          {"score", rule.score},
          {"verdict", trust::words_for(rule.verdict)}};
}

}  // namespace kenn::cli
