// Tests of statistics: against values from SciPy and mpmath, at the edges, and as properties.
#include "experiment/statistics.h"

#include <cmath>
#include <stdexcept>

#include "support.h"

namespace kenn::experiment {
namespace {

using Numbers = std::vector<double>;

const Numbers before = {0.512, 0.498, 0.547, 0.531, 0.505, 0.522, 0.489, 0.540};
const Numbers after = {0.561, 0.533, 0.566, 0.527, 0.551, 0.575, 0.530, 0.572};

// As far as doubles go: `value` to `digits` digits.
void expect_close(double value, double expected, double digits = 14) {
  EXPECT_NEAR(value, expected, std::abs(expected) * std::pow(10, -digits));
}

// `count` differences around 1/4, `deviation` above and below it.
PairedTest alternating_test(int count, double deviation) {
  const auto size = static_cast<std::size_t>(count);
  Numbers second(size);
  for (std::size_t i = 0; i < size; ++i) second[i] = 0.25 + (i % 2 == 0 ? deviation : -deviation);
  return paired_test(Numbers(size), second);
}

// ------------------------------------------------------------------------------------------------- estimates

TEST(Estimate, IsThatOfSciPy) {
  const Estimate found = estimate(before);
  EXPECT_EQ(found.count, 8U);
  expect_close(found.mean, 0.518);
  expect_close(found.deviation, 0.020549591584401745);
  ASSERT_TRUE(found.interval);
  expect_close(found.interval->low, 0.500820111504494);
  expect_close(found.interval->high, 0.535179888495506);
}

TEST(Estimate, OfNothingIsEmpty) {
  const Estimate found = estimate({});
  EXPECT_EQ(found.count, 0U);
  EXPECT_EQ(found.mean, 0);
  EXPECT_EQ(found.deviation, 0);
  EXPECT_FALSE(found.interval);
}

TEST(Estimate, OfOneValueHasNoInterval) {
  const Estimate found = estimate(Numbers{0.7});
  EXPECT_EQ(found.count, 1U);
  EXPECT_EQ(found.mean, 0.7);
  EXPECT_EQ(found.deviation, 0);
  EXPECT_FALSE(found.interval);
}

TEST(Estimate, OfTwoValuesHasAWideInterval) {
  const Estimate found = estimate(Numbers{3, 4});
  EXPECT_EQ(found.mean, 3.5);
  expect_close(found.deviation, 0.70710678118654752);
  expect_close(found.interval->low, -2.85310236808735);  // t is 12.7
  expect_close(found.interval->high, 9.85310236808735);
}

TEST(Estimate, OfEqualValuesIsExact) {
  for (const double value : {0.1, 0.7, 1.0 / 3, -2.3, 1e9 + 0.1, 0.0}) {
    for (const std::size_t count : {2U, 3U, 7U, 500U}) {
      const Estimate found = estimate(Numbers(count, value));
      EXPECT_EQ(found.mean, value);
      EXPECT_EQ(found.deviation, 0);
      EXPECT_EQ(found.interval->low, value);
      EXPECT_EQ(found.interval->high, value);
    }
  }
}

TEST(Estimate, KeepsItsDigitsFarFromZero) {
  const Estimate found = estimate(Numbers{1e9 + 0.25, 1e9 + 0.5, 1e9 + 0.75, 1e9 + 1.25});
  EXPECT_EQ(found.mean, 1e9 + 0.6875);
  expect_close(found.deviation, 0.42695628191498327);
}

// Values as accuracies are, in thousandths.
Numbers any_values(int least) {
  Numbers values(static_cast<std::size_t>(least + test::below(40)));
  for (double& value : values) value = test::below(1001) / 1000.0;
  return values;
}

TEST(Estimate, MovesWithItsValues) {
  test::check_property(500, [] {
    const Numbers values = any_values(2);
    const double shift = test::below(2'000'000) - 1'000'000;
    const double factor = 0.5 + test::below(100);
    Numbers changed = values;
    for (double& value : changed) value = value * factor + shift;
    const Estimate plain = estimate(values);
    const Estimate moved = estimate(changed);
    const double tolerance = 1e-15 * (std::abs(shift) + factor) * 4;  // what the values themselves lost
    RC_ASSERT(std::abs(moved.mean - (plain.mean * factor + shift)) <= tolerance);
    RC_ASSERT(std::abs(moved.deviation - plain.deviation * factor) <= 4 * tolerance);
    const double width = plain.interval->high - plain.interval->low;
    RC_ASSERT(std::abs(moved.interval->high - moved.interval->low - width * factor) <= 100 * tolerance);
  });
}

TEST(Estimate, DoesNotDependOnTheOrder) {
  test::check_property(500, [] {
    Numbers values = any_values(2);
    const Estimate one = estimate(values);
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[static_cast<std::size_t>(test::below(static_cast<int>(i)))]);
    }
    const Estimate other = estimate(values);
    RC_ASSERT(std::abs(one.mean - other.mean) <= 1e-15);
    RC_ASSERT(std::abs(one.deviation - other.deviation) <= 1e-15);
  });
}

TEST(Estimate, HasItsMeanAmongTheValues) {
  test::check_property(500, [] {
    const Numbers values = any_values(1);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double mean = estimate(values).mean;
    RC_ASSERT(mean >= *least - 1e-15);
    RC_ASSERT(mean <= *most + 1e-15);
  });
}

// ----------------------------------------------------------------------------------------------- paired
// tests

TEST(PairedTest, IsThatOfSciPy) {
  const PairedTest found = paired_test(before, after);
  EXPECT_EQ(found.difference.count, 8U);
  expect_close(found.difference.mean, 0.033875, 13);
  expect_close(found.difference.deviation, 0.018719260516529889, 13);
  expect_close(found.difference.interval->low, 0.018225306570744, 13);
  EXPECT_EQ(found.better, 7U);
  expect_close(*found.p_value, 0.0006855776244062122, 12);
}

