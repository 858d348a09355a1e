// The most probable predictions under rules, and labels that rules complete.
#include "infer/map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "dataset/random_data.h"
#include "infer/completion.h"
#include "nn/probabilities.h"

namespace kenn::infer {
namespace {

using test::RandomData;

dataset::TableList random_preactivations(const dataset::Graph& graph, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 2);
  dataset::TableList values;
  for (const PredictedTable& table : graph.plan.tables()) {
    std::vector<float>& of_table = values.emplace_back(table.size());
    for (float& value : of_table) value = normal(random);
  }
  return values;
}

std::vector<double> random_trust(const dataset::Graph& graph, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<double> weights(graph.knowledge->clauses().size());
  for (double& weight : weights) weight = static_cast<double>(random() % 100) / 5;
  return weights;
}

std::vector<MapOptions> all_searches() {
  std::vector<MapOptions> all;
  for (const MapVariables variables : {MapVariables::preactivations, MapVariables::free}) {
    for (const MapPrior prior : {MapPrior::linear, MapPrior::squared}) {
      for (const Conorm conorm : {Conorm::lukasiewicz, Conorm::product, Conorm::godel}) {
        for (const RuleMean mean : {RuleMean::groundings, RuleMean::assignments}) {
          MapOptions options;
          options.variables = variables;
          options.prior = prior;
          options.conorm = conorm;
          options.mean = mean;
          options.exactly_one = variables == MapVariables::free ? 1 : 0;
          options.learning_rate = variables == MapVariables::free ? 0.02 : 0.5;
          all.push_back(options);
        }
      }
    }
  }
  return all;
}

TEST(Map, NeverEndsBelowWhereItStarted) {
  int better = 0;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const RandomData data(seed, 40, 6);
    const dataset::Graph graph(data.knowledge, data.dataset);
    const dataset::TableList network = random_preactivations(graph, seed);
    for (const MapOptions& options : all_searches()) {
      const MapResult result = find_map(graph, options, random_trust(graph, seed), network, 1);
      EXPECT_GE(result.objective, result.first_objective);
      better += result.objective > result.first_objective ? 1 : 0;
    }
  }
  EXPECT_EQ(better, 6 * 24);  // there is always something to gain from random predictions
}

TEST(Map, SameBitsForAnyNumberOfThreads) {
  const RandomData data(3, 2000, 50);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const dataset::TableList network = random_preactivations(graph, 1);
  const MapResult one = find_map(graph, {}, random_trust(graph, 1), network, 1);
  for (const std::uint32_t threads : {2U, 3U, 8U}) {
    EXPECT_EQ(find_map(graph, {}, random_trust(graph, 1), network, threads).preactivations,
              one.preactivations);
  }
}

TEST(Map, KeepsLabelsForTrainingAndLooksAtNoOthers) {
  RandomData data(5, 60, 6);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const dataset::TableList network = random_preactivations(graph, 2);
  const MapResult result = find_map(graph, {}, random_trust(graph, 2), network, 1);
  for (table::Labels& labels : data.dataset.labels) {
    for (std::size_t row = 0; row < labels.splits.size(); ++row) {
      if (labels.splits[row] == table::Split::train) continue;
      const std::size_t width = labels.atoms.size() / labels.splits.size();
      for (std::size_t i = 0; i < width; ++i) labels.atoms[row * width + i] = table::Known::nothing;
    }
  }
  const dataset::Graph hidden(data.knowledge, data.dataset);
  EXPECT_EQ(find_map(hidden, {}, random_trust(graph, 2), network, 1).preactivations, result.preactivations);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const std::size_t width = graph.schema(i).columns.size();
    for (std::size_t row = 0; row < graph.labels(i).splits.size(); ++row) {
      const table::Known last = graph.labels(i).atoms[row * width + width - 1];  // of a predicate in no group
      if (graph.labels(i).splits[row] != table::Split::train || last == table::Known::nothing) continue;
      EXPECT_EQ(result.preactivations[i][row * width + width - 1] > 0, last == table::Known::yes);
      ++kept;
    }
  }
  EXPECT_GT(kept, 5U);
}

