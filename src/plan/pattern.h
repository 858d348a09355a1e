// Step 1 of a plan: what a clause matches, and what it touches there.
#pragma once

#include <kenn/tables.h>

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kenn::plan {

// An argument in a pattern: a variable, or the row of a constant.
struct PatternTerm {
  bool is_variable = true;
  std::uint32_t value = 0;  // the variable's number, or the row

  friend bool operator==(const PatternTerm&, const PatternTerm&) = default;
};

enum class AtomUse : std::uint8_t {
  predicted,  // a prediction about a tuple: it must be listed
  required,   // a negated `given` literal: it must be listed
  excluded,   // a positive `given` literal: it must not be listed as true
};

// An atom that decides which groundings there are.
struct PatternAtom {
  TableIndex table = 0;
  AtomUse use = AtomUse::predicted;
  std::vector<PatternTerm> terms;

  friend bool operator==(const PatternAtom&, const PatternAtom&) = default;
};

// The groundings of a clause are the matches of its pattern. Variables are numbered by their first use in the
// atoms, so that clauses which differ only in names and in the order of their literals have the same one.
struct Pattern {
  std::vector<TypeIndex> variable_types;
  std::vector<PatternAtom> atoms;
  std::vector<std::pair<PatternTerm, PatternTerm>> different;  // these must not be the same object
  bool is_about_one_object =
      false;  // all literals of the clause are unary and of one term: `sequential` has it first

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

// A row that every grounding has: of an object (a term of the pattern) or of a listed tuple (an atom of it).
struct Slot {
  TableIndex table = 0;
  bool is_object = true;
  PatternTerm object;
  std::uint32_t atom = 0;
};

// A literal that is not folded away: a cell in the row of a slot.
struct GroundLiteral {
  std::uint32_t slot = 0;
  std::uint32_t column = 0;
  bool positive = true;
};

struct GroundClause {
  std::size_t clause = 0;  // into Knowledge::clauses()
  std::vector<GroundLiteral> literals;
  std::vector<std::uint32_t> variables =
      {};  // the number that each variable of the clause has in the pattern
};

// Clauses with the same pattern, and the slots that at least one of them touches.
struct PatternGroup {
  Pattern pattern;
  std::vector<Slot> slots;
  std::vector<GroundClause> clauses;
  std::unordered_map<std::uint64_t, std::uint32_t> slot_numbers;  // what a slot is about -> its number
};

// Groups the clauses of a knowledge. Throws `Error` when a type or relation that a clause speaks of has no
// data, or a constant is no object of its type.
//
//   !A(x) | !Cite(x,y) | A(y)     Cite(x,y): slots Paper[x], Paper[y]   clauses (-0.A, +1.A)
//   !B(u) | !Cite(u,v) | B(v)                                                   (-0.B, +1.B)
//   !A(x) | B(x)                  x in Paper: slots Paper[x]            clauses (-0.A, +0.B)
std::vector<PatternGroup> group_by_pattern(const Knowledge& knowledge, const Tables& tables);

// An `Error` about the rule that a clause came from.
Error clause_error(ErrorKind kind, const Knowledge& knowledge, std::size_t clause,
                   const std::string& message);

}  // namespace kenn::plan
