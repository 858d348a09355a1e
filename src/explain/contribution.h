// What one grounding of a clause adds to the logits of its literals, straight from the formula, in double.
#pragma once

#include <kenn/enhance.h>

#include <cstdint>
#include <span>
#include <vector>

namespace kenn::explain {

// A literal as its clause sees it.
struct SeenLiteral {
  double logit = 0;  // of its atom
  bool positive = true;
  std::uint64_t atom = 0;  // the same number for the same atom
};

// One change per literal, for the logit of its atom:
//
//   softmax    ± w softmax(v)_i, with v = ± the logit
//   godel      ± w for the first of the greatest v, 0 for the others
//   residual   ± w (1 - t) softmax(v)_i, with 1 - t the product of 1 - sigma(v); an atom counts once, by its
//              first literal, and 1 - t is 0 where it has both signs
void literal_changes(Boost boost, double weight, std::span<const SeenLiteral> literals,
                     std::vector<double>& changes);

}  // namespace kenn::explain
