// Gradients: the oracle's against finite differences, the engine's against the oracle's.
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::BruteForce;
using test::EngineCase;
using test::Semantics;
using Numbers64 = std::vector<double>;

// Numbers of a case that are smooth enough for differences.
Numbers64 moderate(const std::vector<float>& numbers) {
  Numbers64 result;
  for (const float number : numbers) result.push_back(std::remainder(double{number}, 4));
  return result;
}

// The sum of the oracle's outputs times `output_gradients`, as a function of everything it depends on.
struct Loss {
  explicit Loss(const EngineCase& engine_case)
      : knowledge(engine_case.knowledge()),
        oracle(knowledge, engine_case.world),
        semantics{
            .boost = engine_case.options.boost == Boost::godel ? Boost::softmax : engine_case.options.boost,
            .order = engine_case.options.order,
            .layers = engine_case.options.layers,
            .center = engine_case.options.center},
        cells(moderate(engine_case.cells)),
        weights(moderate(engine_case.weights(knowledge))),
        output_gradients(moderate(engine_case.output_gradients)) {
    for (double& weight : weights) weight = std::abs(weight);
  }

  [[nodiscard]] double value() const {
    const Numbers64 outputs = oracle.forward(semantics, weights, cells).output().value;
    return std::inner_product(outputs.begin(), outputs.end(), output_gradients.begin(), 0.0);
  }

  [[nodiscard]] test::Backward gradients() const {
    return oracle.backward(semantics, weights, oracle.forward(semantics, weights, cells), output_gradients);
  }

  // The slope along one of the numbers.
  [[nodiscard]] double difference(double& number, double step) const {
    const double old = std::exchange(number, number + step);
    const double above = value();
    number = old - step;
    const double below = value();
    number = old;
    return (above - below) / (2 * step);
  }

  Knowledge knowledge;
  BruteForce oracle;
  Semantics semantics;
  Numbers64 cells;
  Numbers64 weights;
  Numbers64 output_gradients;
};

// Compares about ten of the slopes along `numbers`. Where layers amplify what they are given, differences are
// less exact: rounding is amplified as well (`noise`), and the result depends on the step.
std::string difference_in_slopes(Loss& loss, Numbers64& numbers, const test::Estimate& expected,
                                 double noise) {
  for (std::size_t i = 0; i < numbers.size(); i += 1 + numbers.size() / 10) {
    const double slope = loss.difference(numbers[i], 2e-6);
    const double doubt = std::abs(slope - loss.difference(numbers[i], 4e-6));
    const double error = std::abs(slope - expected.value[i]);
    if (error > 1e-6 * (1 + expected.scale[i] + std::abs(loss.value())) + noise + 2 * doubt)
      return std::to_string(i) + ": " + std::to_string(expected.value[i]) + ", by differences " +
             std::to_string(slope);
  }
  return "";
}

TEST(GradientProperty, OfTheOracleIsThatOfFiniteDifferences) {
  test::check_cases(1'000, test::random_engine_case, [](const EngineCase& engine_case) {
    Loss loss(engine_case);
    const test::Backward gradients = loss.gradients();
    const double noise =
        1e-8 * std::accumulate(gradients.cells.scale.begin(), gradients.cells.scale.end(), 0.0);
    return difference_in_slopes(loss, loss.cells, gradients.cells, noise) +
           difference_in_slopes(loss, loss.weights, gradients.weights, noise);
  });
}

// -------------------------------------------------------------------------------------------------- engine

TEST(GradientProperty, OfTheEngineIsThatOfTheOracle) {
  const auto random_case = [](std::uint64_t seed) {
    EngineCase engine_case = test::random_engine_case(seed);
    if (engine_case.options.boost == Boost::godel) engine_case.options.boost = Boost::residual;
    return engine_case;
  };
  test::check_cases(2'000, random_case,
                    [](const EngineCase& engine_case) { return test::difference_in_results(engine_case); });
}

TEST(GradientProperty, WithTheGodelBoostPassesThroughUnchanged) {
  test::check_cases(500, test::random_engine_case, [](EngineCase engine_case) -> std::string {
    engine_case.options.boost = Boost::godel;
    return test::run(engine_case).input_gradients == engine_case.output_gradients ? "" : "not the same";
  });
}

