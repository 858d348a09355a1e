// Step 2 of a plan: finds the matches of a pattern in the tables, by joins over the listed tuples.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan/pattern.h"
#include "plan/relation_index.h"

namespace kenn::plan {

// What one match binds.
struct Match {
  std::vector<Row> variables;  // the object of every variable
  std::vector<std::uint64_t>
      atoms;  // the row of every atom; `not_listed` for an excluded atom that is not there
};

inline constexpr std::uint64_t not_listed = ~std::uint64_t{0};

// The order in which a pattern is matched:
//
//   !Friends(x,y) | !Friends(y,z) | Friends(x,z) | x = z
//     scan Friends(x,y); look up Friends(y,z) by y; x != z; look up Friends(x,z) by x and z
//
// The smallest relation comes first, then always the one that adds the fewest matches; then the variables
// that no listed tuple binds range over their types. What can exclude a match is asked as soon as its
// variables are bound.
class Matcher {
 public:
  Matcher(const Pattern& pattern, const Tables& tables);

  // Looks for matches of which some variables are known (`bound`, one per variable of the pattern), and also
  // finds those with an excluded atom that is listed as true.
  Matcher(const Pattern& pattern, const Tables& tables, std::vector<bool> bound);

  // Calls `visit(match)` for every match, in an order that depends on the data only. Stops when it returns
  // false.
  template <typename Visit>
  void for_each(Visit visit) const {
    for_each_from(unbound_match(), visit);
  }

  // The same for matches that have the bound variables of `match`.
  template <typename Visit>
  void for_each_from(Match match, Visit visit) const {
    run(0, match, visit);
  }

  [[nodiscard]] Match unbound_match() const {
    return {std::vector<Row>(pattern_.variable_types.size()),
            std::vector<std::uint64_t>(pattern_.atoms.size(), not_listed)};
  }

  // How many groundings are tried: the joins' matches times the objects of the variables that nothing binds.
  // Counting stops when it is sure that there are more than `limit`.
  struct Size {
    std::uint64_t groundings = 0;
    bool is_exact = true;
    bool is_filtered = false;  // filters on variables that nothing binds leave out some of these
  };
  [[nodiscard]] Size size(std::uint64_t limit) const;

  // Whether there are more matches than that, counted one by one.
  [[nodiscard]] bool matches_more_than(std::uint64_t limit) const;

  // Whether it is no more than what a relation lists or a type holds, so that its size is the user's own
  // choice.
  [[nodiscard]] bool is_listed_as_is() const;

  // Of such a pattern: how much that is.
  [[nodiscard]] std::uint64_t listed_count() const;

  // "4 x 5", the number of objects of the variables that nothing binds; empty when there are none.
  [[nodiscard]] std::string product_text() const;

 private:
  enum class StepKind : std::uint8_t {
    scan,       // all tuples of an atom
    look_up,    // the tuples of an atom with the objects that are bound already
    range,      // all objects of a variable
    exclude,    // an excluded atom: go on when it is not listed as true
    different,  // go on when two terms are not the same object
  };

  struct Argument {
    std::size_t position = 0;
    std::uint32_t variable = 0;
  };

  struct Step {
    StepKind kind = StepKind::scan;
    std::uint32_t subject = 0;     // the atom, the variable, or the pair of terms
    std::vector<PatternTerm> key;  // look_up, exclude: what the index is asked for
    std::shared_ptr<const RelationIndex> index;
    std::vector<Argument> binds;   // arguments that bind a variable
    std::vector<Argument> checks;  // arguments that repeat one that this atom bound
  };

  class Builder;

  template <typename Visit>
  bool run(std::size_t step, Match& match, Visit& visit) const {
    if (step == steps_.size()) return visit(match);
    const Step& current = steps_[step];
    switch (current.kind) {
      case StepKind::scan: {
        const std::uint64_t count = listing_of(current).count();
        for (std::uint64_t tuple = 0; tuple < count; ++tuple) {
          if (bind(current, tuple, match) && !run(step + 1, match, visit)) return false;
        }
        return true;
      }
      case StepKind::look_up: {
        const auto [first, last] = find(current, match);
        for (std::uint64_t place = first; place < last; ++place) {
          if (bind(current, current.index->tuple_at(place), match) && !run(step + 1, match, visit))
            return false;
        }
        return true;
      }
      case StepKind::range: {
        const std::size_t count = tables_.object_count(pattern_.variable_types[current.subject]);
        for (std::size_t row = 0; row < count; ++row) {
          match.variables[current.subject] = static_cast<Row>(row);
          if (!run(step + 1, match, visit)) return false;
        }
        return true;
      }
      case StepKind::exclude:
        return (is_excluded(current, match) && !keeps_excluded_) || run(step + 1, match, visit);
      case StepKind::different:
        return is_same(current, match) || run(step + 1, match, visit);
    }
    return true;
  }

  [[nodiscard]] const Listing& listing_of(const Step& step) const {
    return tables_.listing(pattern_.atoms[step.subject].table);
  }

  [[nodiscard]] static Row row_of(const PatternTerm& term, const Match& match) {
    return term.is_variable ? match.variables[term.value] : term.value;
  }

  // Binds the variables that a tuple brings; false when it does not fit.
  bool bind(const Step& step, std::uint64_t tuple, Match& match) const;
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> find(const Step& step, const Match& match) const;
  [[nodiscard]] bool is_excluded(const Step& step, Match& match) const;
  [[nodiscard]] bool is_same(const Step& step, const Match& match) const;

  const Pattern& pattern_;
  const Tables& tables_;
  std::vector<Step> steps_;
  std::size_t join_steps_ = 0;  // the first of them, which bind by listed tuples
  bool keeps_excluded_ = false;
};

}  // namespace kenn::plan
