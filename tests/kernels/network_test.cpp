// Tests of the kernels of networks: every instruction set against plain loops in double precision.
#include "kernels/network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/every_target.h"

namespace kenn::kernels {
namespace {

struct Sparse {
  Sparse(std::mt19937& random, std::size_t rows, std::size_t columns) {
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        if (row % 5 == 3 || random() % 3 > 0) continue;  // some rows are empty
        this->columns.push_back(column);
        values.push_back(static_cast<float>(random() % 200) / 100.0F - 1.0F);
      }
      offsets.push_back(this->columns.size());
    }
  }

  [[nodiscard]] SparseView view() const { return {offsets.data(), columns.data(), values.data()}; }

  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> columns;
  std::vector<float> values;
};

TEST(NetworkKernels, SparseProducts) {
  on_every_target([] {
    std::mt19937 random(1);
    for (std::size_t width = 0; width <= 150; width += width < 70 ? 1 : 13) {
      const std::size_t rows = 11;
      const std::size_t columns = 1 + width % 9;
      const Sparse sparse(random, rows, columns);
      std::vector<float> dense(columns * width);
      for (float& value : dense) value = static_cast<float>(random() % 200) / 100.0F - 1.0F;
      constexpr float untouched = 77;
      std::vector<float> output(rows * width + 1, untouched);
      const std::vector<float> start(width, 0.25F);
      multiply_sparse(sparse.view(), 0, 4, dense.data(), width, start.data(), output.data());
      multiply_sparse(sparse.view(), 4, rows, dense.data(), width, start.data(), output.data());
      EXPECT_EQ(output.back(), untouched);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < width; ++k) {
          double sum = 0.25;
          for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
            sum += static_cast<double>(sparse.values[i]) *
                   static_cast<double>(dense[sparse.columns[i] * width + k]);
          }
          ASSERT_NEAR(output[row * width + k], sum, 1e-5) << width << " " << row << " " << k;
        }
      }
    }
  });
}

TEST(NetworkKernels, StepsOfAdam) {
  on_every_target([] {
    std::mt19937 random(2);
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<float> gradients(count);
      std::vector<float> first(count + 1, 5.0F);
      std::vector<float> second(count + 1, 6.0F);
      std::vector<float> values(count + 1, 7.0F);
      for (std::size_t i = 0; i < count; ++i) {
        gradients[i] = static_cast<float>(random() % 200) / 100.0F - 1.0F;
        first[i] = static_cast<float>(random() % 200) / 100.0F - 1.0F;
        second[i] = static_cast<float>(random() % 200) / 100.0F;
        values[i] = static_cast<float>(random() % 200) / 100.0F - 1.0F;
      }
      const auto old_first = first;
      const auto old_second = second;
      const auto old_values = values;
      const AdamStep step{.rate = 0.01F, .scale = 1.5F, .epsilon = 1e-3F, .decay = 0.1F};
      adam_step(step, gradients.data(), count, first.data(), second.data(), values.data());
      EXPECT_EQ(first.back(), 5.0F);
      EXPECT_EQ(second.back(), 6.0F);
      EXPECT_EQ(values.back(), 7.0F);
      for (std::size_t i = 0; i < count; ++i) {
        const double g = static_cast<double>(gradients[i]) + 0.1 * static_cast<double>(old_values[i]);
        const double m = 0.9 * static_cast<double>(old_first[i]) + 0.1 * g;
        const double v = 0.999 * static_cast<double>(old_second[i]) + 0.001 * g * g;
        EXPECT_NEAR(first[i], m, 1e-6);
        EXPECT_NEAR(second[i], v, 1e-6);
        EXPECT_NEAR(values[i], static_cast<double>(old_values[i]) - 0.01 * m / (std::sqrt(v) * 1.5 + 1e-3),
                    1e-6);
      }
    }
  });
}

}  // namespace
}  // namespace kenn::kernels
