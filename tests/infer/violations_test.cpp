// Tests of violated groundings: worked out by hand, and against trying all assignments.
#include "infer/violations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/brute_force.h"
#include "engine/random_engine_case.h"
#include "engine/run_engine.h"

namespace kenn::test {
namespace {

dataset::Graph graph_of(const Knowledge& knowledge, Tables tables) {
  const std::size_t types = knowledge.types().size();
  const std::size_t count = tables.schema().tables.size();
  return {knowledge, DatasetParts{std::move(tables),
                                  std::vector<dataset::SharedFeatures>(types),
                                  std::vector<dataset::SharedFeatures>(count),
                                  std::vector<table::Labels>(count),
                                  {}}};
}

using Counts = std::vector<std::uint64_t>;

TEST(Violations, HardPredictions) {
  const Knowledge knowledge = Knowledge::from_text("type P predict A(P), M(P), B(P), N(P) exclusive A, B");
  Tables tables(knowledge);
  tables.resize("P", 3);
  const dataset::Graph graph = graph_of(knowledge, std::move(tables));
  const dataset::TableList values = {{
      -5,
      1e-30F,
      -6,
      -1,  // A although it is below 0
      2,
      0,
      2,
      3,  // A, the first of equals; 0 is no
      0,
      -1,
      1,
      -1,
  }};
  EXPECT_EQ(infer::hard_predictions(graph, values),
            (dataset::TableList{{1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}}));
  EXPECT_EQ(infer::violations(graph, values, 1), Counts{});
}

TEST(Violations, OfAHierarchy) {
  const Knowledge knowledge = Knowledge::from_text(
      "type P predict Animal(P), Dog(P), Cat(P) rule: Dog(x) -> Animal(x) rule: Cat(x) -> Animal(x) "
      "rule: !Dog(x) | !Cat(x)");
  Tables tables(knowledge);
  tables.resize("P", 5);
  const dataset::Graph graph = graph_of(knowledge, std::move(tables));
  const dataset::TableList values = {{
      1, 1, -1,    // sound
      -1, 1, -1,   // a dog that is no animal
      -1, 1, 1,    // breaks all three
      1, 1, 1,     // dog and cat
      -1, -1, -1,  // sound
  }};
  EXPECT_EQ(infer::violations(graph, values, 1), (Counts{2, 1, 2}));
}

TEST(Violations, OfCitations) {
  const Knowledge knowledge = Knowledge::from_text(
      "type P predict A(P), B(P) given Cite(P, P) exclusive A, B "
      "for T in {A, B} rule: T(x) & Cite(x, y) -> T(y)");
  Tables tables(knowledge);
  tables.resize("P", 4);
  tables.list("Cite", {0, 1, 1, 2, 2, 3, 3, 3, 3, 0});
  const dataset::Graph graph = graph_of(knowledge, std::move(tables));
  // A B B A: 0 -> 1 breaks the rule for A, 2 -> 3 that for B; 3 cites itself
  EXPECT_EQ(infer::violations(graph, {{1, 0, 0, 1, -3, -2, 5, 4}}, 1), (Counts{1, 1}));
}

// Degrees above one half count as listed, others as not listed.
TEST(Violations, DegreesAreRounded) {
  const Knowledge knowledge = Knowledge::from_text(
      "type P predict A(P) given Cite(P, P), Odd(P, P) rule: Cite(x, y) -> A(y) "
      "rule: A(x) & Cite(x, y) -> Odd(x, y)");
  Tables tables(knowledge);
  tables.resize("P", 3);
  tables.list("Cite", {0, 1, 1, 2, 2, 0, 2, 1, 0, 2}, {0.5F, 0.5000001F, 1, 0, 0.9F});
  tables.list("Odd", {0, 1, 2, 0, 0, 2}, {0.25F, 0.6F, 0.4F});
  const dataset::Graph graph = graph_of(knowledge, std::move(tables));
  // Listed: (1,2) (2,0) (0,2). No A: all three targets are missing.
  EXPECT_EQ(infer::violations(graph, {{-1, -1, -1}}, 1), (Counts{3, 0}));
  // All A: (2,0) is odd, (1,2) and (0,2) are not.
  EXPECT_EQ(infer::violations(graph, {{1, 1, 1}}, 1), (Counts{0, 2}));
}

TEST(Violations, WithoutObjects) {
  const Knowledge knowledge = Knowledge::from_text("type P predict A(P) rule: A(x)");
  Tables tables(knowledge);
  tables.resize("P", 0);
  EXPECT_EQ(infer::violations(graph_of(knowledge, std::move(tables)), {{}}, 1), Counts{0});
}

// Straight from the definition: what holds, cell by cell.
std::vector<bool> holding_cells(const Knowledge& knowledge, const BruteForce& world,
                                const std::vector<float>& cells) {
  std::vector<bool> holds(cells.size());
  for (const OracleTable& table : world.tables()) {
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::map<std::size_t, std::size_t> best;  // cell of every exclusive group
      for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const std::size_t cell = table.first_cell + row * table.columns.size() + column;
        const auto predicate =
            std::find_if(knowledge.predicates().begin(), knowledge.predicates().end(),
                         [&](const Predicate& each) { return each.name == table.columns[column]; });
        if (!predicate->exclusive_group) {
          holds[cell] = cells[cell] > 0;
          continue;
        }
        const auto place = best.emplace(*predicate->exclusive_group, cell).first;
        if (cells[cell] > cells[place->second]) place->second = cell;
      }
      for (const auto& [group, cell] : best) holds[cell] = true;
    }
  }
  return holds;
}

