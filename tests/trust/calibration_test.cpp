// Tests of the scale for out-of-fold logits.
#include "trust/calibration.h"

#include <gtest/gtest.h>
#include <kenn/tables.h>

#include <cmath>
#include <random>
#include <vector>

namespace kenn::trust {
namespace {

// Labels drawn with the probabilities that the logits of the right scale have.
class CalibrationTest : public testing::TestWithParam<bool> {
 protected:
  CalibrationTest()
      : knowledge_(Knowledge::from_text(std::string("type P\npredict A(P), B(P), C(P)\n") +
                                        (GetParam() ? "exclusive A, B, C\n" : "") + "rule: A(x) -> B(x)\n")),
        tables_(knowledge_) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal(0, 1.5);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<double> logits = {normal(random), normal(random), normal(random)};
      double total = 0;
      for (const double logit : logits) total += std::exp(logit);
      double left = uniform(random) * total;
      bool is_chosen = false;
      for (const double logit : logits) {
        left -= std::exp(logit);
        const bool is_next =
            GetParam() ? !is_chosen && left <= 0 : uniform(random) < 1 / (1 + std::exp(-logit));
        is_chosen = is_chosen || is_next;
        labels_.atoms.push_back(is_next ? table::Known::yes : table::Known::no);
        logits_.push_back(static_cast<float>(logit));
      }
    }
  }

  [[nodiscard]] nn::TableLoss loss(bool has_labels = true) const {
    return {knowledge_.vocabulary(), tables_.schema().tables.front(), labels_,
            std::vector<bool>(rows, has_labels)};
  }

  static constexpr std::size_t rows = 4000;
  Knowledge knowledge_;
  Tables tables_;
  table::Labels labels_;
  std::vector<float> logits_;
};

TEST_P(CalibrationTest, FindsTheScaleThatLogitsHaveLost) {
  for (const float scale : {1.0F, 0.05F, 12.0F}) {
    std::vector<float> scaled = logits_;
    for (float& logit : scaled) logit *= scale;
    EXPECT_NEAR(calibrating_factor(loss(), scaled) * static_cast<double>(scale), 1, 0.1) << scale;
    calibrate(loss(), scaled);
    EXPECT_NEAR(calibrating_factor(loss(), scaled), 1, 1e-3) << scale;
  }
}

TEST_P(CalibrationTest, IsTheMinimum) {
  const double factor = calibrating_factor(loss(), logits_);
  const auto loss_at = [&](double scale) {
    std::vector<float> scaled;
    for (const float logit : logits_)
      scaled.push_back(static_cast<float>(scale * static_cast<double>(logit)));
    return loss().add(nn::Loss::cross_entropy, scaled, {});
  };
  for (const double other : {0.5, 0.9, 1.1, 2.0})
    EXPECT_LT(loss_at(factor), loss_at(other * factor)) << other;
}

TEST_P(CalibrationTest, StaysInItsRangeWhenLogitsAreAllRightOrAllWrong) {
  std::vector<float> certain;
  for (const table::Known known : labels_.atoms) certain.push_back(known == table::Known::yes ? 3.0F : -3.0F);
  EXPECT_GT(calibrating_factor(loss(), certain), 2);
  EXPECT_LE(calibrating_factor(loss(), certain), 64);
  for (float& logit : certain) logit = -logit;
  EXPECT_NEAR(calibrating_factor(loss(), certain), 1.0 / 64, 1e-6);
}

TEST_P(CalibrationTest, LeavesLogitsWithoutLabels) {
  EXPECT_EQ(calibrating_factor(loss(false), logits_), 1);
}

INSTANTIATE_TEST_SUITE_P(Exclusive, CalibrationTest, testing::Bool());

}  // namespace
}  // namespace kenn::trust
