// Learns how far to trust each rule from labels, on top of predictions that stay as they are.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "methods/loss.h"

namespace kenn {

struct FitOptions {
  EnhanceOptions enhance;
  Loss loss = Loss::cross_entropy;
  double learning_rate = 0.05;
  std::uint32_t epochs = 300;  // at most; it ends when the loss no longer falls
};

// One table of predictions, and what is known of it.
struct FitTable {
  std::span<const float> preactivations;
  TableLoss train;
  TableLoss valid;  // perhaps empty
};

struct FitEpoch {
  std::uint32_t epoch = 0;  // how many steps were made before
  double loss = 0;
  double valid_loss = 0;
};

struct FitResult {
  std::vector<float> weights;  // one per clause and layer, layer by layer
  std::vector<FitEpoch> epochs;
  std::uint32_t best_epoch = 0;  // whose weights these are: with the lowest loss, of `valid` if there is any
};

// `tables` are those of the plan, in its order. Weights that the knowledge fixes do not move; all stay in
// [0, 500]. The same input gives the same bits. `after_epoch` returns false to end it there. Throws `Error`
// when nothing is known of any table, and when a number is not finite.
FitResult fit_weights(const Plan& plan, std::span<const FitTable> tables, const FitOptions& options,
                      const std::function<bool(const FitEpoch&)>& after_epoch = {});

}  // namespace kenn
