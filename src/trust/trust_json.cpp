// The trust in rules as a JSON text, as models and checkpoints store it.
#include "trust/trust_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "io/json_text.h"
#include "io/json_value.h"

namespace kenn::trust {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* part_name = "trust";
constexpr double tolerance = 1e-6;  // of weights

Json to_json(const RuleTrust& rule) {
  return {{"weight", rule.weight},
          {"low", rule.low},
          {"high", rule.high},
          {"groundings", rule.evidence.groundings},
          {"holds", rule.evidence.holds},
          {"chance", rule.evidence.chance},
          {"score", rule.score},
          {"verdict", words_for(rule.verdict)}};
}

Verdict verdict_from(const io::JsonValue& json) {
  std::vector<std::string_view> words;
  words.reserve(all_verdicts.size());
  for (const Verdict verdict : all_verdicts) words.push_back(words_for(verdict));
  return all_verdicts[json.place_among(words)];
}

RuleTrust rule_from(const io::JsonValue& json) {
  json.require_keys({"weight", "low", "high", "groundings", "holds", "chance", "score", "verdict"});
  RuleTrust rule;
  rule.weight = json.at("weight").number(0, largest_weight);
  rule.low = json.at("low").number(0);
  rule.high = json.at("high").number(rule.low);
  rule.evidence.groundings = json.at("groundings").whole<std::uint64_t>();
  rule.evidence.holds = json.at("holds").whole<std::uint64_t>(0, rule.evidence.groundings);
  rule.evidence.chance = json.at("chance").number(0, 1);
  rule.score = json.at("score").number();
  rule.verdict = verdict_from(json.at("verdict"));
  return rule;
}

Trust trust_from(const io::JsonValue& json) {
  json.require_keys({"weights", "folds", "strength", "loss_without", "loss_with", "rules"});
  Trust trust;
  trust.weights = json.at("weights").list(
      [](const io::JsonValue& each) { return static_cast<float>(each.number(0, largest_weight)); });
  const io::JsonValue folds = json.at("folds");
  trust.folds = folds.whole<std::uint32_t>(0, most_folds);
  if (trust.folds == 1) folds.fail("is 1; no fold or several are needed");
  const io::JsonValue strength = json.at("strength");
  trust.strength = strength.is_null() ? std::numeric_limits<double>::infinity() : strength.number(0);
  trust.loss_without = json.at("loss_without").number();
  trust.loss_with = json.at("loss_with").number();
  trust.rules = json.at("rules").list(rule_from);
  return trust;
}

// The weight of a rule is the mean of its layers.
bool has_its_weight(const Trust& trust, std::size_t rule) {
  double sum = 0;
  for (std::size_t i = rule; i < trust.weights.size(); i += trust.rules.size()) {
    sum += static_cast<double>(trust.weights[i]);
  }
  const double mean =
      sum / (static_cast<double>(trust.weights.size()) / static_cast<double>(trust.rules.size()));
  return std::abs(trust.rules[rule].weight - mean) <= tolerance * std::max(1.0, mean);
}

}  // namespace

std::string to_text(const Trust& trust) {
  Json rules = Json::array();
  for (const RuleTrust& rule : trust.rules) rules.push_back(to_json(rule));
  return Json{{"weights", trust.weights},
              {"folds", trust.folds},
              {"strength", std::isfinite(trust.strength) ? Json(trust.strength) : Json()},
              {"loss_without", trust.loss_without},
              {"loss_with", trust.loss_with},
              {"rules", std::move(rules)}}
      .dump();
}

Trust trust_from(const std::string& text, const std::string& file) {
  const Json json = io::parse_json(text, part_name, file);
  const io::JsonValue value(json, part_name, file);
  Trust trust = trust_from(value);
  const std::size_t rules = trust.rules.size();
  if (rules == 0 ? !trust.weights.empty() : trust.weights.empty() || trust.weights.size() % rules != 0) {
    value.fail("has " + std::to_string(trust.weights.size()) + " weights for " + std::to_string(rules) +
               " rules");
  }
  for (std::size_t rule = 0; rule < rules; ++rule) {
    if (has_its_weight(trust, rule)) continue;
    value.fail("has another weight for rule " + std::to_string(rule + 1) + " than the mean of its layers");
  }
  return trust;
}

bool is_about(const Trust& trust, std::size_t clauses, std::uint32_t layers) {
  return trust.rules.size() == clauses && trust.weights.size() == clauses * layers;
}

}  // namespace kenn::trust
