// Tests of logits after the rules: rows of a fold come from its own matrix, forward and backward.
#include "trust/ruled_logits.h"

#include <gtest/gtest.h>

#include <random>

namespace kenn::trust {
namespace {

constexpr std::size_t rows = 30;
constexpr std::uint32_t fold_count = 3;

class RuledLogitsTest : public testing::Test {
 protected:
  RuledLogitsTest() {
    std::vector<Row> pairs;
    for (std::size_t i = 0; i < 4 * rows; ++i) pairs.push_back(static_cast<Row>(random_() % rows));
    tables_.resize("P", rows);
    tables_.list("Edge", pairs);
    plan_.emplace(knowledge_, tables_);
    for (std::uint32_t fold = 0; fold < fold_count; ++fold) {
      std::vector<float>& logits = by_fold_.emplace_back();
      for (std::size_t i = 0; i < 2 * rows; ++i) logits.push_back(number());
      views_.push_back({logits});
    }
    folds_.count = fold_count;
    folds_.of_rows.emplace_back();
    for (std::size_t row = 0; row < rows; ++row) {
      folds_.of_rows[0].push_back(row % 4 == fold_count ? no_fold : static_cast<std::uint8_t>(row % 4));
    }
    options_.layers = 2;
    options_.boost = Boost::residual;
    options_.gradients = true;
    options_.threads = 1;
  }

  float number() { return static_cast<float>(random_() % 4001) / 1000.0F - 2.0F; }

  [[nodiscard]] dataset::TableList alone(std::uint32_t fold) const {
    Enhancer enhancer(*plan_, options_);
    dataset::TableList outputs{std::vector<float>(2 * rows)};
    enhancer.forward(weights_, views_[fold], std::vector<std::span<float>>{outputs[0]});
    return outputs;
  }

  std::mt19937 random_{3};
  Knowledge knowledge_ = Knowledge::from_text(
      "type P\npredict A(P), B(P)\ngiven Edge(P, P)\nrule: A(x) & Edge(x, y) -> A(y)\nrule: A(x) & Edge(x, "
      "y) -> B(y)\n");
  Tables tables_{knowledge_};
  std::optional<Plan> plan_;
  std::vector<std::vector<float>> by_fold_;
  LogitViews views_;
  Folds folds_;
  EnhanceOptions options_;
  std::vector<float> weights_ = {1.5F, 0.5F, 1.0F, 0.75F};
};

TEST_F(RuledLogitsTest, TakesTheRowsOfAFoldFromItsOwnMatrix) {
  RuledLogits ruled(*plan_, options_, views_, folds_);
  const dataset::TableList& outputs = ruled.run(weights_);
  for (std::uint32_t fold = 0; fold < fold_count; ++fold) {
    const dataset::TableList expected = alone(fold);
    for (std::size_t i = 0; i < 2 * rows; ++i) {
      if (folds_.of_rows[0][i / 2] == fold) {
        EXPECT_EQ(outputs[0][i], expected[0][i]);
      }
    }
  }
}

TEST_F(RuledLogitsTest, TakesAllRowsFromAnOnlyMatrix) {
  const LogitViews one = {views_[1]};
  EXPECT_EQ(RuledLogits(*plan_, options_, one, folds_).run(weights_), alone(1));
}

TEST_F(RuledLogitsTest, HasTheGradientsOfFiniteDifferences) {
  RuledLogits ruled(*plan_, options_, views_, folds_);
  dataset::TableList by_outputs{std::vector<float>(2 * rows)};
  for (std::size_t i = 0; i < 2 * rows; ++i) {
    if (folds_.of_rows[0][i / 2] != no_fold) by_outputs[0][i] = number();
  }
  const auto loss = [&] {
    const dataset::TableList& outputs = ruled.run(weights_);
    double sum = 0;
    for (std::size_t i = 0; i < 2 * rows; ++i) {
      sum += static_cast<double>(by_outputs[0][i]) * static_cast<double>(outputs[0][i]);
    }
    return sum;
  };
  loss();
  std::vector<float> by_weights(weights_.size());
  ruled.backward(weights_, by_outputs, by_weights);
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const float weight = weights_[i];
    constexpr float step = 0.01F;
    weights_[i] = weight + step;
    const double above = loss();
    weights_[i] = weight - step;
    const double below = loss();
    weights_[i] = weight;
    EXPECT_NEAR(static_cast<double>(by_weights[i]), (above - below) / (2 * static_cast<double>(step)), 2e-3);
  }
}

}  // namespace
}  // namespace kenn::trust
