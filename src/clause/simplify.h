// Pass 6: a disjunction of a rule -> a clause that says no more than it must.
//
//     A(x) | B(x) | A(x)              ->   A(x) | B(x)          repeated literals are merged
//     A(x) | !A(x) | B(x)             ->   (always true)
//     x != y | !A(x) | B(y)           ->   !A(x) | B(x)         inequalities are substituted away
//     x != "ann" | A(x)               ->   A("ann")
//     "ann" = "bob" | A(x)            ->   A(x)                 different ids are different objects
//     "ann" = "bob"                   ->   (always false)
//     !Cite(x, y) | Cite(y, x)        ->   (changes nothing)    when Cite is given
#pragma once

#include <kenn/clause.h>

#include <cstdint>

#include "clause/normal_form.h"
#include "clause/resolved_rule.h"

namespace kenn::clause {

enum class Verdict : std::uint8_t {
  kept,
  always_true,
  always_false,     // nothing is left of it: no prediction can satisfy it
  changes_nothing,  // it has no literal of a `predict` predicate
  unanchored,       // some variable occurs in no atom and equals none that does: nothing bounds what it means
};

struct Simplified {
  Verdict verdict = Verdict::kept;
  Clause clause;                 // without name, weight and location; empty when always true or false
  std::uint32_t unanchored = 0;  // such a variable of the clause, if that is the verdict
};

Simplified simplify(const Disjunction& disjunction, const ResolvedRule& rule, const Vocabulary& vocabulary);

}  // namespace kenn::clause
