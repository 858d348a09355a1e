// Tests of the kernels of dense products: every instruction set against plain loops in double precision.
#include "kernels/dense.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/every_target.h"

namespace kenn::kernels {
namespace {

constexpr float untouched = 77;

std::vector<float> random_values(std::mt19937& random, std::size_t count) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random() % 200) / 100.0F - 1.0F;
  return values;
}

std::vector<float> packed(const std::vector<float>& right, std::size_t inner, std::size_t width) {
  std::vector<float> result(packed_size(inner, width));
  pack_columns(right.data(), inner, width, result.data());
  return result;
}

TEST(DenseKernels, Products) {
  on_every_target([] {
    std::mt19937 random(3);
    for (std::size_t width = 0; width <= 150; width += width < 70 ? 1 : 13) {
      const std::size_t rows = 5 + 7 * (width % 5);
      const std::size_t inner = width % 11;
      const std::vector<float> left = random_values(random, rows * inner);
      const std::vector<float> right = random_values(random, inner * width);
      const std::vector<float> start = random_values(random, width);
      const std::vector<float> strips = packed(right, inner, width);
      std::vector<float> output(rows * width + 1, untouched);
      std::vector<float> without = output;
      std::vector<float> whole = output;
      multiply_dense(left.data(), inner, 0, 3, strips.data(), width, start.data(), output.data());
      multiply_dense(left.data(), inner, 3, rows, strips.data(), width, start.data(), output.data());
      multiply_dense(left.data(), inner, 0, rows, strips.data(), width, start.data(), whole.data());
      multiply_dense(left.data(), inner, 0, rows, strips.data(), width, nullptr, without.data());
      EXPECT_EQ(output.back(), untouched);
      EXPECT_EQ(output, whole);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < width; ++k) {
          double sum = 0;
          for (std::size_t i = 0; i < inner; ++i) {
            sum += static_cast<double>(left[row * inner + i]) * static_cast<double>(right[i * width + k]);
          }
          ASSERT_NEAR(without[row * width + k], sum, 1e-5) << width;
          ASSERT_NEAR(output[row * width + k], sum + static_cast<double>(start[k]), 1e-5) << width;
        }
      }
    }
  });
}

TEST(DenseKernels, TransposedProducts) {
  on_every_target([] {
    std::mt19937 random(4);
    for (const std::size_t rows : {0U, 1U, 7U, 1024U}) {
      for (std::size_t width = 0; width <= 70; width += rows > 100 ? 7 : 1) {
        const std::size_t inner = 1 + width % 29;
        const std::vector<float> left = random_values(random, rows * inner);
        const std::vector<float> right = random_values(random, rows * width);
        std::vector<float> output(inner * width + 1, untouched);
        std::vector<float> whole = output;
        const std::size_t middle = inner / 2;
        std::vector<float> room(transposed_room(rows, 0, inner) + 1, untouched);
        multiply_transposed(left.data(), rows, inner, 0, middle, right.data(), width, room.data(),
                            output.data());
        multiply_transposed(left.data(), rows, inner, middle, inner, right.data(), width, room.data(),
                            output.data());
        multiply_transposed(left.data(), rows, inner, 0, inner, right.data(), width, room.data(),
                            whole.data());
        EXPECT_EQ(output.back(), untouched);
        EXPECT_EQ(room.back(), untouched);
        EXPECT_EQ(output, whole);
        for (std::size_t i = 0; i < inner; ++i) {
          for (std::size_t k = 0; k < width; ++k) {
            double sum = 0;
            for (std::size_t row = 0; row < rows; ++row) {
              sum += static_cast<double>(left[row * inner + i]) * static_cast<double>(right[row * width + k]);
            }
            ASSERT_NEAR(output[i * width + k], sum, 1e-4) << rows << " " << width;
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace kenn::kernels
