// Tests of the oracle itself: small cases by hand; its gradients are in gradient_test.cpp.
#include "engine/brute_force.h"

#include <cmath>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::BruteForce;
using test::EngineCase;
using test::Enumeration;
using test::Semantics;
using test::World;
using Counts = std::vector<std::uint64_t>;
using Numbers64 = std::vector<double>;

const std::string declarations =
    "type T\npredict A(T), B(T), R(T, T)\ngiven L(T, T), G(T)\n";  // cells: A B per object, then R per pair

double sigma(double value) {
  return 1 / (1 + std::exp(-value));
}

World world_of(std::size_t objects, std::vector<Row> r, std::vector<Row> l, std::vector<Row> g,
               std::vector<float> degrees_of_l = {}) {
  return {{{objects, {}}},
          {{"R", 2, std::move(r), {}},
           {"L", 2, std::move(l), std::move(degrees_of_l)},
           {"G", 1, std::move(g), {}}}};
}

Counts counts_of(const std::string& rules, const World& world) {
  return BruteForce(Knowledge::from_text(declarations + rules), world).groundings_of_clauses();
}

TEST(BruteForce, CountsAssignmentsOfUnaryClauses) {
  EXPECT_EQ(counts_of("rule: A(x) -> B(x)", world_of(3, {}, {}, {})), Counts{3});
  EXPECT_EQ(counts_of("rule: A(x) -> B(y)", world_of(3, {}, {}, {})), Counts{9});
  EXPECT_EQ(counts_of("rule: A(x) -> B(y)", world_of(0, {}, {}, {})), Counts{0});
  EXPECT_EQ(counts_of("rule: A(\"1\")", world_of(3, {}, {}, {})), Counts{1});
}

TEST(BruteForce, FollowsGivenLiterals) {
  const World world = world_of(3, {}, {0, 1, 1, 1, 2, 0, 0, 1}, {2});
  EXPECT_EQ(counts_of("rule: A(x) & L(x, y) -> A(y)", world), Counts{3});
  EXPECT_EQ(counts_of("rule: A(x) -> A(y) | L(x, y)", world), Counts{6});
  EXPECT_EQ(counts_of("rule: A(x) & L(x, y) & x != y -> A(y)", world), Counts{2});
  EXPECT_EQ(counts_of("rule: A(x) & G(x)", world), Counts{3});  // G(x) is dropped
  EXPECT_EQ(counts_of("rule: G(x) -> A(x)", world), Counts{1});
  EXPECT_EQ(counts_of("rule: G(x) | A(x)", world), Counts{2});
  EXPECT_EQ(counts_of("rule: L(x, \"1\") & x != \"0\" -> A(x)", world), Counts{1});
}

TEST(BruteForce, FollowsDegrees) {
  const World world = world_of(2, {}, {0, 0, 0, 1, 1, 0, 1, 1}, {}, {0, 0.25F, 1, 0.75F});
  EXPECT_EQ(counts_of("rule: L(x, y) -> A(x)", world), Counts{3});
  EXPECT_EQ(counts_of("rule: L(x, y) | A(x)", world), Counts{3});
  const BruteForce oracle(Knowledge::from_text(declarations + "rule: L(x, y) -> A(x)"), world);
  EXPECT_EQ(oracle.groundings()[0].literals.size(), 2U);
  EXPECT_EQ(oracle.groundings()[1].literals.size(), 1U);                           // its degree is 1
  EXPECT_NEAR(oracle.groundings()[0].literals[0].constant, std::log(3.0), 1e-12);  // -logit(1/4)
}

TEST(BruteForce, NeedsListedPredictions) {
  const World world = world_of(3, {0, 1, 1, 0, 1, 2, 2, 2}, {}, {});
  EXPECT_EQ(counts_of("rule: R(x, y) -> A(x)", world), Counts{4});
  EXPECT_EQ(counts_of("rule: R(x, y) -> R(y, x)", world), Counts{3});  // one pair both ways, one self pair
  EXPECT_EQ(counts_of("rule: R(x, y) & R(y, z) -> R(x, z)", world), Counts{2});  // (1, 2, 2) and (2, 2, 2)
  EXPECT_EQ(counts_of("rule: R(x, x) -> A(x)", world), Counts{1});
}

// ------------------------------------------------------------------------------------------------- changes

Numbers64 enhanced(const std::string& rules, const World& world, const Semantics& semantics,
                   const Numbers64& weights, const Numbers64& cells) {
  const BruteForce oracle(Knowledge::from_text(declarations + rules), world);
  return oracle.forward(semantics, weights, cells).output().value;
}

void expect_near(const Numbers64& actual, const Numbers64& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-12) << i;
}

TEST(BruteForce, ChangesByTheSoftmax) {
  const World world = world_of(1, {}, {}, {});
  const double share = sigma(1 + 2);  // of B, against !A
  expect_near(enhanced("rule: A(x) -> B(x)", world, {}, {3}, {1, 2}), {1 - 3 * (1 - share), 2 + 3 * share});
}

TEST(BruteForce, AddsBothChangesOfASelfPair) {
  const World world = world_of(1, {}, {0, 0}, {});
  const double share = sigma(1 + 1);
  expect_near(enhanced("rule: A(x) & L(x, y) -> A(y)", world, {}, {3}, {1, 2}),
              {1 + 3 * share - 3 * (1 - share), 2});
}

