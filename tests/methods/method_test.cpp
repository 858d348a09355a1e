// Every method there is: it trains any knowledge, can be stopped and stored, and sees no label for testing.
#include "methods/method.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "dataset/random_data.h"
#include "methods/resolve.h"
#include "nn/probabilities.h"
#include "train/trained_model.h"
#include "train/trainer.h"

namespace kenn::methods {
namespace {

using test::RandomData;

struct Setting {
  const Method* method;
  dataset::Paradigm paradigm;
};

std::vector<Setting> all_settings() {
  std::vector<Setting> all;
  for (const Method* const method : methods::all()) {
    all.push_back({method, dataset::Paradigm::transductive});
    all.push_back({method, dataset::Paradigm::inductive});
  }
  return all;
}

class EveryMethod : public testing::TestWithParam<Setting> {
 protected:
  EveryMethod() {
    const Method& method = *GetParam().method;
    Options options{.method = method.name,
                    .paradigm = std::string(base::word_for(GetParam().paradigm)),
                    .hidden = {{6}},
                    .epochs = 6,
                    .learning_rate = 0.01};
    if (takes(method, train::OptionGroup::enhancers)) options.layers = 2;
    if (takes(method, train::OptionGroup::trust)) options.trust = "joint";
    if (takes(method, train::OptionGroup::rule_phase)) options.rule_epochs = 4;
    if (takes(method, train::OptionGroup::rounds)) options.rounds = 2;
    if (takes(method, train::OptionGroup::rule_weight)) options.rule_weight = 3;
    const train::TrainingOptions all =
        training_options(complete_options(options, 1), network_options(options, 1));
    model_options = all.model;
    train_options = all.train;
  }

  [[nodiscard]] dataset::SplitGraphs graphs(const DatasetParts& dataset) const {
    return dataset::graphs_for(data.knowledge, dataset, GetParam().paradigm, {});
  }

  [[nodiscard]] train::RuleModel trained(const dataset::SplitGraphs& on) const {
    train::RuleModel model(data.knowledge, {7, 12}, model_options, 9);
    train::Trainer trainer(model, *on.train, *on.valid, train_options);
    while (!trainer.is_finished()) trainer.run_epoch();
    trainer.keep();
    return model;
  }

