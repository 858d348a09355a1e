// Tests of the reader of KENN2 texts, among them: it agrees with the same rules in the knowledge language.
#include "knowledge/kenn2_reader.h"

#include "knowledge/random_kenn2.h"
#include "support.h"

namespace kenn::knowledge {
namespace {

using test::Reading;
using test::Texts;

// The rules of the tree: "2.5: (| (! A(x)) B(x))".
Texts rules_in(const Reading& reading) {
  Texts rules;
  for (const auto& statement : reading.tree.statements) {
    const auto* const rule = std::get_if<syntax::RuleStatement>(&statement);
    if (rule == nullptr) continue;
    std::ostringstream weight;
    if (!rule->weight.learned) weight << rule->weight.value << ": ";
    rules.push_back(weight.str() + test::to_text(rule->formula));
  }
  return rules;
}

Texts rules_of(const std::string& text) {
  const Reading reading(text, Syntax::kenn2);
  return reading.findings().empty() ? rules_in(reading) : reading.findings();
}

Texts findings_in(const std::string& text) {
  return Reading(text, Syntax::kenn2).findings();
}

const std::string relational = "Smoker,Cancer\nFriends\n\n";

TEST(Kenn2, DeclaresOneTypeAndTwoTables) {
  const Knowledge knowledge = Knowledge::from_text(relational + "_:Smoker(x)\n");
  EXPECT_EQ(knowledge.syntax(), Syntax::kenn2);
  EXPECT_EQ(knowledge.types(), std::vector<Type>{{"Object"}});
  const std::vector<Predicate> expected{{"Smoker", Role::predict, {0}, "Object", std::nullopt},
                                        {"Cancer", Role::predict, {0}, "Object", std::nullopt},
                                        {"Friends", Role::predict, {0, 0}, "Pair", std::nullopt}};
  EXPECT_EQ(knowledge.predicates(), expected);
}

TEST(Kenn2, ReadsTheExampleOfItsHeader) {
  EXPECT_EQ(rules_of(relational + "_:nSmoker(x),Cancer(x)\n>\n1.5:nSmoker(x),nFriends(x.y),Smoker(y)\n"),
            (Texts{"(| (! Smoker(x)) Cancer(x))", "1.5: (| (! Smoker(x)) (! Friends(x, y)) Smoker(y))"}));
}

TEST(Kenn2, MakesNoDisjunctionOfOneLiteral) {
  EXPECT_EQ(rules_of("A\n\n_:A\n_:nA(x)"), (Texts{"A(x)", "(! A(x))"}));
}

TEST(Kenn2, ReadsTheReversedPair) {
  EXPECT_EQ(rules_of(relational + ">\n_:nFriends(x.y),Friends(y.x)"),
            Texts{"(| (! Friends(x, y)) Friends(y, x))"});
}

TEST(Kenn2, ReadsWeights) {
  EXPECT_EQ(rules_of("A\n\n_:A\n0:A\n0.25:A\n5e2:A\n"),
            (Texts{"A(x)", "0: A(x)", "0.25: A(x)", "500: A(x)"}));
  EXPECT_EQ(findings_in("A\n\nhigh:A\n501:A\n-1:A\n__:A"),
            (Texts{"3:1: error: the weight high is not a number",
                   "4:1: error: the weight 501 is too large; the largest is 500",
                   "5:1: error: the weight -1 is negative; to discourage something, negate it",
                   "6:1: error: the weight __ is not a number"}));
}

TEST(Kenn2, TakesBlankLinesCommentsSpacesAndWindowsLineEnds) {
  const Texts expected{"2: (| (! A(x)) B(x))", "(| R(x, y) A(y))"};
  EXPECT_EQ(rules_of("A,B\nR\n\n2:nA(x),B(x)\n>\n_:R(x.y),A(y)"), expected);
  EXPECT_EQ(rules_of("A,B\r\nR\r\n\r\n2:nA(x),B(x)\r\n>\r\n_:R(x.y),A(y)\r\n"), expected);
  EXPECT_EQ(rules_of("\n# c\n\n A , B \n\n# R\nR\n2 : nA ( x ) , B(x)\n\t\n > \n#\n_:R( x . y ),A(y)\n\n"),
            expected);
  EXPECT_EQ(rules_of("\xef\xbb\xbf"
                     "A,B\nR\n2:nA(x),B(x)\n>\n_:R(x.y),A(y)"),
            expected);
}

TEST(Kenn2, PrefersADeclaredNameToANegation) {
  EXPECT_EQ(rules_of("nice,n\n\n_:nice,nnice,n,nn"), Texts{"(| nice(x) (! nice(x)) n(x) (! n(x)))"});
  EXPECT_EQ(
      findings_in("ice,nice\n\n_:nice,nnice,ice"),
      Texts{"3:3: warning: 'nice' is read as the predicate of that name, not as the negation of 'ice'"});
}

TEST(Kenn2, PlacesRulesAndLiterals) {
  const Reading reading("A,B\n\n 2:nA(x),B(x)", Syntax::kenn2);
  const syntax::RuleStatement& rule = reading.last_rule();
  ASSERT_EQ(test::to_text(rule.formula), "(| (! A(x)) B(x))");
  EXPECT_EQ(rule.offset, 6U);
  EXPECT_EQ(rule.formula.name.offset, 6U);
  EXPECT_EQ(rule.formula.children[0].name.offset, 8U);
  EXPECT_EQ(rule.formula.children[0].children[0].terms[0].name.offset, 11U);
  EXPECT_EQ(rule.formula.children[1].name.offset, 14U);
}

TEST(Kenn2, SaysWhatIsWrongWithALine) {
  const std::vector<std::pair<std::string, std::string>> errors{
      {":A", "4:1: error: expected a weight: a number, or _ for one that is learned, found ':'"},
      {"_ 2:A", "4:3: error: expected ':' after the weight, found '2'"},
      {"_:", "4:3: error: expected a literal such as Smoker(x) or nSmoker(x), found the end of the line"},
      {"_:A,", "4:5: error: expected a literal such as Smoker(x) or nSmoker(x), found the end of the line"},
      {"_:A B", "4:5: error: expected ',' or the end of the line, found 'B'"},
      {"_:A(x", "4:6: error: expected '.' or ')' (a pair is written x.y), found the end of the line"},
      {"_:A(x,y)", "4:6: error: expected '.' or ')' (a pair is written x.y), found ','"},
      {"_:A(x.y", "4:8: error: expected ')', found the end of the line"},
      {"_:A()", "4:5: error: expected x or y, found ')'"},
      {"_:A(z)", "4:5: error: expected x or y, found 'z'"},
      {"_:A(x.)", "4:7: error: expected x or y, found ')'"},
      {"_:A(x.y)", "4:3: error: 'A' is unary: A(x)"},
      {"_:A(y)", "4:3: error: a unary clause has only x; binary clauses follow a line '>'"},
      {"_:A,R(x.y)", "4:5: error: binary predicates belong into the clauses after a line '>'"},
      {"_:Bee", "4:3: error: unknown predicate 'Bee'"},
      {"_:nBB", "4:3: error: unknown predicate 'BB'; did you mean 'B'?"},
      {"C", "4:2: error: expected ':' after the weight, found the end of the line"},
      {"A(x),B(x)", "4:2: error: expected ':' after the weight, found '('"},
      {"> x", "4:3: error: expected the end of the line, found 'x'"},
      {">\n>", "5:1: error: a second line '>'"},
      {">\n_:R", "5:3: error: 'R' is binary: R(x.y) or R(y.x)"},
      {">\n_:R(x)", "5:3: error: 'R' is binary: R(x.y) or R(y.x)"},
      {">\n_:R(x.x)", "5:7: error: a pair is x.y or y.x; KENN2 has none of an object with itself"},
      {">\n_:A(x),A(y)",
       "5:1: error: this clause has x and y but no pair: it needs a literal such as R(x.y)"},
      {">\n_:A(x)", "5:1: warning: this clause has no binary predicate: it is applied once to every object"},
  };
  for (const auto& [line, expected] : errors) {
    EXPECT_EQ(findings_in("A,B\nR\n\n" + line), Texts{expected}) << line;
  }
}

TEST(Kenn2, SaysWhatIsWrongWithADeclaration) {
  EXPECT_EQ(findings_in("A,,B"), Texts{"1:3: error: expected the name of a predicate, found ','"});
  EXPECT_EQ(findings_in("A,B,"),
            Texts{"1:5: error: expected the name of a predicate, found the end of the line"});
  EXPECT_EQ(findings_in("A B"), Texts{"1:3: error: expected ',' or the end of the line, found 'B'"});
  EXPECT_EQ(findings_in("A,not"),
            Texts{"1:3: error: expected the name of a predicate, found the word 'not'"});
}

TEST(Kenn2, SaysThatDeclarationsComeFirst) {
  EXPECT_EQ(
      findings_in("A\n_:A\nB\n"),
      Texts{"3:1: error: expected a clause such as _:nA(x),B(x); predicates are declared in the first two "
            "lines"});
}

TEST(Kenn2, TakesNamesThatStartLikeAWeight) {
  EXPECT_EQ(rules_of("A\n_b\n\n_:A\n>\n_:_b(x.y),n_b(y.x)"), (Texts{"A(x)", "(| _b(x, y) (! _b(y, x)))"}));
  EXPECT_EQ(rules_of("_a\n\n_:n_a"), Texts{"(! _a(x))"});
}

TEST(Kenn2, ReportsEveryLineWithAnErrorAndKeepsTheOthers) {
  const Reading reading("A,B\n\n_:Zebra\n_:A\n2:\n_:nB\n", Syntax::kenn2);
  EXPECT_EQ(
      reading.findings(),
      (Texts{"3:3: error: unknown predicate 'Zebra'",
             "5:3: error: expected a literal such as Smoker(x) or nSmoker(x), found the end of the line"}));
  EXPECT_EQ(rules_in(reading), (Texts{"A(x)", "(! B(x))"}));
}

TEST(Kenn2, CausesNoErrorsAboutNamesOfAnUnreadableDeclaration) {
  EXPECT_EQ(findings_in("Smo ker,Cancer\n\n_:nSmo,Cancer,ker,nCancer\n"),
            Texts{"1:5: error: expected ',' or the end of the line, found 'ker'"});
}

TEST(Kenn2, IsFollowedByItsWeightsAndTablesInTheText) {
  const Knowledge knowledge = Knowledge::from_text("A\nR\n\n2.5:nA\n>\n_:R(y.x),A(y)");
  EXPECT_EQ(to_text(knowledge),
            "type Object\npredict A(Object)\npredict R(Object, Object)\n"
            "# the binary predicates share the table Pair\n"
            "rule weight 2.5: !A(x)\nrule: R(y, x) | A(y)\n");
}

// ------------------------------------------------------------------------------------------------- property

TEST(Kenn2Property, SaysWhatItsTranslationSays) {
  test::check_property(2'000, [] {
    const test::Knowledge2 random = test::random_knowledge();
    const std::string text = in_kenn2(random);
    const std::string translation = in_kenn(random);
    RC_LOG() << text << "\n---\n" << translation << std::endl;
    const Knowledge read = Knowledge::from_text(text);
    const Knowledge translated = Knowledge::from_text(translation);
    RC_ASSERT(read.syntax() == Syntax::kenn2);
    RC_ASSERT(translated.syntax() == Syntax::kenn);
    RC_ASSERT(test::without_locations(read.clauses()) == test::without_locations(translated.clauses()));
    RC_ASSERT(read.types() == translated.types());
  });
}

}  // namespace
}  // namespace kenn::knowledge
