// How far the rules of a model are trusted, and why.
#include "trust/trust.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>

#include "plan/plan_data.h"
#include "trust/calibration.h"
#include "trust/constraints.h"

namespace kenn::trust {

namespace {

constexpr double clear_difference = 2;  // in standard errors

// By how many standard errors a clause holds more often than by chance.
double above_chance(const RuleEvidence& evidence) {
  const auto groundings = static_cast<double>(evidence.groundings);
  const double expected = evidence.chance * groundings;
  const double deviation = std::sqrt(expected * (1 - evidence.chance));
  const double difference = static_cast<double>(evidence.holds) - expected;
  // Where chance is certain, nothing can be above it.
  if (deviation == 0) return difference < 0 ? -std::numeric_limits<double>::infinity() : 0;
  return difference / deviation;
}

Verdict verdict_of(const RuleTrust& rule, const Weight& weight, const RuleSupport& support, bool can_fit) {
  if (!weight.learned) return Verdict::fixed;
  if (support.by_template && rule.weight > 0) return Verdict::trusted_by_template;
  if (!can_fit || (rule.evidence.groundings == 0 && !support.has_rows)) return Verdict::no_evidence;
  if (rule.weight > 0) return Verdict::trusted;
  const double above = rule.evidence.groundings == 0 ? 0 : above_chance(rule.evidence);
  if (above < -clear_difference) return Verdict::contradicted;
  if (above > clear_difference || rule.evidence.holds == rule.evidence.groundings)
    return Verdict::adds_nothing;
  return rule.score < -clear_difference ? Verdict::contradicted : Verdict::not_supported;
}

double mean_of_layers(const std::vector<float>& weights, std::size_t clause, std::size_t clauses) {
  double sum = 0;
  double count = 0;
  for (std::size_t i = clause; i < weights.size(); i += clauses, ++count)
    sum += static_cast<double>(weights[i]);
  return sum / count;
}

// Without folds nothing can be found out: rules that are not fixed get the prior.
RuleFit fit_nothing(const Plan& plan, std::uint32_t layers, double prior) {
  RuleFit fit;
  fit.support.resize(plan.weights().size());
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    for (const Weight& weight : plan.weights()) {
      fit.weights.push_back(static_cast<float>(weight.learned ? prior : weight.value));
    }
  }
  return fit;
}

LogitViews views_of(const std::vector<TrustTable>& tables) {
  LogitViews views(std::max<std::size_t>(1, tables.front().by_fold.size()));
  for (const TrustTable& table : tables) {
    for (std::size_t i = 0; i < views.size(); ++i) {
      views[i].push_back(table.by_fold.empty() ? table.logits : table.by_fold[i]);
    }
  }
  return views;
}

// The geometric mean of the factors of the tables that a clause speaks of.
std::vector<double> clause_factors(const Plan& plan, const std::vector<double>& factors) {
  std::vector<double> logarithms(plan.weights().size());
  std::vector<double> counts(plan.weights().size());
  for (const plan::GroundingGroup& group : plan.data().groups) {
    for (const plan::ClauseBlock& block : group.blocks) {
      for (const auto& literal : block.literals) {
        const plan::GroupSlot& slot = group.slots[literal.slot];
        if (slot.is_degree) continue;
        for (const std::size_t clause : block.clauses) {
          logarithms[clause] += std::log(factors[slot.table]);
          ++counts[clause];
        }
      }
    }
  }
  std::vector<double> means(logarithms.size(), 1);
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (counts[i] > 0) means[i] = std::exp(logarithms[i] / counts[i]);
  }
  return means;
}

}  // namespace

Trust find_trust(const Plan& plan, const Knowledge& knowledge, const std::vector<TrustTable>& tables,
                 const Folds& folds, const EnhanceOptions& enhance, nn::Loss loss,
                 const TrustOptions& options, const std::atomic<bool>* stop) {
  std::vector<RuleFitTable> to_fit;
  std::vector<EvidenceTable> to_count;
  for (const TrustTable& table : tables) {
    to_fit.push_back({table.schema, table.labels});
    to_count.push_back({table.labels, table.is_in});
  }
  const bool can_fit = folds.count >= 2;
  const std::vector<RuleEvidence> evidence = evidence_of(plan, to_count);
  const RulePools pools = pools_of(knowledge);
  RuleFitOptions fit_options{enhance, loss, options.per_layer, options.strength, options.prior, {}, stop};
  fit_options.constraints = constraint_shapes(plan, knowledge, evidence, pools.shape_of);
  const RuleFit fit =
      can_fit ? fit_rules(plan, knowledge.vocabulary(), pools, to_fit, views_of(tables), folds, fit_options)
              : fit_nothing(plan, enhance.layers, options.prior);
  Trust trust{fit.weights, {}, can_fit ? folds.count : 0, fit.strength, fit.loss_without, fit.loss_with};
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    RuleTrust& rule = trust.rules.emplace_back();
    rule.evidence = evidence[i];
    rule.weight = mean_of_layers(fit.weights, i, evidence.size());
    rule.low = can_fit ? fit.support[i].low : rule.weight;
    rule.high = can_fit ? fit.support[i].high : rule.weight;
    rule.score = fit.support[i].score;
    rule.verdict = verdict_of(rule, plan.weights()[i], fit.support[i], can_fit);
  }
  return trust;
}

Trust find_trust_on(const Plan& plan, const Knowledge& knowledge, std::vector<TrustTable> tables,
                    const Folds& folds, const EnhanceOptions& enhance, nn::Loss loss,
                    const TrustOptions& options, const std::atomic<bool>* stop) {
  if (folds.count < 2) return find_trust(plan, knowledge, tables, folds, enhance, loss, options, stop);
  std::list<std::vector<float>> scaled;  // what the tables look at
  std::vector<double> factors;
  for (TrustTable& table : tables) {
    const nn::TableLoss labels(knowledge.vocabulary(), *table.schema, *table.labels, table.is_in);
    const double factor = factors.emplace_back(calibrating_factor(labels, table.logits));
    const auto scale = [&](std::span<const float> logits) {
      std::vector<float>& copy = scaled.emplace_back();
      for (const float logit : logits)
        copy.push_back(static_cast<float>(factor * static_cast<double>(logit)));
      return std::span<const float>(copy);
    };
    table.logits = scale(table.logits);
    for (std::span<const float>& each : table.by_fold) each = scale(each);
  }
  Trust trust = find_trust(plan, knowledge, tables, folds, enhance, loss, options, stop);
  const std::vector<double> of_clauses = clause_factors(plan, factors);
  for (std::size_t i = 0; i < trust.rules.size(); ++i) {
    if (!plan.weights()[i].learned || trust.rules[i].verdict == Verdict::no_evidence) continue;
    RuleTrust& rule = trust.rules[i];
    rule.low /= of_clauses[i];
    rule.high /= of_clauses[i];
    for (std::size_t at = i; at < trust.weights.size(); at += trust.rules.size()) {
      trust.weights[at] = static_cast<float>(
          std::min(static_cast<double>(trust.weights[at]) / of_clauses[i], largest_weight));
    }
    rule.weight = mean_of_layers(trust.weights, i, trust.rules.size());
  }
  return trust;
}

}  // namespace kenn::trust
