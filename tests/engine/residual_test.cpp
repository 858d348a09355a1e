// The residual boost: what it promises, repeated atoms, and pairs of a row with itself.
#include <hwy/targets.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/random_numbers.h"
#include "engine/reference_enhancer.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::enhanced;
using test::Random;
using test::World;
using Floats = std::vector<float>;

constexpr EnhanceOptions residual{.boost = Boost::residual};

double sigma(double value) {
  return 1 / (1 + std::exp(-value));
}

// ----------------------------------------------------------------------------------------- one clause alone

// One clause of up to 9 literals on columns of its own: "!C0(x) | C1(x)". Every object is one grounding.
struct OneClause {
  explicit OneClause(Random& random) {
    for (int left = random.between(1, 9); left > 0; --left) signs.push_back(random.once_in(2) ? 1.0F : -1.0F);
  }

  [[nodiscard]] Floats enhanced(const Floats& cells, float weight) const {
    std::string declarations = "type T\npredict ";
    std::string clause = "rule: ";
    for (std::size_t i = 0; i < signs.size(); ++i) {
      declarations += (i == 0 ? "C" : ", C") + std::to_string(i) + "(T)";
      clause += (i == 0 ? "" : " | ") + std::string(signs[i] > 0 ? "C" : "!C") + std::to_string(i) + "(x)";
    }
    const World world{{{cells.size() / signs.size(), {}}}, {}};
    return test::enhanced(declarations + "\n" + clause + "\n", world, {weight}, cells, residual);
  }

  // The values of the literals of a row.
  [[nodiscard]] std::vector<double> values(const Floats& cells, std::size_t row) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < signs.size(); ++i)
      result.push_back(double{signs[i]} * double{cells[row * signs.size() + i]});
    return result;
  }

  Floats signs;
};

// 1 - t for the product t-conorm.
double violation_of(const std::vector<double>& values) {
  double product = 1;
  for (const double value : values) product *= sigma(-value);
  return product;
}

