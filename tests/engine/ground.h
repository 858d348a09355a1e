// The groundings of clauses as the definition has them: assignments are tried one after the other.
#pragma once

#include <vector>

#include "engine/brute_force.h"

namespace kenn::test {

// The predicted tables in the order of their first predicates.
std::vector<OracleTable> predicted_tables(const Knowledge& knowledge, const World& world);

// The cells of every exclusive group in every row.
std::vector<std::vector<std::size_t>> exclusive_cells(const Knowledge& knowledge,
                                                      const std::vector<OracleTable>& tables);

std::vector<Grounding> ground(const Knowledge& knowledge, const World& world,
                              const std::vector<OracleTable>& tables, Enumeration enumeration);

}  // namespace kenn::test
