// Tests of learning weights: good rules gain, wrong ones fade, fixed ones stay.
#include "methods/fit_weights.h"

#include <gtest/gtest.h>

#include <random>

#include "methods/adam.h"

namespace kenn {
namespace {

void add_both_ways(std::vector<Row>& pairs, std::size_t x, std::size_t y) {
  const auto from = static_cast<Row>(x);
  const auto to = static_cast<Row>(y);
  pairs.insert(pairs.end(), {from, to, to, from});
}

// Objects with two hidden classes; edges stay in a class, links go to the other one.
struct World {
  Knowledge knowledge = Knowledge::from_text(
      "type P\npredict A(P), B(P)\nexclusive A, B\ngiven Edge(P, P), Link(P, P)\n"
      "rule \"right\": A(x) & Edge(x, y) -> A(y)\n"
      "rule \"wrong\": A(x) & Link(x, y) -> A(y)\n"
      "rule \"fixed\" weight 0.25: B(x) & Edge(x, y) -> B(y)\n");
  Tables tables{knowledge};
  std::vector<float> logits;
  Labels labels;

  explicit World(std::size_t objects = 400) {
    std::mt19937 random(7);
    const auto next = [&](std::size_t limit) { return random() % limit; };
    std::vector<Row> edges;
    std::vector<Row> links;
    for (std::size_t i = 0; i < objects; ++i) {
      const std::size_t is_second = i % 2;
      // Four of ten logits say next to nothing, and half of those the wrong thing.
      const bool is_sure = next(10) < 6;
      const float size = is_sure ? 2.0F : 0.1F;
      const float sign = is_sure || next(2) == 0 ? 1.0F : -1.0F;
      logits.push_back((is_second == 0 ? size : -size) * sign);
      logits.push_back((is_second == 0 ? -size : size) * sign);
      labels.atoms.push_back(is_second == 0 ? Known::yes : Known::no);
      labels.atoms.push_back(is_second == 0 ? Known::no : Known::yes);
      for (int k = 0; k < 4; ++k) {
        add_both_ways(edges, i, 2 * next(objects / 2) + is_second);
        add_both_ways(links, i, 2 * next(objects / 2) + 1 - is_second);
      }
    }
    tables.resize("P", objects);
    tables.list("Edge", edges);
    tables.list("Link", links);
  }

  [[nodiscard]] std::vector<FitTable> fit_tables(std::size_t valid_from) const {
    std::vector<bool> train(labels.atoms.size() / 2, true);
    std::vector<bool> valid(train.size(), false);
    for (std::size_t i = valid_from; i < train.size(); ++i) {
      train[i] = false;
      valid[i] = true;
    }
    const TableSchema& table = tables.schema().tables[0];
    return {{logits,
             {knowledge.vocabulary(), table, labels, train},
             {knowledge.vocabulary(), table, labels, valid}}};
  }
};

TEST(FitWeights, TrustsGoodRulesAndNoWrongOnes) {
  const World world;
  const Plan plan(world.knowledge, world.tables);
  for (const std::uint32_t layers : {1U, 3U}) {
    for (const Loss loss : {Loss::cross_entropy, Loss::linear}) {
      FitOptions options;
      options.enhance.layers = layers;
      options.loss = loss;
      options.epochs = 500;
      const FitResult result = fit_weights(plan, world.fit_tables(400), options);
      ASSERT_EQ(result.weights.size(), 3 * layers);
      for (std::uint32_t layer = 0; layer < layers; ++layer) {
        EXPECT_LT(result.weights[layer * 3 + 1], 0.02F) << layers;
        EXPECT_EQ(result.weights[layer * 3 + 2], 0.25F);
      }
      EXPECT_LT(result.epochs[result.best_epoch].loss, result.epochs[0].loss);
      if (loss == Loss::linear)
        continue;  // flat where it is far off: it may end in a place that is not the best
      EXPECT_GT(result.weights[0], 0.5F);
      EXPECT_LT(result.epochs[result.best_epoch].loss, 0.8 * result.epochs[0].loss);
    }
  }
}

TEST(FitWeights, GivesTheSameBitsForAnyThreads) {
  const World world;
  const Plan plan(world.knowledge, world.tables);
  FitOptions options;
  options.epochs = 20;
  options.enhance.threads = 1;
  const FitResult one = fit_weights(plan, world.fit_tables(300), options);
  for (const std::uint32_t threads : {2U, 3U}) {
    options.enhance.threads = threads;
    EXPECT_EQ(fit_weights(plan, world.fit_tables(300), options).weights, one.weights);
  }
}

TEST(FitWeights, KeepsTheWeightsOfTheBestEpochOnValidation) {
  const World world;
  const Plan plan(world.knowledge, world.tables);
  FitOptions options;
  options.epochs = 200;
  const FitResult result = fit_weights(plan, world.fit_tables(300), options);
  for (const FitEpoch& epoch : result.epochs) {
    EXPECT_GE(epoch.valid_loss, result.epochs[result.best_epoch].valid_loss);
  }
  options.epochs = result.best_epoch;
  EXPECT_EQ(fit_weights(plan, world.fit_tables(300), options).weights, result.weights);
}

TEST(FitWeights, CanBeEnded) {
  const World world;
  const Plan plan(world.knowledge, world.tables);
  const FitResult result =
      fit_weights(plan, world.fit_tables(400), {}, [](const FitEpoch& epoch) { return epoch.epoch < 3; });
  EXPECT_EQ(result.epochs.size(), 4U);
}

TEST(FitWeights, EndsWhenNothingCanBeLearned) {
  const Knowledge knowledge = Knowledge::from_text("type P\npredict A(P)\nrule weight 2: A(x)\n");
  Tables tables(knowledge);
  tables.resize("P", 1);
  const std::vector<float> logits = {0.5F};
  const TableLoss loss(knowledge.vocabulary(), tables.schema().tables[0], {{Known::yes}, {}}, {true});
  const TableLoss none(knowledge.vocabulary(), tables.schema().tables[0], {{Known::yes}, {}}, {false});
  const std::vector<FitTable> known = {{logits, loss, none}};
  const FitResult result = fit_weights(Plan(knowledge, tables), known, {});
  EXPECT_EQ(result.weights, std::vector<float>{2.0F});
  EXPECT_LT(result.epochs.size(), 50U);
  const std::vector<FitTable> unknown = {{logits, none, none}};
  EXPECT_THROW(fit_weights(Plan(knowledge, tables), unknown, {}), Error);
}

TEST(Adam, StepsAsItsFormulaSays) {
  Adam adam(1, {.learning_rate = 0.1});
  std::vector<float> value = {1.0F};
  adam.step(value, std::vector<float>{3.0F});
  EXPECT_NEAR(value[0], 0.9F, 1e-6);  // the first step is the learning rate, whatever the gradient is
  adam.step(value, std::vector<float>{-1.0F});
  const double first = (0.9 * 0.1 * 3 + 0.1 * -1) / (1 - 0.81);
  const double second = (0.999 * 0.001 * 9 + 0.001) / (1 - 0.998001);
  EXPECT_NEAR(value[0], 0.9 - 0.1 * first / std::sqrt(second), 1e-6);
}

}  // namespace
}  // namespace kenn
