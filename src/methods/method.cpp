// The methods there are.
#include "methods/method.h"

#include <kenn/error.h>

#include <algorithm>
#include <array>

#include "base/nearest_name.h"
#include "base/spelling.h"

namespace kenn::methods {

extern const Method nn_method;
extern const Method kenn_method;
extern const Method kenn_greedy_method;
extern const Method sbr_method;
extern const Method rnm_method;

std::span<const Method* const> all() {
  static constexpr std::array all = {
      &nn_method, &kenn_method, &kenn_greedy_method, &sbr_method, &rnm_method,
  };
  return all;
}

const Method& network_alone() {
  return nn_method;
}

const Method& usual_method() {
  return kenn_method;
}

const Method* find_method(std::string_view name) {
  for (const Method* const method : all()) {
    if (name == method->name) return method;
  }
  return nullptr;
}

const Method& method_named(std::string_view name) {
  if (const Method* const found = find_method(name)) return *found;
  std::vector<std::string_view> names;
  std::string list;
  for (const Method* const method : all()) {
    names.emplace_back(method->name);
    list += (list.empty() ? "" : ", ") + method->name;
  }
  throw Error(ErrorKind::usage, train::option_of(&Options::method).name + ": there is no method " +
                                    base::in_quotes(name) + base::suggestion(name, names) + " (" + list +
                                    ")");
}

bool takes(const Method& method, train::OptionGroup group) {
  constexpr std::array always = {train::OptionGroup::task,    train::OptionGroup::labels,
                                 train::OptionGroup::network, train::OptionGroup::optimiser,
                                 train::OptionGroup::folds,   train::OptionGroup::running};
  return std::find(always.begin(), always.end(), group) != always.end() ||
         std::find(method.takes.begin(), method.takes.end(), group) != method.takes.end();
}

bool uses_rules(const Method& method) {
  return has_layers(method) || takes(method, train::OptionGroup::rule_truth);
}

bool has_layers(const Method& method) {
  return takes(method, train::OptionGroup::enhancers);
}

train::Phase network_phase(const Options& options) {
  train::Phase phase;
  phase.epochs = options.epochs.value();
  return phase;
}

infer::MapOptions search_options(const Options& options) {
  infer::MapOptions map;
  map.conorm = base::from_word<Conorm>(options.conorm.value()).value();
  map.mean = base::from_word<infer::RuleMean>(options.rule_mean.value()).value();
  map.steps = options.map_steps.value();
  map.learning_rate = options.map_learning_rate.value();
  map.epsilon = options.map_epsilon.value();
  map.prior_weight = options.prior_weight.value();
  map.exactly_one = options.exactly_one.value();
  return map;
}

}  // namespace kenn::methods
