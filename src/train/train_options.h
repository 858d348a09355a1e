// How a model is trained, and how a training goes.
#pragma once

#include <cstdint>
#include <optional>

#include "infer/rule_truth.h"
#include "nn/loss.h"

namespace kenn {

// What is learned, and when: phases that follow each other, each with a fresh optimiser but for `rule_loss`.
enum class Schedule : std::uint8_t {
  together,    // one phase: networks and rules
  greedy,      // first the networks as if there were no rules, then the weights of the rules alone
  rule_loss,   // first the networks from the labels, then from the labels and from how true the rules are
  completion,  // first the networks from the labels, then several times from labels that rules have completed
};

struct TrainOptions {
  Loss loss = Loss::cross_entropy;
  Schedule schedule = Schedule::together;
  double learning_rate = 1e-3;
  double rule_rate = 0;             // the learning rate of the weights of rules; 0: that of the networks
  double epsilon = 1e-8;            // of Adam
  double weight_decay = 0;          // of the matrices of the networks: biases and rules have none
  bool decays_output = true;        // false: not of the last matrix of a network
  bool learns_output_bias = true;   // false: outputs of networks have no bias
  bool learns_rules = true;         // false: the weights of rules stay as they are
  std::uint32_t epochs = 300;       // of the first phase
  std::uint32_t rule_epochs = 100;  // of every later one; those of a greedy training are as long as the first
  std::uint32_t rounds = 3;         // how often labels are completed
  Conorm conorm = Conorm::lukasiewicz;         // of the truth of rules in the loss
  RuleMean rule_mean = RuleMean::assignments;  // over which that truth is averaged
  std::uint32_t patience = 0;                  // epochs without a better validation until it ends; 0: never
  std::uint32_t plateau = 0;                   // see below; 0: never
  bool keeps_best = true;                      // the best epoch by validation; else the last
  std::uint32_t batch_size = 0;                // labelled rows per step; 0: all at once
  std::uint64_t seed = 0;                      // of dropout and batches
};

// With a plateau of n, training ends when the mean validation accuracy of the last n epochs is not more than
// this above that of the n before. That of the model before the first epoch does not count.
inline constexpr double plateau_gain = 0.001;

// The most epochs of a phase.
inline std::uint32_t epochs_of(const TrainOptions& options, std::uint32_t phase) {
  return phase == 0 || options.schedule == Schedule::greedy ? options.epochs : options.rule_epochs;
}

// How the model is after some epochs. In batches, loss and accuracy are means over the batches of the next
// epoch, each measured just before its step.
struct Epoch {
  std::uint32_t number = 0;  // of epochs before
  double loss = 0;
  double accuracy = 0;
  std::optional<double> valid_loss;  // when there are labels for validation
  std::optional<double> valid_accuracy;

  friend bool operator==(const Epoch&, const Epoch&) = default;
};

}  // namespace kenn
