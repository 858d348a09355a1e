// How true the rules are on average in a graph, and how that changes with the predictions.
#pragma once

#include <kenn/truth.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/words.h"
#include "dataset/graph.h"

namespace kenn::infer {

// What the average is over.
enum class RuleMean : std::uint8_t {
  groundings,   // those that can be violated
  assignments,  // all objects for all variables: N^2 for a rule about two papers; most are true anyway
};

}  // namespace kenn::infer

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<infer::RuleMean> = {"groundings", "assignments"};
template <>
inline constexpr std::array<std::string_view, 3> words_of<Conorm> = {"lukasiewicz", "product", "godel"};

}  // namespace kenn::base

namespace kenn::infer {

class RuleTruth {
 public:
  RuleTruth(const dataset::Graph& graph, Conorm conorm, RuleMean mean, std::uint32_t threads);

  // For every clause, its mean truth given those of all predicted atoms; 1 without groundings.
  [[nodiscard]] std::vector<double> means(const dataset::TableList& degrees);

  // The sum of weights[c] * means[c]; its gradient is added to `gradients` unless that is null.
  double add(std::span<const double> weights, const dataset::TableList& degrees,
             dataset::TableList* gradients);

  // The same for the probabilities of preactivations, of which it is an amount that a loss gets less: the
  // gradients of the loss by the preactivations become less by its own.
  double add_to_loss(const dataset::Graph& graph, std::span<const double> weights,
                     const dataset::TableList& preactivations, dataset::TableList& gradients);

  // How many groundings a clause has among all that the average is over: the share that can be violated.
  [[nodiscard]] const std::vector<double>& shares() const { return shares_; }

 private:
  TruthMeter meter_;
  std::vector<double> counts_;  // what sums are divided by
  std::vector<double> shares_;
};

}  // namespace kenn::infer
