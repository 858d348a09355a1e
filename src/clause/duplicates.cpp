// Pass 7: finds clauses that say the same as an earlier one.
#include "clause/duplicates.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

namespace kenn::clause {

namespace {

constexpr std::uint32_t unmatched = UINT32_MAX;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
  hash *= 0xbf58476d1ce4e5b9U;
  return hash ^ (hash >> 31U);
}

// A number for every literal that does not depend on the order of literals nor on the names of variables:
// what it says, and where else its variables occur.
std::vector<std::uint64_t> colours(const Clause& clause) {
  std::vector<std::uint64_t> variable_colours;
  for (const Variable& variable : clause.variables) variable_colours.push_back(mix(1, variable.type));
  std::vector<std::uint64_t> literal_colours(clause.literals.size());
  for (int round = 0; round < 2; ++round) {
    std::vector<std::uint64_t> next = variable_colours;
    for (std::size_t i = 0; i < clause.literals.size(); ++i) {
      const Literal& literal = clause.literals[i];
      std::uint64_t colour = mix(literal.predicate, literal.positive ? 3 : 5);
      std::uint64_t sides = 0;  // of an equality, whose two sides can be swapped
      for (const Term& term : literal.arguments) {
        const bool is_variable = term.kind == Term::Kind::variable;
        const std::uint64_t argument = is_variable
                                           ? variable_colours[term.index]
                                           : mix(7, std::hash<std::string>{}(clause.constants[term.index]));
        colour = literal.is_equality() ? colour : mix(colour, argument);
        sides += argument * argument;
      }
      literal_colours[i] = mix(colour, literal.is_equality() ? sides : 0);
      for (std::size_t place = 0; place < literal.arguments.size(); ++place) {
        const Term& term = literal.arguments[place];
        if (term.kind != Term::Kind::variable) continue;
        next[term.index] += mix(literal_colours[i], literal.is_equality() ? 0 : place + 11);
      }
    }
    variable_colours = std::move(next);
  }
  return literal_colours;
}

// Without a search; such clauses would even have the same name.
bool is_same_text(const Clause& left, const Clause& right) {
  return left.literals == right.literals && left.variables == right.variables &&
         left.constants == right.constants;
}

std::uint64_t fingerprint(const Clause& clause) {
  const auto each = colours(clause);
  return mix(std::accumulate(each.begin(), each.end(), std::uint64_t{0}), clause.literals.size());
}

// The literals of a clause in the order of their colours, which clauses that say the same have in common.
struct Coloured {
  explicit Coloured(const Clause& clause) : colour(colours(clause)), order(clause.literals.size()) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t left, std::size_t right) { return colour[left] < colour[right]; });
    std::sort(colour.begin(), colour.end());
  }

  std::vector<std::uint64_t> colour;  // ascending
  std::vector<std::size_t> order;     // the literal that each belongs to
};

// Looks for a bijection between the literals of two clauses, and with it between their variables.
class Matcher {
 public:
  Matcher(const Clause& left, const Clause& right, std::size_t effort)
      : left_(left),
        right_(right),
        left_literals_(left),
        right_literals_(right),
        used_(right.literals.size()),
        to_right_(left.variables.size(), unmatched),
        to_left_(right.variables.size(), unmatched),
        most_tries_(4 * left.literals.size() + effort) {}

  [[nodiscard]] std::size_t tries() const { return tries_; }

  // Backtracking without recursion, since a clause may have very many literals.
  bool run() {
    if (left_literals_.colour != right_literals_.colour) return false;
    std::vector<Step> path(1);
    while (tries_ < most_tries_) {
      const std::size_t position = path.size() - 1;
      if (position == left_.literals.size()) return true;
      if (advance(position, path.back())) {
        path.emplace_back();
        continue;
      }
      path.pop_back();
      if (path.empty()) return false;
      undo(path.back());
    }
    return false;
  }

