// How far the rules of a model are trusted, and why.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "trust/evidence.h"
#include "trust/rule_fit.h"

namespace kenn::trust {

struct TrustOptions {
  std::uint32_t folds = 5;
  bool per_layer = false;          // weights of their own for every layer
  std::optional<double> strength;  // of the penalty; none: chosen by the folds
  double prior = 0;                // the weight of rules that no label speaks of
  bool learns_on = false;          // the weights are where training starts; else they stay
  bool ensemble = false;           // one model per fold, whose probabilities are averaged

  friend bool operator==(const TrustOptions&, const TrustOptions&) = default;
};

// What was found out about one clause.
struct RuleTrust {
  RuleEvidence evidence;
  double weight = 0;  // mean of the layers
  double low = 0;     // 95 % interval of it over the folds
  double high = 0;
  double score = 0;  // how much the labels speak for it beyond the networks, in standard errors
  Verdict verdict = Verdict::no_evidence;

  friend bool operator==(const RuleTrust&, const RuleTrust&) = default;
};

struct Trust {
  std::vector<float> weights;    // layer by layer
  std::vector<RuleTrust> rules;  // one per clause
  std::uint32_t folds = 0;       // 0: there were too few labels, and no rule is trusted
  double strength = 0;           // of the penalty; infinite: rules do not help
  double loss_without = 0;       // of labels left out, without rules
  double loss_with = 0;          // and with rules

  friend bool operator==(const Trust&, const Trust&) = default;
};

// What is known of a predicted table of the plan, with logits that have not seen the labels.
struct TrustTable {
  const TableSchema* schema = nullptr;
  const table::Labels* labels = nullptr;
  std::vector<bool> is_in;  // the rows whose labels count
  std::span<const float> logits;
  TableSpans by_fold = {};  // the logits without each fold, of all rows; empty: the rules run on `logits`
};

// Fits the weights of the rules, with folds of `folds`, and says what speaks for each. When `stop` becomes
// true on the way, it throws `Error`.
Trust find_trust(const Plan& plan, const Knowledge& knowledge, const std::vector<TrustTable>& tables,
                 const Folds& folds, const EnhanceOptions& enhance, nn::Loss loss,
                 const TrustOptions& options, const std::atomic<bool>* stop = nullptr);

// The same for rules on top of these very logits, whatever their scale: rules are judged on calibrated
// logits, and the weights are those for the logits as they are. (Pushes of w on z are about those of w / a on
// z / a.)
Trust find_trust_on(const Plan& plan, const Knowledge& knowledge, std::vector<TrustTable> tables,
                    const Folds& folds, const EnhanceOptions& enhance, nn::Loss loss,
                    const TrustOptions& options, const std::atomic<bool>* stop = nullptr);

}  // namespace kenn::trust
