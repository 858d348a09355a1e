// Nothing, one of everything, and the largest numbers: no error, no NaN, nothing changed that should not be.
#include <cmath>
#include <limits>

#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::enhanced;
using test::World;
using Floats = std::vector<float>;

const std::string people =
    "type Person\npredict S(Person), C(Person), F(Person, Person)\ngiven K(Person, Person)\n";
const std::string rules =
    "rule: S(x) -> C(x)\nrule: S(x) & F(x, y) -> S(y)\nrule: K(x, y) & C(x) -> C(y)\nrule: S(x) | C(y)\n";

World world_of(std::size_t persons, std::vector<Row> friends, std::vector<Row> known) {
  return {{{persons, {}}}, {{"F", 2, std::move(friends), {}}, {"K", 2, std::move(known), {}}}};
}

// Forward, backward and truths on 1 and 3 threads, 1 and 2 layers, all boosts and orders.
void expect_finite(const std::string& text, const World& world, const Floats& cells) {
  const Knowledge knowledge = Knowledge::from_text(text);
  const Plan plan(knowledge, test::tables_of(knowledge, world));
  test::EngineCase engine_case;
  engine_case.cells = cells;
  engine_case.output_gradients.assign(cells.size(), 1.5F);
  for (const Boost boost : all_boosts) {
    for (const Order order : {Order::parallel, Order::sequential}) {
      for (const std::uint32_t number : {1U, 3U}) {
        Enhancer enhancer(plan, {number, boost, order, number, true});
        const auto result = test::run(enhancer, engine_case, initial_weights(plan, number));
        for (const Floats& each : {result.outputs, result.input_gradients, result.weight_gradients})
          for (const float value : each) EXPECT_TRUE(std::isfinite(value)) << value;
      }
    }
  }
}

TEST(EngineEdge, AnEmptyTypeHasNothingToChange) {
  EXPECT_EQ(enhanced(people + rules, world_of(0, {}, {}), {1, 1, 1, 1}, {}), Floats{});
  expect_finite(people + rules, world_of(0, {}, {}), {});
}

TEST(EngineEdge, EmptyTablesChangeNothing) {
  const std::string pair_rules = "rule: S(x) & F(x, y) -> S(y)\nrule: K(x, y) & C(x) -> C(y)\n";
  const Floats cells{1, -2, 3, 4};
  EXPECT_EQ(enhanced(people + pair_rules, world_of(2, {}, {}), {1, 1}, cells), cells);
  expect_finite(people + pair_rules, world_of(2, {}, {}), cells);
}

TEST(EngineEdge, OneTypeMayBeEmptyAndAnotherNot) {
  const std::string text =
      "type Person, Thing\npredict S(Person), Old(Thing), Own(Person, Thing)\n"
      "rule: S(x)\nrule: S(x) -> Old(y)\nrule: Own(x, y) -> Old(y)\n";
  const World world{{{2, {}}, {0, {}}}, {{"Own", 2, {}, {}}}};
  EXPECT_EQ(enhanced(text, world, {1, 1, 1}, {1, 2}), (Floats{2, 3}));
  expect_finite(text, world, {1, 2});
}

TEST(EngineEdge, OneRowAndOneColumnAreEnough) {
  const std::string text = "type T\npredict A(T)\nrule: A(x)\n";
  EXPECT_EQ(enhanced(text, {{{1, {}}}, {}}, {2.5F}, {-1}), Floats{1.5F});
  EXPECT_EQ(enhanced("type T\npredict A(T)\nrule: !A(x)\n", {{{1, {}}}, {}}, {2.5F}, {-1}), Floats{-3.5F});
}

