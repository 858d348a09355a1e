// The readable enhancer: against the oracle, against finite differences, and the fast one against it.
#include "engine/reference_enhancer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/brute_force.h"
#include "engine/random_engine_case.h"
#include "engine/run_engine.h"

namespace kenn::test {
namespace {

// A case with its plan, and its numbers as `Number`.
template <typename Number>
struct Prepared {
  explicit Prepared(const EngineCase& engine_case)
      : knowledge(engine_case.knowledge()),
        plan(knowledge, tables_of(knowledge, engine_case.world)),
        cells(split(engine_case.cells)),
        output_gradients(split(engine_case.output_gradients)) {
    for (const float weight : engine_case.weights(knowledge)) weights.push_back(weight);
  }

  std::vector<std::vector<Number>> split(const std::vector<float>& numbers) const {
    std::vector<std::vector<Number>> tables;
    auto next = numbers.begin();
    for (const PredictedTable& table : plan.tables()) {
      const auto end = next + static_cast<std::ptrdiff_t>(table.size());
      tables.emplace_back(next, end);
      next = end;
    }
    return tables;
  }

  Knowledge knowledge;
  Plan plan;
  std::vector<std::vector<Number>> cells;
  std::vector<std::vector<Number>> output_gradients;
  std::vector<Number> weights;
};

template <typename Number>
std::vector<double> joined(const std::vector<std::vector<Number>>& tables) {
  std::vector<double> all;
  for (const auto& table : tables) all.insert(all.end(), table.begin(), table.end());
  return all;
}

void expect_near(const std::vector<double>& actual, const Estimate& expected, double precision,
                 const EngineCase& engine_case) {
  RC_ASSERT(actual.size() == expected.value.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double allowed = precision * std::max({1.0, std::abs(expected.value[i]), expected.scale[i]});
    if (std::abs(actual[i] - expected.value[i]) <= allowed) continue;
    RC_FAIL("number " + std::to_string(i) + " is " + std::to_string(actual[i]) + ", not " +
            std::to_string(expected.value[i]) + "\n" + to_text(engine_case));
  }
}

// Which literal is truest, or which row is in which stage, cannot hang on the last bit here.
EngineCase plain_case(std::uint64_t seed) {
  EngineCase engine_case = random_engine_case(seed);
  if (engine_case.options.boost == Boost::godel) engine_case.options.boost = Boost::softmax;
  return engine_case;
}

RC_GTEST_PROP(ReferenceEnhancer, EqualsTheOracleInDouble, ()) {
  const EngineCase engine_case = plain_case(any_seed());
  const Prepared<double> prepared(engine_case);
  const BruteForce oracle(prepared.knowledge, engine_case.world);
  const Semantics semantics{engine_case.options.boost, engine_case.options.order, engine_case.options.layers,
                            engine_case.options.center, 0};
  const Forward forward = oracle.forward(semantics, prepared.weights, joined(prepared.cells));
  const Backward backward =
      oracle.backward(semantics, prepared.weights, forward, joined(prepared.output_gradients));

  const engine::ReferenceEnhancer<double> enhancer(prepared.plan, engine_case.options);
  // Degrees become preactivations in float32, which is all that differs.
  expect_near(joined(enhancer.forward(prepared.weights, prepared.cells)), forward.output(), 1e-5,
              engine_case);
  const auto gradients = enhancer.backward(prepared.weights, prepared.cells, prepared.output_gradients);
  expect_near(joined(gradients.inputs), backward.cells, 1e-5, engine_case);
  expect_near(gradients.weights, backward.weights, 1e-5, engine_case);
}

RC_GTEST_PROP(ReferenceEnhancer, FastEnhancerEqualsItInFloat, ()) {
  EngineCase engine_case = plain_case(any_seed());
  engine_case.options.layers = 1;
  engine_case.options.order = Order::parallel;  // in one pass no rounding is carried on
  // In float, a mean of 1e30 leaves nothing of the other numbers of its group.
  if (engine_case.numbers == Numbers::huge) engine_case.options.center = false;
  const Prepared<float> prepared(engine_case);
  const engine::ReferenceEnhancer<float> enhancer(prepared.plan, engine_case.options);
  Estimate expected =
      BruteForce(prepared.knowledge, engine_case.world)
          .forward({engine_case.options.boost, Order::parallel, 1, engine_case.options.center, 0},
                   Prepared<double>(engine_case).weights, joined(prepared.cells))
          .output();
  expected.value = joined(enhancer.forward(prepared.weights, prepared.cells));
  const EngineResult actual = run(engine_case);
  expect_near({actual.outputs.begin(), actual.outputs.end()}, expected, 1e-5, engine_case);
}

// The sum of outputs times their gradients, whose derivatives are what `backward` gives.
double loss(const engine::ReferenceEnhancer<double>& enhancer, const Prepared<double>& prepared) {
  const auto outputs = joined(enhancer.forward(prepared.weights, prepared.cells));
  const auto gradients = joined(prepared.output_gradients);
  double sum = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) sum += outputs[i] * gradients[i];
  return sum;
}

double slope_of_loss(const engine::ReferenceEnhancer<double>& enhancer, const Prepared<double>& prepared,
                     double& number, double step) {
  const double before = number;
  number = before + step;
  const double above = loss(enhancer, prepared);
  number = before - step;
  const double below = loss(enhancer, prepared);
  number = before;
  return (above - below) / (2 * step);
}

// Where the loss is curved so much that the step matters, two steps show by how much. Where it is so steep
// that no step is short enough (many heavy groundings, layer upon layer), differences say nothing; that is
// for the loss to show, not for the gradient that is checked.
void expect_slope(const engine::ReferenceEnhancer<double>& enhancer, const Prepared<double>& prepared,
                  double& number, double gradient) {
  constexpr double steepest = 1e4;
  const double coarse = slope_of_loss(enhancer, prepared, number, 1e-5);
  const double fine = slope_of_loss(enhancer, prepared, number, 2.5e-6);
  if (std::max(std::abs(coarse), std::abs(fine)) > steepest) return;
  const double allowed = 1e-4 * std::max(1.0, std::abs(fine)) + std::abs(fine - coarse);
  RC_ASSERT(std::abs(fine - gradient) <= allowed);
}

RC_GTEST_PROP(ReferenceEnhancer, GradientsAreFiniteDifferences, ()) {
  EngineCase engine_case = plain_case(any_seed());
  if (engine_case.numbers == Numbers::huge || engine_case.numbers == Numbers::saturated) {
    std::fill(engine_case.cells.begin(), engine_case.cells.end(), 0.25F);  // no slope is visible at 1e30
  }
  Prepared<double> prepared(engine_case);
  const engine::ReferenceEnhancer<double> enhancer(prepared.plan, engine_case.options);
  const auto gradients = enhancer.backward(prepared.weights, prepared.cells, prepared.output_gradients);
  for (std::size_t table = 0; table < prepared.cells.size(); ++table) {
    if (prepared.cells[table].empty()) continue;
    const auto cell = *rc::gen::inRange<std::size_t>(0, prepared.cells[table].size());
    expect_slope(enhancer, prepared, prepared.cells[table][cell], gradients.inputs[table][cell]);
  }
  if (prepared.weights.empty()) return;
  const auto weight = *rc::gen::inRange<std::size_t>(0, prepared.weights.size());
  expect_slope(enhancer, prepared, prepared.weights[weight], gradients.weights[weight]);
}

}  // namespace
}  // namespace kenn::test
