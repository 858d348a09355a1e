// A forest of classes, and pairs of classes that exclude each other.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/pairs.h"

namespace kenn::generate {

// One class of ten is a root. Every other class has one parent, drawn among the classes before it.
//
//   parent_of  - - 0 0 1 4   ->   0     1
//                                / \    |
//                               2   3   4
//                                       |
//                                       5
struct ClassForest {
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

  std::vector<std::uint32_t> parent_of;  // every class; smaller than the class itself, or no_parent

  [[nodiscard]] std::uint64_t classes() const { return parent_of.size(); }
  [[nodiscard]] std::uint64_t roots() const;
};

// `classes` is at least 1. No class has more than three ancestors.
ClassForest draw_forest(std::uint64_t classes, base::Random& random);

// Pairs of siblings (same parent; all roots are siblings) and of cousins (their parents are siblings). An
// exclusion between siblings implies those between their children, so that only one of the two is drawn: no
// exclusion follows from the others.
class ExclusionDrawer {
 public:
  explicit ExclusionDrawer(const ClassForest& forest);

  // The largest number that can be drawn.
  [[nodiscard]] std::uint64_t most() const;

  // `wanted` is not more than that. The smaller class comes first; the pairs ascend.
  [[nodiscard]] std::vector<Pair> draw(std::uint64_t wanted, base::Random& random) const;

 private:
  [[nodiscard]] std::uint64_t cousins_below(Pair siblings) const;
  void append_cousins(Pair siblings, std::vector<Pair>& pairs) const;

  std::vector<std::vector<std::uint32_t>> children_;  // of every class
  std::vector<Pair> siblings_;
};

}  // namespace kenn::generate
