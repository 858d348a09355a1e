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

namespace kenn {
namespace {

using test::RandomData;

struct Setting {
  const Method* method;
  Paradigm paradigm;
};

std::vector<Setting> all_settings() {
  std::vector<Setting> all;
  for (const Method* const method : methods()) {
    all.push_back({method, Paradigm::transductive});
    all.push_back({method, Paradigm::inductive});
  }
  return all;
}

class EveryMethod : public testing::TestWithParam<Setting> {
 protected:
  EveryMethod() {
    const Method& method = *GetParam().method;
    Options options{.method = method.name,
                    .paradigm = std::string(word_for(GetParam().paradigm)),
                    .hidden = {{6}},
                    .epochs = 6,
                    .learning_rate = 0.01};
    if (takes(method, OptionGroup::enhancers)) options.layers = 2;
    if (takes(method, OptionGroup::trust)) options.trust = "joint";
    if (takes(method, OptionGroup::rule_phase)) options.rule_epochs = 4;
    if (takes(method, OptionGroup::rounds)) options.rounds = 2;
    if (takes(method, OptionGroup::rule_weight)) options.rule_weight = 3;
    const TrainingOptions all = training_options(complete_options(options, 1), network_options(options, 1));
    model_options = all.model;
    train_options = all.train;
  }

  [[nodiscard]] SplitGraphs graphs(const DatasetParts& dataset) const {
    return graphs_for(data.knowledge, dataset, GetParam().paradigm, {});
  }

  [[nodiscard]] RuleModel trained(const SplitGraphs& on) const {
    RuleModel model(data.knowledge, {7, 12}, model_options, 9);
    Trainer trainer(model, *on.train, *on.valid, train_options);
    while (!trainer.is_finished()) trainer.run_epoch();
    trainer.keep();
    return model;
  }

  RandomData data{21, 60, 6};
  ModelOptions model_options;
  TrainOptions train_options;
};

TEST_P(EveryMethod, SeesNoLabelForTesting) {
  const RuleModel model = trained(graphs(data.dataset));
  DatasetParts shuffled = data.dataset;
  std::mt19937 random(4);
  std::size_t changed = 0;
  for (Labels& labels : shuffled.labels) {
    for (std::size_t row = 0; row < labels.splits.size(); ++row) {
      if (labels.splits[row] != Split::test) continue;
      const std::size_t width = labels.atoms.size() / labels.splits.size();
      for (std::size_t i = 0; i < width; ++i) {
        Known& known = labels.atoms[row * width + i];
        const Known other = known == Known::nothing ? Known::nothing
                            : random() % 2 == 0     ? Known::yes
                                                    : Known::no;
        changed += known != other ? 1 : 0;
        known = other;
      }
    }
  }
  ASSERT_GT(changed, 5U);
  EXPECT_EQ(trained(graphs(shuffled)).values(), model.values());
}

TEST_P(EveryMethod, GoesOnFromAnyEpochAsIfNothingHadHappened) {
  const SplitGraphs on = graphs(data.dataset);
  RuleModel model(data.knowledge, {7, 12}, model_options, 9);
  Trainer trainer(model, *on.train, *on.valid, train_options);
  std::vector<ModelFile> checkpoints;
  while (!trainer.is_finished()) {
    trainer.run_epoch();
    checkpoints.push_back(store_training({{}, {}, std::nullopt, {}, {trainer.state()}}, "same"));
  }
  trainer.keep();
  for (const ModelFile& checkpoint : checkpoints) {
    RuleModel other(data.knowledge, {7, 12}, model_options, 1234);
    Trainer resumed(other, *on.train, *on.valid, train_options);
    const ModelFile read = model_file_from_bytes(model_file_to_bytes(checkpoint), "test");
    resumed.restore(load_training(read, "same", "test").members.at(0));
    while (!resumed.is_finished()) resumed.run_epoch();
    resumed.keep();
    ASSERT_EQ(other.values(), model.values());
  }
}

TEST_P(EveryMethod, PredictsTheSameAfterItWasStored) {
  const SplitGraphs on = graphs(data.dataset);
  RuleModel model = trained(on);
  const ModelFile file = store_model(data.knowledge, {7, 12}, model);
  TrainedModel loaded = load_model(model_file_from_bytes(model_file_to_bytes(file), "test"), "test", 1);
  EXPECT_EQ(loaded.model.options().map, model.options().map);
  EXPECT_EQ(loaded.model.predict(*on.test).after, model.predict(*on.test).after);
}

TEST_P(EveryMethod, HasAsManyEpochsAsItSays) {
  const SplitGraphs on = graphs(data.dataset);
  RuleModel model(data.knowledge, {7, 12}, model_options, 9);
  Trainer trainer(model, *on.train, *on.valid, train_options);
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
  return name + (info.param.paradigm == Paradigm::inductive ? "_inductive" : "_transductive");
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, testing::ValuesIn(all_settings()), name_of);

TEST(Methods, AreFoundByTheirNames) {
  for (const Method* const method : methods()) EXPECT_EQ(find_method(method->name), method);
  EXPECT_EQ(find_method("nothing"), nullptr);
}

// Rules in the loss teach the network what no label says: the topics of papers that cite each other.
TEST(RuleLoss, MakesPredictionsFollowTheRules) {
  const RandomData data(2, 200, 10);
  const Graph graph(data.knowledge, data.dataset);
  std::vector<double> truths;
  for (const double weight : {0.0, 300.0}) {
    const Options options{.method = "sbr",
                          .hidden = {{20}},
                          .epochs = 30,
                          .learning_rate = 0.01,
                          .rule_weight = weight,
                          .rule_mean = "groundings"};
    const TrainingOptions all = training_options(complete_options(options, 1), network_options(options, 1));
    RuleModel model(data.knowledge, {7, 12}, all.model, 1);
    Trainer trainer(model, graph, graph, all.train);
    while (!trainer.is_finished()) trainer.run_epoch();
    const Predictions predictions = model.predict(graph);
    TableList degrees;
    for (std::size_t i = 0; i < predictions.after.size(); ++i) {
      degrees.push_back(probabilities(data.knowledge.vocabulary(), graph.schema(i), predictions.after[i]));
    }
    double sum = 0;
    for (const double truth : RuleTruth(graph, Conorm::lukasiewicz, RuleMean::groundings, 1).means(degrees))
      sum += truth;
    truths.push_back(sum);
  }
  EXPECT_GT(truths[1], truths[0] + 0.1);
}

TEST(RuleLoss, NeedsAllLabelsAtOnce) {
  const RandomData data(2, 20, 4);
  const Graph graph(data.knowledge, data.dataset);
  const Options options{.method = "sbr"};
  TrainingOptions all = training_options(complete_options(options, 1), network_options(options, 1));
  all.train.batch_size = 4;
  RuleModel model(data.knowledge, {7, 12}, all.model, 1);
  EXPECT_THROW(Trainer(model, graph, graph, all.train), Error);
}

}  // namespace
}  // namespace kenn
