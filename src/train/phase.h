// A method of training is a list of phases.
//
// Each says what is learned, from which labels, with which terms in the loss, for how long, and what happens
// before it.
#pragma once

#include <cstdint>
#include <vector>

namespace kenn::train {

enum class Preparation : std::uint8_t {
  none,
  cross_fit,             // the weights of the rules, from networks that have not seen the labels
  complete_by_networks,  // labels that are missing, by what the networks predict
  complete_by_rules,     // labels that are missing, by the most probable predictions under the rules (MAP)
};

struct Phase {
  Preparation preparation = Preparation::none;
  bool learns_networks = true;
  bool learns_rules = true;      // the weights of enhancers that the knowledge does not fix
  bool uses_enhancers = true;    // false: as if the model had none
  bool rewards_truth = false;    // the loss falls with the truth of the rules on all predictions
  double own_loss = 0;           // weight of the loss of the networks' own logits, before the enhancers
  bool keeps_optimiser = false;  // goes on with the optimiser of the phase before; else with a fresh one
  std::uint32_t epochs = 300;    // at most

  friend bool operator==(const Phase&, const Phase&) = default;
};

// Whether a phase starts by completing labels.
inline bool completes_labels(const Phase& phase) {
  return phase.preparation == Preparation::complete_by_networks ||
         phase.preparation == Preparation::complete_by_rules;
}

}  // namespace kenn::train