TEST(EngineEdge, ZeroClausesChangeNothing) {
  const Floats cells{1, -2, 3, 4, 5};
  const World world = world_of(2, {0, 1}, {});
  EXPECT_EQ(enhanced(people, world, {}, cells), cells);
  EXPECT_EQ(enhanced(people, world, {}, cells, {.layers = 3}), cells);
  expect_finite(people, world, cells);
  const Knowledge knowledge = Knowledge::from_text(people);
  const Plan plan(knowledge, test::tables_of(knowledge, world));
  EXPECT_EQ(plan.groundings(), 0U);
  EXPECT_TRUE(plan.groundings_of_clauses().empty());
  EXPECT_TRUE(initial_weights(plan, 2).empty());
}

TEST(EngineEdge, WithoutPredictedColumnsThereIsNoTable) {
  const std::string text = "type T\ngiven K(T, T)\n";
  const World world{{{2, {}}}, {{"K", 2, {0, 1}, {}}}};
  const Knowledge knowledge = Knowledge::from_text(text);
  EXPECT_TRUE(Plan(knowledge, test::tables_of(knowledge, world)).tables().empty());
  expect_finite(text, world, {});
}

TEST(EngineEdge, ClausesWithoutGroundingsHaveNoTruth) {
  const Knowledge knowledge = Knowledge::from_text(people + rules);
  Enhancer enhancer(Plan(knowledge, test::tables_of(knowledge, world_of(1, {}, {0, 0}))));
  const Floats cells{1, 3};
  const auto truth = enhancer.mean_truth(test::spans_of<const float>(enhancer.plan(), cells));
  ASSERT_EQ(truth.size(), 4U);
  const double three = 1 / (1 + std::exp(-3.0));
  EXPECT_NEAR(truth[0], three, 1e-6);
  EXPECT_TRUE(std::isnan(truth[1]));
  EXPECT_NEAR(truth[2], three, 1e-6);
  EXPECT_NEAR(truth[3], three, 1e-6);
}

TEST(EngineEdge, AnyFiniteNumberGivesFiniteResults) {
  const float largest = std::numeric_limits<float>::max();
  const float smallest = std::numeric_limits<float>::denorm_min();
  for (const float big : {60.0F, 1e4F, 1e30F, largest}) {
    const Floats cells{big, -big, -big, big, big, big, 0, smallest, -0.0F, big, -big};
    expect_finite(people + rules, world_of(4, {0, 1, 1, 2, 3, 3}, {0, 1, 1, 0, 2, 2, 2, 3}), cells);
    expect_finite(people + rules, world_of(4, {0, 0, 1, 1, 2, 2}, {0, 2, 1, 3, 3, 0}), cells);
  }
}

TEST(EngineEdge, TheLargestNumbersKeepTheirValues) {
  const float largest = std::numeric_limits<float>::max();
  const Floats cells{largest, -largest, -largest, largest};
  const std::string text = "type T\npredict A(T), B(T)\nrule: A(x) | B(x)\n";
  EXPECT_EQ(enhanced(text, {{{2, {}}}, {}}, {500}, cells), cells);
}

TEST(EngineEdge, LargestWeightsAreAllowed) {
  const std::string text = "type T\npredict A(T)\nrule: A(x)\n";
  EXPECT_EQ(enhanced(text, {{{1, {}}}, {}}, {500}, {-1}), Floats{499});
  EXPECT_EQ(enhanced(text, {{{1, {}}}, {}}, {0}, {-1}), Floats{-1});
}

TEST(EngineEdge, OneTableCanBePassedAsItIs) {
  const Knowledge knowledge = Knowledge::from_text("type T\npredict A(T), B(T)\nrule: A(x)\n");
  const Plan plan(knowledge, test::tables_of(knowledge, {{{2, {}}}, {}}));
  const Floats cells{1, 2, 3, 4};
  Floats outputs(4);
  enhance(plan, Floats{1}, std::span<const float>(cells), std::span<float>(outputs));
  EXPECT_EQ(outputs, (Floats{2, 2, 4, 4}));
}

