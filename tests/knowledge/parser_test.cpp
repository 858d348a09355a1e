// Tests of the parser: trees, places, what is said about syntax errors, and how reading goes on after them.
#include "knowledge/parser.h"

#include "knowledge/dump_tree.h"
#include "support.h"

namespace kenn::knowledge {
namespace {

using test::chain;
using test::Reading;
using test::repeat;
using test::Texts;
using test::tree_of;

Texts findings_in(const std::string& text) {
  return Reading(text).findings();
}

Texts texts_of(const std::vector<syntax::Name>& names) {
  Texts texts;
  for (const syntax::Name& name : names) texts.emplace_back(name.text);
  return texts;
}

// ------------------------------------------------------------------------------------------------- formulas

TEST(Parser, BindsOperatorsByTheirStrength) {
  EXPECT_EQ(tree_of("!A(x) & B(x) | C(x) -> D(x) <-> E(x)"),
            "(<-> (-> (| (& (! A(x)) B(x)) C(x)) D(x)) E(x))");
  EXPECT_EQ(tree_of("A(x) <-> B(x) -> C(x) | D(x) & !E(x)"),
            "(<-> A(x) (-> B(x) (| C(x) (& D(x) (! E(x))))))");
  EXPECT_EQ(tree_of("A(x) & (B(x) | C(x))"), "(& A(x) (| B(x) C(x)))");
}

TEST(Parser, MakesOneNodeOfAChain) {
  EXPECT_EQ(tree_of("A(x) & B(x) & C(x)"), "(& A(x) B(x) C(x))");
  EXPECT_EQ(tree_of("A(x) | B(x) | C(x)"), "(| A(x) B(x) C(x))");
  EXPECT_EQ(tree_of("A(x) -> B(x) -> C(x)"), "(-> A(x) B(x) C(x))");
  EXPECT_EQ(tree_of("A(x) <-> B(x) <-> C(x)"), "(<-> A(x) B(x) C(x))");
  EXPECT_EQ(tree_of("A(x) -> (B(x) -> C(x))"), "(-> A(x) (-> B(x) C(x)))");
}

TEST(Parser, TakesSignsWordsAndUnicode) {
  const std::string tree = "(<-> (-> (& (! A(x)) B(x)) (| C(x) (!= x, y))) D(x))";
  EXPECT_EQ(tree_of("!A(x) & B(x) -> C(x) | x != y <-> D(x)"), tree);
  EXPECT_EQ(tree_of("not A(x) and B(x) -> C(x) or x != y <-> D(x)"), tree);
  EXPECT_EQ(tree_of("¬A(x)∧B(x)→C(x)∨x≠y↔D(x)"), tree);
  EXPECT_EQ(tree_of("∀x,y:∃ z : A(z)"), "(forall x, y (exists z A(z)))");
  EXPECT_EQ(tree_of("forall x, y: exists z: A(z)"), "(forall x, y (exists z A(z)))");
}

TEST(Parser, LetsAQuantifierReachAsFarAsItCan) {
  EXPECT_EQ(tree_of("A(x) & forall y: B(y) -> C(y) <-> D(y)"),
            "(& A(x) (forall y (<-> (-> B(y) C(y)) D(y))))");
  EXPECT_EQ(tree_of("(forall y: B(y)) -> C(y)"), "(-> (forall y B(y)) C(y))");
  EXPECT_EQ(tree_of("!forall y: B(y) & C(y)"), "(! (forall y (& B(y) C(y))))");
}

TEST(Parser, ReadsTerms) {
  EXPECT_EQ(tree_of("A(x, \"Ann\", \"\")"), "A(x, \"Ann\", \"\")");
  EXPECT_EQ(tree_of("\"Ann\" = x"), "(= \"Ann\", x)");
  EXPECT_EQ(tree_of("x != \"Ann\""), "(!= x, \"Ann\")");
  EXPECT_EQ(tree_of(R"(A("\"\\\n\r\t é → '#"))"), R"(A("\"\\\n\r\t é → '#"))");
}

TEST(Parser, UnescapesStrings) {
  const Reading reading(R"(rule "a\"b\\c\nd\re\tf": A(x))");
  EXPECT_EQ(reading.last_rule().name->text, "a\"b\\c\nd\re\tf");
  EXPECT_EQ(reading.last_rule().name->offset, 5U);
}

TEST(Parser, KnowsWordsOnlyAsAWhole) {
  EXPECT_EQ(tree_of("notA(x) & forallx(y) | order(z)"), "(| (& notA(x) forallx(y)) order(z))");
  EXPECT_EQ(tree_of("_(x) & Rule(in_, Type)"), "(& _(x) Rule(in_, Type))");
  EXPECT_EQ(tree_of("A(in)"), "1:9: error: expected a variable or a \"constant\", found the word 'in'");
}

TEST(Parser, TakesWhiteSpaceAndCommentsBetweenAllTokens) {
  EXPECT_EQ(tree_of("#c & D(x)\n A # c\n\t(\r\n x ,\v y\f)#c\r\n-> #\n x#c\n=#c\n\"#a\"#c"),
            "(-> A(x, y) (= x, \"#a\"))");
}

TEST(Parser, KeepsThePlaceOfEveryNode) {
  const std::string text = "rule: (A(x) & !B(y)) -> forall z: \"c\" != z";
  const Reading reading(text);
  const syntax::Formula& implication = reading.last_rule().formula;
  ASSERT_EQ(test::to_text(implication), "(-> (& A(x) (! B(y))) (forall z (!= \"c\", z)))");
  const syntax::Formula& conjunction = implication.children[0];
  const syntax::Formula& forall = implication.children[1];
  EXPECT_EQ(implication.name.offset, text.find("A("));  // where its first operand starts
  EXPECT_EQ(conjunction.name.offset, text.find("A("));
  EXPECT_EQ(conjunction.children[0].terms[0].name.offset, text.find("x)"));
  EXPECT_EQ(conjunction.children[1].name.offset, text.find('!'));
  EXPECT_EQ(conjunction.children[1].children[0].name.offset, text.find("B("));
  EXPECT_EQ(forall.name.offset, text.find("forall"));
  EXPECT_EQ(forall.terms[0].name.offset, text.find("z:"));
  EXPECT_EQ(forall.children[0].name.offset, text.find("\"c\""));
  EXPECT_EQ(forall.children[0].terms[1].name.offset, text.find('z', text.find("!=")));
}

// ----------------------------------------------------------------------------------------------- statements

TEST(Parser, ReadsDeclarations) {
  const Reading reading("type A,B predict P(A),Q(A,B)\ngiven R(B) exclusive P , Q");
  ASSERT_EQ(reading.findings(), Texts{});
  ASSERT_EQ(reading.tree.statements.size(), 4U);
  EXPECT_EQ(texts_of(reading.statement<syntax::TypeStatement>(0).types), (Texts{"A", "B"}));
  const auto& predict = reading.statement<syntax::PredicateStatement>(1);
  EXPECT_EQ(predict.role, Role::predict);
  ASSERT_EQ(predict.signatures.size(), 2U);
  EXPECT_EQ(predict.signatures[1].name.text, "Q");
  EXPECT_EQ(predict.signatures[1].name.offset, 22U);
  EXPECT_EQ(texts_of(predict.signatures[1].argument_types), (Texts{"A", "B"}));
  EXPECT_EQ(predict.signatures[1].table, "");
  EXPECT_EQ(reading.statement<syntax::PredicateStatement>(2).role, Role::given);
  EXPECT_EQ(texts_of(reading.statement<syntax::ExclusiveStatement>(3).predicates), (Texts{"P", "Q"}));
}

TEST(Parser, ReadsRules) {
  const Reading reading("for S in {A,B}, T in {C} rule \"r\" weight 2.5: S(x) -> T(x)");
  const syntax::RuleStatement& rule = reading.last_rule();
  EXPECT_EQ(rule.offset, 25U);
  ASSERT_EQ(rule.templates.size(), 2U);
  EXPECT_EQ(rule.templates[0].variable.text, "S");
  EXPECT_EQ(texts_of(rule.templates[0].members), (Texts{"A", "B"}));
  EXPECT_EQ(texts_of(rule.templates[1].members), (Texts{"C"}));
  EXPECT_EQ(rule.name->text, "r");
  EXPECT_EQ(rule.weight, (Weight{.learned = false, .value = 2.5}));
  const Reading plain("rule: A(x)");
  EXPECT_FALSE(plain.last_rule().name.has_value());
  EXPECT_EQ(plain.last_rule().weight, (Weight{.learned = true, .value = 0.5}));
}

TEST(Parser, ReadsTextsWithoutStatements) {
  for (const char* const text : {"", " \n\t", "# only a comment", "\xef\xbb\xbf"}) {
    const Reading reading(text);
    EXPECT_TRUE(reading.tree.statements.empty());
    EXPECT_EQ(reading.findings(), Texts{});
  }
}

// --------------------------------------------------------------------------------------------------- limits

// Two hundred of these signs around an atom are accepted, and the next one is not.
void expect_deepest(const std::string& opening, const std::string& closing) {
  const auto nested = [&](int levels) {
    return "rule: " + repeat(opening, levels) + "A(x)" + repeat(closing, levels);
  };
  EXPECT_EQ(findings_in(nested(200)), Texts{}) << opening;
  const auto column = std::to_string(7 + opening.size() * 201);
  EXPECT_EQ(findings_in(nested(201)),
            Texts{"1:" + column + ": error: this formula is nested more than 200 levels deep"})
      << opening;
}

TEST(Parser, AllowsTwoHundredLevels) {
  expect_deepest("(", ")");
  expect_deepest("!", "");
  expect_deepest("forall x: ", "");
  expect_deepest("exists x: ", "");
}

TEST(Parser, CountsLevelsOfAllKindsTogether) {
  const std::string mixed = repeat("!(forall x: ", 66);
  EXPECT_EQ(findings_in("rule: " + mixed + "!!A(x)" + repeat(")", 66)), Texts{});
  EXPECT_EQ(findings_in("rule: " + mixed + "!!!A(x)" + repeat(")", 66)),
            Texts{"1:802: error: this formula is nested more than 200 levels deep"});
}

TEST(Parser, CountsLevelsAndNotOperands) {
  const std::string deep = repeat("(", 200) + "A(x)" + repeat(")", 200);
  EXPECT_EQ(findings_in("rule: " + chain(deep, " & ", 1, 50)), Texts{});
}

TEST(Parser, SurvivesAHundredThousandOpenParentheses) {
  const Texts nested{"1:208: error: this formula is nested more than 200 levels deep"};
  EXPECT_EQ(findings_in("rule: " + repeat("(", 100'000)), nested);
  EXPECT_EQ(findings_in("rule: " + repeat("(", 100'000) + "A(x)" + repeat(")", 100'000)), nested);
  EXPECT_EQ(findings_in("rule: A(x)" + repeat(")", 100'000)), Texts{"1:11: error: this ')' has no '('"});
}

TEST(Parser, SurvivesAHundredThousandNegations) {
  EXPECT_EQ(findings_in("rule: " + repeat("!", 100'000) + "A(x)"),
            Texts{"1:208: error: this formula is nested more than 200 levels deep"});
}

TEST(Parser, ReadsChainsOfAHundredThousandOperands) {
  for (const char* const sign : {" & ", " | ", " -> ", " <-> "}) {
    const Reading reading("rule: " + chain("A(v%)", sign, 1, 100'000));
    EXPECT_EQ(reading.findings(), Texts{});
    EXPECT_EQ(reading.last_rule().formula.children.size(), 100'000U);
    EXPECT_EQ(reading.last_rule().formula.children.back().terms[0].name.text, "v100000");
  }
}

// --------------------------------------------------------------------------------------------------- errors

TEST(Parser, SaysWhatItExpected) {
  const std::vector<std::pair<std::string, std::string>> errors{
      {"tipe A",
       "1:1: error: expected a statement (type, predict, given, exclusive, for or rule), found 'tipe'; did "
       "you mean 'type'?"},
      {"type 5", "1:6: error: expected the name of a type, found '5'"},
      {"type A,", "1:8: error: expected the name of a type, found the end of the file"},
      {"predict (T)", "1:9: error: expected the name of a predicate, found '('"},
      {"predict A", "1:10: error: expected '(', found the end of the file"},
      {"predict A()", "1:11: error: expected the type of an argument, found ')'"},
      {"predict A(T", "1:12: error: expected ',' or ')', found the end of the file"},
      {"exclusive {A}", "1:11: error: expected the name of a predicate, found '{'"},
      {"for {A} rule: B(x)",
       "1:5: error: expected a name that will stand for the predicates of a set, found '{'"},
      {"for T of {A} rule: T(x)", "1:7: error: expected 'in', found 'of'"},
      {"for T in A rule: T(x)", "1:10: error: expected a set of predicates such as {A, B}, found 'A'"},
      {"for T in {} rule: T(x)", "1:11: error: this set is empty, so the rule would have no instances"},
      {"for T in {A,} rule: T(x)", "1:13: error: expected the name of a predicate, found '}'"},
      {"for T in {A B} rule: T(x)", "1:13: error: expected ',' or '}', found 'B'"},
      {"for T in {A} T(x)", "1:14: error: expected 'rule' (or ',' and another 'NAME in {...}'), found 'T'"},
      {"rule weight : A(x)", "1:13: error: expected a number, found ':'"},
      {"rule A(x)", "1:6: error: expected ':' before the rule's formula, found 'A'"},
      {"rule \"\": A(x)", "1:6: error: a rule's name is empty"},
      {"rule:", "1:6: error: expected a formula, found the end of the file"},
      {"rule: A(x) & ", "1:13: error: expected a formula, found the end of the file"},
      {"rule: A(x) -> | B(x)", "1:15: error: expected a formula, found '|'"},
      {"rule: A(x) => B(x)",
       "1:12: error: expected an operator or a new statement, found '=>'; did you mean '->'?"},
      {"rule: A(x) && B(x)",
       "1:12: error: expected an operator or a new statement, found '&&'; did you mean '&'?"},
      {"rule: x == y",
       "1:9: error: expected '(' after a predicate, or '=' or '!=' after a variable or constant, "
       "found '=='; did you mean '='?"},
      {"rule: forall : A(x)", "1:14: error: expected the name of a variable, found ':'"},
      {"rule: forall x A(x)", "1:16: error: expected ':' after the quantified variables, found 'A'"},
      {"rule: (A(x)\n\n",
       "1:12: error: expected an operator or ')', found the end of the file (the '(' of line 1 "
       "is open)"},
      {"rule: A(x))", "1:11: error: this ')' has no '('"},
      {"rule: A()", "1:9: error: expected a variable or a \"constant\", found ')'"},
      {"rule: A(x y)", "1:11: error: expected ',' or ')', found 'y'"},
      {"rule: A(B(x))", "1:10: error: expected ',' or ')', found '('"},
      {"rule: A(\"x)\nrule", "1:9: error: this string has no closing quote"},
      {"rule: A(\"x\ty\")", "1:11: error: a string cannot hold a control character"},
      {R"(rule: A("\x"))", R"(1:11: error: a backslash in a string stands before ", \, n, r or t)"},
      {"rule: A(x)\xc2\xa0",
       "1:11: error: expected an operator or a new statement, found the character U+00A0"},
      {"rule: A(x) type", "1:16: error: expected the name of a type, found the end of the file"},
  };
  for (const auto& [text, expected] : errors) {
    const Texts findings = findings_in(text);
    ASSERT_FALSE(findings.empty()) << text;
    EXPECT_EQ(findings.front(), expected) << text;
  }
}

TEST(Parser, ShowsWhatIsMissingAtTheEndOfALineThere) {
  EXPECT_EQ(findings_in("rule: A(x) &  # and?\n\ntype B"),
            Texts{"1:13: error: expected a formula, found the word 'type'"});
  EXPECT_EQ(findings_in("rule: A(x) &\r\n\r\ntype B"),
            Texts{"1:13: error: expected a formula, found the word 'type'"});
}

TEST(Parser, ReportsAllErrorsAndGoesOnAtTheNextStatement) {
  const Reading reading(
      "type A,\n"
      "predict P(A, Q(A)\n"
      "given R(A)\n"
      "rule: P(x) & & R(x)\n"
      "  rule: R(x)\n"
      "exclusive P Q\n"
      "rule \"open: R(x)\n"
      "rule: R(y) R(z)\n"
      "rule \"fine\": R(z)\n");
  EXPECT_EQ(reading.findings(), (Texts{"1:8: error: expected the name of a type, found the word 'predict'",
                                       "2:15: error: expected ',' or ')', found '('",
                                       "4:14: error: expected a formula, found '&'",
                                       "6:13: error: expected ',' or a new statement, found 'Q'",
                                       "7:6: error: this string has no closing quote",
                                       "8:12: error: expected an operator or a new statement, found 'R'"}));
  EXPECT_EQ(dump_tree(reading.tree, reading.source),
            "given R(A)                                      3:7\n"
            "rule                                            5:3\n"
            "  atom R(x)                                     5:9\n"
            "exclusive P                                     6:11\n"
            "rule \"fine\"                                     9:1\n"
            "  atom R(z)                                     9:14\n");
}

TEST(Parser, TakesWordsInStringsAndCommentsForNoStatements) {
  const Reading reading("rule: A(x) B(\"rule: type\") \n\"type\\\" given\"\n# rule: given\n type T");
  EXPECT_EQ(reading.findings(), Texts{"1:12: error: expected an operator or a new statement, found 'B'"});
  ASSERT_EQ(reading.tree.statements.size(), 1U);
  EXPECT_EQ(texts_of(reading.statement<syntax::TypeStatement>(0).types), (Texts{"T"}));
}

TEST(Parser, KeepsTheNamesOfDeclarationsItDidNotUnderstand) {
  const Reading reading("predict P(A; B), Q(C)\ntype T");
  EXPECT_EQ(reading.findings().size(), 1U);
  const auto& names = reading.tree.unreadable_names;
  for (const char* const name : {"A", "B", "C", "P", "Q"}) EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_FALSE(names.contains("T"));
}

TEST(Parser, ReportsAnErrorInATemplateOnce) {
  const std::string people = "type Person predict A(Person)\n";
  for (const char* const header : {"for T in {A; B}", "for in {A}", "for T {A}", "for T in {A", "for T in {}",
                                   "for T in {A},", "for T in {A} S in {A}"}) {
    const std::string rule = std::string(header) + "\nrule: T(x) -> S(x)\nrule: A(x)\n";
    EXPECT_EQ(test::findings_of_rejected(people + rule).size(), 1U) << header;
  }
}

TEST(Parser, IsQuickAboutAHundredThousandErrors) {
  EXPECT_EQ(findings_in(repeat("rule: A(x) &\n", 100'000)).size(), 100'000U);
  EXPECT_EQ(findings_in(repeat("rule: (A(x)\n", 100'000)).size(), 100'000U);
  EXPECT_EQ(findings_in("rule: A(x) & " + repeat("type rule A(x) & ", 100'000)).size(), 1U);
}

TEST(DumpTree, ShowsEveryNodeWithItsPlace) {
  const std::string text =
      "type P predict A(P), B(P, P)\nexclusive A\nfor T in {A}\nrule \"topic\" weight 2: T(x) -> ∀y: x ≠ "
      "\"é\"";
  const Reading reading(text);
  EXPECT_EQ(dump_tree(reading.tree, reading.source),
            "type P                                          1:6\n"
            "predict A(P)                                    1:16\n"
            "predict B(P, P)                                 1:22\n"
            "exclusive A                                     2:11\n"
            "rule \"topic\" weight 2                           4:1\n"
            "  for T in {A}                                  3:5\n"
            "  implication                                   4:24\n"
            "    atom T(x)                                   4:24\n"
            "    forall y                                    4:32\n"
            "      not equal x, \"é\"                          4:36\n");
}

}  // namespace
}  // namespace kenn::knowledge