 private:
  // A literal of the left clause, and how far its partners on the right have been tried.
  struct Step {
    // Every partner is tried twice: as it stands, and with the sides of an equality swapped.
    std::size_t tries = 0;
    std::size_t partner = 0;  // the literal of the right clause tried last
    std::vector<std::uint32_t> bound;
  };

  // Tries the next partners of the same colour, the one at the same position first; true when one fits.
  bool advance(std::size_t position, Step& step) {
    const auto& colour = right_literals_.colour;
    const auto [first, last] = std::equal_range(colour.begin(), colour.end(), colour[position]);
    const auto begin = static_cast<std::size_t>(first - colour.begin());
    const auto count = static_cast<std::size_t>(last - first);
    const Literal& literal = left_.literals[left_literals_.order[position]];
    while (step.tries < 2 * count) {
      ++tries_;
      const std::size_t attempt = step.tries++;
      const bool swapped = attempt % 2 == 1;
      if (swapped && !literal.is_equality()) continue;
      step.partner = right_literals_.order[begin + (position - begin + attempt / 2) % count];
      if (used_[step.partner] || !fits(literal, right_.literals[step.partner], swapped, step)) continue;
      used_[step.partner] = true;
      return true;
    }
    return false;
  }

  bool fits(const Literal& literal, const Literal& candidate, bool swapped, Step& step) {
    if (literal.predicate != candidate.predicate || literal.positive != candidate.positive ||
        literal.arguments.size() != candidate.arguments.size()) {
      return false;
    }
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
      if (!bind(literal.arguments[i], candidate.arguments[swapped ? 1 - i : i], step)) {
        unbind(step);
        return false;
      }
    }
    return true;
  }

  bool bind(const Term& left, const Term& right, Step& step) {
    if (left.kind != right.kind) return false;
    if (left.kind == Term::Kind::constant)
      return left_.constants[left.index] == right_.constants[right.index];
    if (to_right_[left.index] == right.index) return true;
    if (to_right_[left.index] != unmatched || to_left_[right.index] != unmatched) return false;
    if (left_.variables[left.index].type != right_.variables[right.index].type) return false;
    to_right_[left.index] = right.index;
    to_left_[right.index] = left.index;
    step.bound.push_back(left.index);
    return true;
  }

  void unbind(Step& step) {
    for (const std::uint32_t variable : step.bound) {
      to_left_[to_right_[variable]] = unmatched;
      to_right_[variable] = unmatched;
    }
    step.bound.clear();
  }

  void undo(Step& step) {
    used_[step.partner] = false;
    unbind(step);
  }

  const Clause& left_;
  const Clause& right_;
  Coloured left_literals_;
  Coloured right_literals_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> to_right_;
  std::vector<std::uint32_t> to_left_;
  std::size_t tries_ = 0;
  std::size_t most_tries_;
};

}  // namespace

bool say_the_same(const Clause& left, const Clause& right, std::size_t& effort) {
  if (left.literals.size() != right.literals.size() || left.variables.size() != right.variables.size()) {
    return false;
  }
  Matcher matcher(left, right, effort);
  if (matcher.run()) return true;
  effort -= std::min(effort, matcher.tries() + 16 * left.literals.size());
  return false;
}

std::optional<std::size_t> DuplicateFinder::find_or_add(const Clause& clause,
                                                        const std::vector<Clause>& clauses) {
  const std::uint64_t key = fingerprint(clause);
  const auto [begin, end] = by_fingerprint_.equal_range(key);
  for (auto entry = begin; entry != end; ++entry) {
    const Clause& earlier = clauses[entry->second];
    const bool may_search = entry == begin || effort_ > 0;
    if (is_same_text(earlier, clause) || (may_search && say_the_same(earlier, clause, effort_))) {
      return entry->second;
    }
  }
  by_fingerprint_.emplace(key, clauses.size());
  return std::nullopt;
}

}  // namespace kenn::clause
