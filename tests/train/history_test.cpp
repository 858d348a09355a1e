// Tests of when a training ends, and which of its epochs is the best.
#include "train/history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kenn::train {
namespace {

void add(History& history, std::optional<double> accuracy, double loss = 1) {
  Epoch& epoch = history.add();
  epoch.valid_accuracy = accuracy;
  if (accuracy) epoch.valid_loss = loss;
  history.update_best();
}

TrainOptions options_with(std::uint32_t epochs, std::uint32_t plateau = 0, std::uint32_t patience = 0) {
  TrainOptions options;
  options.phases.front().epochs = epochs;
  options.plateau = plateau;
  options.patience = patience;
  return options;
}

TEST(History, EndsAfterItsEpochs) {
  History history(options_with(3));
  EXPECT_FALSE(history.is_over());
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(history.is_over());
    add(history, std::nullopt);
  }
  EXPECT_TRUE(history.is_over());
  EXPECT_EQ(history.best_epoch(), 3U);  // without validation the last
}

TEST(History, TheBestIsByAccuracyThenByLoss) {
  History history(options_with(10));
  add(history, 0.5, 1.0);
  add(history, 0.7, 0.9);
  add(history, 0.7, 0.8);
  add(history, 0.7, 0.8);
  add(history, 0.6, 0.1);
  EXPECT_EQ(history.best_epoch(), 2U);
}

TEST(History, TheBestIsByMicroF1WhereRowsHaveSeveralLabels) {
  History history(options_with(10));
  const auto add_with_f1 = [&](double accuracy, double loss, double f1) {
    Epoch& epoch = history.add();
    epoch.valid_accuracy = accuracy;
    epoch.valid_loss = loss;
    epoch.valid_f1 = f1;
    history.update_best();
  };
  add_with_f1(0.97, 0.1, 0.5);
  add_with_f1(0.96, 0.3, 0.6);
  add_with_f1(0.96, 0.2, 0.6);
  add_with_f1(0.98, 0.1, 0.4);
  EXPECT_EQ(history.best_epoch(), 2U);
}

// The rule in plain words, on every prefix of a curve: from 20 epochs on, the mean of the last 10 is not more
// than 0.001 above the mean of the 10 before; the model before the first epoch does not count.
TEST(History, EndsOnAPlateau) {
  History history(options_with(1000, 10));
  std::vector<double> values;
  for (int i = 0; !history.is_over(); ++i) {
    ASSERT_LT(i, 500);
    const double accuracy = 1 - std::exp(-i / 15.0) + (i % 3) * 0.002;
    add(history, accuracy);
    if (i > 0) values.push_back(accuracy);
    double last = 0;
    double before = 0;
    if (values.size() < 20) {
      EXPECT_FALSE(history.is_over());
      continue;
    }
    for (std::size_t k = 0; k < 10; ++k) {
      last += values[values.size() - 1 - k] / 10;
      before += values[values.size() - 11 - k] / 10;
    }
    EXPECT_EQ(history.is_over(), last - before <= 0.001) << i;
  }
  EXPECT_GT(values.size(), 40U);
}

TEST(History, APlateauNeedsTwoWholeWindows) {
  History history(options_with(1000, 10));
  for (int i = 0; i < 20; ++i) {
    add(history, 0.5);
    EXPECT_FALSE(history.is_over()) << i;
  }
  add(history, 0.5);
  EXPECT_TRUE(history.is_over());
}

TEST(History, PhasesStartAnew) {
  TrainOptions options = options_with(5, 0, 2);
  options.phases.push_back(options.phases.front());
  History history(options);
  add(history, 0.9);
  add(history, 0.8);
  add(history, 0.8);
  EXPECT_TRUE(history.is_over());
  history.start_phase();
  EXPECT_FALSE(history.is_over());
  EXPECT_EQ(history.phase_start(), 3U);
  add(history, 0.1);
  EXPECT_EQ(history.best_epoch(), 3U);
  add(history, 0.2);
  add(history, 0.3);
  EXPECT_EQ(history.best_epoch(), 5U);
  EXPECT_FALSE(history.is_over());
  add(history, 0.1);
  add(history, 0.1);
  EXPECT_TRUE(history.is_over());
}

}  // namespace
}  // namespace kenn::train
