// Tests of the random numbers that are the same on every machine.
#include "base/random.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "generate/weighted_choice.h"
#include "support.h"

namespace kenn::generate {
namespace {

// Drawn once; any other numbers would change every generated file.
TEST(RandomTest, GivesTheSameNumbersEverywhere) {
  base::Random random(7, 1);
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < 4; ++i) numbers.push_back(random.below(1000));
  for (int i = 0; i < 4; ++i) numbers.push_back(random.small_below(1000));
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{566, 763, 159, 780, 92, 148, 812, 225}));
}

TEST(RandomTest, SeedsAndStreamsDiffer) {
  const auto first = [](std::uint64_t seed, std::uint32_t stream) {
    return base::Random(seed, stream).below(std::uint64_t{1} << 63);
  };
  EXPECT_EQ(first(1, 2), first(1, 2));
  EXPECT_NE(first(1, 2), first(1, 3));
  EXPECT_NE(first(1, 2), first(2, 2));
  EXPECT_NE(first(1, 2), first((std::uint64_t{1} << 32) + 1, 2));
}

TEST(RandomTest, StaysBelow) {
  test::check_property(200, [] {
    const auto count = *rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 40);
    base::Random random(*rc::gen::arbitrary<std::uint64_t>(), 0);
    for (int i = 0; i < 20; ++i) {
      RC_ASSERT(random.below(count) < count);
      RC_ASSERT(random.small_below(count) < count);
    }
  });
}

TEST(RandomTest, NumbersAreAlikeAndSmallOnesMoreOften) {
  base::Random random(3, 0);
  std::array<int, 4> alike{};
  std::array<int, 4> small{};
  for (int i = 0; i < 40'000; ++i) {
    ++alike[random.below(4)];
    ++small[random.small_below(4)];
  }
  for (const int count : alike) EXPECT_NEAR(count, 10'000, 400);
  EXPECT_NEAR(small[0], 20'000, 400);
  EXPECT_GT(small[1], small[2]);
  EXPECT_GT(small[2], small[3]);
}

TEST(RandomTest, NumbersAroundZeroHaveNoSide) {
  base::Random random(4, 0);
  std::int64_t sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t number = random.around_zero(10, 3);
    EXPECT_LE(std::abs(number), 30);
    sum += number;
  }
  EXPECT_LT(std::abs(sum), 5'000);
  EXPECT_EQ(random.around_zero(0, 3), 0);
}

TEST(RandomTest, ShuffleKeepsAllItems) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  const std::vector<int> before = items;
  base::Random random(5, 0);
  random.shuffle(items);
  EXPECT_NE(items, before);
  std::sort(items.begin(), items.end());
  EXPECT_EQ(items, before);
}

TEST(WeightedChoiceTest, DrawsInProportion) {
  const std::vector<std::uint64_t> weights{1, 3, 2, 94, 1, 19};
  const WeightedChoice choice(weights);
  base::Random random(6, 0);
  std::vector<int> counts(weights.size());
  for (int i = 0; i < 120'000; ++i) ++counts[choice.draw(random)];
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double expected = 1000.0 * static_cast<double>(weights[i]);
    EXPECT_NEAR(counts[i], expected, 5 * std::sqrt(expected)) << i;
  }
}

TEST(WeightedChoiceTest, OneWeightIsAlwaysDrawn) {
  const std::vector<std::uint64_t> weights{5};
  const WeightedChoice choice(weights);
  base::Random random(8, 0);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(choice.draw(random), 0U);
}

}  // namespace
}  // namespace kenn::generate
