// Tests of centring: a shift of an exclusive group means nothing, and gradients are exact.
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::EngineCase;
using test::Random;
using test::World;
using Floats = std::vector<float>;

const std::string topics =
    "type T\npredict A(T), Other(T), B(T), C(T), D(T), E(T)\ngiven K(T, T)\nexclusive C, A, B\nexclusive D, "
    "E\n"
    "for P in {A, B, C, D} rule: P(x) & K(x, y) -> P(y)\nrule: A(x) -> D(x) | Other(x)\n"
    "rule: B(x) & K(x, y) -> !Other(y) | E(x)\n";
const World pairs{{{5, {}}}, {{"K", 2, {0, 1, 1, 2, 2, 0, 3, 3, 4, 1}, {}}}};
constexpr std::size_t columns = 6;

bool is_in_first_group(std::size_t cell) {
  return cell % columns == 0 || cell % columns == 2 || cell % columns == 3;
}

EngineCase topics_case(Boost boost, std::uint32_t layers, Random& random) {
  EngineCase engine_case;
  engine_case.declarations = topics;
  engine_case.world = pairs;
  engine_case.options = {.layers = layers, .boost = boost, .gradients = true, .center = true};
  for (std::size_t i = 0; i < 5 * columns; ++i) {
    // Multiples of 1/64: adding whole numbers to them does not round.
    engine_case.cells.push_back(static_cast<float>(random.between(-200, 200)) / 64);
    engine_case.output_gradients.push_back(static_cast<float>(random.normal()));
  }
  return engine_case;
}

TEST(Center, AConstantAddedToAGroupIsAddedToItsResults) {
  test::check_property(100, [] {
    Random random(test::any_seed());
    for (const Boost boost : all_boosts) {
      for (const std::uint32_t layers : {1U, 3U}) {
        EngineCase engine_case = topics_case(boost, layers, random);
        const test::EngineResult plain = test::run(engine_case);
        const float shift = static_cast<float>(random.between(-64, 64));
        for (std::size_t i = 0; i < engine_case.cells.size(); ++i)
          if (is_in_first_group(i)) engine_case.cells[i] += shift;
        const test::EngineResult shifted = test::run(engine_case);
        for (std::size_t i = 0; i < plain.outputs.size(); ++i) {
          const float expected = plain.outputs[i] + (is_in_first_group(i) ? shift : 0.0F);
          RC_ASSERT(std::abs(shifted.outputs[i] - expected) <= 2e-5F);
        }
        // What the rules see has the same bits, and so have all gradients and truths.
        RC_ASSERT(shifted.input_gradients == plain.input_gradients);
        RC_ASSERT(shifted.weight_gradients == plain.weight_gradients);
        RC_ASSERT(shifted.mean_truth == plain.mean_truth);
      }
    }
  });
}

TEST(Center, WithoutItAConstantChangesTheResults) {
  Random random(1);
  EngineCase engine_case = topics_case(Boost::residual, 1, random);
  engine_case.options.center = false;
  const Floats plain = test::run(engine_case).outputs;
  for (std::size_t i = 0; i < engine_case.cells.size(); ++i)
    if (is_in_first_group(i)) engine_case.cells[i] += 2;
  const Floats shifted = test::run(engine_case).outputs;
  float largest = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    largest = std::max(largest, std::abs(shifted[i] - plain[i] - (is_in_first_group(i) ? 2.0F : 0.0F)));
  }
  EXPECT_GT(largest, 0.1F);
}

// The results move with their group, so all that the gradients of a row and group add up to stays.
TEST(Center, GradientsOfAGroupAddUpToThoseOfItsOutputs) {
  test::check_property(100, [] {
    Random random(test::any_seed());
    for (const Boost boost : all_boosts) {
      const EngineCase engine_case = topics_case(boost, random.one_of<std::uint32_t>({1, 2}), random);
      const test::EngineResult result = test::run(engine_case);
      for (std::size_t row = 0; row < 5; ++row) {
        double inner = 0;
        double outer = 0;
        for (std::size_t i = row * columns; i < (row + 1) * columns; ++i) {
          if (!is_in_first_group(i)) continue;
          inner += double{result.input_gradients[i]};
          outer += double{engine_case.output_gradients[i]};
        }
        RC_ASSERT(std::abs(inner - outer) <= 1e-4);
      }
    }
  });
}

