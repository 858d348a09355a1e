// A forest of classes, and pairs of classes that exclude each other.
#include "generate/class_forest.h"

#include <algorithm>
#include <tuple>

namespace kenn::generate {

namespace {

constexpr std::uint64_t classes_per_root = 10;
constexpr std::uint32_t most_ancestors = 3;
constexpr std::uint32_t siblings_themselves = 50;  // per cent; for the others their children are excluded

void append_pairs(const std::vector<std::uint32_t>& siblings, std::vector<Pair>& pairs) {
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    for (std::size_t k = i + 1; k < siblings.size(); ++k) pairs.push_back({siblings[i], siblings[k]});
  }
}

}  // namespace

std::uint64_t ClassForest::roots() const {
  return static_cast<std::uint64_t>(std::count(parent_of.begin(), parent_of.end(), no_parent));
}

ClassForest draw_forest(std::uint64_t classes, base::Random& random) {
  ClassForest forest;
  const std::uint64_t roots = std::max<std::uint64_t>(1, classes / classes_per_root);
  std::vector<std::uint32_t> possible_parents;
  std::vector<std::uint32_t> ancestors(classes);
  for (std::uint32_t next = 0; next < classes; ++next) {
    std::uint32_t parent = ClassForest::no_parent;
    if (next >= roots) {
      parent = possible_parents[random.below(possible_parents.size())];
      ancestors[next] = ancestors[parent] + 1;
    }
    forest.parent_of.push_back(parent);
    if (ancestors[next] < most_ancestors) possible_parents.push_back(next);
  }
  return forest;
}

ExclusionDrawer::ExclusionDrawer(const ClassForest& forest) : children_(forest.classes()) {
  std::vector<std::uint32_t> roots;
  for (std::uint32_t i = 0; i < forest.classes(); ++i) {
    const std::uint32_t parent = forest.parent_of[i];
    (parent == ClassForest::no_parent ? roots : children_[parent]).push_back(i);
  }
  append_pairs(roots, siblings_);
  for (const std::vector<std::uint32_t>& children : children_) append_pairs(children, siblings_);
}

std::uint64_t ExclusionDrawer::cousins_below(Pair siblings) const {
  return std::uint64_t{children_[siblings.first].size()} * children_[siblings.second].size();
}

void ExclusionDrawer::append_cousins(Pair siblings, std::vector<Pair>& pairs) const {
  for (const std::uint32_t first : children_[siblings.first]) {
    for (const std::uint32_t second : children_[siblings.second]) {
      pairs.push_back({std::min(first, second), std::max(first, second)});
    }
  }
}

std::uint64_t ExclusionDrawer::most() const {
  std::uint64_t sum = 0;
  for (const Pair& pair : siblings_) sum += std::max<std::uint64_t>(1, cousins_below(pair));
  return sum;
}

std::vector<Pair> ExclusionDrawer::draw(std::uint64_t wanted, base::Random& random) const {
  // Every pair of siblings stands for itself or for its cousins; then for the cousins, wherever these are
  // more, until there are enough pairs to choose from.
  std::vector<Pair> siblings = siblings_;
  random.shuffle(siblings);
  std::vector<bool> by_cousins(siblings.size());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    const std::uint64_t cousins = cousins_below(siblings[i]);
    by_cousins[i] = cousins > 0 && !random.chance(siblings_themselves);
    count += by_cousins[i] ? cousins : 1;
  }
  for (std::size_t i = 0; i < siblings.size() && count < wanted; ++i) {
    const std::uint64_t cousins = cousins_below(siblings[i]);
    if (by_cousins[i] || cousins <= 1) continue;
    by_cousins[i] = true;
    count += cousins - 1;
  }
  std::vector<Pair> candidates;
  candidates.reserve(count);
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    if (by_cousins[i]) {
      append_cousins(siblings[i], candidates);
    } else {
      candidates.push_back(siblings[i]);
    }
  }
  random.shuffle(candidates);
  candidates.resize(wanted);
  std::sort(candidates.begin(), candidates.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
  return candidates;
}

}  // namespace kenn::generate