double greatest_of(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

TEST(ResidualProperty, TheTruthOfAClauseNeverFallsAndNothingMovesFurtherThanItIsViolated) {
  test::check_property(300, [] {
    Random random(test::any_seed());
    const OneClause clause(random);
    const std::size_t rows = 20;
    Floats cells(rows * clause.signs.size());
    for (float& cell : cells) cell = static_cast<float>((random.once_in(10) ? 40 : 3) * random.normal());
    const double weight = 5 * random.uniform();
    const Floats result = clause.enhanced(cells, static_cast<float>(weight));
    for (std::size_t row = 0; row < rows; ++row) {
      const std::vector<double> before = clause.values(cells, row);
      const std::vector<double> after = clause.values(result, row);
      RC_ASSERT(violation_of(after) <= violation_of(before));
      RC_ASSERT(greatest_of(after) >= greatest_of(before));
      double sum = 0;
      double rounding = 1e-6 * weight;
      for (std::size_t i = 0; i < before.size(); ++i) {
        RC_ASSERT(after[i] >= before[i]);
        sum += after[i] - before[i];
        rounding += 1e-6 * std::abs(before[i]);
      }
      RC_ASSERT(std::abs(sum - weight * violation_of(before)) <= rounding);
    }
  });
}

TEST(ResidualProperty, NothingChangesWhereTheClauseHolds) {
  test::check_property(300, [] {
    Random random(test::any_seed());
    const OneClause clause(random);
    Floats cells(clause.signs.size());
    for (float& cell : cells) cell = static_cast<float>(random.normal());
    const std::size_t held = random.below(cells.size());
    double last = std::numeric_limits<double>::infinity();
    for (const float truth : {0.0F, 2.0F, 5.0F, 10.0F, 15.0F, 40.0F, 100.0F, 1e30F}) {
      cells[held] = clause.signs[held] * truth;
      const Floats result = clause.enhanced(cells, 500);
      double change = 0;
      for (std::size_t i = 0; i < cells.size(); ++i)
        change = std::max(change, std::abs(double{result[i]} - double{cells[i]}));
      RC_ASSERT(change <= 500 * sigma(-double{truth}) * (1 + 1e-4) + 2e-5 * std::max(1.0, double{truth}));
      RC_ASSERT(change <= last + 1e-4);
      last = change;
    }
    RC_ASSERT(last == 0);
  });
}

TEST(Residual, OfOneLiteralIsItsWeightTimesItsFalseness) {
  const std::string text = "type T\npredict A(T), B(T)\nrule: A(x)\nrule: !B(x)\n";
  const Floats result = enhanced(text, {{{1, {}}}, {}}, {2, 3}, {-1, -2}, residual);
  EXPECT_NEAR(result[0], -1 + 2 * sigma(1), 1e-6);
  EXPECT_NEAR(result[1], -2 - 3 * sigma(-2), 1e-6);
}

TEST(Residual, OfTwoLiteralsIsTheOneOnPaper) {
  const std::string text = "type T\npredict A(T), B(T)\nrule: A(x) -> B(x)\n";
  const Floats result = enhanced(text, {{{1, {}}}, {}}, {3}, {1, 2}, residual);
  const double violation = sigma(1) * sigma(-2);  // !A is false, and so is B
  const double share = sigma(1 + 2);              // of B
  EXPECT_NEAR(result[0], 1 - 3 * violation * (1 - share), 1e-6);
  EXPECT_NEAR(result[1], 2 + 3 * violation * share, 1e-6);
}

TEST(Residual, CountsTheDegreesOfGivenLiterals) {
  const std::string text = "type T\npredict A(T)\ngiven K(T)\nrule: K(x) -> A(x)\n";
  const World world{{{3, {}}}, {{"K", 1, {0, 1}, {0.25F, 1}}}};
  const Floats result = enhanced(text, world, {3}, {1, 1, 1}, residual);
  EXPECT_NEAR(result[0], 1 + 3 * 0.25 * sigma(-1) * sigma(1 - std::log(3.0)), 1e-6);
  EXPECT_NEAR(result[1], 1 + 3 * sigma(-1), 1e-6);
  EXPECT_EQ(result[2], 1.0F);
}

// -------------------------------------------------------------------------------------------- repeated atoms

const std::string pairs = "type T\npredict A(T), B(T), R(T, T)\ngiven K(T, T)\n";

World one_object(Floats degrees = {}) {
  return {{{1, {}}}, {{"R", 2, {0, 0}, {}}, {"K", 2, {0, 0}, std::move(degrees)}}};
}

TEST(Residual, AnAtomWithBothSignsIsTrueAndNothingChanges) {
  const Floats cells{1, -2, 0.5F};
  for (const char* const rule : {"rule: A(x) & K(x, y) -> A(y)", "rule: A(x) & K(x, y) -> A(y) | B(x)",
                                 "rule: K(x, y) & K(y, z) & A(x) & B(y) -> A(z)", "rule: R(x, y) -> R(y, x)",
                                 "rule: R(x, y) & A(x) -> R(y, x) | B(y)", "rule: A(x) | !A(\"0\")"}) {
    EXPECT_EQ(enhanced(pairs + rule, one_object(), {3}, cells, residual), cells) << rule;
  }
}

TEST(Residual, AnAtomThatOccursTwiceCountsOnce) {
  const Floats cells{1, -2, 0.5F};
  const auto expect = [&](const std::string& rule, const Floats& changes) {
    const Floats result = enhanced(pairs + rule, one_object(), {3}, cells, residual);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      EXPECT_NEAR(result[i], double{cells[i]} + 3 * double{changes[i]}, 1e-6) << rule << ", " << i;
    }
  };
  const auto value = [](double number) { return static_cast<float>(number); };
  expect("rule: K(x, y) -> A(x) | A(y)", {value(sigma(-1)), 0, 0});
  expect("rule: K(x, y) -> !A(x) | !A(y)", {value(-sigma(1)), 0, 0});
  expect("rule: K(x, y) & K(y, z) -> A(x) | A(y) | A(z)", {value(sigma(-1)), 0, 0});
  expect("rule: R(x, y) | R(y, x)", {0, 0, value(sigma(-0.5))});
  expect("rule: A(x) | A(\"0\")", {value(sigma(-1)), 0, 0});
  const double violation = sigma(-1) * sigma(2);
  const double share = sigma(1 - -2);  // of A against B
  expect("rule: K(x, y) -> A(x) | B(x) | A(y) | B(y)",
         {value(violation * share), value(violation * (1 - share)), 0});
  expect("rule: K(x, y) -> A(x) | B(y)", {value(violation * share), value(violation * (1 - share)), 0});
}

