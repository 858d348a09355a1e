// How a model is trained.
#pragma once

#include <cstdint>
#include <vector>

#include "infer/rule_truth.h"
#include "nn/loss.h"
#include "train/phase.h"

namespace kenn::train {

struct TrainOptions {
  std::vector<Phase> phases = {Phase{}};  // at least one; networks and rules are learned together
  // The weights of the rules follow from the completed labels in closed form, before every phase that
  // completes them; also from complete ones.
  bool weighs_rules_by_labels = false;
  nn::Loss loss = nn::Loss::cross_entropy;
  double learning_rate = 1e-3;
  double rule_rate = 0;                 // the learning rate of the weights of rules; 0: that of the networks
  double epsilon = 1e-8;                // of Adam
  double weight_decay = 0;              // of the matrices of the networks: biases and rules have none
  bool decays_output = true;            // false: not of the last matrix of a network
  bool learns_output_bias = true;       // false: outputs of networks have no bias
  Conorm conorm = Conorm::lukasiewicz;  // of the truth of rules in the loss
  infer::RuleMean rule_mean = infer::RuleMean::assignments;  // over which that truth is averaged
  std::uint32_t patience = 0;    // epochs without a better validation until it ends; 0: never
  std::uint32_t plateau = 0;     // see below; 0: never
  bool keeps_best = true;        // the best epoch by validation; else the last
  std::uint32_t batch_size = 0;  // labelled rows per step; 0: all at once
  std::uint64_t seed = 0;        // of dropout and batches
};

// With a plateau of n, training ends when the mean validation accuracy of the last n epochs is not more than
// this above that of the n before. That of the model before the first epoch does not count.
inline constexpr double plateau_gain = 0.001;

}  // namespace kenn::train
