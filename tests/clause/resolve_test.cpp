// Tests of pass 3: names -> predicates, variables and constants.
#include "clause/resolve.h"

#include "support.h"

namespace kenn::clause {
namespace {

using test::Texts;

class Resolution {
 public:
  explicit Resolution(const std::string& rule)
      : reading_(test::vocabulary + rule),
        declarations_(declare(reading_.tree, reading_.diagnostics)),
        templates_(reading_.last_rule(), declarations_, reading_.tree, reading_.diagnostics),
        rule_(resolve(reading_.last_rule(), templates_,
                      templates_.count() == 0 ? std::vector<PredicateIndex>{} : templates_.choice(0),
                      declarations_, reading_.tree, reading_.diagnostics)) {}

  // `(-> A(v0) (! R(v0, c0)))`, or what is wrong with the rule.
  [[nodiscard]] std::string proposition() const {
    if (!rule_) return reading_.findings().empty() ? "nothing, and no reason" : reading_.findings().front();
    return to_text(rule_->proposition);
  }

  [[nodiscard]] Texts findings() const { return reading_.findings(); }
  [[nodiscard]] const ResolvedRule& rule() const { return rule_.value(); }

  [[nodiscard]] Texts variables() const {
    Texts names;
    for (const Variable& variable : rule().variables) names.push_back(variable.name);
    return names;
  }

 private:
  [[nodiscard]] std::string to_text(const Proposition& proposition) const {
    if (proposition.kind == Proposition::Kind::atom) return to_text(rule_->atoms.at(proposition.atom));
    static const char* const signs[] = {"", "!", "&", "|", "->", "<->"};
    std::string text = "(" + std::string(signs[static_cast<int>(proposition.kind)]);
    for (const Proposition& child : proposition.children) text += " " + to_text(child);
    return text + ")";
  }

  [[nodiscard]] std::string to_text(const Atom& atom) const {
    std::string terms;
    for (const Term& term : atom.arguments) {
      terms += (terms.empty() ? "" : ", ") + std::string(term.kind == Term::Kind::variable ? "v" : "c") +
               std::to_string(term.index);
    }
    const bool is_equality = atom.predicate == equality;
    return (is_equality ? "=" : declarations_.vocabulary.predicates.at(atom.predicate).name) + "(" + terms +
           ")";
  }

