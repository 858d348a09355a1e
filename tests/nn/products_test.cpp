// Tests of the products of networks: against double precision, and the same bits for any number of threads.
#include "nn/products.h"

#include <gtest/gtest.h>

#include <array>

#include "base/random.h"

namespace kenn::nn {
namespace {

template <typename Number>
std::vector<Number> random_values(std::size_t count, std::uint64_t seed) {
  base::Random random(seed, 1);
  std::vector<Number> values(count);
  for (Number& value : values) value = static_cast<Number>(static_cast<int>(random.below(201)) - 100) / 64;
  return values;
}

std::vector<double> in_double(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

template <typename Number>
std::vector<Number> transposed_product(base::ThreadPool& threads, const std::vector<Number>& left,
                                       std::size_t rows, std::size_t inner, const std::vector<Number>& right,
                                       std::size_t width) {
  std::vector<Number> output(inner * width, Number{5});
  multiply_transposed(threads, left.data(), rows, inner, right.data(), width, output.data());
  return output;
}

template <typename Number>
std::vector<Number> product(base::ThreadPool& threads, const std::vector<Number>& left, std::size_t rows,
                            std::size_t inner, const std::vector<Number>& right, std::size_t width) {
  const Right<Number> prepared(right, inner, width);
  std::vector<Number> output(rows * width);
  const Number* const none = nullptr;
  share_dense_rows(threads, rows, inner * width, [&](std::size_t first, std::size_t last) {
    multiply_rows(left.data(), first, last, prepared, none, output.data());
  });
  return output;
}

void expect_near(const std::vector<float>& found, const std::vector<double>& expected, double most) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], most) << i;
}

// rows, inner, width
constexpr std::array<std::array<std::size_t, 3>, 10> shapes = {{{0, 3, 2},
                                                                {1, 1, 1},
                                                                {7, 300, 5},
                                                                {500, 40, 33},
                                                                {1024, 13, 64},
                                                                {1025, 12, 50},
                                                                {5000, 600, 3},
                                                                {40000, 30, 6},
                                                                {3000, 0, 4},
                                                                {300, 5, 0}}};

TEST(Products, AreThoseOfDoublesWithAnyNumberOfThreads) {
  base::ThreadPool one(1);
  base::ThreadPool three(3);
  for (const auto& [rows, inner, width] : shapes) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(inner) + " x " + std::to_string(width));
    const auto left = random_values<float>(rows * inner, 1);
    const auto right = random_values<float>(inner * width, 2);
    const auto below = random_values<float>(rows * width, 3);
    const std::vector<float> dense = product(one, left, rows, inner, right, width);
    EXPECT_EQ(dense, product(three, left, rows, inner, right, width));
    expect_near(dense, product(one, in_double(left), rows, inner, in_double(right), width), 1e-3);
    const std::vector<float> transposed = transposed_product(one, left, rows, inner, below, width);
    EXPECT_EQ(transposed, transposed_product(three, left, rows, inner, below, width));
    expect_near(transposed, transposed_product(one, in_double(left), rows, inner, in_double(below), width),
                1e-2);
  }
}

}  // namespace
}  // namespace kenn::nn
