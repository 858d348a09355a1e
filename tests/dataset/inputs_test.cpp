// Tests of what networks see: features of objects, and of tuples and their objects side by side.
#include "dataset/inputs.h"

#include <gtest/gtest.h>

#include "dataset/random_data.h"

namespace kenn::dataset {
namespace {

using test::RandomData;

float cell(const table::Features& features, std::size_t row, std::size_t column) {
  if (const auto* const dense = std::get_if<table::DenseRows>(&features.values)) {
    return dense->values[row * features.columns + column];
  }
  const auto& sparse = std::get<table::SparseRows>(features.values);
  for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
    if (sparse.columns[i] == column) return sparse.values[i];
  }
  return 0;
}

TEST(Inputs, OfObjectsAreTheirFeaturesWhereTheyAre) {
  const RandomData data(0);
  table::Features joined;
  const TableIndex table = *data.dataset.tables.schema().find("P");
  EXPECT_EQ(&input_of(data.dataset, table, joined), &*data.dataset.features[0]);
  EXPECT_EQ(input_width(data.dataset, table), 7U);
}

TEST(Inputs, OfTuplesAreTheirOwnAndThoseOfTheirObjects) {
  for (const bool is_sparse : {true, false}) {
    RandomData data(1);
    if (!is_sparse)
      data.dataset.features[0] = table::Features{30, 2, table::DenseRows{std::vector<float>(60, 0.5F)}};
    const TableIndex table = *data.dataset.tables.schema().find("R");
    table::Features joined;
    const table::Features& input = input_of(data.dataset, table, joined);
    EXPECT_EQ(&input, &joined);
    EXPECT_EQ(input.is_sparse(), is_sparse);
    const Listing& listing = data.dataset.tables.listing(table);
    const table::Features& own = *data.dataset.tuple_features[table];
    const table::Features& first = *data.dataset.features[0];
    const table::Features& second = *data.dataset.features[1];
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
    table::Features joined;
    const TableIndex table = *data.dataset.tables.schema().find(name);
    const table::Features& input = input_of(data.dataset, table, joined);
    EXPECT_EQ(input.columns, 0U);
    EXPECT_EQ(input.rows, data.dataset.tables.row_count(table));
    EXPECT_EQ(input_width(data.dataset, table), 0U);
  }
}

table::Features dense_features() {
  return {3, 2, table::DenseRows{{3, 4, 0, 0, -0.5F, 0}}};
}

table::Features sparse_features() {
  return {3, 2, table::SparseRows{{0, 2, 2, 3}, {0, 1, 0}, {3, 4, -0.5F}}};
}

TEST(ScaleRows, GivesEveryRowTheLengthOne) {
  table::Features dense = dense_features();
  scale_rows(dense);
  EXPECT_EQ(std::get<table::DenseRows>(dense.values).values, (std::vector<float>{0.6F, 0.8F, 0, 0, -1, 0}));
  table::Features sparse = sparse_features();
  scale_rows(sparse);
  EXPECT_EQ(std::get<table::SparseRows>(sparse.values).values, (std::vector<float>{0.6F, 0.8F, -1}));
}

// The mean of many draws is what was there, and the same seed leaves out the same.
TEST(LeaveOut, KeepsTheMean) {
  for (const table::Features& features : {dense_features(), sparse_features()}) {
    std::vector<double> sums(6);
    constexpr int draws = 20'000;
    base::Random random(7, 0);
    for (int i = 0; i < draws; ++i) {
      const table::Features rest = leave_out(features, 0.25, random);
      if (const auto* const dense = std::get_if<table::DenseRows>(&rest.values)) {
        for (std::size_t k = 0; k < 6; ++k) sums[k] += static_cast<double>(dense->values[k]);
        continue;
      }
      const auto& sparse = std::get<table::SparseRows>(rest.values);
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t k = sparse.offsets[row]; k < sparse.offsets[row + 1]; ++k) {
          sums[2 * row + sparse.columns[k]] += static_cast<double>(sparse.values[k]);
        }
      }
    }
    const std::vector<double> expected = {3, 4, 0, 0, -0.5, 0};
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(sums[k] / draws, expected[k], 0.05);
    base::Random first(3, 1);
    base::Random second(3, 1);
    EXPECT_EQ(leave_out(features, 0.5, first), leave_out(features, 0.5, second));
  }
}

}  // namespace
}  // namespace kenn::dataset
