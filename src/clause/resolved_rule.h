// A rule with every name looked up: what passes 3 to 5 work on.
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kenn {

// An atom of a rule. Arguments index into the rule's variables and constants.
struct Atom {
  PredicateIndex predicate = 0;  // or `equality`, whose arguments are in ascending order
  std::vector<Term> arguments;
  std::vector<std::size_t> offsets;  // where each argument stands in the text
};

// A formula whose quantifiers are gone: every variable is universal, so all that is left is propositional.
struct Proposition {
  enum class Kind : std::uint8_t { atom, negation, conjunction, disjunction, implication, equivalence };

  Kind kind = Kind::atom;
  std::uint32_t atom = 0;             // into ResolvedRule::atoms
  std::vector<Proposition> children;  // one for a negation, two or more for the rest
};

struct ResolvedRule {
  std::vector<Variable> variables;  // names are unique within the rule
  std::vector<std::string> constants;
  std::vector<Atom> atoms;  // no two the same
  Proposition proposition;
};

}  // namespace kenn
