// Learns how far to trust each rule from labels that the predictions have not seen.
//
// The weights minimise the loss of the labels plus an L1 penalty. Evidence is shared: the weight of a clause
// is
//
//   w = max(0, weight of its shape + weight of its template + its own deviation)
//
// so that few labels are enough for a belief that was written once for many predicates. Each of these
// numbers is penalised in units of its own standard error (that of the slope of the loss at 0, row by row): a
// penalty of strength s keeps a number at 0 unless the labels speak for it by more than s standard errors.
// Numbers with little behind them are held back more than those with much, whatever the size of the data.
// Templates have half of the penalty, deviations more of it the more rules there are, and constraints none:
// they have the weight of their shape.
#pragma once

#include <kenn/enhance.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "nn/loss.h"
#include "trust/folds.h"
#include "trust/rule_pools.h"
#include "trust/ruled_logits.h"

namespace kenn::trust {

struct RuleFitOptions {
  EnhanceOptions enhance;  // its `gradients` means nothing here
  nn::Loss loss = nn::Loss::cross_entropy;
  bool per_layer = false;          // every layer has weights of its own; else all layers share them
  std::optional<double> strength;  // of the penalty, in standard errors; none: chosen by the folds
  double prior = 0;                // the weight of rules that no label speaks of
  // `constraint_shapes`: one list per shape, with an entry per clause.
  std::vector<std::vector<bool>> constraints = {};
  const std::atomic<bool>* stop = nullptr;  // when it becomes true, the fit throws `Error`
};

// A predicted table of the plan.
struct RuleFitTable {
  const TableSchema* schema = nullptr;
  const table::Labels* labels = nullptr;
};

// What the labels say of one clause.
struct RuleSupport {
  double score = 0;       // how steeply the loss falls when the clause gets some weight, in standard errors
  bool has_rows = false;  // whether any labelled row could be changed by it
  bool by_template = false;  // else, whether its template has such rows: it gets the weight of that
  double low = 0;  // 95 % interval of the weight (mean of the layers), from the fits without one fold each
  double high = 0;
};

struct RuleFit {
  std::vector<float> weights;  // layer by layer
  std::vector<RuleSupport> support;
  double strength = 0;      // of the penalty; infinite: no rule is trusted
  double loss_without = 0;  // mean loss of the rows left out, without rules
  double loss_with = 0;     // and with rules fitted on the other rows
};

// Constraints get the largest multiple of their weights that keeps half of the gain on the rows left out: a
// likelihood rewards a rule that corrects predictions, but hardly one that also
// rules out what nobody should predict.
//
// The logits of every labelled row come from a model that has not seen its label. `folds` has at least two.
// Weights that the knowledge fixes stay. The same input gives the same bits for any number of threads.
RuleFit fit_rules(const Plan& plan, const Vocabulary& vocabulary, const RulePools& pools,
                  const std::vector<RuleFitTable>& tables, const LogitViews& views, const Folds& folds,
                  const RuleFitOptions& options);

}  // namespace kenn::trust
