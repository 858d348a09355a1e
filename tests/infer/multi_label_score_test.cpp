// Tests of micro F1 and exact match, on numbers worked out by hand and against a count label by label.
#include "infer/multi_label_score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support.h"

namespace kenn::infer {
namespace {

// Two predicates outside the exclusive group of two, which does not count.
struct Small {
  Small() {
    dataset.tables.resize("P", 5);
    const auto row = [&](table::Known m, table::Known n, table::Split split) {
      dataset.labels[0].atoms.insert(dataset.labels[0].atoms.end(),
                                     {table::Known::yes, m, table::Known::no, n});
      dataset.labels[0].splits.push_back(split);
    };
    row(table::Known::yes, table::Known::no, table::Split::test);
    row(table::Known::yes, table::Known::yes, table::Split::test);
    row(table::Known::no, table::Known::nothing, table::Split::test);
    row(table::Known::nothing, table::Known::nothing, table::Split::test);
    row(table::Known::no, table::Known::no, table::Split::train);
  }

  Knowledge knowledge = Knowledge::from_text("type P predict A(P), M(P), B(P), N(P) exclusive A, B");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {std::nullopt}, {table::Labels{}}, {}};
  std::vector<std::vector<float>> values = {{
      0, 2,  9, -1,    // right
      0, 1,  9, 0,     // one of two: 0 is no
      0, -3, 9, 7,     // right as far as it is known
      0, 1,  9, 1,     // nothing is known
      0, 1,  9, 0.5F,  // both wrong
  }};
};

TEST(MultiLabelScore, OfATestSplit) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  const auto scores = multi_label_scores(graph, small.values, table::Split::test);
  ASSERT_EQ(scores.size(), 1U);
  EXPECT_EQ(scores[0].table, "P");
  EXPECT_EQ(scores[0].predicates, 2U);
  EXPECT_EQ(scores[0].rows, 3U);
  EXPECT_EQ(scores[0].exact, 2U);
  EXPECT_EQ(scores[0].true_positives, 2U);
  EXPECT_EQ(scores[0].false_positives, 0U);
  EXPECT_EQ(scores[0].false_negatives, 1U);
  EXPECT_DOUBLE_EQ(scores[0].micro_f1(), 4.0 / 5);
  EXPECT_DOUBLE_EQ(scores[0].exact_match(), 2.0 / 3);
}

TEST(MultiLabelScore, OfAllLabels) {
  const Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  const auto scores = multi_label_scores(graph, small.values, std::nullopt);
  EXPECT_EQ(scores[0].rows, 4U);
  EXPECT_DOUBLE_EQ(scores[0].micro_f1(), 4.0 / 7);
  EXPECT_DOUBLE_EQ(scores[0].exact_match(), 0.5);
}

TEST(MultiLabelScore, NothingThereAndNothingPredicted) {
  Small small;
  const dataset::Graph graph(small.knowledge, small.dataset);
  small.values[0].assign(20, -1);
  const auto scores = multi_label_scores(graph, small.values, table::Split::train);
  EXPECT_TRUE(std::isnan(scores[0].micro_f1()));
  EXPECT_DOUBLE_EQ(scores[0].exact_match(), 1);
  EXPECT_TRUE(multi_label_scores(graph, small.values, table::Split::valid).empty());
}

TEST(MultiLabelScore, OneLabelIsNotSeveral) {
  const Knowledge knowledge = Knowledge::from_text("type P predict A(P), B(P), M(P) exclusive A, B");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {std::nullopt}, {table::Labels{}}, {}};
  dataset.tables.resize("P", 1);
  dataset.labels[0].atoms = {table::Known::yes, table::Known::no, table::Known::yes};
  const dataset::Graph graph(knowledge, dataset);
  EXPECT_TRUE(multi_label_scores(graph, {{1, 0, 1}}, std::nullopt).empty());
}

TEST(MultiLabelScore, AgreesWithSets) {
  test::check_property(100, [] {
    const auto rows = static_cast<std::size_t>(1 + test::below(12));
    const Knowledge knowledge = Knowledge::from_text("type P predict A(P), B(P), C(P)");
    DatasetParts dataset{Tables(knowledge), {std::nullopt}, {std::nullopt}, {table::Labels{}}, {}};
    dataset.tables.resize("P", rows);
    std::vector<std::vector<float>> values(1);
    double common = 0;
    double sizes = 0;
    double equal = 0;
    double labelled = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      int known = 0;
      int same = 0;
      for (int i = 0; i < 3; ++i) {
        const int label = test::below(3) - 1;
        const bool predicted = test::once_in(2);
        dataset.labels[0].atoms.push_back(static_cast<table::Known>(label));
        values[0].push_back(predicted ? 0.25F : -0.25F);
        if (label < 0) continue;
        known += 1;
        same += (label == 1) == predicted ? 1 : 0;
        common += label == 1 && predicted ? 1 : 0;
        sizes += label + (predicted ? 1 : 0);
      }
      labelled += known > 0 ? 1 : 0;
      equal += known > 0 && same == known ? 1 : 0;
    }
    const dataset::Graph graph(knowledge, dataset);
    const auto scores = multi_label_scores(graph, values, std::nullopt);
    RC_ASSERT(scores.empty() == (labelled == 0));
    if (scores.empty()) return;
    RC_ASSERT(scores[0].exact_match() == equal / labelled);
    if (sizes > 0) RC_ASSERT(scores[0].micro_f1() == 2 * common / sizes);
  });
}

}  // namespace
}  // namespace kenn::infer
