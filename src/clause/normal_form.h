// Pass 5: proposition -> conjunctive normal form.
//
//     A & B -> C       ->   !A | !B | C
//     A <-> B          ->   !A | B,  A | !B
//     A -> B & C       ->   !A | B,  !A | C
#pragma once

#include <cstdint>
#include <vector>

#include "clause/resolved_rule.h"

namespace kenn::clause {

// How large the normal form of one formula may become.
inline constexpr std::uint64_t most_clauses = 10'000;
inline constexpr std::uint64_t most_literals = 1'000'000;

// How much all instances of one rule may become together.
inline constexpr std::uint64_t most_rule_clauses = 1'000'000;
inline constexpr std::uint64_t most_rule_literals = 10'000'000;

// An atom or its negation.
struct SignedAtom {
  std::uint32_t atom = 0;
  bool positive = true;

  friend bool operator==(const SignedAtom&, const SignedAtom&) = default;
};

using Disjunction = std::vector<SignedAtom>;

struct NormalFormSize {
  static constexpr std::uint64_t immense = UINT64_MAX;  // what larger numbers count as

  std::uint64_t clauses = 0;
  std::uint64_t literals = 0;  // in all clauses together

  // Of `count` such forms.
  [[nodiscard]] NormalFormSize times(std::uint64_t count) const;
};

// The exact size of what `normal_form` returns, in one walk over the proposition.
NormalFormSize normal_form_size(const Proposition& proposition);

// The clauses whose conjunction is equivalent to the proposition: literals in the order of the text, nothing
// simplified. Takes time and memory for its result: ask `normal_form_size` first.
std::vector<Disjunction> normal_form(const Proposition& proposition);

}  // namespace kenn::clause
