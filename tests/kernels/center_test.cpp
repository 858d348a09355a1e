// Tests of the kernels that centre groups: every instruction set against plain loops in double precision.
#include "kernels/center.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/every_target.h"

namespace kenn::kernels {
namespace {

// A table of random numbers, and a group of its columns. Only some rows are to be touched.
struct Problem {
  Problem(std::mt19937& random, std::size_t first_column, std::size_t count, std::size_t step,
          std::size_t row_size) {
    for (std::size_t i = 0; i < count; ++i)
      columns.push_back(static_cast<std::uint32_t>(first_column + i * step));
    rows = {columns.data(), count, row_size, 2, 9};
    for (std::vector<float>* const table : {&cells, &others, &results}) {
      for (std::size_t i = 0; i < 11 * row_size; ++i)
        table->push_back(static_cast<float>(random() % 2000) / 100.0F - 10.0F);
    }
  }

  [[nodiscard]] bool is_touched(std::size_t cell) const {
    const std::size_t row = cell / rows.row_size;
    return row >= rows.first && row < rows.last &&
           std::find(columns.begin(), columns.end(), cell % rows.row_size) != columns.end();
  }

  [[nodiscard]] double mean(const std::vector<float>& table, std::size_t cell) const {
    double sum = 0;
    for (const std::uint32_t column : columns)
      sum += double{table[cell / rows.row_size * rows.row_size + column]};
    return sum / static_cast<double>(columns.size());
  }

  std::vector<std::uint32_t> columns;
  GroupRows rows;
  std::vector<float> cells;
  std::vector<float> others;
  std::vector<float> results;
};

// Groups of all widths around the vector length: whole rows, in the middle of rows, at their end, scattered.
template <typename Test>
void for_problems(Test test) {
  std::mt19937 random(1);
  for (const std::size_t count :
       {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 24, 31, 40, 64, 65, 127, 128, 129, 300}) {
    test(Problem(random, 0, count, 1, count));
    test(Problem(random, 3, count, 1, count + 3));
    test(Problem(random, 2, count, 1, count + 4));
    test(Problem(random, 1, count, 2, 2 * count + 2));
  }
}

TEST(CenterKernels, MoveTheMeanToZeroAndTouchNothingElse) {
  on_every_target([] {
    for_problems([](Problem problem) {
      std::vector<float> centered = problem.results;
      ASSERT_TRUE(center_rows(problem.rows, problem.cells.data(), centered.data()));
      for (std::size_t i = 0; i < centered.size(); ++i) {
        if (!problem.is_touched(i)) {
          ASSERT_EQ(centered[i], problem.results[i]) << i;
        } else {
          ASSERT_NEAR(centered[i], double{problem.cells[i]} - problem.mean(problem.cells, i), 1e-5) << i;
        }
      }
    });
  });
}

TEST(CenterKernels, FindNumbersThatAreNotFinite) {
  on_every_target([] {
    for_problems([](Problem problem) {
      const float infinity = std::numeric_limits<float>::infinity();
      for (const std::uint32_t column : problem.columns) {
        for (const float wrong : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
          std::vector<float> cells = problem.cells;
          cells[5 * problem.rows.row_size + column] = wrong;
          std::vector<float> centered = problem.results;
          ASSERT_FALSE(center_rows(problem.rows, cells.data(), centered.data())) << column;
        }
      }
    });
  });
}

TEST(CenterKernels, AddWhatChanged) {
  on_every_target([] {
    for_problems([](Problem problem) {
      std::vector<float> outputs = problem.results;
      restore_rows(problem.rows, problem.cells.data(), problem.others.data(), outputs.data());
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        const float before = problem.results[i];
        const float expected =
            problem.is_touched(i) ? problem.cells[i] + (before - problem.others[i]) : before;
        ASSERT_EQ(outputs[i], expected) << i;
      }
    });
  });
}

TEST(CenterKernels, GiveGradientsTheMeanOfTheOutputs) {
  on_every_target([] {
    for_problems([](Problem problem) {
      std::vector<float> gradients = problem.results;
      center_gradients(problem.rows, problem.others.data(), gradients.data());
      for (std::size_t i = 0; i < gradients.size(); ++i) {
        const double before = double{problem.results[i]};
        if (!problem.is_touched(i)) {
          ASSERT_EQ(gradients[i], problem.results[i]) << i;
        } else {
          const double expected = before + problem.mean(problem.others, i) - problem.mean(problem.results, i);
          ASSERT_NEAR(gradients[i], expected, 2e-5) << i;
        }
      }
    });
  });
}

}  // namespace
}  // namespace kenn::kernels
