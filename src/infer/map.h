// The most probable predictions under rules: MAP inference by gradient.
//
// The objective is  prior_weight * prior + sum of w_c * (mean truth of clause c) + exactly_one * (mean truth
// of that exactly one of exclusive predicates holds), over the truth degrees y of all predicted atoms. The
// prior is what the network says:
//
//   linear    the mean over all atoms of preactivation * y
//   squared   minus the mean of (probability - y)^2
//
// The truth degrees are functions of free variables v, which Adam moves uphill:
//
//   preactivations   y = softmax(v) or the logistic function of v; v starts at what the network says
//   free             y = logistic(10 (v - 1/2)); v starts at 1/2, where nothing is said yet
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "infer/rule_truth.h"

namespace kenn::infer {

enum class MapVariables : std::uint8_t { preactivations, free };
enum class MapPrior : std::uint8_t { linear, squared };

}  // namespace kenn::infer

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 2> words_of<infer::MapVariables> = {"preactivations", "free"};
template <>
inline constexpr std::array<std::string_view, 2> words_of<infer::MapPrior> = {"linear", "squared"};

}  // namespace kenn::base

namespace kenn::infer {

struct MapOptions {
  Conorm conorm = Conorm::lukasiewicz;
  RuleMean mean = RuleMean::assignments;
  MapVariables variables = MapVariables::preactivations;
  MapPrior prior = MapPrior::linear;
  double prior_weight = 1e-3;
  double exactly_one = 0;  // its weight at the last step; it grows from 0 step by step
  std::uint32_t steps = 30;
  double learning_rate = 1;
  double epsilon = 1e-7;     // of Adam; gradients are as small as the means are wide
  bool keeps_labels = true;  // atoms that labels for training are about stay as these say

  friend bool operator==(const MapOptions&, const MapOptions&) = default;
};

struct MapResult {
  dataset::TableList preactivations;  // whose probabilities are the assignment; its greatest are the classes
  double objective = 0;               // of the assignment, exactly-one with its whole weight
  double first_objective = 0;         // of where it started
};

// `preactivations` are the network's, one weight per clause. What is returned is the best assignment of all
// that were seen, so its objective is never below the first one. No label but those of Split::train is looked
// at.
MapResult find_map(const dataset::Graph& graph, const MapOptions& options, std::span<const double> weights,
                   const dataset::TableList& preactivations, std::uint32_t threads);

}  // namespace kenn::infer