std::string difference(const EngineCase& engine_case, Enumeration enumeration) {
  const Knowledge knowledge = engine_case.knowledge();
  const BruteForce world(knowledge, engine_case.world, enumeration);
  const std::vector<bool> holds = holding_cells(knowledge, world, engine_case.cells);
  Counts expected(knowledge.clauses().size());
  for (const Grounding& grounding : world.groundings()) {
    const bool satisfied =
        std::any_of(grounding.literals.begin(), grounding.literals.end(), [&](const GroundLiteral& literal) {
          // a degree of one half is false, so that its negation holds
          if (literal.cell == no_cell) return literal.sign > 0 ? literal.constant > 0 : literal.constant >= 0;
          return holds[literal.cell] == (literal.sign > 0);
        });
    if (!satisfied) ++expected[grounding.clause];
  }
  const dataset::Graph graph = graph_of(knowledge, tables_of(knowledge, engine_case.world));
  dataset::TableList values;
  for (const std::span<const float> table : spans_of<const float>(graph.plan, engine_case.cells)) {
    values.emplace_back(table.begin(), table.end());
  }
  for (const std::uint32_t threads : {1U, 3U}) {
    const Counts found = infer::violations(graph, values, threads);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (found[i] != expected[i]) {
        return "clause " + std::to_string(i) + " has " + std::to_string(found[i]) + " violations, not " +
               std::to_string(expected[i]);
      }
    }
  }
  return {};
}

// Half of the cases get an exclusive group of the first table's predicates, if two or more are in none.
EngineCase random_case_with_groups(std::uint64_t seed) {
  EngineCase engine_case = random_engine_case(seed);
  const Knowledge knowledge = engine_case.knowledge();
  const bool is_kenn2 = engine_case.declarations.find("predict") == std::string::npos;
  if (is_kenn2 || seed % 2 == 0) return engine_case;
  std::vector<std::string> names;
  std::string table;
  for (const Predicate& predicate : knowledge.predicates()) {
    if (predicate.role != Role::predict || predicate.argument_types.size() != 1) continue;
    if (predicate.exclusive_group) continue;
    if (table.empty()) table = predicate.table;
    if (predicate.table == table) names.push_back(predicate.name);
  }
  if (names.size() < 2) return engine_case;
  engine_case.declarations += "\nexclusive " + names[0];
  for (std::size_t i = 1; i < names.size() && i < 3; ++i) engine_case.declarations += ", " + names[i];
  engine_case.declarations += "\n";
  return engine_case;
}

TEST(Violations, AgreeWithAllAssignments) {
  check_cases(400, random_case_with_groups, [](const EngineCase& engine_case) {
    return difference(engine_case, Enumeration::all_assignments);
  });
}

TEST(Violations, AgreeOnGraphsWithHubs) {
  check_cases(20, random_graph_case, [](const EngineCase& engine_case) {
    return difference(engine_case, Enumeration::listed_tuples);
  });
}

}  // namespace
}  // namespace kenn::test
