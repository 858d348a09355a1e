// Tests of Adam's steps.
#include "nn/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kenn::nn {
namespace {

TEST(Adam, StepsAsItsFormulaSays) {
  Adam adam(1, {.learning_rate = 0.1});
  std::vector<float> value = {1.0F};
  adam.step(value, std::vector<float>{3.0F});
  EXPECT_NEAR(value[0], 0.9F, 1e-6);  // the first step is the learning rate, whatever the gradient is
  adam.step(value, std::vector<float>{-1.0F});
  const double first = (0.9 * 0.1 * 3 + 0.1 * -1) / (1 - 0.81);
  const double second = (0.999 * 0.001 * 9 + 0.001) / (1 - 0.998001);
  EXPECT_NEAR(value[0], 0.9 - 0.1 * first / std::sqrt(second), 1e-6);
}

}  // namespace
}  // namespace kenn::nn