// A paper that the network is unsure of gets the topic of the papers that it cites.
TEST(Map, RulesDecideWhereTheNetworkIsUnsure) {
  const Knowledge knowledge = Knowledge::from_text(
      "type P\npredict A(P), B(P)\nexclusive A, B\ngiven L(P, P)\nfor T in {A, B} rule: T(x) & L(x, y) -> "
      "T(y)\n");
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};
  dataset.tables.resize("P", 4);
  dataset.tables.list("L", {0, 3, 1, 3, 2, 3});
  dataset.labels.resize(2);
  const dataset::Graph graph(knowledge, dataset);
  const dataset::TableList network = {{4, -4, 4, -4, 4, -4, -0.1F, 0.1F}};
  const std::vector<double> trust = {20, 20};
  const MapResult result = find_map(graph, {}, trust, network, 1);
  EXPECT_GT(result.preactivations[0][6], result.preactivations[0][7]);
  EXPECT_GT(result.preactivations[0][0], result.preactivations[0][1]);
  MapOptions cautious;
  cautious.prior_weight = 1000;
  const MapResult prior = find_map(graph, cautious, trust, network, 1);
  EXPECT_LT(prior.preactivations[0][6], prior.preactivations[0][7]);
}

TEST(Map, NoStepsGiveTheNetworksPredictions) {
  const RandomData data(8, 20, 4);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const dataset::TableList network = random_preactivations(graph, 4);
  MapOptions options;
  options.steps = 0;
  options.keeps_labels = false;
  const MapResult result = find_map(graph, options, random_trust(graph, 4), network, 1);
  EXPECT_EQ(result.preactivations, network);
  EXPECT_EQ(result.objective, result.first_objective);
}

TEST(Probabilities, ChainRuleAgreesWithFiniteDifferences) {
  const RandomData data(1, 5, 3);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const Vocabulary& vocabulary = data.knowledge.vocabulary();
  const dataset::TableList values = random_preactivations(graph, 7);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<float> slopes(values[i].size());
    for (std::size_t k = 0; k < slopes.size(); ++k) slopes[k] = static_cast<float>(k % 5) - 1.5F;
    const auto weighted = [&](const std::vector<float>& preactivations) {
      const std::vector<float> degrees = nn::probabilities(vocabulary, graph.schema(i), preactivations);
      double sum = 0;
      for (std::size_t k = 0; k < degrees.size(); ++k)
        sum += static_cast<double>(slopes[k]) * static_cast<double>(degrees[k]);
      return sum;
    };
    std::vector<float> gradients = slopes;
    nn::chain_to_preactivations(vocabulary, graph.schema(i),
                                nn::probabilities(vocabulary, graph.schema(i), values[i]), gradients);
    for (std::size_t k = 0; k < gradients.size(); ++k) {
      std::vector<float> up = values[i];
      std::vector<float> down = values[i];
      up[k] += 0.01F;
      down[k] -= 0.01F;
      const double slope =
          (weighted(up) - weighted(down)) / (static_cast<double>(up[k]) - static_cast<double>(down[k]));
      EXPECT_NEAR(static_cast<double>(gradients[k]), slope, 1e-3);
    }
  }
}

// N = 4 papers, 3 citations, one of them violated: 15 of 16 assignments are true.
TEST(Completion, WeightsFollowThePublishedFormula) {
  const Knowledge knowledge = Knowledge::from_text(
      "type P\npredict A(P)\ngiven L(P, P)\nrule: A(x) & L(x, y) -> A(y)\nrule weight 3: A(x) & L(x, y) -> "
      "!A(y)\n");
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};
  dataset.tables.resize("P", 4);
  dataset.tables.list("L", {0, 1, 1, 2, 0, 3});
  dataset.labels.resize(2);
  const dataset::Graph graph(knowledge, dataset);
  const std::vector<float> weights = closed_form_weights(graph, {{1, 1, 1, 0}}, Conorm::lukasiewicz, 1);
  const double share = 3.0 / 16;
  EXPECT_NEAR(static_cast<double>(weights[0]), std::log((4 - share) / share) + std::log(15.0), 1e-5);
  EXPECT_EQ(weights[1], 3);
  EXPECT_EQ(closed_form_weights(graph, {{1, 1, 1, 1}}, Conorm::lukasiewicz, 1)[0], 100);
}

TEST(Completion, LabelsCountMoreThanPredictions) {
  const RandomData data(9, 50, 5);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const dataset::TableList network = random_preactivations(graph, 3);
  const dataset::TableList atoms = completed_atoms(graph, network, false);
  const std::size_t width = graph.schema(0).columns.size();
  ASSERT_EQ(width, 4U);
  for (std::size_t row = 0; row < graph.plan.tables()[0].rows; ++row) {
    const float* const of_row = &atoms[0][row * width];
    EXPECT_EQ(of_row[0] + of_row[1] + of_row[2], 1) << "exactly one of the exclusive ones holds";
    for (std::size_t i = 0; i < width; ++i) {
      const table::Known known = graph.labels(0).atoms[row * width + i];
      if (graph.labels(0).splits[row] != table::Split::train || known != table::Known::yes) continue;
      EXPECT_EQ(of_row[i], 1);
    }
  }
  EXPECT_TRUE(has_unlabelled_rows(graph));
}

}  // namespace
}  // namespace kenn::infer
