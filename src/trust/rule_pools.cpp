// Which rules share their evidence: instances of one template, and rules of one shape.
#include "trust/rule_pools.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace kenn::trust {

namespace {

// Clauses with more orders of their literals than this are compared as they are written.
constexpr std::size_t most_orders = 5040;

class ShapeText {
 public:
  ShapeText(const Clause& clause, const Vocabulary& vocabulary) : clause_(clause), vocabulary_(vocabulary) {}

  // The least text of all orders of the literals, of which only those that look alike are exchanged.
  std::string make() {
    std::vector<std::size_t> order(clause_.literals.size());
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::string> looks;
    for (const Literal& literal : clause_.literals) looks.push_back(look(literal));
    const auto by_look = [&](std::size_t first, std::size_t second) {
      return std::tie(looks[first], first) < std::tie(looks[second], second);
    };
    std::sort(order.begin(), order.end(), by_look);
    std::string least = text(order);
    for (std::size_t i = 0; i < most_orders && std::next_permutation(order.begin(), order.end(), by_look);
         ++i) {
      const bool is_sorted =
          std::is_sorted(order.begin(), order.end(), [&](auto a, auto b) { return looks[a] < looks[b]; });
      if (is_sorted) least = std::min(least, text(order));
    }
    return least;
  }

 private:
  // What a literal is without names of predicted predicates and variables.
  [[nodiscard]] std::string look(const Literal& literal) const {
    std::string text = literal.positive ? "+" : "-";
    if (literal.is_equality()) return text + "=";
    const Predicate& predicate = vocabulary_.predicates[literal.predicate];
    text += predicate.role == Role::given ? predicate.name : "?";
    for (const TypeIndex type : predicate.argument_types) text += "," + std::to_string(type);
    return text;
  }

  [[nodiscard]] std::string text(const std::vector<std::size_t>& order) const {
    std::map<PredicateIndex, std::size_t> predicates;
    std::map<std::uint32_t, std::size_t> variables;
    std::string all;
    for (const std::size_t i : order) {
      const Literal& literal = clause_.literals[i];
      all += look(literal);
      if (!literal.is_equality()) {
        all +=
            "#" + std::to_string(predicates.try_emplace(literal.predicate, predicates.size()).first->second);
      }
      for (const Term& term : literal.arguments) {
        all += term.kind == Term::Kind::constant
                   ? " '" + clause_.constants[term.index] + "'"
                   : " " + std::to_string(variables.try_emplace(term.index, variables.size()).first->second);
      }
      all += ";";
    }
    return all;
  }

  const Clause& clause_;
  const Vocabulary& vocabulary_;
};

template <typename Key>
class Numbers {
 public:
  std::uint32_t of(const Key& key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<Key, std::uint32_t> numbers_;
};

}  // namespace

RulePools pools_of(const Knowledge& knowledge) {
  RulePools pools;
  Numbers<std::string> shapes;
  Numbers<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> templates;
  for (const Clause& clause : knowledge.clauses()) {
    const std::uint32_t shape = shapes.of(ShapeText(clause, knowledge.vocabulary()).make());
    pools.shape_of.push_back(shape);
    pools.template_of.push_back(templates.of({clause.location.line, clause.location.column, shape}));
  }
  return pools;
}

}  // namespace kenn::trust
