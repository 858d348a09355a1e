// The engine in float against the oracle in double: results, gradients, truths, and on every instruction set.
#include <hwy/targets.h>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::EngineCase;
using test::Enumeration;

std::string difference_in_graph(const EngineCase& engine_case) {
  return test::difference_in_results(engine_case, Enumeration::listed_tuples);
}

std::string difference_in_case(const EngineCase& engine_case) {
  return test::difference_in_results(engine_case);
}

TEST(EngineProperty, AgreesWithTheDefinition) {
  test::check_cases(5'000, test::random_engine_case, difference_in_case);
}

TEST(EngineProperty, AgreesWithTheDefinitionOnGraphs) {
  test::check_cases(60, test::random_graph_case, difference_in_graph);
}

// Every instruction set of this machine in turn; afterwards the best one again.
class EachTarget : public testing::Test {
 protected:
  void TearDown() override { choose(0); }

  static void choose(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().DeInit();
  }
};

TEST_F(EachTarget, AgreesWithTheDefinition) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    choose(target);
    test::check_cases(500, test::random_engine_case, difference_in_case);
    test::check_cases(20, test::random_graph_case, difference_in_graph);
    choose(0);
  }
}

}  // namespace
}  // namespace kenn::engine