TEST(BruteForce, KeepsConstantsOfDegrees) {
  const World world = world_of(1, {}, {0, 0}, {}, {0.25F});
  const double share = sigma(1 - std::log(3.0));  // of A = 1, against -logit(1/4)
  expect_near(enhanced("rule: L(x, y) -> A(x)", world, {}, {3}, {1, 2}), {1 + 3 * share, 2});
}

TEST(BruteForce, GivesAllToTheFirstOfEquals) {
  const World world = world_of(1, {}, {}, {});
  const Semantics semantics{.boost = Boost::godel};
  expect_near(enhanced("rule: A(x) | B(x)", world, semantics, {2}, {1, 1}), {3, 1});
  expect_near(enhanced("rule: B(x) | A(x)", world, semantics, {2}, {1, 1}), {1, 3});
  expect_near(enhanced("rule: !B(x) | A(x)", world, semantics, {2}, {0, 0}), {0, -2});
  const World half = world_of(1, {}, {0, 0}, {}, {0.5F});
  expect_near(enhanced("rule: L(x, y) -> A(x)", half, semantics, {2}, {0, 0}), {0, 0});
  expect_near(enhanced("rule: A(x) | L(x, x)", half, semantics, {2}, {0, 0}), {2, 0});
}

TEST(BruteForce, ChangesAsFarAsTheClauseIsViolated) {
  const World world = world_of(1, {}, {}, {});
  const double share = sigma(1 + 2);
  const double violation = sigma(1) * sigma(-2);
  expect_near(enhanced("rule: A(x) -> B(x)", world, {.boost = Boost::residual}, {3}, {1, 2}),
              {1 - 3 * violation * (1 - share), 2 + 3 * violation * share});
}

TEST(BruteForce, CountsAnAtomOnceForTheResidual) {
  const Semantics semantics{.boost = Boost::residual};
  const World world = world_of(1, {}, {0, 0}, {});
  expect_near(enhanced("rule: A(x) & L(x, y) -> A(y)", world, semantics, {3}, {1, 2}), {1, 2});
  expect_near(enhanced("rule: L(x, y) -> A(x) | A(y)", world, semantics, {3}, {1, 2}),
              {1 + 3 * sigma(-1), 2});
  const World degree = world_of(1, {}, {0, 0}, {}, {0.25F});
  const double change = 3 * 0.25 * sigma(-1) * sigma(1 - std::log(3.0));
  expect_near(enhanced("rule: L(x, y) -> A(x)", degree, semantics, {3}, {1, 2}), {1 + change, 2});
  expect_near(enhanced("rule: L(x, y) & L(y, x) -> A(x)", degree, semantics, {3}, {1, 2}), {1 + change, 2});
  expect_near(enhanced("rule: L(x, y) -> L(y, x) | A(x)", degree, semantics, {3}, {1, 2}), {1, 2});
}

TEST(BruteForce, CentresExclusiveGroups) {
  const World world = world_of(1, {}, {}, {});
  const Semantics semantics{.center = true};
  const double share = sigma(-1.5 + 1.5);  // of A = -1.5 and B = 1.5
  expect_near(enhanced("exclusive A, B\nrule: A(x) -> B(x)", world, semantics, {2}, {1, 4}),
              {1 - 2 * (1 - share), 4 + 2 * share});
  expect_near(enhanced("rule: A(x) -> B(x)", world, semantics, {2}, {1, 4}),
              {1 - 2 * (1 - sigma(5)), 4 + 2 * sigma(5)});
}

TEST(BruteForce, AppliesUnaryClausesFirstInSequentialOrder) {
  const World world = world_of(1, {}, {0, 0}, {});
  const Semantics semantics{.boost = Boost::godel, .order = Order::sequential};
  const std::string rules = "rule: L(x, y) -> A(x) | B(y)\nrule: B(x)";
  expect_near(enhanced(rules, world, semantics, {2, 4}, {1, 0}), {1, 6});
  expect_near(enhanced(rules, world, {.boost = Boost::godel}, {2, 4}, {1, 0}), {3, 4});
}

TEST(BruteForce, StacksLayersWithTheirOwnWeights) {
  const World world = world_of(1, {}, {}, {});
  const Numbers64 first = enhanced("rule: A(x) -> B(x)", world, {}, {3}, {1, 2});
  expect_near(enhanced("rule: A(x) -> B(x)", world, {.layers = 2}, {3, 0.5}, {1, 2}),
              enhanced("rule: A(x) -> B(x)", world, {}, {0.5}, first));
}

TEST(BruteForce, MeansTheTruthOfTheTruestLiteral) {
  const BruteForce oracle(Knowledge::from_text(declarations + "rule: A(x) -> B(x)\nrule: L(x, y) -> A(x)"),
                          world_of(2, {}, {}, {}));
  const Numbers64 truth = oracle.mean_truth(Numbers64{1, 2, -3, 0});
  EXPECT_NEAR(truth[0], (sigma(2) + sigma(3)) / 2, 1e-12);
  EXPECT_TRUE(std::isnan(truth[1]));
}

// ----------------------------------------------------------------------------------------------- properties

TEST(BruteForceProperty, FindsTheSameAmongListedTuples) {
  test::check_property(500, [] {
    const EngineCase random = test::random_engine_case(test::any_seed());
    const Knowledge knowledge = random.knowledge();
    const BruteForce all(knowledge, random.world);
    const BruteForce listed(knowledge, random.world, Enumeration::listed_tuples);
    RC_ASSERT(all.groundings_of_clauses() == listed.groundings_of_clauses());
  });
}

}  // namespace
}  // namespace kenn::engine
