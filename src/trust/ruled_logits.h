// Logits after the rules, each row as judged by a model that has not seen its label.
//
// The predictions that the rules start from come in one of two ways:
//
//   stitched    one matrix per table: every labelled row has the logits of the model without its fold
//   by fold     one matrix per fold: the logits of the model without that fold, for all rows
//
// By fold, the rules run once on every matrix, and the rows of a fold are taken from its own. Then nothing of
// a label reaches its row through the neighbours, which other models may have predicted knowing it: networks
// that look at the neighbours themselves (GNNs) would pass it on.
#pragma once

#include <kenn/enhance.h>

#include <memory>
#include <span>
#include <vector>

#include "dataset/graph.h"
#include "trust/folds.h"

namespace kenn::trust {

using TableSpans = std::vector<std::span<const float>>;

// One set of tables, or one per fold.
using LogitViews = std::vector<TableSpans>;

// For one thread at a time. The arguments must stay.
class RuledLogits {
 public:
  RuledLogits(const Plan& plan, const EnhanceOptions& options, const LogitViews& views, const Folds& folds);

  // Rows without a fold mean nothing when there are several views.
  const dataset::TableList& run(std::span<const float> weights);

  // The gradient by the weights after `run` with the same weights, given that by the results of labelled
  // rows.
  void backward(std::span<const float> weights, const dataset::TableList& by_outputs,
                std::span<float> by_weights);

 private:
  // Copies the rows that a view judges; all of them when it is the only one.
  void copy_rows(std::size_t view, const dataset::TableList& from, dataset::TableList& to) const;

  const Plan& plan_;
  const LogitViews& logits_;
  const Folds& folds_;
  std::vector<std::unique_ptr<Enhancer>> enhancers_;  // one per view
  dataset::TableList outputs_;
  dataset::TableList of_view_;  // what one view gives, or its share of a gradient
  dataset::TableList by_inputs_;
};

}  // namespace kenn::trust