TEST(Center, WeightsOfZeroChangeNoBit) {
  test::check_property(200, [] {
    Random random(test::any_seed());
    const Knowledge knowledge = Knowledge::from_text(topics);
    const Plan plan(knowledge, test::tables_of(knowledge, pairs));
    Floats cells(5 * columns);
    for (float& cell : cells) {
      cell = static_cast<float>(4 * random.normal());
      if (random.once_in(4)) cell = random.one_of<float>({0.0F, 1e30F, -1e30F, 1e-40F, -60.0F, 3e38F});
    }
    const Floats weights(3 * knowledge.clauses().size());
    for (const Boost boost : all_boosts) {
      for (const std::uint32_t layers : {1U, 3U}) {
        Floats outputs(cells.size());
        enhance(plan, std::span(weights).first(layers * knowledge.clauses().size()),
                std::span<const float>(cells), std::span<float>(outputs),
                {.layers = layers, .boost = boost, .center = true});
        for (std::size_t i = 0; i < cells.size(); ++i) RC_ASSERT(outputs[i] == cells[i]);
      }
    }
  });
}

TEST(Center, LeavesColumnsOutsideOfGroupsAlone) {
  const std::string text =
      "type T, S\npredict A(T), B(T), X(T), Y(S)\nexclusive A, B\nrule: X(x)\nrule: Y(x)\n";
  const World world{{{2, {}}, {1, {}}}, {}};
  const Floats cells{3, 5, 1, -7, 2, 0.5F, -1};
  EXPECT_EQ(test::enhanced(text, world, {1, 2}, cells, {.center = true}), (Floats{3, 5, 2, -7, 2, 1.5F, 1}));
}

TEST(Center, ChangesWhatIsMeantByTruth) {
  const Knowledge knowledge =
      Knowledge::from_text("type T\npredict A(T), B(T)\nexclusive A, B\nrule: A(x)\n");
  const Plan plan(knowledge, test::tables_of(knowledge, {{{1, {}}}, {}}));
  const Floats cells{5, 3};
  const auto spans = test::spans_of<const float>(plan, cells);
  const auto sigma = [](double value) { return 1 / (1 + std::exp(-value)); };
  EXPECT_NEAR(Enhancer(plan).mean_truth(spans)[0], sigma(5), 1e-6);
  EXPECT_NEAR(Enhancer(plan, {.center = true}).mean_truth(spans)[0], sigma(1), 1e-6);
}

TEST(Center, AnyFiniteNumberGivesFiniteResults) {
  const float largest = std::numeric_limits<float>::max();
  Random random(3);
  for (const float big : {60.0F, 1e30F, largest}) {
    for (int turn = 0; turn < 50; ++turn) {
      for (const Boost boost : all_boosts) {
        EngineCase engine_case = topics_case(boost, random.one_of<std::uint32_t>({1, 2}), random);
        for (float& cell : engine_case.cells) {
          if (!random.once_in(3)) cell = random.once_in(2) ? big : -big;
        }
        const test::EngineResult result = test::run(engine_case, 2);
        for (const Floats& each : {result.outputs, result.input_gradients, result.weight_gradients})
          for (const float value : each) ASSERT_TRUE(std::isfinite(value)) << value;
      }
    }
  }
}

TEST(Center, NumbersThatAreNotFiniteAreNamedWhereTheyAre) {
  const Knowledge knowledge = Knowledge::from_text(topics);
  const Plan plan(knowledge, test::tables_of(knowledge, pairs));
  const Floats weights = initial_weights(plan);
  for (const float wrong :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    for (std::size_t i = 0; i < 5 * columns; ++i) {
      Floats cells(5 * columns, 0.5F);
      cells[i] = wrong;
      Floats outputs(cells.size());
      try {
        enhance(plan, weights, std::span<const float>(cells), std::span<float>(outputs), {.center = true});
        FAIL() << "cell " << i << " is accepted";
      } catch (const Error& error) {
        const std::string place =
            "row " + std::to_string(i / columns) + ", column '" + plan.tables()[0].columns[i % columns] + "'";
        EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace kenn::engine
