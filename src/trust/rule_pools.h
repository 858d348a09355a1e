// Which rules share their evidence: instances of one template, and rules of one shape.
//
//   for T in {AI, DB} rule: T(x) & Cite(x, y) -> T(y)     one template, one shape
//   rule: ML(x) & Cite(x, y) -> ML(y)                     another template of the same shape
//   rule: AI(x) & Cite(x, y) -> DB(y)                     another shape: two predicates, not one
#pragma once

#include <cstdint>
#include <vector>

#include <kenn/knowledge.h>

namespace kenn::trust {

// Numbers of pools, one per clause, counting from 0 in the order of their first clauses.
struct RulePools {
  std::vector<std::uint32_t> template_of;
  std::vector<std::uint32_t> shape_of;
};

// Clauses have one shape when they are the same up to the names of their predicted predicates and variables
// and the order of their literals. (Relations that are given keep their names: that citations tell the topic
// says nothing about other relations.) They are of one template when they have one shape and come from one
// rule.
RulePools pools_of(const Knowledge& knowledge);

}  // namespace kenn::trust
