// Pass 6: a disjunction of a rule -> a clause that says no more than it must.
#include "clause/simplify.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "clause/union_find.h"

namespace kenn::clause {

namespace {

bool is_constant(const Term& term) {
  return term.kind == Term::Kind::constant;
}

// `a = b` and `b = a` are one literal: the sides of equalities are in ascending order.
void order_sides(Literal& literal) {
  if (literal.is_equality()) std::sort(literal.arguments.begin(), literal.arguments.end());
}

std::vector<Literal> literals_of(const Disjunction& disjunction, const ResolvedRule& rule) {
  std::vector<Literal> literals;
  literals.reserve(disjunction.size());
  for (const SignedAtom& each : disjunction) {
    const Atom& atom = rule.atoms[each.atom];
    literals.push_back({atom.predicate, each.positive, atom.arguments});
    order_sides(literals.back());
  }
  return literals;
}

// What every variable of the rule stands for; chains of replacements are followed to their end.
class Substitution {
 public:
  explicit Substitution(std::size_t variables) {
    for (std::uint32_t i = 0; i < variables; ++i) target_.push_back({Term::Kind::variable, i});
  }

  Term operator()(Term term) {
    while (!is_constant(term) && target_[term.index] != term) {
      Term& next = target_[term.index];
      if (!is_constant(next)) next = target_[next.index];  // shortens the way for the next time
      term = next;
    }
    return term;
  }

  // Makes two terms the same; false when both are constants, and different ones.
  bool unite(const Term& left, const Term& right) {
    const Term first = (*this)(left);
    const Term second = (*this)(right);
    if (first == second) return true;
    if (is_constant(first) && is_constant(second)) return false;
    // The variable named first stays, unless the other side is a constant.
    const bool keep_first = is_constant(first) || (!is_constant(second) && first.index < second.index);
    if (keep_first) {
      target_[second.index] = first;
    } else {
      target_[first.index] = second;
    }
    return true;
  }

 private:
  std::vector<Term> target_;
};

// `x != y | C(y)` says `C(x)`. Returns false when the clause is always true.
bool substitute_inequalities(std::vector<Literal>& literals, std::size_t variables) {
  const auto is_inequality = [](const Literal& literal) {
    return literal.is_equality() && !literal.positive;
  };
  if (std::none_of(literals.begin(), literals.end(), is_inequality)) return true;
  Substitution substitution(variables);
  for (const Literal& literal : literals) {
    if (is_inequality(literal) && !substitution.unite(literal.arguments[0], literal.arguments[1]))
      return false;
  }
  std::erase_if(literals, is_inequality);
  for (Literal& literal : literals) {
    for (Term& term : literal.arguments) term = substitution(term);
    order_sides(literal);
  }
  return true;
}

// `x = x` is true; `"ann" = "bob"` is false and goes. Returns false when the clause is always true.
bool decide_equalities(std::vector<Literal>& literals) {
  const auto is_true = [](const Literal& literal) {
    return literal.is_equality() && literal.arguments[0] == literal.arguments[1];
  };
  const auto is_false = [](const Literal& literal) {
    return literal.is_equality() && is_constant(literal.arguments[0]) && is_constant(literal.arguments[1]);
  };
  if (std::any_of(literals.begin(), literals.end(), is_true)) return false;
  std::erase_if(literals, is_false);
  return true;
}

// Keeps the first of equal literals. Returns false when a literal and its negation are both there.
bool merge_repeated(std::vector<Literal>& literals) {
  std::vector<std::size_t> order(literals.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto atom = [&](std::size_t i) { return std::tie(literals[i].predicate, literals[i].arguments); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) { return atom(left) < atom(right); });
  std::vector<bool> repeated(literals.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (atom(order[i]) != atom(order[i - 1])) continue;
    if (literals[order[i]].positive != literals[order[i - 1]].positive) return false;
    repeated[order[i]] = true;
  }
  std::size_t index = 0;
  std::erase_if(literals, [&](const Literal&) { return repeated[index++]; });
  return true;
}

// Variables of one name that are different variables get different names: x, x_2, x_3.
void make_names_unique(std::vector<Variable>& variables) {
  std::unordered_set<std::string> taken;
  std::vector<Variable*> renamed;
  for (Variable& variable : variables) {
    if (!taken.insert(variable.name).second) renamed.push_back(&variable);
  }
  std::unordered_map<std::string, int> last_number;  // given to each name so far
  for (Variable* const variable : renamed) {
    int& number = last_number.emplace(variable->name, 1).first->second;
    std::string name;
    do {
      name = variable->name + "_" + std::to_string(++number);
    } while (!taken.insert(name).second);
    variable->name = std::move(name);
  }
}

// Renumbers variables and constants by their first use in the clause.
Clause compact(std::vector<Literal> literals, const ResolvedRule& rule) {
  constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> variables(rule.variables.size(), unseen);
  std::vector<std::uint32_t> constants(rule.constants.size(), unseen);
  Clause clause;
  for (Literal& literal : literals) {
    for (Term& term : literal.arguments) {
      std::uint32_t& index = is_constant(term) ? constants[term.index] : variables[term.index];
      if (index == unseen && is_constant(term)) {
        index = static_cast<std::uint32_t>(clause.constants.size());
        clause.constants.push_back(rule.constants[term.index]);
      } else if (index == unseen) {
        index = static_cast<std::uint32_t>(clause.variables.size());
        clause.variables.push_back(rule.variables[term.index]);
      }
      term.index = index;
    }
  }
  clause.literals = std::move(literals);
  for (Literal& literal : clause.literals) order_sides(literal);
  if (rule.names_repeat) make_names_unique(clause.variables);
  return clause;
}

// The first variable that occurs in no atom and equals none that does; the number of variables if there is
// none.
std::uint32_t first_unanchored(const Clause& clause) {
  UnionFind equals(clause.variables.size());
  for (const Literal& literal : clause.literals) {
    const auto& sides = literal.arguments;
    const bool is_between_variables =
        literal.is_equality() && !is_constant(sides[0]) && !is_constant(sides[1]);
    if (is_between_variables) equals.unite(sides[0].index, sides[1].index);
  }
  std::vector<bool> anchored(clause.variables.size());
  for (const Literal& literal : clause.literals) {
    for (const Term& term : literal.arguments) {
      if (!literal.is_equality() && !is_constant(term)) anchored[equals.find(term.index)] = true;
    }
  }
  std::uint32_t variable = 0;
  while (variable < anchored.size() && anchored[equals.find(variable)]) ++variable;
  return variable;
}

}  // namespace

Simplified simplify(const Disjunction& disjunction, const ResolvedRule& rule, const Vocabulary& vocabulary) {
  std::vector<Literal> literals = literals_of(disjunction, rule);
  const bool can_be_false = substitute_inequalities(literals, rule.variables.size()) &&
                            decide_equalities(literals) && merge_repeated(literals);
  if (!can_be_false) return {Verdict::always_true, {}};
  if (literals.empty()) return {Verdict::always_false, {}};
  const bool predicts = std::any_of(literals.begin(), literals.end(), [&](const Literal& literal) {
    return !literal.is_equality() && vocabulary.predicates[literal.predicate].role == Role::predict;
  });
  Clause clause = compact(std::move(literals), rule);
  if (!predicts) return {Verdict::changes_nothing, std::move(clause)};
  const std::uint32_t unanchored = first_unanchored(clause);
  const Verdict verdict = unanchored < clause.variables.size() ? Verdict::unanchored : Verdict::kept;
  return {verdict, std::move(clause), unanchored};
}

}  // namespace kenn::clause
