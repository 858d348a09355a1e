// What a knowledge text becomes: types, predicates and weighted clauses.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <kenn/error.h>

namespace kenn {

using TypeIndex = std::uint32_t;       // into Vocabulary::types
using PredicateIndex = std::uint32_t;  // into Vocabulary::predicates

// A finite set of objects.
struct Type {
  std::string name;

  friend bool operator==(const Type&, const Type&) = default;
};

enum class Role : std::uint8_t {
  predict,  // its atoms come from the network and are changed
  given,    // its atoms are known and never change
};

struct Predicate {
  std::string name;
  Role role = Role::predict;
  std::vector<TypeIndex> argument_types;         // one per argument, at least one
  std::string table;                             // the table that holds its atoms
  std::optional<std::uint32_t> exclusive_group;  // into Vocabulary::exclusive_groups

  friend bool operator==(const Predicate&, const Predicate&) = default;
};

// The names that rules speak of, in the order of their declaration.
struct Vocabulary {
  std::vector<Type> types;
  std::vector<Predicate> predicates;
  std::vector<std::vector<PredicateIndex>> exclusive_groups;

  friend bool operator==(const Vocabulary&, const Vocabulary&) = default;
};

struct Variable {
  std::string name;
  TypeIndex type = 0;

  friend bool operator==(const Variable&, const Variable&) = default;
};

// An argument: a variable of the clause, or a constant (the id of one object of the argument's type).
struct Term {
  enum class Kind : std::uint8_t { variable, constant };

  Kind kind = Kind::variable;
  std::uint32_t index = 0;  // into Clause::variables or Clause::constants

  friend auto operator<=>(const Term&, const Term&) = default;
};

// `predicate` of a literal that says `left = right` instead of speaking of an atom.
inline constexpr PredicateIndex equality = std::numeric_limits<PredicateIndex>::max();

struct Literal {
  PredicateIndex predicate = 0;
  bool positive = true;
  std::vector<Term> arguments;

  [[nodiscard]] bool is_equality() const { return predicate == equality; }

  friend auto operator<=>(const Literal&, const Literal&) = default;
};

// The weight a learned clause starts from, and the largest any clause may have.
inline constexpr double initial_weight = 0.5;
inline constexpr double largest_weight = 500.0;

struct Weight {
  bool learned = true;
  double value = initial_weight;  // in [0, largest_weight]; where learning starts, or the fixed value

  friend bool operator==(const Weight&, const Weight&) = default;
};

// A disjunction of literals, for all values of its variables.
//
// Guarantees: at least one literal is of a `predict` predicate; no literal occurs twice; it is not a
// tautology; equality literals are positive (`x != y | C(y)` has become `C(x)`), so each one only skips the
// groundings in which its two sides are the same object.
struct Clause {
  std::string name;  // unique within its knowledge
  std::vector<Literal> literals;
  std::vector<Variable> variables;     // in the order of their first use in `literals`
  std::vector<std::string> constants;  // likewise
  Weight weight;
  SourceLocation location;  // of the rule it came from

  friend bool operator==(const Clause&, const Clause&) = default;
};

// The predicate with the types of its arguments: `Cite(Paper, Paper)`.
std::string to_string(const Predicate& predicate, const Vocabulary& vocabulary);

// The clause in the knowledge language, without its name and weight: `!Smoker(x) | Cancer(x)`.
std::string to_string(const Clause& clause, const Vocabulary& vocabulary);

// `text` as a string literal of the knowledge language, with its quotes.
std::string string_literal(const std::string& text);

}  // namespace kenn
