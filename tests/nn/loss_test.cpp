// Tests of the loss: its value by hand, its gradient by differences, what counts as right.
#include "nn/loss.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kenn::nn {
namespace {

constexpr auto yes = table::Known::yes;
constexpr auto no = table::Known::no;
constexpr auto open = table::Known::nothing;

// Table P: A, B and C exclude each other, D is alone.
class LossTest : public ::testing::Test {
 protected:
  [[nodiscard]] TableLoss loss_of(const table::Labels& labels, const std::vector<bool>& is_in) const {
    return {knowledge_.vocabulary(), Tables(knowledge_).schema().tables[0], labels, is_in};
  }

  Knowledge knowledge_ =
      Knowledge::from_text("type P\npredict A(P), B(P), C(P), D(P)\nexclusive A, B, C\nrule: A(x) -> D(x)\n");
  table::Labels labels_{{yes, no, no, no,        //
                         open, open, open, yes,  //
                         no, no, open, open,     // only known not to hold: nothing for the group
                         no, no, yes, yes},
                        {}};
  std::vector<float> z_ = {0.5F, -1, 2, 0.3F, 4, 5, 6, -2, 1, 1, 1, 1, 0, 0.1F, 3, 7};
};

double logistic(double z) {
  return 1 / (1 + std::exp(-z));
}

TEST_F(LossTest, IsTheMeanOfEachPart) {
  const TableLoss loss = loss_of(labels_, {true, true, true, true});
  const double first = std::exp(0.5) / (std::exp(0.5) + std::exp(-1) + std::exp(2));
  const double last = std::exp(3) / (1 + std::exp(0.1) + std::exp(3));
  const double atoms = (std::log(1 - logistic(0.3)) + std::log(logistic(-2)) + std::log(logistic(7))) / 3;
  EXPECT_NEAR(loss.add(Loss::cross_entropy, z_, {}), -(std::log(first) + std::log(last)) / 2 - atoms, 1e-6);
  const double right = (1 - first + 1 - last) / 2 + (logistic(0.3) + 1 - logistic(-2) + 1 - logistic(7)) / 3;
  EXPECT_NEAR(loss.add(Loss::linear, z_, {}), 16.11809565 * right, 1e-5);
}

TEST_F(LossTest, HasTheGradientThatDifferencesShow) {
  const TableLoss loss = loss_of(labels_, {true, true, true, true});
  for (const Loss kind : {Loss::cross_entropy, Loss::linear}) {
    std::vector<float> gradients(z_.size(), 1.0F);  // added to what is there
    loss.add(kind, z_, gradients);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      constexpr float step = 1.0F / 64;
      std::vector<float> above = z_;
      std::vector<float> below = z_;
      above[i] += step;
      below[i] -= step;
      const double slope = (loss.add(kind, above, {}) - loss.add(kind, below, {})) / (2 * double{step});
      EXPECT_NEAR(static_cast<double>(gradients[i]) - 1, slope, 2e-4 * (1 + std::abs(slope))) << i;
    }
  }
}

TEST_F(LossTest, CountsWhatIsRight) {
  const auto score = loss_of(labels_, {true, true, true, true}).score(z_);
  EXPECT_EQ(score.known, 5U);
  EXPECT_EQ(score.right, 2U);  // row 3: C and D
  const auto one_row = loss_of(labels_, {false, false, false, true}).score(z_);
  EXPECT_EQ(one_row.known, 2U);
  EXPECT_EQ(one_row.right, 2U);
}

TEST_F(LossTest, CountsWhatHoldsAndIsPredictedOutsideOfGroups) {
  const TableLoss::Score score = loss_of(labels_, {true, true, true, true}).score(z_);
  EXPECT_EQ(score.positives, 2U);
  EXPECT_EQ(score.predicted, 2U);
  EXPECT_EQ(score.true_positives, 1U);
}

TEST(TableLoss, IsMultiLabelWithSeveralPredicatesOutsideOfGroups) {
  const auto is_multi_label = [](const char* knowledge_text, const std::vector<table::Known>& atoms) {
    const Knowledge knowledge = Knowledge::from_text(knowledge_text);
    return TableLoss(knowledge.vocabulary(), Tables(knowledge).schema().tables[0], {atoms, {}}, {true, true})
        .is_multi_label();
  };
  constexpr const char* two = "type P\npredict A(P), B(P)\nrule: A(x) -> B(x)\n";
  EXPECT_TRUE(is_multi_label(two, {yes, no, no, no}));
  EXPECT_FALSE(is_multi_label(two, {yes, open, no, open})) << "nothing is known of B";
  EXPECT_FALSE(is_multi_label(two, {open, open, open, open}));
  EXPECT_FALSE(is_multi_label("type P\npredict A(P), B(P)\nexclusive A, B\nrule: A(x) -> !B(x)\n",
                              {yes, no, no, yes}));
}

TEST_F(LossTest, IsFiniteForLargeNumbers) {
  for (const Loss kind : {Loss::cross_entropy, Loss::linear}) {
    std::vector<float> gradients(4);
    const std::vector<float> wrong = {-1e30F, 1e30F, 0, 1e30F};
    EXPECT_TRUE(std::isfinite(loss_of(labels_, {true}).add(kind, wrong, gradients)));
    for (const float gradient : gradients) EXPECT_TRUE(std::isfinite(gradient));
  }
}

TEST_F(LossTest, IsEmptyWithoutLabels) {
  const TableLoss loss = loss_of({std::vector<table::Known>(16, open), {}}, {true, true, true, true});
  EXPECT_TRUE(loss.is_empty());
  EXPECT_EQ(loss.add(Loss::cross_entropy, z_, {}), 0.0);
  EXPECT_FALSE(loss_of(labels_, {true}).is_empty());
}

TEST(RowsIn, AreThoseOfASplit) {
  const table::Labels labels{
      {}, {table::Split::train, table::Split::test, table::Split::none, table::Split::train}};
  EXPECT_EQ(rows_in(labels, 4, table::Split::train), (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(rows_in(labels, 4, table::Split::valid), (std::vector<bool>(4)));
  EXPECT_EQ(rows_in({}, 2, table::Split::none), (std::vector<bool>{true, true}));
  EXPECT_EQ(rows_in({}, 2, table::Split::train), (std::vector<bool>(2)));
}

}  // namespace
}  // namespace kenn::nn
