// Tests of the minimiser with an L1 penalty, on problems whose solution is known.
#include "trust/sparse_descent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace kenn::trust {
namespace {

// f = sum c_i (x_i - a_i)^2 / 2 has its penalised minimum at soft(a_i, strength / c_i).
TEST(SparseDescent, SolvesSeparableProblems) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(0.1, 10);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> curvatures;
    std::vector<double> centres;
    for (int i = 0; i < 8; ++i) {
      curvatures.push_back(number(random));
      centres.push_back(number(random) - 5);
    }
    const SmoothFunction function = [&](std::span<const double> x, std::span<double> gradient) {
      double value = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        value += curvatures[i] * (x[i] - centres[i]) * (x[i] - centres[i]) / 2;
        gradient[i] = curvatures[i] * (x[i] - centres[i]);
      }
      return value;
    };
    const double strength = number(random);
    const std::vector<double> found = minimise_sparse(
        function, std::vector<double>(8), {.strength = strength, .curvature = 1, .tolerance = 1e-14});
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double wanted =
          std::copysign(std::max(0.0, std::abs(centres[i]) - strength / curvatures[i]), centres[i]);
      EXPECT_NEAR(found[i], wanted, 1e-5);
    }
  }
}

TEST(SparseDescent, KeepsZerosIfAsked) {
  const SmoothFunction function = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = x[0] - 3;
    gradient[1] = x[1] - 3;
    return ((x[0] - 3) * (x[0] - 3) + (x[1] - 3) * (x[1] - 3)) / 2;
  };
  const std::vector<double> found = minimise_sparse(function, {0, 1}, {.keeps_zeros = true});
  EXPECT_EQ(found[0], 0);
  EXPECT_NEAR(found[1], 3, 1e-3);
}

TEST(SparseDescent, IsNeverWorseThanItsStart) {
  const SmoothFunction steep = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = 1e6 * std::sin(x[0]);
    return -1e6 * std::cos(x[0]);
  };
  for (const double start : {0.0, 0.5, 2.0, 3.0}) {
    std::vector<double> ignored(1);
    const std::vector<double> found = minimise_sparse(steep, {start}, {.strength = 0.1, .curvature = 1e-6});
    EXPECT_LE(steep(found, ignored) + 0.1 * std::abs(found[0]),
              steep(std::vector{start}, ignored) + 0.1 * start);
  }
}

}  // namespace
}  // namespace kenn::trust