TEST(EngineEdge, ConstantsAreIdsOrRowNumbers) {
  const std::string text = "type T\npredict A(T)\nrule: A(\"1\")\n";
  EXPECT_EQ(enhanced(text, {{{3, {}}}, {}}, {1}, {0, 0, 0}), (Floats{0, 1, 0}));
  EXPECT_EQ(enhanced(text, {{{3, {"2", "0", "1"}}}, {}}, {1}, {0, 0, 0}), (Floats{0, 0, 1}));
}

TEST(EngineEdge, AConstantMayStandBesideAPairOfVariables) {
  // Both clauses need the rows of all pairs (x, y), the second one also that of object 2.
  const std::string text = "type T\npredict A(T), B(T)\nrule: A(x) | !B(y)\nrule: A(x) | B(y) | A(\"2\")\n";
  const World world{{{3, {}}}, {}};
  const Floats result = enhanced(text, world, {1, 3}, Floats(6), {.boost = Boost::godel});
  EXPECT_EQ(result, (Floats{12, 0, 12, 0, 12, 0}));
  const Floats soft = enhanced(text, world, {1, 3}, Floats(6));
  for (std::size_t i = 0; i < 6; ++i) {
    const float change = i % 2 == 0 ? 1.5F + 3 + (i == 4 ? 9.0F : 0.0F) : -1.5F + 3;
    EXPECT_NEAR(soft[i], change, 1e-5F) << i;
  }
}

TEST(EngineEdge, AClauseOfAVariableAndAConstantIsNotAboutOneObject) {
  const std::string text = "type T\npredict A(T), B(T)\nrule: A(x) | B(\"0\")\nrule: B(x)\n";
  const World world{{{1, {}}}, {}};
  const EnhanceOptions sequential{.boost = Boost::godel, .order = Order::sequential};
  EXPECT_EQ(enhanced(text, world, {2, 4}, {1, 0}, sequential), (Floats{1, 6}));
  EXPECT_EQ(enhanced(text, world, {2, 4}, {1, 0}, {.boost = Boost::godel}), (Floats{3, 4}));
}

TEST(EngineEdge, AClauseOfTwoObjectsOfOneNameIsNotAboutOneObject) {
  const std::string text =
      "type S, T\npredict A(S), B(T)\nrule: A(\"0\") | B(\"0\")\nrule: B(x)\n";  // "0" of S, "0" of T
  const World world{{{1, {}}, {1, {}}}, {}};
  const EnhanceOptions sequential{.boost = Boost::godel, .order = Order::sequential};
  EXPECT_EQ(enhanced(text, world, {2, 4}, {1, 0}, sequential), (Floats{1, 6}));
}

TEST(EngineEdge, SizesAroundTheVectorLengthAreRight) {
  for (const int columns : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65}) {
    for (const std::size_t rows : {std::size_t{1}, std::size_t{3}, std::size_t{9}}) {
      std::string text = "type T\ngiven K(T, T)\n" + test::chain("predict P%(T)\n", "", 1, columns);
      text += "for P in {" + test::chain("P%", ", ", 1, columns) + "} rule: P(x) & K(x, y) -> P(y)\n";
      const auto row_of = [&](std::size_t cell) { return cell / static_cast<std::size_t>(columns); };
      Floats cells(rows * static_cast<std::size_t>(columns));
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<float>(i % 7) - 3;
      const World world{{{rows, {}}}, {{"K", 2, {0, 0}, {}}}};  // a self pair of row 0
      const Floats result = enhanced(text, world, Floats(static_cast<std::size_t>(columns), 1), cells);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const double share = 1 / (1 + std::exp(-2 * double{cells[i]}));
        const double change = row_of(i) == 0 ? share - (1 - share) : 0;
        EXPECT_NEAR(result[i], double{cells[i]} + change, 1e-6) << columns << " columns, cell " << i;
      }
    }
  }
}

}  // namespace
}  // namespace kenn::engine
