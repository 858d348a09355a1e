// Tests of a whole training: the same bits however it runs, and what it finds out about rules.
#include "train/training_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "dataset/random_data.h"
#include "train/trained_model.h"
#include "trust/trust_json.h"

namespace kenn::train {
namespace {

using test::RandomData;

TrainingOptions options_for(bool ensemble, std::uint32_t batch_size, std::uint32_t threads) {
  TrainingOptions options;
  options.model.hidden = {6};
  options.model.dropout = 0.2;
  options.model.enhance.layers = 2;
  options.model.enhance.boost = Boost::residual;
  options.model.enhance.center = true;
  options.model.enhance.threads = threads;
  options.train.phases.front().epochs = 5;
  options.train.phases.front().preparation = Preparation::cross_fit;
  options.train.learning_rate = 0.02;
  options.train.batch_size = batch_size;
  options.trust.folds = 3;
  options.trust.ensemble = ensemble;
  options.seed = 11;
  return options;
}

void run(TrainingRun& training) {
  while (!training.is_finished()) training.run_epoch();
}

class TrainingCases : public ::testing::TestWithParam<std::tuple<bool, std::uint32_t>> {
 protected:
  TrainingCases()
      : data(5, 120, 8, 2.0), graph(std::make_shared<const dataset::Graph>(data.knowledge, data.dataset)) {}

  [[nodiscard]] TrainingOptions options(std::uint32_t threads = 1) const {
    return options_for(std::get<0>(GetParam()), std::get<1>(GetParam()), threads);
  }

