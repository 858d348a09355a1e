// Tests of forests of classes and the exclusions between them.
#include "generate/class_forest.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "generate/generate_support.h"

namespace kenn::generate {
namespace {

using test::below;

constexpr std::uint32_t none = ClassForest::no_parent;

std::uint32_t parent_of(const ClassForest& forest, std::uint32_t label) {
  return label == none ? none : forest.parent_of[label];
}

bool are_siblings(const ClassForest& forest, Pair pair) {
  return pair.first != pair.second && parent_of(forest, pair.first) == parent_of(forest, pair.second);
}

bool are_cousins(const ClassForest& forest, Pair pair) {
  const Pair parents = {parent_of(forest, pair.first), parent_of(forest, pair.second)};
  return parents.first != none && parents.second != none && are_siblings(forest, parents);
}

std::vector<Pair> possible_exclusions(const ClassForest& forest) {
  std::vector<Pair> pairs;
  for (std::uint32_t first = 0; first < forest.classes(); ++first) {
    for (std::uint32_t second = first + 1; second < forest.classes(); ++second) {
      const Pair pair{first, second};
      if (are_siblings(forest, pair) || are_cousins(forest, pair)) pairs.push_back(pair);
    }
  }
  return pairs;
}

std::vector<std::uint32_t> with_ancestors(const ClassForest& forest, std::uint32_t label) {
  std::vector<std::uint32_t> all;
  for (; label != none; label = forest.parent_of[label]) all.push_back(label);
  return all;
}

// Whether an item that breaks the second exclusion always breaks the first.
bool implies(const ClassForest& forest, Pair first, Pair second) {
  const auto has = [&](std::uint32_t label, std::uint32_t ancestor) {
    const auto all = with_ancestors(forest, label);
    return std::find(all.begin(), all.end(), ancestor) != all.end();
  };
  return (has(second.first, first.first) && has(second.second, first.second)) ||
         (has(second.first, first.second) && has(second.second, first.first));
}

bool is_free(const ClassForest& forest, const std::vector<Pair>& pairs) {
  for (const Pair& first : pairs) {
    for (const Pair& second : pairs) {
      if (!(first == second) && implies(forest, first, second)) return false;
    }
  }
  return true;
}

TEST(ClassForest, Shape) {
  test::check_property(200, [] {
    const auto classes = 1 + static_cast<std::uint64_t>(below(300));
    base::Random random(*rc::gen::arbitrary<std::uint64_t>(), 0);
    const ClassForest forest = draw_forest(classes, random);
    RC_ASSERT(forest.classes() == classes);
    RC_ASSERT(forest.roots() == std::max<std::uint64_t>(1, classes / 10));
    for (std::uint32_t i = 0; i < classes; ++i) {
      RC_ASSERT((forest.parent_of[i] == none) == (i < forest.roots()));
      if (forest.parent_of[i] != none) RC_ASSERT(forest.parent_of[i] < i);
      RC_ASSERT(with_ancestors(forest, i).size() <= 4U);
    }
  });
}

TEST(ClassForest, Exclusions) {
  test::check_property(200, [] {
    base::Random random(*rc::gen::arbitrary<std::uint64_t>(), 0);
    const ClassForest forest = draw_forest(1 + static_cast<std::uint64_t>(below(60)), random);
    const ExclusionDrawer drawer(forest);
    const bool all = *rc::gen::arbitrary<bool>();
    const std::uint64_t wanted = all ? drawer.most() : random.below(drawer.most() + 1);
    const std::vector<Pair> pairs = drawer.draw(wanted, random);
    RC_ASSERT(pairs.size() == wanted);
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const Pair& pair : pairs) {
      RC_ASSERT(pair.first < pair.second);
      RC_ASSERT(are_siblings(forest, pair) || are_cousins(forest, pair));
      const auto [place, is_new] = seen.emplace(pair.first, pair.second);
      RC_ASSERT(is_new);
      RC_ASSERT(std::next(place) == seen.end());  // they ascend
    }
    RC_ASSERT(is_free(forest, pairs));
  });
}

// Against all subsets of all pairs.
TEST(ClassForest, MostExclusions) {
  test::check_property(60, [] {
    base::Random random(*rc::gen::arbitrary<std::uint64_t>(), 0);
    const ClassForest forest = draw_forest(1 + static_cast<std::uint64_t>(below(8)), random);
    const std::vector<Pair> possible = possible_exclusions(forest);
    RC_PRE(possible.size() <= 12U);
    std::size_t most = 0;
    for (std::uint32_t subset = 0; subset < std::uint32_t{1} << possible.size(); ++subset) {
      std::vector<Pair> pairs;
      for (std::size_t i = 0; i < possible.size(); ++i) {
        if ((subset >> i & 1) != 0) pairs.push_back(possible[i]);
      }
      if (pairs.size() > most && is_free(forest, pairs)) most = pairs.size();
    }
    RC_ASSERT(ExclusionDrawer(forest).most() == most);
  });
}

TEST(ClassForest, RootsAreSiblings) {
  // 0 with children 2 and 3, 1 with the child 4
  const ClassForest forest{{none, none, 0, 0, 1}};
  const ExclusionDrawer drawer(forest);
  EXPECT_EQ(drawer.most(), 3U);
  base::Random random(0, 0);
  EXPECT_EQ(drawer.draw(3, random), (std::vector<Pair>{{2, 3}, {2, 4}, {3, 4}}));
}

}  // namespace
}  // namespace kenn::generate
