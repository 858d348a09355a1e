// The methods there are.
#include "methods/method.h"

#include <array>
#include <charconv>

namespace kenn {

extern const Method nn_method;
extern const Method kenn_method;
extern const Method kenn_greedy_method;
extern const Method sbr_method;
extern const Method rnm_method;

std::span<const Method* const> methods() {
  static constexpr std::array all = {
      &nn_method, &kenn_method, &kenn_greedy_method, &sbr_method, &rnm_method,
  };
  return all;
}

const Method* find_method(std::string_view name) {
  for (const Method* const method : methods()) {
    if (name == method->name) return method;
  }
  return nullptr;
}

namespace {

std::string number_text(double number) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace

std::map<std::string, std::string> texts_of(const RuleSettings& rules) {
  constexpr std::array<const char*, 3> conorms = {"lukasiewicz", "product", "godel"};
  std::map<std::string, std::string> texts;
  const auto add = [&](const char* name, const auto& value) {
    if (value) texts[name] = number_text(static_cast<double>(*value));
  };
  add("rule-weight", rules.weight);
  if (rules.conorm) texts["conorm"] = conorms[static_cast<std::size_t>(*rules.conorm)];
  if (rules.mean) texts["rule-mean"] = *rules.mean == RuleMean::groundings ? "groundings" : "assignments";
  add("rule-epochs", rules.epochs);
  add("rounds", rules.rounds);
  add("map-steps", rules.map_steps);
  add("map-lr", rules.map_rate);
  add("map-epsilon", rules.map_epsilon);
  add("prior-weight", rules.prior_weight);
  add("exactly-one", rules.exactly_one);
  if (rules.keeps_labels) texts["keep-labels"] = *rules.keeps_labels ? "yes" : "no";
  return texts;
}

void apply_to_map(const RuleSettings& rules, MapOptions& map) {
  map.conorm = rules.conorm.value_or(map.conorm);
  map.mean = rules.mean.value_or(map.mean);
  map.steps = rules.map_steps.value_or(map.steps);
  map.learning_rate = rules.map_rate.value_or(map.learning_rate);
  map.epsilon = rules.map_epsilon.value_or(map.epsilon);
  map.prior_weight = rules.prior_weight.value_or(map.prior_weight);
  map.exactly_one = rules.exactly_one.value_or(map.exactly_one);
  map.keeps_labels = rules.keeps_labels.value_or(map.keeps_labels);
}

}  // namespace kenn
