// The loss of labels as a function of the weights of the rules.
#pragma once

#include <kenn/enhance.h>

#include <algorithm>
#include <span>
#include <vector>

#include "nn/loss.h"
#include "trust/folds.h"
#include "trust/ruled_logits.h"

namespace kenn::trust {

// For one thread at a time.
class RuleObjective {
 public:
  RuleObjective(const Plan& plan, const EnhanceOptions& options, const LogitViews& views, const Folds& folds)
      : ruled_(plan, options, views, folds) {
    for (const std::span<const float> table : views.front()) by_outputs_.emplace_back(table.size());
  }

  const dataset::TableList& run(std::span<const float> weights) { return ruled_.run(weights); }

  double evaluate(std::span<const float> weights, const std::vector<nn::TableLoss>& losses, nn::Loss loss,
                  std::span<float> gradients) {
    const dataset::TableList& outputs = run(weights);
    double total = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
      std::fill(by_outputs_[i].begin(), by_outputs_[i].end(), 0.0F);
      total += losses[i].add(loss, outputs[i], by_outputs_[i]);
    }
    ruled_.backward(weights, by_outputs_, gradients);
    return total;
  }

 private:
  RuledLogits ruled_;
  dataset::TableList by_outputs_;
};

}  // namespace kenn::trust
