// Tests of the comparison of predictions on the labels for validation.
#include "trust/compare.h"

#include <gtest/gtest.h>

#include "methods/random_data.h"

namespace kenn {
namespace {

// Right predictions, of which some rows for validation are turned around.
TableList predictions(const Graph& graph, std::size_t wrong) {
  TableList all;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const Labels& labels = graph.labels(i);
    const std::size_t width = graph.schema(i).columns.size();
    std::vector<float>& logits = all.emplace_back();
    for (std::size_t row = 0; row < graph.plan.tables()[i].rows; ++row) {
      const bool is_wrong = labels.splits[row] == Split::valid && wrong > 0;
      if (is_wrong) --wrong;
      for (std::size_t column = 0; column < width; ++column) {
        const float right = labels.atoms[row * width + column] == Known::yes ? 1.0F : -1.0F;
        logits.push_back(is_wrong ? -right : right);
      }
    }
  }
  return all;
}

TEST(IsClearlyWorse, NeedsMoreThanAStandardError) {
  const test::RandomData data(3, 200, 6);
  const Graph graph(data.knowledge, data.dataset);
  ASSERT_TRUE(has_validation(graph));
  const TableList right = predictions(graph, 0);
  EXPECT_FALSE(is_clearly_worse(graph, right, right));
  EXPECT_FALSE(is_clearly_worse(graph, predictions(graph, 1), right)) << "one row may be chance";
  EXPECT_TRUE(is_clearly_worse(graph, predictions(graph, 10), right));
  EXPECT_FALSE(is_clearly_worse(graph, right, predictions(graph, 10)));
}

TEST(IsClearlyWorse, IsFalseWithoutLabelsForValidation) {
  test::RandomData data(3, 200, 6);
  for (Labels& labels : data.dataset.labels) {
    std::replace(labels.splits.begin(), labels.splits.end(), Split::valid, Split::none);
  }
  const Graph graph(data.knowledge, data.dataset);
  EXPECT_FALSE(has_validation(graph));
  EXPECT_FALSE(is_clearly_worse(graph, predictions(graph, 0), predictions(graph, 0)));
}

}  // namespace
}  // namespace kenn
