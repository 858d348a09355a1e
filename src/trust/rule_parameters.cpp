// The numbers that the weights of rules are made of: of shapes, of templates, and deviations.
#include "trust/rule_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kenn::trust {

namespace {

// What a common weight costs, in its standard errors. Rules of one shape share more weakly than those of one
// template, which were written as one belief.
constexpr double template_factor = 0.5;
constexpr double shape_factor = 1;

// Of many rules that mean nothing some get support by chance: the best of n normal numbers is about
// sqrt(2 log n). So rules that are judged one by one have to be that clear, where the mildest penalty asks
// for two standard errors.
double deviation_factor(std::size_t rules) {
  constexpr double mildest = 2;
  return std::max(1.0, std::sqrt(2 * std::log(static_cast<double>(rules))) / mildest);
}

// The standard error of the slope of the sum of some clauses.
double standard_error(const std::vector<std::uint32_t>& clauses, const ClauseScores& scores) {
  std::map<std::uint32_t, double> by_row;
  for (const std::uint32_t clause : clauses) {
    for (const RowScore& score : scores[clause]) by_row[score.row] += score.slope;
  }
  double sum = 0;
  for (const auto& [row, slope] : by_row) sum += slope * slope;
  return std::sqrt(sum);
}

std::map<std::uint32_t, std::vector<std::uint32_t>> members(const std::vector<std::uint32_t>& pool_of,
                                                            const std::vector<Weight>& clauses) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> pools;
  for (std::uint32_t i = 0; i < clauses.size(); ++i) {
    if (clauses[i].learned) pools[pool_of[i]].push_back(i);
  }
  return pools;
}

}  // namespace

RuleParameters::RuleParameters(const std::vector<Weight>& clauses, const RulePools& pools,
                               const std::vector<bool>& shared, const ClauseScores& scores,
                               std::uint32_t layers, bool per_layer, double prior)
    : base_(clauses.size() * layers),
      is_made_(clauses.size() * layers),
      layers_(layers),
      per_layer_(per_layer) {
  std::vector<bool> speaks(clauses.size());
  for (std::size_t i = 0; i < clauses.size(); ++i) speaks[i] = !scores[i].empty();
  // Instances that no label speaks of share what is found for the others of their template.
  std::vector<bool> has_template(clauses.size(), false);
  const auto templates = members(pools.template_of, clauses);
  const auto shapes = members(pools.shape_of, clauses);
  for (const auto& [pool, of_pool] : templates) {
    const bool shares_with_more =
        shared[of_pool.front()] && shapes.at(pools.shape_of[of_pool.front()]).size() > of_pool.size();
    if (of_pool.size() > 1 && !shares_with_more) add(of_pool, scores, template_factor);
    const bool is_spoken_of = std::any_of(of_pool.begin(), of_pool.end(), [&](auto i) { return speaks[i]; });
    for (const std::uint32_t clause : of_pool) has_template[clause] = is_spoken_of && shares_with_more;
  }
  for (const auto& [pool, of_pool] : shapes) {
    if (of_pool == templates.at(pools.template_of[of_pool.front()])) continue;  // nothing more in common
    std::vector<std::uint32_t> spoken_of;
    std::copy_if(of_pool.begin(), of_pool.end(), std::back_inserter(spoken_of),
                 [&](std::uint32_t clause) { return speaks[clause] || has_template[clause]; });
    if (spoken_of.size() > 1) add(spoken_of, scores, shape_factor);
  }
  std::vector<std::uint32_t> deviating;
  for (std::uint32_t i = 0; i < clauses.size(); ++i) {
    if (clauses[i].learned && speaks[i] && !(shared[i] && is_made_[i])) deviating.push_back(i);
  }
  for (const std::uint32_t clause : deviating) add({clause}, scores, deviation_factor(deviating.size()));
  for (std::size_t i = 0; i < base_.size(); ++i) {
    const Weight& clause = clauses[i % clauses.size()];
    if (!clause.learned) base_[i] = static_cast<float>(clause.value);
    if (clause.learned && !is_made_[i]) base_[i] = static_cast<float>(prior);
  }
}

void RuleParameters::add(const std::vector<std::uint32_t>& clauses, const ClauseScores& scores,
                         double factor) {
  const double error = standard_error(clauses, scores);
  if (error == 0) return;
  const auto count = static_cast<std::uint32_t>(scores.size());
  for (std::uint32_t first = 0; first < (per_layer_ ? layers_ : 1); ++first) {
    RuleParameter& parameter = parameters_.emplace_back();
    const std::uint32_t last = per_layer_ ? first + 1 : layers_;
    for (std::uint32_t layer = first; layer < last; ++layer) {
      for (const std::uint32_t clause : clauses) parameter.weights.push_back(layer * count + clause);
    }
    parameter.unit = factor * error * (last - first);
    for (const std::uint32_t weight : parameter.weights) is_made_[weight] = true;
  }
}

std::vector<double> RuleParameters::sums(std::span<const double> values) const {
  std::vector<double> sums(base_.begin(), base_.end());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const double value = values[i] / parameters_[i].unit;
    for (const std::uint32_t weight : parameters_[i].weights) sums[weight] += value;
  }
  return sums;
}

std::vector<float> RuleParameters::weights(std::span<const double> values) const {
  std::vector<float> weights;
  for (const double sum : sums(values)) {
    weights.push_back(static_cast<float>(std::clamp(sum, 0.0, largest_fitted_weight)));
  }
  return weights;
}

void RuleParameters::gradient(std::span<const double> values, std::span<const float> by_weights,
                              std::span<double> by_values) const {
  const std::vector<double> all = sums(values);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    // A weight of 0 can only grow, so the slopes to the right and to the left differ. Where the loss rises in
    // both directions the parameter is where it should be: a step to the left would only cost a penalty.
    double right = 0;
    double left = 0;
    for (const std::uint32_t weight : parameters_[i].weights) {
      if (all[weight] < 0 || all[weight] > largest_fitted_weight) continue;
      right += static_cast<double>(by_weights[weight]);
      if (all[weight] > 0) left += static_cast<double>(by_weights[weight]);
    }
    const double slope = right < 0 ? right : std::max(left, 0.0);
    by_values[i] = slope / parameters_[i].unit;
  }
}

}  // namespace kenn::trust
