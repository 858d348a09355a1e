// Pass 5: proposition -> conjunctive normal form, by pushing negations inwards and distributing '|' over '&'.
#include "clause/normal_form.h"

#include <iterator>
#include <utility>

namespace kenn::clause {

namespace {

using Clauses = std::vector<Disjunction>;
using Kind = Proposition::Kind;

// ---------------------------------------------------------------------------------------------------
// counting

std::uint64_t saturating_add(std::uint64_t left, std::uint64_t right) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? NormalFormSize::immense : sum;
}

std::uint64_t saturating_multiply(std::uint64_t left, std::uint64_t right) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? NormalFormSize::immense : product;
}

// Sizes of the normal forms of a proposition and of its negation.
struct Sizes {
  NormalFormSize positive;
  NormalFormSize negative;
};

// Of the conjunction of two normal forms: all clauses of both.
NormalFormSize size_of_both(const NormalFormSize& left, const NormalFormSize& right) {
  return {saturating_add(left.clauses, right.clauses), saturating_add(left.literals, right.literals)};
}

// Of their disjunction: every clause of one with every clause of the other.
NormalFormSize size_of_either(const NormalFormSize& left, const NormalFormSize& right) {
  return {saturating_multiply(left.clauses, right.clauses),
          saturating_add(saturating_multiply(left.literals, right.clauses),
                         saturating_multiply(right.literals, left.clauses))};
}

Sizes negated(const Sizes& sizes) {
  return {sizes.negative, sizes.positive};
}

Sizes combine(Kind kind, const Sizes& left, const Sizes& right) {
  switch (kind) {
    case Kind::conjunction:
      return {size_of_both(left.positive, right.positive), size_of_either(left.negative, right.negative)};
    case Kind::equivalence:
      return {size_of_both(size_of_either(left.negative, right.positive),
                           size_of_either(left.positive, right.negative)),
              size_of_both(size_of_either(left.positive, right.positive),
                           size_of_either(left.negative, right.negative))};
    default:
      return {size_of_either(left.positive, right.positive), size_of_both(left.negative, right.negative)};
  }
}

// `a -> b -> c` is `!a | !b | c`: in an implication all children but the last are negated.
bool is_negated_child(const Proposition& parent, const Proposition& child) {
  return parent.kind == Kind::negation ||
         (parent.kind == Kind::implication && &child != &parent.children.back());
}

Sizes sizes_of(const Proposition& proposition) {
  if (proposition.kind == Kind::atom) return {{1, 1}, {1, 1}};
  Sizes total;
  for (const Proposition& child : proposition.children) {
    Sizes sizes = sizes_of(child);
    if (is_negated_child(proposition, child)) sizes = negated(sizes);
    total = &child == &proposition.children.front() ? sizes : combine(proposition.kind, total, sizes);
  }
  return total;
}

// ---------------------------------------------------------------------------------------------------
// building

Clauses both(Clauses left, Clauses right) {
  left.insert(left.end(), std::make_move_iterator(right.begin()), std::make_move_iterator(right.end()));
  return left;
}

Clauses either(Clauses left, const Clauses& right) {
  if (right.size() == 1) {
    for (Disjunction& clause : left) clause.insert(clause.end(), right[0].begin(), right[0].end());
    return left;
  }
  Clauses product;
  product.reserve(left.size() * right.size());
  for (const Disjunction& first : left) {
    for (const Disjunction& second : right) {
      Disjunction clause;
      clause.reserve(first.size() + second.size());
      clause.insert(clause.end(), first.begin(), first.end());
      clause.insert(clause.end(), second.begin(), second.end());
      product.push_back(std::move(clause));
    }
  }
  return product;
}

Clauses build(const Proposition& proposition, bool positive);

// From the left, with the normal forms of the chain so far and of its negation. Of the last step only the one
// that is asked for is built: the other may be far larger.
Clauses build_equivalence(const Proposition& proposition, bool positive) {
  Clauses chain = build(proposition.children.front(), true);
  Clauses denied_chain = build(proposition.children.front(), false);
  for (std::size_t i = 1; i < proposition.children.size(); ++i) {
    const Clauses next = build(proposition.children[i], true);
    const Clauses denied_next = build(proposition.children[i], false);
    const auto equivalent = [&] { return both(either(denied_chain, next), either(chain, denied_next)); };
    const auto different = [&] { return both(either(chain, next), either(denied_chain, denied_next)); };
    const bool is_last = i + 1 == proposition.children.size();
    if (is_last) return positive ? equivalent() : different();
    Clauses longer = equivalent();
    denied_chain = different();
    chain = std::move(longer);
  }
  return chain;
}

Clauses build(const Proposition& proposition, bool positive) {
  if (proposition.kind == Kind::atom) return {{SignedAtom{proposition.atom, positive}}};
  if (proposition.kind == Kind::equivalence) return build_equivalence(proposition, positive);
  const bool is_conjunction = (proposition.kind == Kind::conjunction) == positive;
  Clauses total;
  for (const Proposition& child : proposition.children) {
    Clauses clauses = build(child, positive != is_negated_child(proposition, child));
    if (&child == &proposition.children.front()) {
      total = std::move(clauses);
    } else {
      total = is_conjunction ? both(std::move(total), std::move(clauses)) : either(std::move(total), clauses);
    }
  }
  return total;
}

}  // namespace

NormalFormSize NormalFormSize::times(std::uint64_t count) const {
  return {saturating_multiply(clauses, count), saturating_multiply(literals, count)};
}

NormalFormSize normal_form_size(const Proposition& proposition) {
  return sizes_of(proposition).positive;
}

std::vector<Disjunction> normal_form(const Proposition& proposition) {
  return build(proposition, true);
}

}  // namespace kenn::clause
