// Random formulas over A(.), B(.), R(., .), their spelling, and what they mean over the domain {a, b}.
#pragma once

#include <array>
#include <bitset>
#include <cctype>
#include <string>
#include <vector>

#include "support.h"

namespace kenn::test {

// A term is a variable (0 x, 1 y, 2 z) or a constant (3 "a", 4 "b").
constexpr int variable_count = 3;

struct RandomFormula {
  enum class Kind {
    atom,
    equal,
    not_equal,
    negation,
    conjunction,
    disjunction,
    implication,
    equivalence,
    forall
  };

  Kind kind = Kind::atom;
  int predicate = 0;       // 0 A, 1 B, 2 R
  std::vector<int> terms;  // of an atom or comparison; the variables of a quantifier
  std::vector<RandomFormula> children;
};

// --------------------------------------------------------------------------------------------------- meaning

// There are eight ground atoms, so a set of 2^8 worlds says when something holds.
using Worlds = std::bitset<256>;
using Objects = std::array<int, variable_count>;  // the object that each variable stands for: 0 a, 1 b

// The worlds in which a ground atom holds: every atom is a bit of the world's number.
inline Worlds worlds_of_atom(int predicate, const std::vector<int>& objects) {
  const int bit = predicate == 2 ? 4 + 2 * objects[0] + objects[1] : 2 * predicate + objects[0];
  Worlds worlds;
  for (std::size_t world = 0; world < worlds.size(); ++world) worlds[world] = (world >> bit & 1U) != 0;
  return worlds;
}

inline int object_of(int term, const Objects& objects) {
  return term < variable_count ? objects[static_cast<std::size_t>(term)] : term - variable_count;
}

inline Worlds worlds_of(const RandomFormula& formula, const Objects& objects);

inline Worlds worlds_of_forall(const RandomFormula& formula, Objects objects, std::size_t bound) {
  if (bound == formula.terms.size()) return worlds_of(formula.children[0], objects);
  Worlds worlds = ~Worlds();
  for (const int object : {0, 1}) {
    objects[static_cast<std::size_t>(formula.terms[bound])] = object;
    worlds &= worlds_of_forall(formula, objects, bound + 1);
  }
  return worlds;
}

// The worlds in which the formula holds when its variables stand for `objects`.
inline Worlds worlds_of(const RandomFormula& formula, const Objects& objects) {
  using Kind = RandomFormula::Kind;
  std::vector<Worlds> children;
  if (formula.kind == Kind::forall) return worlds_of_forall(formula, objects, 0);
  for (const RandomFormula& child : formula.children) children.push_back(worlds_of(child, objects));
  std::vector<int> arguments;
  for (const int term : formula.terms) arguments.push_back(object_of(term, objects));
  switch (formula.kind) {
    case Kind::atom:
      return worlds_of_atom(formula.predicate, arguments);
    case Kind::equal:
      return arguments[0] == arguments[1] ? ~Worlds() : Worlds();
    case Kind::not_equal:
      return arguments[0] != arguments[1] ? ~Worlds() : Worlds();
    case Kind::negation:
      return ~children[0];
    default:
      break;
  }
  const bool from_the_right = formula.kind == Kind::implication;
  if (from_the_right) std::reverse(children.begin(), children.end());
  Worlds total = children[0];
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (formula.kind == Kind::conjunction) total &= children[i];
    if (formula.kind == Kind::disjunction) total |= children[i];
    if (formula.kind == Kind::implication) total |= ~children[i];
    if (formula.kind == Kind::equivalence) total = ~(total ^ children[i]);
  }
  return total;
}

// The worlds in which the formula holds for all values of its free variables.
inline Worlds worlds_of_closure(const RandomFormula& formula) {
  RandomFormula closure{RandomFormula::Kind::forall, 0, {0, 1, 2}, {formula}};
  return worlds_of(closure, {});
}

// The worlds in which a clause holds for all groundings.
inline Worlds worlds_of(const Clause& clause) {
  Worlds all = ~Worlds();
  for (unsigned grounding = 0; grounding < 1U << clause.variables.size(); ++grounding) {
    Worlds any;
    for (const Literal& literal : clause.literals) {
      std::vector<int> objects;
      for (const Term& term : literal.arguments) {
        const bool is_variable = term.kind == Term::Kind::variable;
        objects.push_back(is_variable ? static_cast<int>(grounding >> term.index & 1U)
                                      : (clause.constants[term.index] == "a" ? 0 : 1));
      }
      Worlds worlds;
      if (literal.is_equality()) {
        worlds = objects[0] == objects[1] ? ~Worlds() : Worlds();
      } else {
        worlds = worlds_of_atom(static_cast<int>(literal.predicate), objects);
      }
      any |= literal.positive ? worlds : ~worlds;
    }
    all &= any;
  }
  return all;
}

// ------------------------------------------------------------------------------------------------ generation

enum class Sign { asserted, denied, both };

inline Sign opposite(Sign sign) {
  return sign == Sign::both ? sign : sign == Sign::asserted ? Sign::denied : Sign::asserted;
}

