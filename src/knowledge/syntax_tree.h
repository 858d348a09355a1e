// The syntax tree: what a knowledge text says, before anything is looked up or checked.
//
// Names are views into the source text (or into `Tree::unescaped`), so a tree lives no longer than its source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#include <kenn/clause.h>

namespace kenn::syntax {

// A word or a string of the text, and the byte where it starts.
struct Name {
  std::string_view text;
  std::size_t offset = 0;
};

struct Term {
  enum class Kind : std::uint8_t { variable, constant };

  Kind kind = Kind::variable;
  Name name;
};

// Operators are n-ary, so that long chains make wide trees and not deep ones: `a -> b -> c` is one implication
// with three children (from the right), `a <-> b <-> c` one equivalence (from the left).
struct Formula {
  enum class Kind : std::uint8_t {
    atom,         // name(terms)
    equal,        // terms[0] = terms[1]
    not_equal,    // terms[0] != terms[1]
    negation,     // one child
    conjunction,  // two or more children, as in the next three
    disjunction,
    implication,
    equivalence,
    forall,  // terms are the bound variables; one child
    exists,
  };

  Kind kind = Kind::atom;
  Name name;  // the predicate of an atom; elsewhere only its offset counts: where the formula starts
  std::vector<Term> terms;
  std::vector<Formula> children;
};

struct TypeStatement {
  std::vector<Name> types;
};

struct Signature {
  Name name;
  std::vector<Name> argument_types;
  std::string_view table;  // empty: the table that the knowledge language gives it
};

struct PredicateStatement {
  Role role = Role::predict;
  std::vector<Signature> signatures;
};

struct ExclusiveStatement {
  std::vector<Name> predicates;
};

// `for variable in {members}`
struct Template {
  Name variable;
  std::vector<Name> members;
};

struct RuleStatement {
  std::size_t offset = 0;  // of the word `rule`, or of a KENN2 line
  std::vector<Template> templates;
  std::optional<Name> name;
  Weight weight;
  Formula formula;
};

using Statement = std::variant<TypeStatement, PredicateStatement, ExclusiveStatement, RuleStatement>;

struct Tree {
  std::vector<Statement> statements;                     // in the order of the text
  std::deque<std::string> unescaped;                     // strings that differ from their spelling in the text
  std::unordered_set<std::string_view> unreadable_names;  // named by declarations that have a syntax error
};

}  // namespace kenn::syntax
