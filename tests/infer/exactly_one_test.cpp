// That exactly one of some predicates holds: against its definition, and its slopes against differences.
#include "infer/exactly_one.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace kenn::infer {
namespace {

// Word by word as it is defined.
double by_definition(const std::vector<double>& degrees) {
  double none = 1;
  for (std::size_t k = 0; k < degrees.size(); ++k) {
    double alone = degrees[k];
    for (std::size_t j = 0; j < degrees.size(); ++j) alone *= j == k ? 1 : 1 - degrees[j];
    none *= 1 - alone;
  }
  return 1 - none;
}

TEST(ExactlyOne, CountsWhereEverythingIsCertain) {
  ExactlyOne exactly_one;
  for (std::uint32_t bits = 0; bits < 64; ++bits) {
    std::vector<double> degrees;
    for (std::uint32_t k = 0; k < 6; ++k) degrees.push_back(bits >> k & 1U);
    const bool is_one = bits != 0 && (bits & (bits - 1)) == 0;
    EXPECT_EQ(exactly_one(degrees, {}), is_one ? 1 : 0) << bits;
  }
  EXPECT_EQ(exactly_one({}, {}), 0);
}

TEST(ExactlyOne, AgreesWithItsDefinitionAndItsSlopesWithDifferences) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  ExactlyOne exactly_one;
  for (const std::size_t count : {1U, 2U, 3U, 6U, 17U}) {
    for (int repetition = 0; repetition < 50; ++repetition) {
      std::vector<double> degrees(count);
      for (double& degree : degrees) degree = uniform(random);
      if (repetition % 5 == 0) degrees[repetition % count] = repetition % 2;  // no product may be divided out
      std::vector<double> slopes(count);
      EXPECT_NEAR(exactly_one(degrees, slopes), by_definition(degrees), 1e-14);
      for (std::size_t k = 0; k < count; ++k) {
        constexpr double step = 1e-5;
        std::vector<double> up = degrees;
        std::vector<double> down = degrees;
        up[k] += step;
        down[k] -= step;
        EXPECT_NEAR(slopes[k], (by_definition(up) - by_definition(down)) / (2 * step), 1e-8);
      }
    }
  }
}

}  // namespace
}  // namespace kenn::infer