TEST(Residual, GivenAtomsThatOccurTwiceCountOnce) {
  const Floats cells{1, -2, 0.5F};
  const World world = one_object({0.25F});
  const Floats once = enhanced(pairs + "rule: K(x, y) -> A(x)", world, {3}, cells, residual);
  const Floats twice = enhanced(pairs + "rule: K(x, y) & K(y, x) -> A(x)", world, {3}, cells, residual);
  EXPECT_EQ(once, twice);
  EXPECT_NEAR(once[0], 1 + 3 * 0.25 * sigma(-1) * sigma(1 - std::log(3.0)), 1e-6);
  EXPECT_EQ(enhanced(pairs + "rule: K(x, y) -> K(y, x) | A(x)", world, {3}, cells, residual), cells);
}

// For softmax and godel two literals stay two, as ever.
TEST(Residual, OtherBoostsCountEveryLiteral) {
  const Floats cells{1, -2, 0.5F};
  const std::string text = pairs + "rule: K(x, y) -> A(x) | A(y)";
  for (const Boost boost : {Boost::softmax, Boost::godel}) {
    EXPECT_NEAR(enhanced(text, one_object(), {3}, cells, {.boost = boost})[0], 4, 1e-6);
  }
}

// ------------------------------------------------------------------------------------------------ self pairs

// Results of the engine, and those of the readable kernels in double.
struct Both {
  test::EngineResult fast;
  ReferenceEnhancer<double>::Tables outputs;
  ReferenceEnhancer<double>::Gradients gradients;
};

Both run_both(const std::string& text, const World& world, const test::EngineCase& numbers,
              const Floats& weights) {
  const Knowledge knowledge = Knowledge::from_text(text);
  const Plan plan(knowledge, test::tables_of(knowledge, world));
  Enhancer enhancer(plan, {.boost = Boost::residual, .threads = 2, .gradients = true});
  const ReferenceEnhancer<double> reference(plan, residual);
  const std::vector<double> double_weights(weights.begin(), weights.end());
  const auto table = [](const Floats& values) {
    return ReferenceEnhancer<double>::Tables{{values.begin(), values.end()}};
  };
  return {test::run(enhancer, numbers, weights), reference.forward(double_weights, table(numbers.cells)),
          reference.backward(double_weights, table(numbers.cells), table(numbers.output_gradients))};
}

void expect_near(const Floats& actual, const std::vector<double>& expected, double precision,
                 const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_NEAR(actual[i], expected[i], precision * std::max(1.0, std::abs(expected[i]))) << what << " " << i;
  }
}

void expect_same(const Both& both, const std::string& what, double precision = 2e-5) {
  expect_near(both.fast.outputs, both.outputs[0], precision, what + ", output");
  expect_near(both.fast.input_gradients, both.gradients.inputs[0], precision, what + ", input gradient");
  expect_near(both.fast.weight_gradients, both.gradients.weights, precision, what + ", weight gradient");
}

std::string rules_of_pairs(int columns, const std::string& rule) {
  return "type T\ngiven K(T, T)\n" + test::chain("predict P%(T)\n", "", 1, columns) + "for P in {" +
         test::chain("P%", ", ", 1, columns) + "} rule: " + rule + "\n";
}

test::EngineCase random_numbers(std::size_t cells, double size, Random& random) {
  test::EngineCase numbers;
  for (std::size_t i = 0; i < cells; ++i) {
    numbers.cells.push_back(static_cast<float>(size * random.normal()));
    numbers.output_gradients.push_back(static_cast<float>(random.normal()));
  }
  return numbers;
}

// Every pair of signs; the last two have two different atoms even in a self pair.
constexpr const char* pair_rules[] = {
    "P(x) & K(x, y) -> P(y)", "K(x, y) -> P(x) | P(y)",  "K(x, y) -> !P(x) | !P(y)",
    "P(y) & K(x, y) -> P(x)", "P1(x) & K(x, y) -> P(y)", "K(x, y) -> P(x) | P1(y)",
};

class ResidualOnTarget : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { choose(GetParam()); }
  void TearDown() override { choose(0); }

  static void choose(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().DeInit();
  }
};

