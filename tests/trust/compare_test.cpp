// Tests of the comparison of predictions on the labels for validation.
#include "trust/compare.h"

#include <gtest/gtest.h>

#include "dataset/random_data.h"

namespace kenn::trust {
namespace {

// Right predictions, of which some rows for validation are turned around.
dataset::TableList predictions(const dataset::Graph& graph, std::size_t wrong) {
  dataset::TableList all;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const table::Labels& labels = graph.labels(i);
    const std::size_t width = graph.schema(i).columns.size();
    std::vector<float>& logits = all.emplace_back();
    for (std::size_t row = 0; row < graph.plan.tables()[i].rows; ++row) {
      const bool is_wrong = labels.splits[row] == table::Split::valid && wrong > 0;
      if (is_wrong) --wrong;
      for (std::size_t column = 0; column < width; ++column) {
        const float right = labels.atoms[row * width + column] == table::Known::yes ? 1.0F : -1.0F;
        logits.push_back(is_wrong ? -right : right);
      }
    }
  }
  return all;
}

TEST(IsClearlyWorse, NeedsMoreThanAStandardError) {
  const test::RandomData data(3, 200, 6);
  const dataset::Graph graph(data.knowledge, data.dataset);
  ASSERT_TRUE(has_validation(graph));
  const dataset::TableList right = predictions(graph, 0);
  EXPECT_FALSE(is_clearly_worse(graph, right, right));
  EXPECT_FALSE(is_clearly_worse(graph, predictions(graph, 1), right)) << "one row may be chance";
  EXPECT_TRUE(is_clearly_worse(graph, predictions(graph, 10), right));
  EXPECT_FALSE(is_clearly_worse(graph, right, predictions(graph, 10)));
}

TEST(IsClearlyWorse, IsFalseWithoutLabelsForValidation) {
  test::RandomData data(3, 200, 6);
  for (table::Labels& labels : data.dataset.labels) {
    std::replace(labels.splits.begin(), labels.splits.end(), table::Split::valid, table::Split::none);
  }
  const dataset::Graph graph(data.knowledge, data.dataset);
  EXPECT_FALSE(has_validation(graph));
  const dataset::TableList right = predictions(graph, 0);
  dataset::TableList wrong = right;
  for (std::vector<float>& table : wrong) {
    for (float& logit : table) logit = -logit;
  }
  EXPECT_FALSE(is_clearly_worse(graph, wrong, right));
}

class ShouldReplace : public ::testing::Test {
 protected:
  // 100 objects with A and B, all labels for validation; 'A(x) -> B(x)' holds for each.
  ShouldReplace() {
    const Schema& schema = dataset.tables.schema();
    dataset.tables.resize("P", objects);
    dataset.labels.resize(schema.tables.size());
    table::Labels& labels = dataset.labels.front();
    labels.atoms.assign(2 * objects, table::Known::yes);
    labels.splits.assign(objects, table::Split::valid);
  }

  // Right, but for the first rows: `without_b` violate the rule, `without_both` do not.
  [[nodiscard]] static dataset::TableList predictions(std::size_t without_b, std::size_t without_both) {
    dataset::TableList all = {std::vector<float>(2 * objects, 1.0F)};
    for (std::size_t row = 0; row < without_b + without_both; ++row) {
      all[0][2 * row + 1] = -1;
      if (row >= without_b) all[0][2 * row] = -1;
    }
    return all;
  }

  // The network alone violates the rule in `alone` rows.
  [[nodiscard]] bool operator()(const dataset::TableList& model, const dataset::TableList& on_top,
                                std::size_t alone, bool is_constraint = true) const {
    return should_replace(dataset::Graph(knowledge, dataset), model, on_top, predictions(alone, 0),
                          {is_constraint}, 1);
  }

  static constexpr std::size_t objects = 100;
  Knowledge knowledge = Knowledge::from_text("type P\npredict A(P), B(P)\nrule: A(x) -> B(x)\n", "test");
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};
};

// 40 of 100 objects have the label A; 30 mistakes either way, but a missed label costs more of the micro F1.
TEST_F(ShouldReplace, CountsMistakesAsTheMicroF1Does) {
  dataset::TableList missing = {std::vector<float>(2 * objects, -1.0F)};
  dataset::TableList adding = missing;
  for (std::size_t row = 0; row < objects; ++row) {
    const bool holds = row < 40;
    dataset.labels.front().atoms[2 * row] = holds ? table::Known::yes : table::Known::no;
    dataset.labels.front().atoms[2 * row + 1] = table::Known::no;
    if (row < 10) missing[0][2 * row] = 1;
    if (row < 70) adding[0][2 * row] = 1;
  }
  const dataset::Graph graph(knowledge, dataset);
  EXPECT_TRUE(is_clearly_worse(graph, missing, adding));
  EXPECT_FALSE(is_clearly_worse(graph, adding, missing));
}

TEST_F(ShouldReplace, WhenTheModelIsClearlyWorse) {
  EXPECT_TRUE((*this)(predictions(0, 20), predictions(20, 0), 50)) << "40 mistakes against 20";
  EXPECT_FALSE((*this)(predictions(20, 0), predictions(0, 20), 50)) << "20 against 40, though none violates";
}

TEST_F(ShouldReplace, WhenTheModelViolatesConstraintsOftenAndTheOtherIsAboutAsGood) {
  EXPECT_TRUE((*this)(predictions(20, 0), predictions(0, 10), 99)) << "20 mistakes each, 20 of 99 violations";
  EXPECT_FALSE((*this)(predictions(20, 0), predictions(0, 10), 100)) << "no more than a fifth";
  EXPECT_FALSE((*this)(predictions(20, 0), predictions(0, 10), 99, false)) << "the rule is no constraint";
  EXPECT_FALSE((*this)(predictions(10, 0), predictions(20, 0), 30)) << "more violations";
  EXPECT_FALSE((*this)(predictions(5, 5), predictions(5, 5), 10)) << "the same";
}

}  // namespace
}  // namespace kenn::trust
