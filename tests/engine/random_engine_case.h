// Random cases for comparing engine and oracle.
#pragma once

#include <string>
#include <vector>

#include "engine/engine_case.h"
#include "engine/random_numbers.h"

namespace kenn::test {

// A knowledge of 1 to 3 types in the language or in KENN2's format, over a world of at most 8 objects per
// type.
EngineCase random_engine_case(std::uint64_t seed);

// Clauses of pairs over a graph of hundreds to thousands of rows and pairs, some with a hub of 12,000 pairs:
// large enough for several chunks and threads, too large for trying all assignments.
EngineCase random_graph_case(std::uint64_t seed);

// ---------------------------------------------------------------------------------------------------- parts

// A predicate on its way into a text.
struct DraftPredicate {
  std::string name;
  Role role = Role::predict;
  std::vector<std::size_t> types;
};

struct Draft {
  std::vector<ObjectSet> objects;  // one per type; type i is called Ti
  std::vector<DraftPredicate> predicates;
  std::vector<std::vector<std::string>> exclusive;  // groups of columns of one type
};

Draft random_draft(Random& random);
std::string declarations_of(const Draft& draft);
std::vector<std::string> random_rules(const Draft& draft, Random& random);

// KENN2's format: one type Object, all binary predicates in one table Pair.
struct Kenn2Text {
  std::string declarations;
  std::vector<std::string> rules;
};
Kenn2Text random_kenn2(Random& random);

ObjectSet random_objects(Random& random);
ListedTable random_listing(const std::string& name, Role role, const std::vector<std::size_t>& counts,
                           Random& random);
std::vector<float> random_cells(Numbers numbers, std::size_t count, Random& random);

}  // namespace kenn::test
