// The groundings of a plan are those of the definition.
#include <set>

#include "engine/random_engine_case.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::EngineCase;
using test::ListedTable;

TEST(GroundingProperty, CountsAreThoseOfTryingAllAssignments) {
  test::check_cases(5'000, test::random_engine_case, test::difference_in_groundings);
}

TEST(GroundingProperty, SummariesAddUp) {
  const auto difference = [](const EngineCase& engine_case) -> std::string {
    const Knowledge knowledge = engine_case.knowledge();
    const Plan plan(knowledge, test::tables_of(knowledge, engine_case.world));
    std::vector<std::uint64_t> counts(knowledge.clauses().size());
    std::uint64_t groundings = 0;
    std::uint64_t bytes = 0;
    for (const GroupSummary& group : plan.groups()) {
      for (const std::size_t clause : group.clauses) counts.at(clause) += group.groundings;
      groundings += group.groundings;
      bytes += group.bytes;
    }
    if (counts != plan.groundings_of_clauses())
      return "the groups' groundings are not those of their clauses";
    if (groundings != plan.groundings()) return "the groups have other groundings than the plan";
    if (bytes > plan.bytes()) return "the groups have more bytes than the plan";
    return "";
  };
  test::check_cases(500, test::random_engine_case, difference);
}

TEST(GroundingProperty, NamesAndWeightsAreThoseOfTheKnowledge) {
  const auto difference = [](const EngineCase& engine_case) -> std::string {
    const Knowledge knowledge = engine_case.knowledge();
    const Plan plan(knowledge, test::tables_of(knowledge, engine_case.world));
    std::vector<std::string> names;
    std::vector<Weight> weights;
    std::vector<float> initial;
    for (const Clause& clause : knowledge.clauses()) {
      names.push_back(clause.name);
      weights.push_back(clause.weight);
    }
    for (int layer = 0; layer < 3; ++layer)
      for (const Weight& weight : weights) initial.push_back(static_cast<float>(weight.value));
    if (plan.clause_names() != names) return "names";
    if (plan.weights() != weights) return "weights";
    return initial_weights(plan, 3) == initial ? "" : "initial weights";
  };
  test::check_cases(500, test::random_engine_case, difference);
}

TEST(GroundingProperty, RepeatedFactsAreCounted) {
  const auto difference = [](const EngineCase& engine_case) -> std::string {
    const Knowledge knowledge = engine_case.knowledge();
    Tables tables = test::tables_of(knowledge, {engine_case.world.objects, {}});
    for (const ListedTable& table : engine_case.world.listed) {
      std::set<std::vector<Row>> distinct;
      for (auto tuple = table.tuples.begin(); tuple != table.tuples.end();
           tuple += static_cast<std::ptrdiff_t>(table.arity))
        distinct.emplace(tuple, tuple + static_cast<std::ptrdiff_t>(table.arity));
      const std::uint64_t repeated = tables.list(table.name, table.tuples, table.degrees);
      if (repeated != table.count() - distinct.size()) return table.name + ": " + std::to_string(repeated);
    }
    return "";
  };
  test::check_cases(500, test::random_engine_case, difference);
}

TEST(GroundingProperty, TheCasesAreWorthTheirTime) {
  // A generator that makes nothing but empty plans would let every comparison pass.
  int with_groundings = 0;
  int with_constants = 0;
  int with_equalities = 0;
  int with_degrees = 0;
  int with_three_variables = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const EngineCase engine_case = test::random_engine_case(seed);
    const Knowledge knowledge = engine_case.knowledge();
    const test::BruteForce oracle(knowledge, engine_case.world);
    std::set<std::string> seen;
    for (const test::Grounding& grounding : oracle.groundings()) {
      const Clause& clause = knowledge.clauses()[grounding.clause];
      seen.insert("groundings");
      if (!clause.constants.empty()) seen.insert("constants");
      if (clause.variables.size() > 2) seen.insert("three variables");
      for (const Literal& literal : clause.literals)
        if (literal.is_equality()) seen.insert("equalities");
      for (const test::GroundLiteral& literal : grounding.literals)
        if (literal.cell == test::no_cell) seen.insert("degrees");
    }
    with_groundings += static_cast<int>(seen.count("groundings"));
    with_constants += static_cast<int>(seen.count("constants"));
    with_equalities += static_cast<int>(seen.count("equalities"));
    with_degrees += static_cast<int>(seen.count("degrees"));
    with_three_variables += static_cast<int>(seen.count("three variables"));
  }
  EXPECT_GT(with_groundings, 350);
  EXPECT_GT(with_constants, 100);
  EXPECT_GT(with_equalities, 100);
  EXPECT_GT(with_degrees, 50);
  EXPECT_GT(with_three_variables, 75);
}

}  // namespace
}  // namespace kenn::engine