// The gradients of "A(x) -> B(x)" with z = (1, 2), w = 3 and output gradients (5, 7), written out.
TEST(Gradient, OfOneClauseIsTheOneOnPaper) {
  EngineCase engine_case;
  engine_case.declarations = "type T predict A(T), B(T)\n";
  engine_case.rules = {"rule weight 3: A(x) -> B(x)"};
  engine_case.world.objects = {{1, {}}};
  engine_case.cells = {1, 2};
  engine_case.output_gradients = {5, 7};
  const Knowledge knowledge = engine_case.knowledge();
  Enhancer enhancer(Plan(knowledge, test::tables_of(knowledge, engine_case.world)), {.gradients = true});
  const test::EngineResult result = test::run(enhancer, engine_case, {3});
  const double share = 1 / (1 + std::exp(-3.0));  // of B; that of !A is 1 - share
  const double slope = share * (1 - share);       // of both, by z_A + z_B
  EXPECT_NEAR(result.outputs[0], 1 - 3 * (1 - share), 1e-6);
  EXPECT_NEAR(result.outputs[1], 2 + 3 * share, 1e-6);
  EXPECT_NEAR(result.input_gradients[0], 5 + 3 * slope * 5 + 3 * slope * 7, 1e-5);
  EXPECT_NEAR(result.input_gradients[1], 7 + 3 * slope * 5 + 3 * slope * 7, 1e-5);
  EXPECT_NEAR(result.weight_gradients[0], -(1 - share) * 5 + share * 7, 1e-5);
}

// The same with the residual boost. With a = -1 and b = 2 of the literals, p their softmax, and g = (-5, 7):
// dL/dw = r G, dL/dv_j = w r (p_j (g_j - G) - G sigma(v_j)), G = sum of p_j g_j.
TEST(Gradient, OfOneResidualClauseIsTheOneOnPaper) {
  EngineCase engine_case;
  engine_case.declarations = "type T predict A(T), B(T)\n";
  engine_case.rules = {"rule weight 3: A(x) -> B(x)"};
  engine_case.world.objects = {{1, {}}};
  engine_case.cells = {1, 2};
  engine_case.output_gradients = {5, 7};
  const Knowledge knowledge = engine_case.knowledge();
  Enhancer enhancer(Plan(knowledge, test::tables_of(knowledge, engine_case.world)),
                    {.boost = Boost::residual, .gradients = true});
  const test::EngineResult result = test::run(enhancer, engine_case, {3});
  const auto sigma = [](double value) { return 1 / (1 + std::exp(-value)); };
  const double residual = sigma(1) * sigma(-2);
  const double p = sigma(3);
  const double mean = (1 - p) * -5 + p * 7;
  EXPECT_NEAR(result.weight_gradients[0], residual * mean, 1e-5);
  EXPECT_NEAR(result.input_gradients[0], 5 - 3 * residual * ((1 - p) * (-5 - mean) - mean * sigma(-1)), 1e-5);
  EXPECT_NEAR(result.input_gradients[1], 7 + 3 * residual * (p * (7 - mean) - mean * sigma(2)), 1e-5);
}

TEST(Gradient, IsWrittenAndNotAdded) {
  const EngineCase engine_case = test::random_graph_case(3);
  const Knowledge knowledge = engine_case.knowledge();
  const Plan plan(knowledge, test::tables_of(knowledge, engine_case.world));
  Enhancer enhancer(plan, engine_case.options);
  const std::vector<float> weights = engine_case.weights(knowledge);
  const test::EngineResult expected = test::run(enhancer, engine_case, weights);
  std::vector<float> cells(engine_case.cells.size(), std::numeric_limits<float>::quiet_NaN());
  std::vector<float> weight_gradients(weights.size(), std::numeric_limits<float>::infinity());
  enhancer.backward(weights, test::spans_of<const float>(plan, engine_case.cells),
                    test::spans_of<const float>(plan, engine_case.output_gradients),
                    test::spans_of<float>(plan, cells), weight_gradients);
  EXPECT_EQ(cells, expected.input_gradients);
  EXPECT_EQ(weight_gradients, expected.weight_gradients);
}

}  // namespace
}  // namespace kenn::engine
