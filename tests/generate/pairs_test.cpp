// Tests of the pairs that are drawn: how many, of which kind, none twice.
#include "generate/pairs.h"

#include <set>
#include <utility>

#include "support.h"

namespace kenn::generate {
namespace {

using test::below;

TEST(PossiblePairsTest, CountsPairsInsideAndAcross) {
  const std::vector<std::uint64_t> sizes{3, 1, 0, 2};
  const PairCounts ordered = possible_pairs(sizes, PairOrder::matters);
  EXPECT_EQ(ordered.inside, 6U + 2U);
  EXPECT_EQ(ordered.across, 30U - 8U);
  const PairCounts unordered = possible_pairs(sizes, PairOrder::does_not_matter);
  EXPECT_EQ(unordered.inside, 4U);
  EXPECT_EQ(unordered.across, 11U);
}

TEST(SharedOutTest, Rounds) {
  EXPECT_EQ(shared_out(4714, 0.746).inside, 3517U);
  EXPECT_EQ(shared_out(10, 0.25).inside, 3U);
  EXPECT_EQ(shared_out(10, 0).across, 10U);
  EXPECT_EQ(shared_out(10, 1).across, 0U);
  EXPECT_EQ(shared_out(0, 0.5).all(), 0U);
}

TEST(PairSetTest, KnowsWhatIsIn) {
  PairSet set(3);
  EXPECT_TRUE(set.insert({0, 1}));
  EXPECT_TRUE(set.insert({1, 0}));
  EXPECT_FALSE(set.insert({0, 1}));
  EXPECT_TRUE(set.contains({1, 0}));
  EXPECT_FALSE(set.contains({2, 0}));
}

PairCounts counts_of(const std::vector<Pair>& pairs, const std::vector<std::uint32_t>& groups) {
  PairCounts counts;
  for (const Pair& pair : pairs)
    ++(groups[pair.first] == groups[pair.second] ? counts.inside : counts.across);
  return counts;
}

std::size_t different(const std::vector<Pair>& pairs, PairOrder order) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const Pair& pair : pairs) {
    const bool swap = order == PairOrder::does_not_matter && pair.first > pair.second;
    seen.emplace(swap ? pair.second : pair.first, swap ? pair.first : pair.second);
  }
  return seen.size();
}

// From no pairs to all there are, in two draws.
TEST(PairDrawerTest, DrawsWhatIsWanted) {
  test::check_property(300, [] {
    const int group_count = 1 + below(4);
    std::vector<std::uint32_t> groups(1 + static_cast<std::size_t>(below(20)));
    for (auto& group : groups) group = static_cast<std::uint32_t>(below(group_count));
    const PairOrder order = test::once_in(2) ? PairOrder::matters : PairOrder::does_not_matter;
    base::Random random(static_cast<std::uint64_t>(below(1000)), 0);
    const auto some_of = [](std::uint64_t count) {
      return static_cast<std::uint64_t>(below(static_cast<int>(count) + 1));
    };
    std::vector<std::uint32_t> sides = groups;
    for (auto& side : sides) {
      if (test::once_in(3)) side = test::one_of(groups);  // a group with objects in it
    }
    PairDrawer drawer({static_cast<std::uint32_t>(group_count), groups, sides}, order, 400, random);
    std::vector<Pair> pairs;
    PairCounts wanted;
    for (int draw = 0; draw < 2; ++draw) {
      const PairCounts now{some_of(drawer.left().inside), some_of(drawer.left().across)};
      wanted.inside += now.inside;
      wanted.across += now.across;
      drawer.draw(now, pairs);
    }
    RC_ASSERT(counts_of(pairs, groups).inside == wanted.inside);
    RC_ASSERT(counts_of(pairs, groups).across == wanted.across);
    RC_ASSERT(different(pairs, order) == pairs.size());
    for (const Pair& pair : pairs) RC_ASSERT(pair.first != pair.second);
  });
}

TEST(PairDrawerTest, DegreesAreUnequalAndNobodyIsAlone) {
  std::vector<std::uint32_t> groups(1000);
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = i % 3 == 0 ? 0 : 1;
  base::Random random(1, 0);
  PairDrawer drawer({2, groups}, PairOrder::matters, 2000, random);
  std::vector<Pair> pairs;
  drawer.draw({1500, 500}, pairs);
  std::vector<int> starts(groups.size());
  std::vector<int> ends(groups.size());
  for (const Pair& pair : pairs) {
    ++starts[pair.first];
    ++ends[pair.second];
  }
  for (std::size_t i = 0; i < groups.size(); ++i) EXPECT_GT(starts[i] + ends[i], 0) << i;
  EXPECT_GT(*std::max_element(starts.begin(), starts.end()), 12);
  EXPECT_GT(*std::max_element(ends.begin(), ends.end()), 12);
  EXPECT_GT(std::count(ends.begin(), ends.end(), 0), 200);
}

TEST(PairDrawerTest, WhoLeansReachesAcrossAndWhereItLeans) {
  std::vector<std::uint32_t> groups(300);
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<std::uint32_t>(i % 3);
  std::vector<std::uint32_t> sides = groups;
  for (std::size_t i = 0; i < 60; ++i) sides[i] = (groups[i] + 1) % 3;
  base::Random random(2, 0);
  PairDrawer drawer({3, groups, sides}, PairOrder::matters, 400, random);
  std::vector<Pair> pairs;
  drawer.draw({320, 80}, pairs);
  for (const Pair& pair : pairs) {
    const bool leans = pair.first < 60;
    EXPECT_EQ(groups[pair.second], leans ? sides[pair.first] : groups[pair.first]);
  }
}

}  // namespace
}  // namespace kenn::generate
