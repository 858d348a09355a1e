// The syntax tree: what a knowledge text says, before anything is looked up or checked.
//
// Names are views into the source text (or into `Tree::unescaped`), so a tree lives no longer than its
// source. Formulas are plain values whose parts lie in the memory of their tree: a million rules are built
// and dropped without a million allocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <variant>
#include <vector>

#include <kenn/clause.h>

namespace kenn::knowledge::syntax {

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

// Operators are n-ary, so that long chains make wide trees and not deep ones: `a -> b -> c` is one
// implication with three children (from the right), `a <-> b <-> c` one equivalence (from the left).
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
  std::span<const Term> terms;
  std::span<const Formula> children;
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
  // Copies `parts` into the memory of the tree, where they stay as long as it lives.
  template <typename Part>
  std::span<const Part> keep(std::span<const Part> parts) {
    static_assert(std::is_trivially_copyable_v<Part> && std::is_trivially_destructible_v<Part>);
    if (parts.empty()) return {};
    auto* const kept = static_cast<Part*>(memory->allocate(parts.size_bytes(), alignof(Part)));
    std::uninitialized_copy(parts.begin(), parts.end(), kept);
    return {kept, parts.size()};
  }

  std::deque<Statement> statements;   // in the order of the text
  std::deque<std::string> unescaped;  // strings that differ from their spelling in the text
  std::unordered_set<std::string_view> unreadable_names;  // named by declarations that have a syntax error

  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory =
      std::make_unique<std::pmr::monotonic_buffer_resource>();
};

}  // namespace kenn::knowledge::syntax
