// Tests of what networks see: features of objects, and of tuples and their objects side by side.
#include "dataset/inputs.h"

#include <gtest/gtest.h>

#include "dataset/random_data.h"

namespace kenn {
namespace {

using test::RandomData;

float cell(const Features& features, std::size_t row, std::size_t column) {
  if (const auto* const dense = std::get_if<DenseRows>(&features.values)) {
    return dense->values[row * features.columns + column];
  }
  const auto& sparse = std::get<SparseRows>(features.values);
  for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
    if (sparse.columns[i] == column) return sparse.values[i];
  }
  return 0;
}

TEST(Inputs, OfObjectsAreTheirFeaturesWhereTheyAre) {
  const RandomData data(0);
  Features joined;
  const TableIndex table = *data.dataset.tables.schema().find("P");
  EXPECT_EQ(&input_of(data.dataset, table, joined), &*data.dataset.features[0]);
  EXPECT_EQ(input_width(data.dataset, table), 7U);
}

TEST(Inputs, OfTuplesAreTheirOwnAndThoseOfTheirObjects) {
  for (const bool is_sparse : {true, false}) {
    RandomData data(1);
    if (!is_sparse) data.dataset.features[0] = Features{30, 2, DenseRows{std::vector<float>(60, 0.5F)}};
    const TableIndex table = *data.dataset.tables.schema().find("R");
    Features joined;
    const Features& input = input_of(data.dataset, table, joined);
    EXPECT_EQ(&input, &joined);
    EXPECT_EQ(input.is_sparse(), is_sparse);
    const Listing& listing = data.dataset.tables.listing(table);
    const Features& own = *data.dataset.tuple_features[table];
    const Features& first = *data.dataset.features[0];
    const Features& second = *data.dataset.features[1];
    ASSERT_EQ(input.rows, listing.count());
    ASSERT_EQ(input.columns, own.columns + first.columns + second.columns);
    ASSERT_EQ(input.columns, input_width(data.dataset, table));
    for (std::size_t row = 0; row < input.rows; ++row) {
      std::size_t column = 0;
      for (std::size_t k = 0; k < own.columns; ++k) EXPECT_EQ(cell(input, row, column++), cell(own, row, k));
      for (std::size_t k = 0; k < first.columns; ++k) {
        EXPECT_EQ(cell(input, row, column++), cell(first, listing.tuples[2 * row], k));
      }
      for (std::size_t k = 0; k < second.columns; ++k) {
        EXPECT_EQ(cell(input, row, column++), cell(second, listing.tuples[2 * row + 1], k));
      }
    }
  }
}

TEST(Inputs, WithoutFeaturesThereAreNoColumns) {
  RandomData data(2);
  data.dataset.features = {std::nullopt, std::nullopt};
  data.dataset.tuple_features.assign(data.dataset.tuple_features.size(), std::nullopt);
  for (const char* const name : {"P", "R"}) {
    Features joined;
    const TableIndex table = *data.dataset.tables.schema().find(name);
    const Features& input = input_of(data.dataset, table, joined);
    EXPECT_EQ(input.columns, 0U);
    EXPECT_EQ(input.rows, data.dataset.tables.row_count(table));
    EXPECT_EQ(input_width(data.dataset, table), 0U);
  }
}

Features dense_features() {
  return {3, 2, DenseRows{{3, 4, 0, 0, -0.5F, 0}}};
}

Features sparse_features() {
  return {3, 2, SparseRows{{0, 2, 2, 3}, {0, 1, 0}, {3, 4, -0.5F}}};
}

TEST(ScaleRows, GivesEveryRowTheLengthOne) {
  Features dense = dense_features();
  scale_rows(dense);
  EXPECT_EQ(std::get<DenseRows>(dense.values).values, (std::vector<float>{0.6F, 0.8F, 0, 0, -1, 0}));
  Features sparse = sparse_features();
  scale_rows(sparse);
  EXPECT_EQ(std::get<SparseRows>(sparse.values).values, (std::vector<float>{0.6F, 0.8F, -1}));
}

// The mean of many draws is what was there, and the same seed leaves out the same.
TEST(LeaveOut, KeepsTheMean) {
  for (const Features& features : {dense_features(), sparse_features()}) {
    std::vector<double> sums(6);
    constexpr int draws = 20'000;
    Random random(7, 0);
    for (int i = 0; i < draws; ++i) {
      const Features rest = leave_out(features, 0.25, random);
      if (const auto* const dense = std::get_if<DenseRows>(&rest.values)) {
        for (std::size_t k = 0; k < 6; ++k) sums[k] += static_cast<double>(dense->values[k]);
        continue;
      }
      const auto& sparse = std::get<SparseRows>(rest.values);
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t k = sparse.offsets[row]; k < sparse.offsets[row + 1]; ++k) {
          sums[2 * row + sparse.columns[k]] += static_cast<double>(sparse.values[k]);
        }
      }
    }
    const std::vector<double> expected = {3, 4, 0, 0, -0.5, 0};
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(sums[k] / draws, expected[k], 0.05);
    Random first(3, 1);
    Random second(3, 1);
    EXPECT_EQ(leave_out(features, 0.5, first), leave_out(features, 0.5, second));
  }
}

}  // namespace
}  // namespace kenn