  test::Reading reading_;
  Declarations declarations_;
  TemplateInstances templates_;
  std::optional<ResolvedRule> rule_;
};

std::string proposition_of(const std::string& formula) {
  return Resolution("rule: " + formula).proposition();
}

TEST(Resolve, ReplacesNamesAsInItsHeader) {
  const Resolution resolution("for T in {C} rule: T(x) & forall x: (L(x, \"p1\") -> A(x))");
  EXPECT_EQ(resolution.proposition(), "(& C(v0) (-> L(v1, c0) A(v1)))");
  EXPECT_EQ(resolution.variables(), (Texts{"x", "x"}));
  EXPECT_TRUE(resolution.rule().names_repeat);
  EXPECT_EQ(resolution.rule().constants, Texts{"p1"});
  EXPECT_EQ(resolution.findings(), Texts{});
}

TEST(Resolve, KeepsOperatorsAndTheirOrder) {
  EXPECT_EQ(proposition_of("!A(x) & B(x) | C(x) -> A(y) -> A(z) <-> B(y) <-> C(z)"),
            "(<-> (-> (| (& (! A(v0)) B(v0)) C(v0)) A(v1) A(v2)) B(v1) C(v2))");
}

TEST(Resolve, MakesInequalitiesOfEqualities) {
  EXPECT_EQ(proposition_of("x = y | x != \"a\""), "(| =(v0, v1) (! =(v0, c0)))");
}

TEST(Resolve, NumbersTheSameThingOnce) {
  const Resolution resolution(
      "rule: R(x, \"a\") & A(x) & R(x, \"a\") & R(\"a\", x) & A(\"b\") & A(\"a\") & x = y & x = y");
  EXPECT_EQ(resolution.rule().atoms.size(), 6U);
  EXPECT_EQ(resolution.rule().constants, (Texts{"a", "b"}));
  EXPECT_EQ(resolution.variables(), (Texts{"x", "y"}));
}

TEST(Resolve, NumbersManyThingsOnce) {
  // More than the few that are compared one by one.
  const std::string many = test::chain("R(v%, \"%\")", " & ", 1, 1'000);
  const Resolution resolution("rule: " + many + " & " + many);
  EXPECT_EQ(resolution.rule().atoms.size(), 1'000U);
  EXPECT_EQ(resolution.rule().constants.size(), 1'000U);
  EXPECT_EQ(resolution.rule().variables.size(), 1'000U);
  EXPECT_EQ(resolution.rule().proposition.children[0].atom,
            resolution.rule().proposition.children[1'000].atom);
  EXPECT_EQ(resolution.rule().proposition.children[999].atom,
            resolution.rule().proposition.children[1'999].atom);
}

TEST(Resolve, KeepsConstantsAndVariablesOfOneNameApart) {
  EXPECT_EQ(proposition_of("R(x, \"x\")"), "R(v0, c0)");
}

TEST(Resolve, RemembersTheSpellingOfAtoms) {
  const Resolution resolution("rule: A(x) & R(x, y)");
  const Atom& atom = resolution.rule().atoms.at(1);
  ASSERT_EQ(atom.spelling.size(), 2U);
  EXPECT_EQ(atom.spelling[1].name.text, "y");
  EXPECT_EQ(atom.spelling[1].name.offset, test::vocabulary.size() + 18);
}

// ---------------------------------------------------------------------------------------------- quantifiers

TEST(Resolve, BindsVariablesToTheInnermostQuantifier) {
  const Resolution resolution("rule: A(x) & forall x, y: (R(x, y) & (forall x: R(x, y)) & B(x)) & C(x)");
  EXPECT_EQ(resolution.proposition(), "(& A(v0) (& (& R(v1, v2) R(v3, v2) B(v1)) C(v1)))");
  EXPECT_EQ(resolution.variables(), (Texts{"x", "x", "y", "x"}));
}

TEST(Resolve, EndsTheScopeOfAVariableWithItsQuantifier) {
  EXPECT_EQ(proposition_of("(forall x: A(x)) & B(x) & (forall x: A(x)) & C(x)"),
            "(& A(v0) B(v1) A(v2) C(v1))");
}

TEST(Resolve, KnowsWhetherNamesRepeat) {
  EXPECT_FALSE(Resolution("rule: R(x, y) & R(y, x)").rule().names_repeat);
  EXPECT_FALSE(Resolution("rule: A(x) & forall y: R(x, y)").rule().names_repeat);
  EXPECT_TRUE(Resolution("rule: (forall y: A(y)) & forall y: B(y)").rule().names_repeat);
}

TEST(Resolve, TakesAllQuantifiersThatAssert) {
  for (const char* const formula :
       {"forall y: R(x, y)", "A(x) -> forall y: R(x, y)", "!!(forall y: R(x, y))",
        "!(A(x) & !forall y: R(x, y))", "(A(x) -> !forall y: R(x, y)) -> B(x)",
        "B(x) | C(x) & forall y: R(x, y)", "!((forall y: R(x, y)) -> A(x)) | B(x)"}) {
    EXPECT_EQ(Resolution(std::string("rule: ") + formula).findings(), Texts{}) << formula;
  }
}

TEST(Resolve, ReportsQuantifiersThatDeny) {
  const std::string message =
      ": error: 'forall' under a negation, left of '->' or beside '<->' means 'exists', which is not "
      "supported yet";
  EXPECT_EQ(proposition_of("!forall y: A(y)"), "2:8" + message);
  EXPECT_EQ(proposition_of("(forall y: A(y)) -> A(x)"), "2:8" + message);
  EXPECT_EQ(proposition_of("A(x) -> (forall y: A(y)) -> B(x)"), "2:16" + message);
  EXPECT_EQ(proposition_of("A(x) <-> forall y: A(y)"), "2:16" + message);
  EXPECT_EQ(proposition_of("A(x) <-> !forall y: A(y)"), "2:17" + message);
  EXPECT_EQ(proposition_of("!(A(x) -> forall y: A(y))"), "2:17" + message);
}

TEST(Resolve, ReportsExists) {
  const std::string message = ": error: 'exists' is not supported yet; free variables mean 'for all'";
  EXPECT_EQ(proposition_of("exists y: A(y)"), "2:7" + message);
  EXPECT_EQ(proposition_of("A(x) -> ∃y: A(y)"), "2:15" + message);
  EXPECT_EQ(proposition_of("!exists y: A(y)"), "2:8" + message);
}

TEST(Resolve, WarnsOfQuantifiedVariablesThatAreNotUsed) {
  EXPECT_EQ(Resolution("rule: forall x, y: A(x)").findings(),
            Texts{"2:17: warning: the variable 'y' is not used"});
  EXPECT_EQ(Resolution("rule: forall x: forall x: A(x)").findings(),
            Texts{"2:14: warning: the variable 'x' is not used"});
  EXPECT_EQ(Resolution("rule: forall x, x: A(x)").findings(),
            Texts{"2:14: warning: the variable 'x' is not used"});
}

// --------------------------------------------------------------------------------------------------- errors

TEST(Resolve, ReportsWrongNumbersOfArguments) {
  EXPECT_EQ(proposition_of("A(x, y)"), "2:7: error: 'A' takes 1 argument, not 2");
  EXPECT_EQ(proposition_of("A(x) & R(x)"), "2:14: error: 'R' takes 2 arguments, not 1");
  EXPECT_EQ(Resolution("for T in {R} rule: T(x)").proposition(),
            "2:20: error: 'R' (T stands for it) takes 2 arguments, not 1");
}

TEST(Resolve, ReportsTemplatesUsedAsVariables) {
  const std::string message = "error: 'T' stands for a predicate, so it cannot be a variable";
  EXPECT_EQ(Resolution("for T in {A} rule: T(x) & B(T)").proposition(), "2:29: " + message);
  EXPECT_EQ(Resolution("for T in {A} rule: T(x) & forall T: B(T)").proposition(), "2:34: " + message);
}

TEST(Resolve, ReportsAllErrorsOfARule) {
  EXPECT_EQ(Resolution("rule: Zebra(x) & A(x, x) | exists y: Lion(y)").findings(),
            (Texts{"2:7: error: unknown predicate 'Zebra'", "2:18: error: 'A' takes 1 argument, not 2",
                   "2:28: error: 'exists' is not supported yet; free variables mean 'for all'",
                   "2:38: error: unknown predicate 'Lion'"}));
}

TEST(Resolve, GivesNothingForAPredicateOfAnUnreadableDeclaration) {
  test::Reading reading("type T predict A(T), B(T; C(T)\nrule: B(x)");
  const Declarations declarations = declare(reading.tree, reading.diagnostics);
  const TemplateInstances none(reading.last_rule(), declarations, reading.tree, reading.diagnostics);
  EXPECT_FALSE(resolve(reading.last_rule(), none, {}, declarations, reading.tree, reading.diagnostics));
  EXPECT_EQ(reading.findings(), Texts{"1:25: error: expected ',' or ')', found ';'"});
}

// Large enough for quadratic work to run into the time limit of the tests.
TEST(Resolve, TakesVeryManyQuantifiedVariables) {
  constexpr int size = 100'000;
  const Resolution resolution("rule: forall " + test::chain("v%", ", ", 1, size) + ": " +
                              test::chain("A(v%)", " & ", 1, size));
  EXPECT_EQ(resolution.rule().variables.size(), std::size_t{size});
}

}  // namespace
}  // namespace kenn::clause