  RandomData data{21, 60, 6};
  train::ModelOptions model_options;
  train::TrainOptions train_options;
};

TEST_P(EveryMethod, SeesNoLabelForTesting) {
  const train::RuleModel model = trained(graphs(data.dataset));
  DatasetParts shuffled = data.dataset;
  std::mt19937 random(4);
  std::size_t changed = 0;
  for (table::Labels& labels : shuffled.labels) {
    for (std::size_t row = 0; row < labels.splits.size(); ++row) {
      if (labels.splits[row] != table::Split::test) continue;
      const std::size_t width = labels.atoms.size() / labels.splits.size();
      for (std::size_t i = 0; i < width; ++i) {
        table::Known& known = labels.atoms[row * width + i];
        const table::Known other = known == table::Known::nothing ? table::Known::nothing
                                   : random() % 2 == 0            ? table::Known::yes
                                                                  : table::Known::no;
        changed += known != other ? 1 : 0;
        known = other;
      }
    }
  }
  ASSERT_GT(changed, 5U);
  EXPECT_EQ(trained(graphs(shuffled)).values(), model.values());
}

TEST_P(EveryMethod, GoesOnFromAnyEpochAsIfNothingHadHappened) {
  const dataset::SplitGraphs on = graphs(data.dataset);
  train::RuleModel model(data.knowledge, {7, 12}, model_options, 9);
  train::Trainer trainer(model, *on.train, *on.valid, train_options);
  std::vector<io::ModelFile> checkpoints;
  while (!trainer.is_finished()) {
    trainer.run_epoch();
    checkpoints.push_back(train::store_training({{}, {}, std::nullopt, {}, {trainer.state()}}, "same"));
  }
  trainer.keep();
  for (const io::ModelFile& checkpoint : checkpoints) {
    train::RuleModel other(data.knowledge, {7, 12}, model_options, 1234);
    train::Trainer resumed(other, *on.train, *on.valid, train_options);
    const io::ModelFile read = io::model_file_from_bytes(io::model_file_to_bytes(checkpoint), "test");
    resumed.restore(train::load_training(read, "same", "test").members.at(0));
    while (!resumed.is_finished()) resumed.run_epoch();
    resumed.keep();
    ASSERT_EQ(other.values(), model.values());
  }
}

TEST_P(EveryMethod, PredictsTheSameAfterItWasStored) {
  const dataset::SplitGraphs on = graphs(data.dataset);
  train::RuleModel model = trained(on);
  const io::ModelFile file = train::store_model(data.knowledge, {7, 12}, model);
  TrainedModel loaded =
      train::load_model(io::model_file_from_bytes(io::model_file_to_bytes(file), "test"), "test", 1);
  EXPECT_EQ(loaded.model.options().map, model.options().map);
  EXPECT_EQ(loaded.model.predict(*on.test).after, model.predict(*on.test).after);
}

TEST_P(EveryMethod, HasAsManyEpochsAsItSays) {
  const dataset::SplitGraphs on = graphs(data.dataset);
  train::RuleModel model(data.knowledge, {7, 12}, model_options, 9);
  train::Trainer trainer(model, *on.train, *on.valid, train_options);
  std::uint32_t steps = 0;
  std::uint32_t phases = 1;
  for (std::uint32_t phase = 0; !trainer.is_finished();) {
    trainer.run_epoch();
    const std::uint32_t now = trainer.state().phase;
    if (now != phase) ++phases;
    phase = now;
  }
  steps =
      static_cast<std::uint32_t>(trainer.epochs().size()) - phases;  // each phase begins with a measurement
  EXPECT_EQ(steps, trainer.most_epochs());
}

std::string name_of(const testing::TestParamInfo<Setting>& info) {
  std::string name = info.param.method->name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + (info.param.paradigm == dataset::Paradigm::inductive ? "_inductive" : "_transductive");
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, testing::ValuesIn(all_settings()), name_of);

TEST(Methods, AreFoundByTheirNames) {
  for (const Method* const method : all()) EXPECT_EQ(find_method(method->name), method);
  EXPECT_EQ(find_method("nothing"), nullptr);
}

// Rules in the loss teach the network what no label says: the topics of papers that cite each other.
TEST(RuleLoss, MakesPredictionsFollowTheRules) {
  const RandomData data(2, 200, 10);
  const dataset::Graph graph(data.knowledge, data.dataset);
  std::vector<double> truths;
  for (const double weight : {0.0, 300.0}) {
    const Options options{.method = "sbr",
                          .hidden = {{20}},
                          .epochs = 30,
                          .learning_rate = 0.01,
                          .rule_weight = weight,
                          .rule_mean = "groundings"};
    const train::TrainingOptions all =
        training_options(complete_options(options, 1), network_options(options, 1));
    train::RuleModel model(data.knowledge, {7, 12}, all.model, 1);
    train::Trainer trainer(model, graph, graph, all.train);
    while (!trainer.is_finished()) trainer.run_epoch();
    const train::Predictions predictions = model.predict(graph);
    dataset::TableList degrees;
    for (std::size_t i = 0; i < predictions.after.size(); ++i) {
      degrees.push_back(
          nn::probabilities(data.knowledge.vocabulary(), graph.schema(i), predictions.after[i]));
    }
    double sum = 0;
    for (const double truth :
         infer::RuleTruth(graph, Conorm::lukasiewicz, infer::RuleMean::groundings, 1).means(degrees))
      sum += truth;
    truths.push_back(sum);
  }
  EXPECT_GT(truths[1], truths[0] + 0.1);
}

TEST(RuleLoss, NeedsAllLabelsAtOnce) {
  const RandomData data(2, 20, 4);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const Options options{.method = "sbr"};
  train::TrainingOptions all = training_options(complete_options(options, 1), network_options(options, 1));
  all.train.batch_size = 4;
  train::RuleModel model(data.knowledge, {7, 12}, all.model, 1);
  EXPECT_THROW(train::Trainer(model, graph, graph, all.train), Error);
}

}  // namespace
}  // namespace kenn::methods
