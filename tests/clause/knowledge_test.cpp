// Tests of the whole path: findings, warnings, and that clauses mean what their rules mean.
#include <kenn/knowledge.h>

#include "clause/random_formula.h"
#include "support.h"

namespace kenn::clause {
namespace {

using test::Texts;

const std::string people = "type Person predict Smoker(Person), Cancer(Person)\n";

TEST(Knowledge, HoldsEverythingItsTextSays) {
  const std::string text =
      people + "rule \"harm\" weight 2.5: Smoker(x) -> Cancer(x)\nrule: Smoker(x) <-> Smoker(y)";
  const Knowledge knowledge = Knowledge::from_text(text, "people.kenn");
  EXPECT_EQ(knowledge.name(), "people.kenn");
  EXPECT_EQ(knowledge.text(), text);
  EXPECT_EQ(knowledge.syntax(), Syntax::kenn);
  EXPECT_EQ(knowledge.rule_count(), 2U);
  EXPECT_EQ(knowledge.types(), std::vector<Type>{{"Person"}});
  EXPECT_EQ(knowledge.predicates().size(), 2U);
  using enum Term::Kind;
  const Clause harm{"harm",
                    {{0, false, {{variable, 0}}}, {1, true, {{variable, 0}}}},
                    {{"x", 0}},
                    {},
                    {.learned = false, .value = 2.5},
                    {2, 1}};
  ASSERT_EQ(knowledge.clauses().size(), 2U);  // the second half of the equivalence repeats the first
  EXPECT_EQ(knowledge.clauses()[0], harm);
  EXPECT_EQ(knowledge.clauses()[1].name, "!Smoker(x) | Smoker(y)");
  EXPECT_EQ(knowledge.clauses()[1].weight, (Weight{.learned = true, .value = 0.5}));
  EXPECT_EQ(knowledge.clauses()[1].location, (SourceLocation{3, 1}));
}

TEST(Knowledge, HasADefaultName) {
  EXPECT_EQ(Knowledge::from_text(people).name(), "knowledge");
}

TEST(Knowledge, PlacesClausesAtTheWordRule) {
  const Knowledge knowledge = Knowledge::from_text(people + "for T in {Smoker}\n  # é\n  rule: T(x)");
  EXPECT_EQ(knowledge.clauses().front().location, (SourceLocation{4, 3}));
}

TEST(Knowledge, IsNeverHalfLoaded) {
  const Texts findings = test::findings_of_rejected(people +
                                                    "rule: Smoker(x) | !Smoker(x)\n"
                                                    "rule: Zebra(x)\n"
                                                    "rule: Smoker(x) &\n"
                                                    "rule weight 900: Lion(x)\n"
                                                    "exclusive Smoker, Tiger\n");
  EXPECT_EQ(findings,
            (Texts{"2:1: warning: 1 clause of this rule is always true; dropped",
                   "3:7: error: unknown predicate 'Zebra'",
                   "4:18: error: expected a formula, found the word 'rule'",
                   "5:13: error: the weight 900 is too large; the largest is 500",
                   "5:18: error: unknown predicate 'Lion'", "6:19: error: unknown predicate 'Tiger'"}));
}

// --------------------------------------------------------------------------------------------------- syntax

Syntax chosen(const std::string& text) {
  return knowledge::choose_syntax(SourceText("test", text), Syntax::automatic);
}

TEST(ChooseSyntax, TakesATextWithoutStatementsForKenn2) {
  EXPECT_EQ(chosen("A,B\n\n_:A"), Syntax::kenn2);
  EXPECT_EQ(chosen("# comment\r\n\r\n A,B"), Syntax::kenn2);
  EXPECT_EQ(chosen("\xef\xbb\xbf"
                   "A"),
            Syntax::kenn2);
  EXPECT_EQ(chosen("types,rules"), Syntax::kenn2);
  EXPECT_EQ(chosen("# type T\nA"), Syntax::kenn2);
}

TEST(ChooseSyntax, TakesATextWithAStatementForTheLanguage) {
  for (const char* const word : {"type", "predict", "given", "exclusive", "for", "rule"}) {
    EXPECT_EQ(chosen(std::string("A,B\r\n \t") + word), Syntax::kenn) << word;
    EXPECT_EQ(chosen(std::string("\xef\xbb\xbf") + word), Syntax::kenn) << word;
  }
}

TEST(ChooseSyntax, TakesATextThatSaysNothingForTheLanguage) {
  for (const char* const text : {"", "\n\n", "# comment", " \t\r\n"}) EXPECT_EQ(chosen(text), Syntax::kenn);
}

TEST(ChooseSyntax, IsNotMisledByCapitals) {
  EXPECT_EQ(chosen("Type T"), Syntax::kenn);
  EXPECT_EQ(chosen("RULE: A(x)"), Syntax::kenn);
  EXPECT_EQ(chosen("Rules,Typed"), Syntax::kenn2);
  EXPECT_EQ(chosen("Type,A\n\n_:nType,A"), Syntax::kenn2);
  EXPECT_EQ(chosen("Rule\n\n_:Rule"), Syntax::kenn2);
}

TEST(ChooseSyntax, DoesWhatIsRequested) {
  EXPECT_EQ(knowledge::choose_syntax(SourceText("test", "A,B"), Syntax::kenn), Syntax::kenn);
  EXPECT_EQ(knowledge::choose_syntax(SourceText("test", "type T"), Syntax::kenn2), Syntax::kenn2);
}

TEST(ChooseSyntax, IsToldWhenAKenn2TextDeclaresNothing) {
  EXPECT_EQ(
      test::findings_of_rejected("Tpye Person"),
      (Texts{"1:1: warning: read as KENN2, since no line starts with a statement such as 'type' or 'rule'",
             "1:6: error: expected ',' or the end of the line, found 'Person'"}));
}

TEST(ReadTree, ReportsTextThatIsNotUtf8) {
  const test::Reading one("type T\nrule: A(\"\xff\")", Syntax::kenn);
  EXPECT_EQ(one.findings(), Texts{"2:10: error: this byte is not part of a UTF-8 text"});
  EXPECT_TRUE(one.tree.statements.empty());
  const test::Reading several("A\n_:\xc3(\xff", Syntax::kenn2);
  EXPECT_EQ(several.findings(),
            Texts{"2:3: error: this byte is not part of a UTF-8 text (nor is 1 later byte)"});
  EXPECT_EQ(test::Reading("\xff\xff\xff", Syntax::kenn).findings(),
            Texts{"1:1: error: this byte is not part of a UTF-8 text (nor are 2 later bytes)"});
}

// ------------------------------------------------------------------------------------------------- warnings

TEST(Warnings, TellOfClausesThatAreAlwaysTrue) {
  EXPECT_EQ(test::warnings_of(people + "rule \"r\": Smoker(x) -> Smoker(x)"),
            Texts{"2:1: warning: 1 clause of rule \"r\" is always true; dropped"});
  EXPECT_EQ(test::warnings_of(people + "rule: (Smoker(x) -> Smoker(x)) & (Cancer(x) -> Cancer(x))"),
            Texts{"2:1: warning: 2 clauses of this rule are always true; dropped"});
}

TEST(Warnings, TellOfClausesThatChangeNothing) {
  const std::string text = "type T predict A(T) given G(T)\nrule: A(x) & (G(x) | x = y)";
  EXPECT_EQ(test::warnings_of(text), (Texts{"1:27: warning: no clause uses the given predicate 'G'",
                                            "2:1: warning: the clause 'G(x) | x = y' has no predicted "
                                            "predicate; dropped: it can never change a "
                                            "prediction"}));
  EXPECT_EQ(
      test::warnings_of("type T predict A(T) given G(T)\nrule: (A(x) -> G(x)) & G(x) & !G(x)"),
      Texts{"2:1: warning: the clause 'G(x)' has no predicted predicate; dropped: it can never change a "
            "prediction (and 1 more of this rule)"});
}

TEST(Warnings, TellOfWhatIsNotUsed) {
  EXPECT_EQ(test::warnings_of("type T, S predict A(T) given G(T), H(T)\nrule: G(x) -> A(x)"),
            (Texts{"1:9: warning: type 'S' has no predicates",
                   "1:36: warning: no clause uses the given predicate 'H'"}));
  EXPECT_EQ(test::warnings_of("type T predict A(T) given G(T)"),
            Texts{"1:1: warning: there are no rules, so no prediction will change"});
  EXPECT_EQ(test::warnings_of("# nothing"),
            Texts{"1:1: warning: the file says nothing: it has no statements"});
}

TEST(Warnings, AreNoneForASoundText) {
  EXPECT_EQ(test::warnings_of(people + "rule: Smoker(x) -> Cancer(x)"), Texts{});
}

// ------------------------------------------------------------------------------------------------- property

const std::string small_vocabulary = "type Thing predict A(Thing), B(Thing), R(Thing, Thing)\nrule: ";

// Whether a text was refused for a reason that a sound formula can have.
bool is_expected(const Error& error) {
  return std::all_of(
      error.diagnostics().begin(), error.diagnostics().end(), [](const Diagnostic& diagnostic) {
        const std::string& message = diagnostic.message;
        const auto says = [&](const char* part) { return message.find(part) != std::string::npos; };
        return diagnostic.severity == Severity::warning ||
               says("occurs in no predicate and equals no variable that does") ||
               says("no predicate says what type") || says("the normal form of");
      });
}

// The knowledge of a text; nothing if it is refused for an expected reason.
std::optional<Knowledge> knowledge_of(const std::string& text) {
  try {
    return Knowledge::from_text(text);
  } catch (const Error& error) {
    RC_ASSERT(is_expected(error));
    return std::nullopt;
  }
}

bool drops_a_clause_of_equalities(const Knowledge& knowledge) {
  const auto& warnings = knowledge.warnings();
  return std::any_of(warnings.begin(), warnings.end(), [](const Diagnostic& warning) {
    return warning.message.find("has no predicted predicate") != std::string::npos ||
           warning.message.find("always false; dropped") != std::string::npos;
  });
}

// What every clause guarantees (see Clause), apart from its meaning.
void check_guarantees(const Clause& clause, const Vocabulary& vocabulary) {
  std::vector<std::uint32_t> first_uses;
  bool predicts = false;
  for (const Literal& literal : clause.literals) {
    RC_ASSERT(std::count(clause.literals.begin(), clause.literals.end(), literal) == 1);
    RC_ASSERT(literal.positive || !literal.is_equality());
    predicts = predicts ||
               (!literal.is_equality() && vocabulary.predicates[literal.predicate].role == Role::predict);
    for (const Term& term : literal.arguments) {
      const bool is_new = std::find(first_uses.begin(), first_uses.end(), term.index) == first_uses.end();
      if (term.kind == Term::Kind::variable && is_new) first_uses.push_back(term.index);
    }
  }
  RC_ASSERT(predicts);
  RC_ASSERT(first_uses.size() == clause.variables.size());
  RC_ASSERT(std::is_sorted(first_uses.begin(), first_uses.end()));
}

void check_meaning(const test::RandomFormula& formula, const Knowledge& knowledge) {
  const test::Worlds expected = worlds_of_closure(formula);
  test::Worlds actual = ~test::Worlds();
  for (const Clause& clause : knowledge.clauses()) {
    RC_LOG() << to_string(clause, knowledge.vocabulary()) << "\n";
    check_guarantees(clause, knowledge.vocabulary());
    actual &= test::worlds_of(clause);
  }
  if (drops_a_clause_of_equalities(knowledge)) {
    // What is left says less than the formula, and nothing else.
    RC_ASSERT((expected & ~actual).none());
  } else {
    RC_ASSERT(actual == expected);
  }
}

TEST(KnowledgeProperty, ClausesMeanWhatTheirRuleMeans) {
  test::check_property(3'000, [] {
    const test::RandomFormula formula = test::random_formula(1 + test::below(4));
    const std::string text = small_vocabulary + test::Writer().write(formula);
    RC_LOG() << text << "\n";
    const auto knowledge = knowledge_of(text);
    if (!knowledge) RC_DISCARD("refused");
    check_meaning(formula, *knowledge);
  });
}

}  // namespace
}  // namespace kenn::clause