TEST_P(ResidualOnTarget, SelfPairsAtSizesAroundTheVectorLength) {
  Random random(11);
  for (const int columns : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40, 47, 48, 49, 64, 65}) {
    for (const char* const rule : pair_rules) {
      for (const double size : {2.0, 30.0}) {  // of the second, some rows are large
        const std::size_t rows = 9;
        const World world{{{rows, {}}},
                          {{"K", 2, {0, 0, 1, 1, 1, 2, 2, 1, 3, 3, 3, 4, 5, 5, 8, 8, 8, 0}, {}}}};
        const test::EngineCase numbers =
            random_numbers(rows * static_cast<std::size_t>(columns), size, random);
        const std::string text = rules_of_pairs(columns, rule);
        Floats weights(Knowledge::from_text(text).clauses().size());
        for (float& weight : weights) weight = static_cast<float>(3 * random.uniform());
        expect_same(run_both(text, world, numbers, weights),
                    std::to_string(columns) + " columns, " + rule + ", size " + std::to_string(size));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ResidualOnTarget, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

TEST(Residual, SelfPairsInRowsThatAreCut) {
  Random random(12);
  const std::size_t rows = 9'001;
  std::vector<Row> tuples;
  for (Row row = 0; row < rows; ++row) tuples.insert(tuples.end(), {4'500, row});  // with (4500, 4500)
  for (Row row = 0; row < 20; ++row) tuples.insert(tuples.end(), {row, row});
  const World world{{{rows, {}}}, {{"K", 2, tuples, {}}}};
  for (const char* const rule : pair_rules) {
    for (const double size : {2.0, 15.0}) {
      test::EngineCase numbers = random_numbers(rows * 3, size, random);
      if (size > 2) numbers.cells[4'500 * 3] = 50;  // the long row is large
      const std::string text = rules_of_pairs(3, rule);
      const Floats weights(Knowledge::from_text(text).clauses().size(), 0.75F);
      expect_same(run_both(text, world, numbers, weights), rule, 1e-4);
    }
  }
}

// Both signs of a self pair leave no trace, not even one of rounding.
TEST(Residual, TautologicalSelfPairsChangeNoBit) {
  Random random(13);
  for (const int columns : {1, 6, 8, 19, 50}) {
    const std::size_t rows = 40;
    std::vector<Row> tuples;
    for (Row row = 0; row < rows; ++row) tuples.insert(tuples.end(), {row, row});
    const World world{{{rows, {}}}, {{"K", 2, tuples, {}}}};
    test::EngineCase numbers = random_numbers(rows * static_cast<std::size_t>(columns), 20, random);
    const std::string text = rules_of_pairs(columns, "P(x) & K(x, y) -> P(y)");
    const Both both = run_both(text, world, numbers, Floats(static_cast<std::size_t>(columns), 500));
    EXPECT_EQ(both.fast.outputs, numbers.cells);
    EXPECT_EQ(both.fast.input_gradients, numbers.output_gradients);
    EXPECT_EQ(both.fast.weight_gradients, Floats(static_cast<std::size_t>(columns)));
  }
}

// ----------------------------------------------------------------------------------------------------
// numbers

TEST(Residual, AnyFiniteNumberGivesFiniteResults) {
  const float largest = std::numeric_limits<float>::max();
  const std::size_t rows = 8;
  const World world{{{rows, {}}}, {{"K", 2, {0, 1, 1, 2, 2, 3, 3, 0, 4, 4, 5, 6, 7, 7, 6, 7}, {}}}};
  for (const char* const rule : pair_rules) {
    for (const float big : {26.0F, 27.0F, 43.0F, 44.5F, 60.0F, 88.0F, 1e4F, 1e30F, largest}) {
      test::EngineCase numbers;
      for (std::size_t i = 0; i < rows * 17; ++i) {
        numbers.cells.push_back((i * 7 % 3 == 0 ? -big : big) * (i % 5 == 0 ? 0.0F : 1.0F));
        numbers.output_gradients.push_back(static_cast<float>(i % 7) - 3);
      }
      const std::string text = rules_of_pairs(17, rule);
      const Floats weights(Knowledge::from_text(text).clauses().size(), 2);
      expect_same(run_both(text, world, numbers, weights), rule + std::to_string(big));
    }
  }
}

TEST(Residual, StartsWithItsOwnWeight) {
  const Knowledge knowledge =
      Knowledge::from_text("type T\npredict A(T), B(T)\nrule: A(x)\nrule weight 0.25: B(x)\n");
  const Plan plan(knowledge, test::tables_of(knowledge, {{{1, {}}}, {}}));
  EXPECT_EQ(initial_weights(plan, 2), (Floats{0.5F, 0.25F, 0.5F, 0.25F}));
  EXPECT_EQ(initial_weights(plan, 1, Boost::softmax), (Floats{0.5F, 0.25F}));
  EXPECT_EQ(initial_weights(plan, 1, Boost::godel), (Floats{0.5F, 0.25F}));
  EXPECT_EQ(initial_weights(plan, 2, Boost::residual), (Floats{2.5F, 0.25F, 2.5F, 0.25F}));
}

}  // namespace
}  // namespace kenn::engine
