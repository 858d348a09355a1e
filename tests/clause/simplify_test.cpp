// Tests of pass 6: a disjunction of a rule -> a clause that says no more than it must.
#include "clause/simplify.h"

#include "clause/infer_types.h"
#include "clause/resolve.h"
#include "support.h"

namespace kenn::clause {
namespace {

using test::chain;
using test::Texts;

// What the one disjunction of a formula becomes.
struct Outcome {
  explicit Outcome(const std::string& formula) {
    test::Reading reading(test::vocabulary + "rule: " + formula);
    const Declarations declarations = declare(reading.tree, reading.diagnostics);
    const TemplateInstances none(reading.last_rule(), declarations, reading.tree, reading.diagnostics);
    auto rule = resolve(reading.last_rule(), none, {}, declarations, reading.tree, reading.diagnostics);
    EXPECT_TRUE(infer_types(rule.value(), declarations, reading.diagnostics)) << formula;
    const auto disjunctions = normal_form(rule->proposition);
    EXPECT_EQ(disjunctions.size(), 1U) << formula;
    const Simplified simplified = simplify(disjunctions.front(), *rule, declarations.vocabulary);
    verdict = simplified.verdict;
    clause = simplified.clause;
    text = to_string(clause, declarations.vocabulary);
  }

  Verdict verdict;
  Clause clause;
  std::string text;
};

// The clause that is kept, or the verdict.
std::string simplified(const std::string& formula) {
  const Outcome outcome(formula);
  switch (outcome.verdict) {
    case Verdict::kept:
      return outcome.text;
    case Verdict::always_true:
      return "always true";
    case Verdict::always_false:
      return "always false";
    case Verdict::changes_nothing:
      return "changes nothing";
    case Verdict::unanchored:
      break;
  }
  return "unanchored: " + outcome.text;
}

TEST(Simplify, MergesRepeatedLiterals) {
  EXPECT_EQ(simplified("A(x) | B(x) | A(x)"), "A(x) | B(x)");
  EXPECT_EQ(simplified("!A(x) | B(x) | !A(x) | B(y) | B(x)"), "!A(x) | B(x) | B(y)");
  EXPECT_EQ(simplified("A(x) | x = y | y = x | A(y)"), "A(x) | x = y | A(y)");
  EXPECT_EQ(simplified("A(x) | x = \"a\" | \"a\" = x"), "A(x) | x = \"a\"");
  EXPECT_EQ(simplified("R(x, y) | R(y, x)"), "R(x, y) | R(y, x)");
}

TEST(Simplify, FindsWhatIsAlwaysTrue) {
  EXPECT_EQ(simplified("A(x) | !A(x) | B(x)"), "always true");
  EXPECT_EQ(simplified("A(x) | x = x"), "always true");
  EXPECT_EQ(simplified("A(x) | \"a\" = \"a\""), "always true");
  EXPECT_EQ(simplified("A(x) | \"a\" != \"b\""), "always true");
  EXPECT_EQ(simplified("A(x) | B(y) | x = y | x != y"), "always true");
  EXPECT_EQ(simplified("A(x) | B(y) | y = x | x != y"), "always true");
  EXPECT_EQ(simplified("x != y | !A(x) | A(y)"), "always true");
  EXPECT_EQ(simplified("A(x) | x != \"a\" | x != \"b\""), "always true");
  EXPECT_EQ(simplified("A(x) | x != y | y != \"a\" | x != \"b\""), "always true");
  EXPECT_EQ(simplified("G(x) | !G(x)"), "always true");
  EXPECT_EQ(simplified("A(x) | !A(y)"), "A(x) | !A(y)");
}

TEST(Simplify, SubstitutesInequalitiesAway) {
  EXPECT_EQ(simplified("x != y | !A(x) | B(y)"), "!A(x) | B(x)");
  EXPECT_EQ(simplified("!A(y) | x != y | B(x)"), "!A(y) | B(y)");  // the variable named first stays
  EXPECT_EQ(simplified("x != \"ann\" | A(x)"), "A(\"ann\")");
  EXPECT_EQ(simplified("\"ann\" != x | A(x)"), "A(\"ann\")");
  EXPECT_EQ(simplified("x != y | y != z | R(z, x)"), "R(x, x)");
  EXPECT_EQ(simplified("x != y | z != w | y != z | R(w, x) | A(y)"), "R(x, x) | A(x)");
  EXPECT_EQ(simplified("x != y | y != \"a\" | R(x, y)"), "R(\"a\", \"a\")");
  EXPECT_EQ(simplified("x != x | A(x)"), "A(x)");
  EXPECT_EQ(simplified("\"a\" != \"a\" | A(x)"), "A(x)");
}

TEST(Simplify, MergesWhatASubstitutionMadeEqual) {
  EXPECT_EQ(simplified("A(x) | x != y | A(y) | B(y)"), "A(x) | B(x)");
  EXPECT_EQ(simplified("A(x) | y != z | x = y | x = z"), "A(x) | x = y");
  EXPECT_EQ(simplified("A(x) | y = z | x = y | x != z"), "A(x) | x = y");
  EXPECT_EQ(simplified("x != \"a\" | x = y | y = \"a\" | A(y)"), "y = \"a\" | A(y)");
  EXPECT_EQ(simplified("A(x) | x = y | y != \"a\""), "A(x) | x = \"a\"");
}

TEST(Simplify, TakesDifferentIdsForDifferentObjects) {
  EXPECT_EQ(simplified("\"ann\" = \"bob\" | A(x)"), "A(x)");
  EXPECT_EQ(simplified("A(x) | x != \"ann\" | x = \"bob\""), "A(\"ann\")");
}

TEST(Simplify, DropsWhatChangesNoPrediction) {
  EXPECT_EQ(simplified("!L(x, y) | L(y, x)"), "changes nothing");
  EXPECT_EQ(simplified("G(x) | x = y"), "changes nothing");
  EXPECT_EQ(simplified("!G(x) | A(x)"), "!G(x) | A(x)");
}

TEST(Simplify, FindsWhatIsAlwaysFalse) {
  EXPECT_EQ(simplified("\"a\" = \"b\""), "always false");
  EXPECT_EQ(simplified("\"a\" = \"b\" | \"a\" != \"a\" | \"c\" = \"a\""), "always false");
  EXPECT_EQ(
      test::warnings_of("type T predict A(T)\nrule \"r\": A(x) & \"a\" = \"b\""),
      Texts{"2:1: warning: 1 clause of rule \"r\" is always false; dropped: no prediction satisfies it"});
}

TEST(Simplify, WantsEveryVariableInAnAtomOrEqualToOneThatIs) {
  EXPECT_EQ(simplified("A(x) | x = y"), "A(x) | x = y");
  EXPECT_EQ(simplified("y = z | x = y | A(x)"), "y = z | y = x | A(x)");
  EXPECT_EQ(Outcome("A(x) | y = \"a\" | !A(z) | z != y").verdict, Verdict::kept);
}

TEST(Simplify, ReportsUnanchoredVariables) {
  // The other disjunctions of their rule say what type y and z have.
  const auto findings = [](const std::string& formula) {
    return test::findings_of_rejected(test::vocabulary + "rule: " + formula);
  };
  EXPECT_EQ(
      findings("(A(x) | y = z) & B(y)"),
      Texts{"2:1: error: in the clause 'A(x) | y = z' of this rule, 'y' occurs in no predicate and equals no "
            "variable that does"});
  EXPECT_EQ(
      findings("(A(x) | x = w | z = \"a\") & B(z)"),
      Texts{
          "2:1: error: in the clause 'A(x) | x = w | z = \"a\"' of this rule, 'z' occurs in no predicate and "
          "equals no variable that does"});
}

TEST(Simplify, GivesVariablesOfOneNameDifferentNames) {
  EXPECT_EQ(simplified("A(x) | (forall x: B(x)) | (forall x: C(x))"), "A(x) | B(x_2) | C(x_3)");
  EXPECT_EQ(simplified("A(x) | (forall x: B(x)) | R(x_2, x_3)"), "A(x) | B(x_4) | R(x_2, x_3)");
  EXPECT_EQ(simplified("(forall x: A(x)) | (forall x: x != \"a\" | B(x))"), "A(x) | B(\"a\")");
}

TEST(Simplify, NamesVariablesByTheirOwnClause) {
  EXPECT_EQ(test::clauses_of("rule: (forall x: A(x)) & (forall x: B(x))"), (Texts{"A(x)", "B(x)"}));
}

TEST(Simplify, NumbersVariablesAndConstantsByTheirFirstUse) {
  const Clause clause = Outcome("x != y | R(z, \"b\") | R(\"a\", y) | z = \"b\"").clause;
  ASSERT_EQ(clause.variables.size(), 2U);
  EXPECT_EQ(clause.variables[0], (Variable{"z", 0}));
  EXPECT_EQ(clause.variables[1], (Variable{"x", 0}));
  EXPECT_EQ(clause.constants, (Texts{"b", "a"}));
  using enum Term::Kind;
  const std::vector<Literal> expected{{3, true, {{variable, 0}, {constant, 0}}},
                                      {3, true, {{constant, 1}, {variable, 1}}},
                                      {equality, true, {{variable, 0}, {constant, 0}}}};
  EXPECT_EQ(clause.literals, expected);
}

TEST(Simplify, GivesTheSameClauseForItsOwnText) {
  // The clause A(y) | x = y of this rule, whose first variable is x; and the same read again.
  const Texts clauses = test::clauses_of("rule: A(x) & B(y) | A(y) & x = y");
  ASSERT_FALSE(clauses.empty());
  for (const std::string& clause : clauses) EXPECT_EQ(test::clauses_of("rule: " + clause), Texts{clause});
}

// --------------------------------------------------- large enough for quadratic work to run into the time
// limit

TEST(SimplifyLarge, ChainOfEqualities) {
  constexpr int size = 100'000;
  // Backwards, so that every equality is anchored by the one after it.
  std::string backwards;
  for (int i = size; i > 0; --i)
    backwards += "v" + std::to_string(i) + " = v" + std::to_string(i - 1) + " | ";
  EXPECT_EQ(Outcome(backwards + "A(v0)").clause.literals.size(), std::size_t{size} + 1);
}

TEST(SimplifyLarge, ChainOfInequalities) {
  constexpr int size = 100'000;
  // Pairs first and their links backwards: the longest chains of replacements.
  std::string links;
  for (int i = size; i > 1; --i) links += " | v" + std::to_string(i - 1) + " != v" + std::to_string(i);
  const std::string pairs = chain("v% != w%", " | ", 1, size);
  EXPECT_EQ(Outcome(pairs + links + " | " + chain("A(w%)", " | ", 1, size)).text, "A(v1)");
}

TEST(SimplifyLarge, VariablesOfOneName) {
  constexpr int size = 50'000;
  const Outcome outcome(chain("(forall x: A(x))", " | ", 1, size));
  EXPECT_EQ(outcome.clause.variables.back().name, "x_" + std::to_string(size));
}

}  // namespace
}  // namespace kenn::clause
