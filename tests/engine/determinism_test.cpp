// The same bits for any number of threads, in every run, and whatever the enhancer did before.
#include <thread>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::EngineCase;
using test::EngineResult;

std::string difference_between_threads(const EngineCase& engine_case) {
  const EngineResult one = test::run(engine_case, 1);
  for (const std::uint32_t threads : {2U, 3U, 8U, 0U})
    if (!(test::run(engine_case, threads) == one)) return std::to_string(threads) + " threads";
  return "";
}

TEST(DeterminismProperty, TheNumberOfThreadsChangesNothing) {
  test::check_cases(300, test::random_engine_case, difference_between_threads);
}

TEST(DeterminismProperty, TheNumberOfThreadsChangesNothingOnGraphs) {
  test::check_cases(60, test::random_graph_case, difference_between_threads);
}

// An enhancer with its case.
struct Prepared {
  explicit Prepared(const EngineCase& engine_case, std::uint32_t threads)
      : random(engine_case), knowledge(random.knowledge()), weights(random.weights(knowledge)), enhancer([&] {
          EnhanceOptions options = random.options;
          options.threads = threads;
          return Enhancer(Plan(knowledge, test::tables_of(knowledge, random.world)), options);
        }()) {}

  [[nodiscard]] EngineResult run() { return test::run(enhancer, random, weights); }

  // Other numbers for the same tables, which must leave no trace.
  void run_something_else() {
    EngineCase other = random;
    for (float& cell : other.cells) cell = 7 - cell / 3;
    test::run(enhancer, other, std::vector<float>(weights.size(), 1.25F));
  }

  EngineCase random;
  Knowledge knowledge;
  std::vector<float> weights;
  Enhancer enhancer;
};

std::string difference_after_other_work(const EngineCase& engine_case) {
  Prepared prepared(engine_case, 2);
  const EngineResult first = prepared.run();
  if (!(prepared.run() == first)) return "the second run";
  prepared.run_something_else();
  if (!(prepared.run() == first)) return "a run after another";
  Prepared fresh(engine_case, 2);
  return fresh.run() == first ? "" : "another enhancer";
}

TEST(DeterminismProperty, EarlierRunsLeaveNoTrace) {
  test::check_cases(300, test::random_engine_case, difference_after_other_work);
}

TEST(DeterminismProperty, EarlierRunsLeaveNoTraceOnGraphs) {
  test::check_cases(20, test::random_graph_case, difference_after_other_work);
}

// The truths of other numbers are asked for between `forward` and `backward`.
std::string difference_after_asking_for_truths(const EngineCase& engine_case) {
  Prepared prepared(engine_case, 2);
  const EngineResult expected = prepared.run();
  const Plan& plan = prepared.enhancer.plan();
  const auto inputs = test::spans_of<const float>(plan, engine_case.cells);
  EngineResult result = expected;
  prepared.run_something_else();
  prepared.enhancer.forward(prepared.weights, inputs, test::spans_of<float>(plan, result.outputs));
  const std::vector<float> zeros(engine_case.cells.size());
  (void)prepared.enhancer.mean_truth(test::spans_of<const float>(plan, zeros));
  prepared.enhancer.backward(prepared.weights, inputs,
                             test::spans_of<const float>(plan, engine_case.output_gradients),
                             test::spans_of<float>(plan, result.input_gradients), result.weight_gradients);
  return result == expected ? "" : "not the same";
}

TEST(DeterminismProperty, AskingForTruthsChangesNoGradient) {
  test::check_cases(300, test::random_engine_case, difference_after_asking_for_truths);
}

TEST(DeterminismProperty, GradientsDoNotChangeTheForward) {
  test::check_cases(300, test::random_engine_case, [](const EngineCase& engine_case) -> std::string {
    Prepared prepared(engine_case, 1);
    const EngineResult expected = prepared.run();
    std::vector<float> outputs(engine_case.cells.size());
    const Plan& plan = prepared.enhancer.plan();
    EnhanceOptions options = engine_case.options;
    options.gradients = false;
    enhance(plan, prepared.weights, test::spans_of<const float>(plan, engine_case.cells),
            test::spans_of<float>(plan, outputs), options);
    return outputs == expected.outputs ? "" : "not the same";
  });
}

TEST(Determinism, EnhancersCanBeMoved) {
  Prepared prepared(test::random_graph_case(1), 2);
  const EngineResult expected = prepared.run();
  Enhancer moved(std::move(prepared.enhancer));
  EXPECT_TRUE(test::run(moved, prepared.random, prepared.weights) == expected);
  Prepared other(test::random_graph_case(2), 3);
  other.enhancer = std::move(moved);
  EXPECT_TRUE(test::run(other.enhancer, prepared.random, prepared.weights) == expected);
}

TEST(Determinism, EnhancersWorkSideBySideOnOnePlan) {
  const EngineCase engine_case = test::random_graph_case(5);
  Prepared prepared(engine_case, 2);
  const EngineResult expected = prepared.run();
  std::vector<EngineResult> results(4);
  std::vector<std::thread> threads;
  threads.reserve(results.size());
  for (EngineResult& result : results) {
    threads.emplace_back([&] {
      Enhancer enhancer(prepared.enhancer.plan(), prepared.enhancer.options());
      for (int i = 0; i < 3; ++i) result = test::run(enhancer, engine_case, prepared.weights);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const EngineResult& result : results) EXPECT_TRUE(result == expected);
}

}  // namespace
}  // namespace kenn::engine
