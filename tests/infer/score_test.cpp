// Tests of scores and probabilities, on numbers worked out by hand.
#include "infer/score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "nn/probabilities.h"

namespace kenn::infer {
namespace {

struct Small {
  Small() {
    dataset.tables.resize("P", 5);
    const auto row = [&](int holds, table::Known multi, table::Split split) {
      for (int i = 0; i < 3; ++i) {
        dataset.labels[0].atoms.push_back(holds < 0    ? table::Known::nothing
                                          : holds == i ? table::Known::yes
                                                       : table::Known::no);
      }
      dataset.labels[0].atoms.push_back(multi);
      dataset.labels[0].splits.push_back(split);
    };
    row(0, table::Known::yes, table::Split::test);
    row(0, table::Known::no, table::Split::test);
    row(1, table::Known::nothing, table::Split::test);
    row(2, table::Known::yes, table::Split::train);
    row(-1, table::Known::no, table::Split::test);
  }

  Knowledge knowledge = Knowledge::from_text("type P predict A(P), B(P), C(P), M(P) exclusive A, B, C");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {std::nullopt}, {table::Labels{}}, {}};
  std::vector<std::vector<float>> values = {{
      1, 0, 0,  2,    // A, yes
      0, 3, 1,  0.5,  // B, yes
      0, 1, 0,  9,    // B
      0, 0, -1, -1,   // A (the first of equals), no
      5, 6, 7,  -2,   // C, no
  }};
};

TEST(Score, OfATestSplit) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  const auto scores = score(graph, small.values, table::Split::test);
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].name, "label");
  EXPECT_EQ(scores[0].classes, (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(scores[0].confusion, (std::vector<std::vector<std::uint64_t>>{{1, 1, 0}, {0, 1, 0}, {0, 0, 0}}));
  EXPECT_DOUBLE_EQ(scores[0].accuracy(), 2.0 / 3);
  // A: 2 / (2 + 1), B: 2 / (1 + 2); nothing is C or said to be
  EXPECT_DOUBLE_EQ(scores[0].macro_f1(), 2.0 / 3);
  EXPECT_EQ(scores[1].name, "M");
  EXPECT_EQ(scores[1].confusion, (std::vector<std::vector<std::uint64_t>>{{1, 1}, {0, 1}}));
  EXPECT_DOUBLE_EQ(*accuracy_of(scores), 4.0 / 6);
}

TEST(Score, OfAllLabels) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  const auto scores = score(graph, small.values, std::nullopt);
  EXPECT_EQ(scores[0].known(), 4U);
  EXPECT_EQ(scores[1].known(), 4U);
}

TEST(Score, NothingWithoutLabels) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  EXPECT_TRUE(score(graph, small.values, table::Split::valid).empty());
  EXPECT_FALSE(accuracy_of({}).has_value());
}

TEST(Probabilities, SoftmaxInGroupsLogisticElsewhere) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  const auto p = nn::probabilities(small.knowledge.vocabulary(), graph.schema(0), small.values[0]);
  const double sum = std::exp(1.0) + 2;
  EXPECT_NEAR(p[0], std::exp(1.0) / sum, 1e-7);
  EXPECT_NEAR(p[1], 1 / sum, 1e-7);
  EXPECT_NEAR(p[3], 1 / (1 + std::exp(-2.0)), 1e-7);
}

TEST(Probabilities, OfGreatNumbersAreFinite) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  const std::vector<float> values = {1e30F, -1e30F, 0, -1e30F};
  const auto p = nn::probabilities(small.knowledge.vocabulary(), graph.schema(0), values);
  EXPECT_EQ(p, (std::vector<float>{1, 0, 0, 0}));
}

}  // namespace
}  // namespace kenn::infer
