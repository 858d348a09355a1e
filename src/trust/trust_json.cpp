// The trust in rules as a JSON text, as models and checkpoints store it.
#include "trust/trust_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kenn::trust {

namespace {

using Json = nlohmann::ordered_json;

Verdict verdict_from(std::string_view words) {
  for (const Verdict verdict : all_verdicts) {
    if (words_for(verdict) == words) return verdict;
  }
  throw Error(ErrorKind::data, "the verdict on a rule is unknown");
}

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

RuleTrust rule_from(const Json& json) {
  RuleTrust rule;
  rule.weight = json.at("weight").get<double>();
  rule.low = json.at("low").get<double>();
  rule.high = json.at("high").get<double>();
  rule.evidence.groundings = json.at("groundings").get<std::uint64_t>();
  rule.evidence.holds = json.at("holds").get<std::uint64_t>();
  rule.evidence.chance = json.at("chance").get<double>();
  rule.score = json.at("score").get<double>();
  rule.verdict = verdict_from(json.at("verdict").get<std::string>());
  return rule;
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

Trust trust_from(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Trust trust;
    trust.weights = json.at("weights").get<std::vector<float>>();
    trust.folds = json.at("folds").get<std::uint32_t>();
    const Json& strength = json.at("strength");
    trust.strength = strength.is_null() ? std::numeric_limits<double>::infinity() : strength.get<double>();
    trust.loss_without = json.at("loss_without").get<double>();
    trust.loss_with = json.at("loss_with").get<double>();
    for (const Json& rule : json.at("rules")) trust.rules.push_back(rule_from(rule));
    for (const float weight : trust.weights) {
      if (!(weight >= 0 && weight <= static_cast<float>(largest_weight))) {
        throw Error(ErrorKind::data, "the weight of a rule is impossible");
      }
    }
    return trust;
  } catch (const Json::exception&) {
    throw Error(ErrorKind::data, "the trust in the rules is damaged");
  }
}

}  // namespace kenn::trust
