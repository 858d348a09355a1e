// A rule with every name looked up: what passes 3 to 5 work on.
#pragma once

#include <kenn/clause.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "knowledge/syntax_tree.h"

namespace kenn::clause {

// An atom of a rule. Arguments index into the rule's variables and constants.
struct Atom {
  PredicateIndex predicate = 0;  // or `equality`
  std::vector<Term> arguments;
  std::span<const knowledge::syntax::Term> spelling;  // the arguments in the text
};

// A formula whose quantifiers are gone: every variable is universal, so all that is left is propositional.
struct Proposition {
  enum class Kind : std::uint8_t { atom, negation, conjunction, disjunction, implication, equivalence };

  Kind kind = Kind::atom;
  std::uint32_t atom = 0;             // into ResolvedRule::atoms
  std::vector<Proposition> children;  // one for a negation, two or more for the rest
};

struct ResolvedRule {
  std::vector<Variable> variables;
  bool names_repeat = false;  // two of the variables have one name (in different scopes)
  std::vector<std::string> constants;
  std::vector<Atom> atoms;  // no two the same
  Proposition proposition;
};

}  // namespace kenn::clause
