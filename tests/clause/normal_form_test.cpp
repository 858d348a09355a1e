// Tests of pass 5: proposition -> conjunctive normal form.
#include "clause/normal_form.h"

#include <numeric>

#include "support.h"

namespace kenn::clause {
namespace {

using test::below;
using test::chain;
using test::Texts;
using Kind = Proposition::Kind;

Proposition atom(std::uint32_t number) {
  return {Kind::atom, number, {}};
}

Proposition operation(Kind kind, std::vector<Proposition> children) {
  return {kind, 0, std::move(children)};
}

Proposition negation(Proposition child) {
  return operation(Kind::negation, {std::move(child)});
}

// `kind` over the atoms from `first` to `last`.
Proposition over(Kind kind, std::uint32_t first, std::uint32_t last) {
  std::vector<Proposition> children;
  for (std::uint32_t number = first; number <= last; ++number) children.push_back(atom(number));
  return operation(kind, std::move(children));
}

// "!0 | 1, 2": the clauses with atoms as numbers.
std::string to_text(const std::vector<Disjunction>& clauses) {
  std::string text;
  for (const Disjunction& clause : clauses) {
    text += text.empty() ? "" : ", ";
    for (std::size_t i = 0; i < clause.size(); ++i) {
      text +=
          (i == 0 ? "" : " | ") + std::string(clause[i].positive ? "" : "!") + std::to_string(clause[i].atom);
    }
  }
  return text;
}

std::string normal_form_of(const Proposition& proposition) {
  return to_text(normal_form(proposition));
}

const Proposition a = atom(0);
const Proposition b = atom(1);
const Proposition c = atom(2);
const Proposition d = atom(3);

TEST(NormalForm, OfTheExamplesOfItsHeader) {
  EXPECT_EQ(normal_form_of(operation(Kind::implication, {over(Kind::conjunction, 0, 1), c})), "!0 | !1 | 2");
  EXPECT_EQ(normal_form_of(over(Kind::equivalence, 0, 1)), "!0 | 1, 0 | !1");
  EXPECT_EQ(normal_form_of(operation(Kind::implication, {a, over(Kind::conjunction, 1, 2)})),
            "!0 | 1, !0 | 2");
}

TEST(NormalForm, OfEachOperatorAndItsNegation) {
  EXPECT_EQ(normal_form_of(a), "0");
  EXPECT_EQ(normal_form_of(negation(a)), "!0");
  EXPECT_EQ(normal_form_of(negation(negation(a))), "0");
  EXPECT_EQ(normal_form_of(over(Kind::conjunction, 0, 2)), "0, 1, 2");
  EXPECT_EQ(normal_form_of(negation(over(Kind::conjunction, 0, 2))), "!0 | !1 | !2");
  EXPECT_EQ(normal_form_of(over(Kind::disjunction, 0, 2)), "0 | 1 | 2");
  EXPECT_EQ(normal_form_of(negation(over(Kind::disjunction, 0, 2))), "!0, !1, !2");
  EXPECT_EQ(normal_form_of(over(Kind::implication, 0, 2)), "!0 | !1 | 2");
  EXPECT_EQ(normal_form_of(negation(over(Kind::implication, 0, 2))), "0, 1, !2");
  EXPECT_EQ(normal_form_of(negation(over(Kind::equivalence, 0, 1))), "0 | 1, !0 | !1");
}

TEST(NormalForm, DistributesOrOverAnd) {
  const Proposition both =
      operation(Kind::disjunction, {over(Kind::conjunction, 0, 1), over(Kind::conjunction, 2, 3)});
  EXPECT_EQ(normal_form_of(both), "0 | 2, 0 | 3, 1 | 2, 1 | 3");
  const Proposition middle = operation(Kind::disjunction, {a, over(Kind::conjunction, 1, 2), d});
  EXPECT_EQ(normal_form_of(middle), "0 | 1 | 3, 0 | 2 | 3");
}

TEST(NormalForm, SimplifiesNothing) {
  EXPECT_EQ(normal_form_of(operation(Kind::disjunction, {a, a, negation(a)})), "0 | 0 | !0");
  EXPECT_EQ(normal_form_of(operation(Kind::conjunction, {a, a})), "0, 0");
}

TEST(NormalForm, OfAnEquivalenceOfThreeHoldsForOddNumbersOfTruths) {
  EXPECT_EQ(normal_form_of(over(Kind::equivalence, 0, 2)),
            "0 | 1 | 2, !0 | !1 | 2, !0 | 1 | !2, 0 | !1 | !2");
}

// ----------------------------------------------------------------------------------------------------- size

void expect_size(const Proposition& proposition, std::uint64_t clauses, std::uint64_t literals) {
  const NormalFormSize size = normal_form_size(proposition);
  EXPECT_EQ(size.clauses, clauses);
  EXPECT_EQ(size.literals, literals);
}

TEST(NormalFormSize, IsCountedWithoutBuilding) {
  expect_size(a, 1, 1);
  expect_size(negation(a), 1, 1);
  expect_size(over(Kind::conjunction, 1, 100'000), 100'000, 100'000);
  expect_size(over(Kind::disjunction, 1, 100'000), 1, 100'000);
  expect_size(over(Kind::implication, 1, 100'000), 1, 100'000);
  expect_size(over(Kind::equivalence, 1, 40), std::uint64_t{1} << 39, 40 * (std::uint64_t{1} << 39));
}

TEST(NormalFormSize, StopsAtTheLargestNumber) {
  // 64 operands: 2^63 clauses can be told, their 2^69 literals cannot.
  expect_size(over(Kind::equivalence, 1, 64), std::uint64_t{1} << 63, NormalFormSize::immense);
  expect_size(over(Kind::equivalence, 1, 65), NormalFormSize::immense, NormalFormSize::immense);
  expect_size(over(Kind::equivalence, 1, 100'000), NormalFormSize::immense, NormalFormSize::immense);
}

// --------------------------------------------------------------------------------------- limits of one rule

// The rule's number of clauses, or what is wrong with it.
std::string outcome_of(const std::string& formula) {
  try {
    return std::to_string(Knowledge::from_text(test::vocabulary + "rule \"r\": " + formula).clauses().size());
  } catch (const Error& error) {
    EXPECT_EQ(error.line(), 2U);
    EXPECT_EQ(error.column(), 1U);
    return error.diagnostics().front().message;
  }
}

// (R(v1, "l") & ... & R(vN, "l")) | (R(w1, "r") & ... & R(wM, "r")): N times M clauses.
std::string product(int left, int right) {
  return "(" + chain("R(v%, \"l%\")", " & ", 1, left) + ") | (" + chain("R(w%, \"r%\")", " & ", 1, right) +
         ")";
}

// N clauses of M + 1 literals each.
std::string broad(int clauses, int others) {
  return "(" + chain("R(v, \"%\")", " & ", 1, clauses) + ") | " + chain("R(w, \"%\")", " | ", 1, others);
}

TEST(NormalFormLimit, IsTenThousandClauses) {
  EXPECT_EQ(outcome_of(product(100, 100)), "10000");
  EXPECT_EQ(outcome_of(product(73, 137)),
            "the normal form of rule \"r\" has 10001 clauses; at most 10000 are allowed");
  EXPECT_EQ(outcome_of(chain("A(v%)", " & ", 1, 100'000)),
            "the normal form of rule \"r\" has 100000 clauses; at most 10000 are allowed");
}

TEST(NormalFormLimit, IsAMillionLiterals) {
  EXPECT_EQ(outcome_of(broad(10'000, 99)), "10000");
  EXPECT_EQ(outcome_of(broad(9'901, 100)),
            "the normal form of rule \"r\" has 1000001 literals; at most 1000000 are allowed");
}

TEST(NormalFormLimit, HoldsForEquivalences) {
  EXPECT_EQ(outcome_of(chain("R(v, \"%\")", " <-> ", 1, 14)), "8192");
  EXPECT_EQ(outcome_of(chain("R(v%, w%)", " <-> ", 1, 15)),
            "the normal form of rule \"r\" has 16384 clauses; at most 10000 are allowed");
  EXPECT_EQ(outcome_of(chain("R(v%, w%)", " <-> ", 1, 100'000)),
            "the normal form of rule \"r\" has more than 10^19 clauses; at most 10000 are allowed");
}

TEST(NormalFormLimit, DoesNotForbidLongClauses) {
  EXPECT_EQ(test::clauses_of("rule: " + chain("A(x)", " | ", 1, 100'000)), Texts{"A(x)"});
  EXPECT_EQ(outcome_of(chain("A(v%)", " | ", 1, 100'000)), "1");
  EXPECT_EQ(outcome_of(chain("A(v%)", " -> ", 1, 100'000)), "1");
}

// ----------------------------------------------------------------------------------------------- properties

constexpr int atom_count = 5;

Proposition random_proposition(int depth) {
  static const std::vector<Kind> kinds{Kind::atom,        Kind::negation,    Kind::conjunction,
                                       Kind::disjunction, Kind::implication, Kind::equivalence};
  const Kind kind = depth == 0 ? Kind::atom : test::one_of(kinds);
  if (kind == Kind::atom) return atom(static_cast<std::uint32_t>(below(atom_count)));
  const int children = kind == Kind::negation ? 1 : 2 + below(3);
  Proposition proposition{kind, 0, {}};
  for (int i = 0; i < children; ++i) proposition.children.push_back(random_proposition(depth - 1));
  return proposition;
}

bool holds(const Proposition& proposition, unsigned truths) {
  const auto& children = proposition.children;
  const auto child_holds = [&](const Proposition& child) { return holds(child, truths); };
  switch (proposition.kind) {
    case Kind::atom:
      return (truths >> proposition.atom & 1U) != 0;
    case Kind::negation:
      return !child_holds(children[0]);
    case Kind::conjunction:
      return std::all_of(children.begin(), children.end(), child_holds);
    case Kind::disjunction:
      return std::any_of(children.begin(), children.end(), child_holds);
    case Kind::implication:  // from the right
      return std::accumulate(
          children.rbegin() + 1, children.rend(), child_holds(children.back()),
          [&](bool rest, const Proposition& child) { return !child_holds(child) || rest; });
    case Kind::equivalence:  // from the left
      break;
  }
  return std::accumulate(children.begin() + 1, children.end(), child_holds(children.front()),
                         [&](bool so_far, const Proposition& child) { return so_far == child_holds(child); });
}

bool holds(const std::vector<Disjunction>& clauses, unsigned truths) {
  return std::all_of(clauses.begin(), clauses.end(), [&](const Disjunction& clause) {
    return std::any_of(clause.begin(), clause.end(), [&](const SignedAtom& literal) {
      return ((truths >> literal.atom & 1U) != 0) == literal.positive;
    });
  });
}

TEST(NormalFormProperty, IsEquivalentToThePropositionAndAsLargeAsCounted) {
  test::check_property(3'000, [] {
    const Proposition proposition = random_proposition(1 + below(4));
    const NormalFormSize size = normal_form_size(proposition);
    if (size.clauses > most_clauses || size.literals > 100'000) RC_DISCARD("too large");
    const std::vector<Disjunction> clauses = normal_form(proposition);
    RC_LOG() << to_text(clauses) << std::endl;
    std::uint64_t literals = 0;
    for (const Disjunction& clause : clauses) literals += clause.size();
    RC_ASSERT(size.clauses == clauses.size());
    RC_ASSERT(size.literals == literals);
    for (unsigned truths = 0; truths < 1U << atom_count; ++truths) {
      RC_ASSERT(holds(clauses, truths) == holds(proposition, truths));
    }
  });
}

}  // namespace
}  // namespace kenn::clause
