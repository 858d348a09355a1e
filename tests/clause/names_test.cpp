// Tests of pass 8: every clause gets a name of its own.
#include "clause/names.h"

#include "support.h"

namespace kenn::clause {
namespace {

using test::names_of_clauses;
using test::Texts;
using test::vocabulary;

Texts names_of(std::vector<Clause> clauses, const std::string& base) {
  const Vocabulary words{
      .types = {{"Thing"}}, .predicates = {{"A", Role::predict, {0}, "Thing", {}}}, .exclusive_groups = {}};
  name_clauses(clauses, base, words);
  Texts names;
  for (const Clause& clause : clauses) names.push_back(clause.name);
  return names;
}

Clause clause_of(bool positive) {
  Clause clause;
  clause.literals = {{0, positive, {{Term::Kind::variable, 0}}}};
  clause.variables = {{"x", 0}};
  return clause;
}

TEST(Names, OfOneClauseIsTheRules) {
  EXPECT_EQ(names_of({clause_of(true)}, "rule"), Texts{"rule"});
}

TEST(Names, OfSeveralClausesAreNumbered) {
  EXPECT_EQ(names_of({clause_of(true), clause_of(false)}, "rule[T=A]"),
            (Texts{"rule[T=A]#1", "rule[T=A]#2"}));
}

TEST(Names, OfAnUnnamedRuleAreItsClauses) {
  EXPECT_EQ(names_of({clause_of(true), clause_of(false)}, ""), (Texts{"A(x)", "!A(x)"}));
}

TEST(Names, OfNothingAreNone) {
  EXPECT_EQ(names_of({}, "rule"), Texts{});
}

TEST(Names, AreThoseOfTheHeader) {
  EXPECT_EQ(names_of_clauses(vocabulary + "for T in {A, B} rule \"topic\": T(x) & L(x, y) -> T(y)"),
            (Texts{"topic[T=A]", "topic[T=B]"}));
  EXPECT_EQ(names_of_clauses(vocabulary + "rule \"same\": A(x) <-> B(x)"), (Texts{"same#1", "same#2"}));
  EXPECT_EQ(names_of_clauses(vocabulary + "rule: A(x) -> B(x) & R(x, \"a \\\"b\\\"\")"),
            (Texts{"!A(x) | B(x)", "!A(x) | R(x, \"a \\\"b\\\"\")"}));
}

TEST(Names, CombineTemplatesAndNumbers) {
  EXPECT_EQ(names_of_clauses(vocabulary + "for T in {A, B}, S in {C} rule \"r\": T(x) <-> S(x)"),
            (Texts{"r[T=A,S=C]#1", "r[T=A,S=C]#2", "r[T=B,S=C]#1", "r[T=B,S=C]#2"}));
}

TEST(Names, CountOnlyClausesThatAreKept) {
  // The first clause is always true.
  EXPECT_EQ(names_of_clauses(vocabulary + "rule \"r\": (A(x) | !A(x)) & B(x)"), Texts{"r"});
  EXPECT_EQ(names_of_clauses(vocabulary + "rule \"r\": (A(x) | !A(x)) & B(x) & C(x)"), (Texts{"r#1", "r#2"}));
}

TEST(Names, MayBeEqualToOtherThings) {
  EXPECT_EQ(names_of_clauses(vocabulary + "rule \"A\": A(x)\nrule \"Thing\": B(x)\nrule \"C(x)\": C(x)"),
            (Texts{"A", "Thing", "C(x)"}));
}

TEST(Names, OfRulesUsedTwiceAreAnError) {
  EXPECT_EQ(test::findings_of_rejected(vocabulary + "rule \"r\": A(x)\n\nrule \"r\": B(x) rule \"r\": C(x)"),
            (Texts{"4:6: error: the rule name \"r\" is already used in line 2",
                   "4:21: error: the rule name \"r\" is already used in line 2"}));
}

TEST(Names, OfRulesUsedTwiceAreAnErrorEvenIfNothingIsLeftOfOne) {
  EXPECT_EQ(test::findings_of_rejected(vocabulary + "rule \"r\": A(x) | !A(x)\nrule \"r\": B(x)"),
            (Texts{"2:1: warning: 1 clause of rule \"r\" is always true; dropped",
                   "3:6: error: the rule name \"r\" is already used in line 2"}));
}

TEST(Names, OfClausesCollideWithNamesOfRules) {
  EXPECT_EQ(test::findings_of_rejected(vocabulary + "rule: A(x)\nrule \"A(x)\": B(x)"),
            Texts{"3:1: error: the clause name \"A(x)\" is already used by the rule in line 2"});
  EXPECT_EQ(test::findings_of_rejected(vocabulary + "rule \"r\": A(x) & B(x)\nrule \"r#2\": C(x)"),
            Texts{"3:1: error: the clause name \"r#2\" is already used by the rule in line 2"});
  EXPECT_EQ(test::findings_of_rejected(vocabulary + "rule \"r[T=A]\": A(x)\nfor T in {A} rule \"r\": !T(x)"),
            Texts{"3:14: error: the clause name \"r[T=A]\" is already used by the rule in line 2"});
}

TEST(Names, AreEscapedInMessages) {
  EXPECT_EQ(test::findings_of_rejected(vocabulary + "rule \"a\\nb\\\"\": A(x)\nrule \"a\\nb\\\"\": B(x)"),
            Texts{"3:6: error: the rule name \"a\\nb\\\"\" is already used in line 2"});
}

TEST(Names, AreShortenedInMessages) {
  const std::string name = test::repeat("é", 50);
  EXPECT_EQ(
      test::findings_of_rejected(vocabulary + "rule \"" + name + "\": A(x)\nrule \"" + name + "\": B(x)"),
      Texts{"3:6: error: the rule name \"" + test::repeat("é", 40) + "...\" is already used in line 2"});
}

TEST(RequireUniqueNames, ReportsEveryFurtherUse) {
  const SourceText source("test", "one\ntwo\nthree");
  base::Diagnostics diagnostics(source);
  std::vector<Clause> clauses{clause_of(true), clause_of(true), clause_of(true), clause_of(true)};
  const Texts names{"a", "b", "a", "a"};
  for (std::size_t i = 0; i < clauses.size(); ++i) clauses[i].name = names[i];
  clauses[0].location = {1, 1};
  require_unique_names(clauses, {0, 4, 4, 8}, diagnostics);
  EXPECT_EQ(test::to_texts(diagnostics.in_order()),
            (Texts{"2:1: error: the clause name \"a\" is already used by the rule in line 1",
                   "3:1: error: the clause name \"a\" is already used by the rule in line 1"}));
}

}  // namespace
}  // namespace kenn::clause
