// Tests of the numbers that the weights of rules are made of.
#include "trust/rule_parameters.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kenn::trust {
namespace {

// Clauses of one shape, each a template of its own, with one labelled row each.
struct Rules {
  explicit Rules(std::size_t count) : weights(count), scores(count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      weights[i].learned = true;
      pools.template_of.push_back(i);
      pools.shape_of.push_back(0);
      scores[i].push_back({i, -1.0});
    }
  }

  [[nodiscard]] RuleParameters parameters(bool shared) const {
    return {weights, pools, std::vector<bool>(weights.size(), shared), scores, 1, false, 0};
  }

  std::vector<Weight> weights;
  RulePools pools;
  ClauseScores scores;
};

TEST(RuleParameters, AreOfTheShapeAndOfEveryRule) {
  const RuleParameters parameters = Rules(3).parameters(false);
  ASSERT_EQ(parameters.count(), 4U);
  EXPECT_EQ(parameters.weights(std::vector<double>{std::sqrt(3.0), 0, 1, -1}), (std::vector<float>{1, 2, 0}));
}

TEST(RuleParameters, OfSharedRulesAreThoseOfTheShape) {
  const RuleParameters parameters = Rules(3).parameters(true);
  ASSERT_EQ(parameters.count(), 1U);
  EXPECT_EQ(parameters.weights(std::vector<double>{std::sqrt(3.0)}), (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(Rules(1).parameters(true).count(), 1U) << "a rule that shares with no other has its own";
}

TEST(RuleParameters, OfSharedTemplatesAreThoseOfTheShape) {
  Rules rules(3);
  rules.pools.template_of = {0, 0, 1};
  EXPECT_EQ(rules.parameters(false).count(), 1U + 1 + 3) << "template, shape, rules";
  EXPECT_EQ(rules.parameters(true).count(), 1U);
  rules.pools.template_of = {0, 0, 0};
  EXPECT_EQ(rules.parameters(true).count(), 1U) << "one template is the shape";
}

TEST(RuleParameters, OfSharedTemplatesAreThoseOfInstancesWithoutLabels) {
  Rules rules(4);
  rules.pools.template_of = {0, 0, 1, 2};
  rules.scores[1].clear();
  rules.scores[3].clear();
  const RuleParameters parameters = rules.parameters(true);
  ASSERT_EQ(parameters.count(), 1U);
  EXPECT_EQ(parameters.weights(std::vector<double>{std::sqrt(2.0)}), (std::vector<float>{1, 1, 1, 0}))
      << "the second rule has the weight of its template, the last one has nothing but its shape";
}

TEST(RuleParameters, OfLayersAreTiedOrNot) {
  const Rules rules(2);
  for (const bool per_layer : {false, true}) {
    const RuleParameters shared(rules.weights, rules.pools, {true, true}, rules.scores, 3, per_layer, 0);
    EXPECT_EQ(shared.count(), per_layer ? 3U : 1U);
    EXPECT_EQ(shared.weights(std::vector<double>(shared.count(), 1e9)), std::vector<float>(6, 20));
    const RuleParameters own(rules.weights, rules.pools, {false, false}, rules.scores, 3, per_layer, 0);
    EXPECT_EQ(own.count(), per_layer ? 9U : 3U);
  }
}

TEST(RuleParameters, FixedRulesHaveNone) {
  Rules rules(3);
  rules.weights[1] = {false, 7};
  const RuleParameters parameters = rules.parameters(true);
  ASSERT_EQ(parameters.count(), 1U);
  EXPECT_EQ(parameters.weights(std::vector<double>{0}), (std::vector<float>{0, 7, 0}));
}

// The best of n scores that mean nothing is about sqrt(2 log n).
TEST(RuleParameters, OfManyRulesCostMore) {
  const auto cost = [](std::size_t rules) {
    const RuleParameters parameters = Rules(rules).parameters(false);
    std::vector<double> values(parameters.count());
    std::vector<double> slopes(parameters.count());
    parameters.gradient(values, std::vector<float>(rules, -1), slopes);
    return -1 / slopes.back();
  };
  EXPECT_DOUBLE_EQ(cost(2), 1);
  EXPECT_DOUBLE_EQ(cost(6), 1);
  EXPECT_DOUBLE_EQ(cost(30), std::sqrt(2 * std::log(30.0)) / 2);
  EXPECT_DOUBLE_EQ(cost(200), std::sqrt(2 * std::log(200.0)) / 2);
  // Rules that share their weight are not counted: 30 of them, and two others of another shape.
  Rules rules(32);
  std::vector<bool> shared(32, true);
  for (const std::size_t own : {30, 31}) {
    rules.pools.shape_of[own] = static_cast<std::uint32_t>(own);
    shared[own] = false;
  }
  const RuleParameters parameters(rules.weights, rules.pools, shared, rules.scores, 1, false, 0);
  ASSERT_EQ(parameters.count(), 3U);
  std::vector<double> slopes(3);
  parameters.gradient(std::vector<double>(3), std::vector<float>(32, -1), slopes);
  EXPECT_DOUBLE_EQ(-1 / slopes.back(), 1);
}

}  // namespace
}  // namespace kenn::trust
