// Draws numbers with given weights, each in constant time.
#include "generate/weighted_choice.h"

#include <numeric>

namespace kenn::generate {

WeightedChoice::WeightedChoice(std::span<const std::uint64_t> weights)
    : slots_(weights.size()), total_(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0})) {
  std::vector<std::uint32_t> small;  // slots with room
  std::vector<std::uint32_t> large;  // those with more than fits
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    slots_[i] = {weights[i] * weights.size(), i};
    (slots_[i].own < total_ ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t taker = small.back();
    small.pop_back();
    const std::uint32_t giver = large.back();
    slots_[taker].other = giver;
    slots_[giver].own -= total_ - slots_[taker].own;
    if (slots_[giver].own >= total_) continue;
    large.pop_back();
    small.push_back(giver);
  }
}

}  // namespace kenn::generate