inline RandomFormula random_leaf() {
  using Kind = RandomFormula::Kind;
  RandomFormula leaf;
  const int kind = below(8);
  if (kind == 7) leaf.kind = below(2) == 0 ? Kind::equal : Kind::not_equal;
  leaf.predicate = kind < 5 ? kind % 2 : 2;
  const int arity = leaf.kind == Kind::atom && leaf.predicate < 2 ? 1 : 2;
  for (int i = 0; i < arity; ++i) leaf.terms.push_back(once_in(6) ? 3 + below(2) : below(variable_count));
  return leaf;
}

// A formula whose quantifiers are all asserted.
inline RandomFormula random_formula(int depth, Sign sign = Sign::asserted) {
  using Kind = RandomFormula::Kind;
  static const std::vector<Kind> kinds{Kind::atom,        Kind::negation,    Kind::conjunction,
                                       Kind::disjunction, Kind::implication, Kind::equivalence,
                                       Kind::forall,      Kind::forall};
  Kind kind = depth == 0 ? Kind::atom : one_of(kinds);
  if (kind == Kind::forall && sign != Sign::asserted) kind = Kind::disjunction;
  if (kind == Kind::atom) return random_leaf();
  RandomFormula formula{kind, 0, {}, {}};
  int children = 2 + (once_in(3) ? 1 : 0);
  if (kind == Kind::negation) children = 1;
  if (kind == Kind::forall) {
    children = 1;
    for (int left = below(2); left >= 0; --left) formula.terms.push_back(below(variable_count));
  }
  for (int i = 1; i <= children; ++i) {
    Sign child = sign;
    if (kind == Kind::negation || (kind == Kind::implication && i < children)) child = opposite(sign);
    if (kind == Kind::equivalence) child = Sign::both;
    formula.children.push_back(random_formula(depth - 1, child));
  }
  return formula;
}

// -------------------------------------------------------------------------------------------------- spelling

// Writes a formula with random signs and white space, and with more parentheses than it needs.
class Writer {
 public:
  std::string write(const RandomFormula& formula) {
    formula_text(formula, 0, true);
    return text_;
  }

 private:
  using Kind = RandomFormula::Kind;

  // How strongly an operator binds; operands must bind more strongly than their operator.
  static int strength(Kind kind) {
    switch (kind) {
      case Kind::equivalence:
        return 1;
      case Kind::implication:
        return 2;
      case Kind::disjunction:
        return 3;
      case Kind::conjunction:
        return 4;
      default:
        return 5;
    }
  }

  static bool is_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  }

  static std::string random_gap() {
    return one_of<std::string>({" ", "  ", "\n", "\t", "\r\n", " # rule: A(x) \"\n"});
  }

  void token(const std::string& token) {
    const bool must_part = !text_.empty() && is_word(text_.back()) && is_word(token.front());
    if (must_part || once_in(3)) text_ += random_gap();
    text_ += token;
  }

  void sign(const std::vector<std::string>& spellings) { token(one_of(spellings)); }

  // `is_last`: nothing follows before the end of the formula or a ')'. Quantifiers reach as far as that.
  void formula_text(const RandomFormula& formula, int weakest, bool is_last) {
    const bool swallows_what_follows = formula.kind == Kind::forall && !is_last;
    const bool needs = strength(formula.kind) < weakest || swallows_what_follows;
    const bool in_parentheses = needs || once_in(8);
    if (in_parentheses) token("(");
    body_text(formula, is_last || in_parentheses);
    if (in_parentheses) token(")");
  }

  void body_text(const RandomFormula& formula, bool is_last) {
    switch (formula.kind) {
      case Kind::atom:
        token(std::vector<std::string>{"A", "B", "R"}[static_cast<std::size_t>(formula.predicate)]);
        token("(");
        terms(formula.terms);
        return token(")");
      case Kind::equal:
        return comparison(formula, {"="});
      case Kind::not_equal:
        return comparison(formula, {"!=", "≠"});
      case Kind::negation:
        sign({"!", "not", "¬"});
        return formula_text(formula.children[0], 5, is_last);
      case Kind::forall:
        sign({"forall", "∀"});
        terms(formula.terms);
        token(":");
        return formula_text(formula.children[0], 0, is_last);
      default:
        return operands(formula, is_last);
    }
  }

  void operands(const RandomFormula& formula, bool is_last) {
    const std::size_t last = formula.children.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      // An implication may end with another, and an equivalence start with one: they would be grouped so.
      const bool may_be_the_same =
          (formula.kind == Kind::implication && i == last) || (formula.kind == Kind::equivalence && i == 0);
      formula_text(formula.children[i], strength(formula.kind) + (may_be_the_same ? 0 : 1),
                   is_last && i == last);
      if (i < last) operator_sign(formula.kind);
    }
  }

  void operator_sign(Kind kind) {
    if (kind == Kind::conjunction) return sign({"&", "and", "∧"});
    if (kind == Kind::disjunction) return sign({"|", "or", "∨"});
    if (kind == Kind::implication) return sign({"->", "→"});
    sign({"<->", "↔"});
  }

  void comparison(const RandomFormula& formula, const std::vector<std::string>& spellings) {
    term(formula.terms[0]);
    sign(spellings);
    term(formula.terms[1]);
  }

  void terms(const std::vector<int>& terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (i > 0) token(",");
      term(terms[i]);
    }
  }

  void term(int term) {
    token(std::vector<std::string>{"x", "y", "z", "\"a\"", "\"b\""}[static_cast<std::size_t>(term)]);
  }

  std::string text_;
};

}  // namespace kenn::test
