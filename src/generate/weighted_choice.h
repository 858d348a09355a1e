// Draws numbers with given weights, each in constant time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace kenn::generate {

// The alias method, with whole numbers only: the weights are dealt to equally large slots, each of which has
// at most two owners.
//
//   weights 1 3 2   ->   slots of 6:   1 1 1 | 0 0 0    1 1 1 1 1 1    2 2 2 2 2 2
class WeightedChoice {
 public:
  // At least one weight, all of them at least 1; their sum times their number is below 2^63.
  explicit WeightedChoice(std::span<const std::uint64_t> weights);

  // The place of a weight.
  std::uint32_t draw(base::Random& random) const {
    const auto slot = static_cast<std::uint32_t>(random.below(slots_.size()));
    return random.below(total_) < slots_[slot].own ? slot : slots_[slot].other;
  }

 private:
  struct Slot {
    std::uint64_t own = 0;  // how much of the slot belongs to its own number
    std::uint32_t other = 0;
  };

  std::vector<Slot> slots_;
  std::uint64_t total_ = 0;
};

}  // namespace kenn::generate
