// The numbers that the weights of rules are made of: of shapes, of templates, and deviations.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <span>
#include <vector>

#include "trust/rule_pools.h"
#include "trust/rule_scores.h"

namespace kenn::trust {

// The likelihood of a rule that always holds has no maximum; a larger weight would hardly change a
// prediction.
inline constexpr double largest_fitted_weight = 20;

// One number, added to all these weights.
struct RuleParameter {
  std::vector<std::uint32_t> weights;  // layer * clauses + clause
  double unit = 0;                     // what it is penalised by: its standard error, times a factor
};

// The weights of all layers as sums of parameters, cut off at 0 and at `largest_fitted_weight`.
class RuleParameters {
 public:
  // Parameters that no labelled row answers to are left out, and so are pools that hold nothing in common.
  // Rules that no label speaks of are not trusted because of their shape alone: they get what their template
  // has, or `prior` when nothing speaks of that either. Clauses of `shared` (an entry per clause; whole
  // shapes) have the weight of their shape alone, where there are several.
  RuleParameters(const std::vector<Weight>& clauses, const RulePools& pools, const std::vector<bool>& shared,
                 const ClauseScores& scores, std::uint32_t layers, bool per_layer, double prior);

  [[nodiscard]] std::size_t count() const { return parameters_.size(); }

  // Whether parameters make the weights of the clause: its own, or those of its template.
  [[nodiscard]] bool is_made(std::size_t clause) const { return is_made_[clause]; }

  // Values are in units: a parameter is value / unit.
  [[nodiscard]] std::vector<float> weights(std::span<const double> values) const;

  // The gradient by the values, given that by the weights.
  void gradient(std::span<const double> values, std::span<const float> by_weights,
                std::span<double> by_values) const;

 private:
  [[nodiscard]] std::vector<double> sums(std::span<const double> values) const;
  void add(const std::vector<std::uint32_t>& clauses, const ClauseScores& scores, double factor);

  std::vector<RuleParameter> parameters_;
  std::vector<float> base_;    // fixed weights and priors; 0 where parameters decide
  std::vector<bool> is_made_;  // by parameters
  std::uint32_t layers_;
  bool per_layer_;
};

}  // namespace kenn::trust
