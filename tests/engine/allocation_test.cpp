// After its construction an enhancer allocates nothing.
#include "engine/allocation_counter.h"
#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::AllocationCounter;
using test::EngineCase;

TEST(AllocationCounter, CountsWhileItLives) {
  const AllocationCounter counter;
  const std::uint64_t before = counter.count();
  const std::vector<int> numbers(1'000, 1);
  EXPECT_EQ(counter.count(), before + 1) << numbers.back();
}

// Of two forwards and backwards, the first after the construction among them.
std::uint64_t allocations_of(const EngineCase& engine_case, std::uint32_t threads) {
  const Knowledge knowledge = engine_case.knowledge();
  const Plan plan(knowledge, test::tables_of(knowledge, engine_case.world));
  EnhanceOptions options = engine_case.options;
  options.threads = threads;
  Enhancer enhancer(plan, options);
  const std::vector<float> weights = engine_case.weights(knowledge);
  std::vector<float> outputs(engine_case.cells.size());
  std::vector<float> gradients(engine_case.cells.size());
  std::vector<float> weight_gradients(weights.size());
  const auto inputs = test::spans_of<const float>(plan, engine_case.cells);
  const auto output_gradients = test::spans_of<const float>(plan, engine_case.output_gradients);
  const auto results = test::spans_of<float>(plan, outputs);
  const auto input_gradients = test::spans_of<float>(plan, gradients);
  const AllocationCounter counter;
  for (int i = 0; i < 2; ++i) {
    enhancer.forward(weights, inputs, results);
    enhancer.backward(weights, inputs, output_gradients, input_gradients, weight_gradients);
  }
  return counter.count();
}

TEST(Allocation, NeverHappensInForwardAndBackward) {
  for (std::uint64_t seed = 0; seed < 150; ++seed)
    for (const std::uint32_t threads : {1U, 3U})
      EXPECT_EQ(allocations_of(test::random_engine_case(seed), threads), 0U) << seed;
}

TEST(Allocation, NeverHappensInForwardAndBackwardOfGraphs) {
  for (std::uint64_t seed = 0; seed < 15; ++seed)
    for (const std::uint32_t threads : {1U, 3U})
      EXPECT_EQ(allocations_of(test::random_graph_case(seed), threads), 0U) << seed;
}

}  // namespace
}  // namespace kenn::engine