TEST(PairedTest, IsOneSided) {
  const PairedTest found = paired_test(after, before);
  EXPECT_EQ(found.better, 1U);
  expect_close(*found.p_value, 0.9993144223755938, 12);
}

TEST(PairedTest, HasTwoSidesThatAreTheSame) {
  expect_close(*paired_test(before, after).two_sided, 2 * 0.0006855776244062122, 12);
  EXPECT_EQ(paired_test(before, after).two_sided, paired_test(after, before).two_sided);
  EXPECT_EQ(paired_test(before, before).two_sided, 1);
  EXPECT_FALSE(paired_test(Numbers{1}, Numbers{3}).two_sided);
}

TEST(PairedTest, IsRightFarOut) {
  expect_close(*alternating_test(100, 1.0 / 16).p_value, 5.101175948556224e-63, 11);
  expect_close(*alternating_test(100, 1.0 / 128).p_value, 3.7271099301696007e-151, 11);
  expect_close(*alternating_test(500, 1.0 / 8).p_value, 8.0698356504659417e-177, 11);
  expect_close(*alternating_test(100, 1.0 / 1024).p_value, 1.5343146836711387e-240, 11);
  EXPECT_EQ(*alternating_test(500, 1.0 / 64).p_value, 0);  // 9e-604 is no double
}

TEST(PairedTest, NeedsTwoPairs) {
  EXPECT_FALSE(paired_test({}, {}).p_value);
  const PairedTest found = paired_test(Numbers{1}, Numbers{3});
  EXPECT_EQ(found.difference.mean, 2);
  EXPECT_EQ(found.better, 1U);
  EXPECT_FALSE(found.p_value);
}

TEST(PairedTest, IsCertainOfEqualDifferences) {
  const Numbers zeros(5, 0.0);
  EXPECT_EQ(paired_test(zeros, Numbers(5, 0.1)).p_value, 0);
  EXPECT_EQ(paired_test(Numbers(5, 0.1), zeros).p_value, 1);
  EXPECT_EQ(paired_test(before, before).p_value, 0.5);
  EXPECT_EQ(paired_test(before, before).better, 0U);
}

TEST(PairedTest, NeedsAsManyAsBefore) {
  EXPECT_THROW(paired_test(before, Numbers(3)), std::invalid_argument);
}

TEST(PairedTest, OfTheOtherDirectionIsTheRest) {
  test::check_property(300, [] {
    const Numbers values = any_values(2);
    const PairedTest up = paired_test(Numbers(values.size(), 0.5), values);
    const PairedTest down = paired_test(values, Numbers(values.size(), 0.5));
    RC_ASSERT(std::abs(*up.p_value + *down.p_value - 1) <= 1e-14);
    RC_ASSERT(up.better + down.better <= values.size());
    RC_ASSERT((*up.p_value < 0.5) == (up.difference.mean > 0));
  });
}

// ------------------------------------------------------------------------------------------------
// correlation

TEST(Correlation, IsThatOfSciPy) {
  const Correlation found =
      correlation(Numbers{0.1, 0.35, 0.42, 0.58, 0.77, 0.93}, Numbers{0.21, 0.80, 0.33, 1.10, 0.95, 1.72});
  EXPECT_EQ(found.count, 6U);
  expect_close(*found.r, 0.8807551612136295);
  expect_close(found.interval->low, 0.24260405545627708, 13);
  expect_close(found.interval->high, 0.9868961289147324, 13);
}

TEST(Correlation, OfALineIsOne) {
  const Numbers x = {1, 2, 3, 5};
  const Correlation up = correlation(x, Numbers{10, 20, 30, 50});
  EXPECT_EQ(up.r, 1);
  EXPECT_EQ(up.interval->low, 1);
  EXPECT_EQ(up.interval->high, 1);
  EXPECT_EQ(correlation(x, Numbers{-1, -2, -3, -5}).r, -1);
}

TEST(Correlation, NeedsPointsAndDifferences) {
  EXPECT_FALSE(correlation({}, {}).r);
  EXPECT_FALSE(correlation(Numbers{1, 2}, Numbers{1, 2}).r);
  EXPECT_FALSE(correlation(Numbers(9, 0.1), Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9}).r);
  EXPECT_FALSE(correlation(Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9}, Numbers(9, 1.0 / 3)).r);
  const Correlation three = correlation(Numbers{1, 2, 3}, Numbers{1, 3, 2});
  expect_close(*three.r, 0.5);
  EXPECT_FALSE(three.interval);
  EXPECT_THROW(correlation(Numbers{1, 2, 3}, Numbers{1, 2}), std::invalid_argument);
}

TEST(Correlation, DoesNotDependOnUnits) {
  test::check_property(300, [] {
    const Numbers x = any_values(4);
    Numbers y(x.size());
    for (double& value : y) value = test::below(1001) / 1000.0;
    Numbers moved = x;
    const double factor = 0.25 * (1 + test::below(16));
    const double shift = test::below(1'000'000);
    for (double& value : moved) value = value * factor + shift;
    const Correlation plain = correlation(x, y);
    RC_PRE(plain.r.has_value());
    RC_ASSERT(std::abs(*plain.r) <= 1);
    RC_ASSERT(plain.interval->low <= *plain.r);
    RC_ASSERT(plain.interval->high >= *plain.r);
    RC_ASSERT(std::abs(*correlation(y, x).r - *plain.r) <= 1e-14);
    RC_ASSERT(std::abs(*correlation(moved, y).r - *plain.r) <= 1e-6);
  });
}

}  // namespace
}  // namespace kenn::experiment