  RandomData data;
  std::shared_ptr<const dataset::Graph> graph;
};

TEST_P(TrainingCases, HasTheSameBitsForAnyNumberOfThreads) {
  TrainingRun one(data.knowledge, graph, graph, options(1));
  TrainingRun three(data.knowledge, graph, graph, options(3));
  run(one);
  run(three);
  EXPECT_EQ(one.trust(), three.trust());
  EXPECT_EQ(one.finish().values(), three.finish().values());
}

TEST_P(TrainingCases, GoesOnFromEveryEpochToTheSameBits) {
  std::vector<io::ModelFile> checkpoints;
  TrainingRun training(data.knowledge, graph, graph, options());
  while (!training.is_finished()) {
    checkpoints.push_back(store_training(training.state(), "same"));
    training.run_epoch();
  }
  const std::optional<trust::Trust> trust = training.trust();
  const std::vector<NamedValues> values = training.finish().values();
  EXPECT_EQ(checkpoints.size(), 12U);  // 6 epochs of the folds, 6 of the model
  for (const io::ModelFile& checkpoint : checkpoints) {
    TrainingRun resumed(data.knowledge, graph, graph, options());
    resumed.restore(load_training(checkpoint, "same", "test"));
    run(resumed);
    EXPECT_EQ(resumed.trust(), trust);
    EXPECT_EQ(resumed.finish().values(), values);
  }
}

TEST_P(TrainingCases, GivesAModelThatAFileKeeps) {
  TrainingRun training(data.knowledge, graph, graph, options());
  run(training);
  const std::optional<trust::Trust> trust = training.trust();
  const std::vector<std::size_t> widths = training.widths();
  RuleModel model = training.finish();
  io::ModelFile file = store_model(data.knowledge, widths, model);
  file.texts["trust"] = to_text(*trust);
  TrainedModel read = load_model(file, "test", 1);
  EXPECT_EQ(read.model.values(), model.values());
  EXPECT_EQ(read.trust, trust);
  EXPECT_EQ(read.model.predict(*graph).after, model.predict(*graph).after);
  EXPECT_EQ(read.model.member_count(), std::get<0>(GetParam()) ? 3U : 1U);
}

// What is not for training or validation is never looked at.
TEST_P(TrainingCases, SeesNoOtherLabels) {
  DatasetParts shuffled = data.dataset;
  for (table::Labels& labels : shuffled.labels) {
    const std::size_t width = labels.splits.empty() ? 0 : labels.atoms.size() / labels.splits.size();
    for (std::size_t row = 0; row < labels.splits.size(); ++row) {
      if (labels.splits[row] == table::Split::train || labels.splits[row] == table::Split::valid) continue;
      const auto first = labels.atoms.begin() + static_cast<std::ptrdiff_t>(row * width);
      std::reverse(first, first + static_cast<std::ptrdiff_t>(width));
    }
  }
  const auto other = std::make_shared<const dataset::Graph>(data.knowledge, shuffled);
  TrainingRun training(data.knowledge, graph, graph, options());
  TrainingRun blind(data.knowledge, other, other, options());
  run(training);
  run(blind);
  EXPECT_EQ(training.trust(), blind.trust());
  EXPECT_EQ(training.finish().values(), blind.finish().values());
}

INSTANTIATE_TEST_SUITE_P(All, TrainingCases,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(0U, 16U)));

TEST(TrainingRun, SaysWhenThereAreTooFewLabelsForFolds) {
  RandomData data(6, 30, 4);
  int left = 2;
  for (table::Labels& labels : data.dataset.labels) {
    for (table::Split& split : labels.splits) {
      if (split == table::Split::train && left-- <= 0) split = table::Split::none;
    }
  }
  const auto graph = std::make_shared<const dataset::Graph>(data.knowledge, data.dataset);
  TrainingOptions options = options_for(false, 0, 1);
  options.trust.prior = 1.5;
  TrainingRun training(data.knowledge, graph, graph, options);
  EXPECT_FALSE(training.is_in_folds());
  run(training);
  EXPECT_EQ(training.trust()->folds, 0U);
  for (const trust::RuleTrust& rule : training.trust()->rules) EXPECT_EQ(rule.weight, 1.5);
}

TEST(TrainingRun, RefusesTheTrustInOtherRules) {
  const RandomData data(5, 120, 8, 2.0);
  const auto graph = std::make_shared<const dataset::Graph>(data.knowledge, data.dataset);
  const TrainingOptions options = options_for(false, 0, 1);
  TrainingRun training(data.knowledge, graph, graph, options);
  run(training);
  const TrainingState state = training.state();
  const auto restored = [&](auto change) {
    TrainingState changed = state;
    change(*changed.trust);
    TrainingRun(data.knowledge, graph, graph, options).restore(changed);
  };
  EXPECT_NO_THROW(restored([](trust::Trust&) {}));
  EXPECT_THROW(restored([](trust::Trust& trust) { trust.rules.pop_back(); }), Error);
  EXPECT_THROW(restored([](trust::Trust& trust) { trust.rules.emplace_back(); }), Error);
  EXPECT_THROW(restored([](trust::Trust& trust) { trust.weights.pop_back(); }), Error);
}

TEST(TrainingRun, NetworksOfFoldsMayBeTrainedInAnotherWay) {
  const RandomData data(5, 120, 8, 2.0);
  const auto graph = std::make_shared<const dataset::Graph>(data.knowledge, data.dataset);
  const auto trust_for = [&](const TrainingOptions& options) {
    TrainingRun training(data.knowledge, graph, graph, options);
    EXPECT_TRUE(training.is_in_folds());
    EXPECT_EQ(training.most_epochs(), 5U);
    run(training);
    return training.trust();
  };
  const TrainingOptions usual = options_for(false, 0, 1);
  TrainingOptions other = usual;
  other.train.weight_decay = 0.5;
  EXPECT_NE(trust_for(other), trust_for(usual));
  other.train.phases.front().epochs = 7;
  other.fold_networks = {usual.model, usual.train};
  EXPECT_EQ(trust_for(other), trust_for(usual));
}

TEST(TrainingRun, WithoutRulesHasNoTrust) {
  const RandomData data(7, 60, 6);
  const auto graph = std::make_shared<const dataset::Graph>(data.knowledge, data.dataset);
  TrainingOptions options = options_for(false, 0, 1);
  options.model.uses_rules = false;
  options.train.phases.front().preparation = Preparation::none;
  TrainingRun training(data.knowledge, graph, graph, options);
  run(training);
  EXPECT_FALSE(training.trust());
}

}  // namespace
}  // namespace kenn::train
