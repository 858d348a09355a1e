// Tests of the reader of KENN2 texts, among them: it agrees with the same rules in the knowledge language.
#include "knowledge/kenn2_reader.h"

#include "support.h"

namespace kenn {
namespace {

using test::below;
using test::once_in;
using test::one_of;
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
                   "5:1: error: the weight -1 is negative; a rule that is to be avoided needs a '!'",
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
      {"_:A(x", "4:6: error: expected ')', found the end of the line"},
      {"_:A()", "4:5: error: expected x or y, found ')'"},
      {"_:A(z)", "4:5: error: expected x or y, found 'z'"},
      {"_:A(x.)", "4:7: error: expected x or y, found ')'"},
      {"_:A(x.y)", "4:3: error: 'A' is unary: A(x)"},
      {"_:A(y)", "4:3: error: a unary clause speaks of x only; binary clauses follow a line '>'"},
      {"_:A,R(x.y)", "4:5: error: binary predicates belong into the clauses after a line '>'"},
      {"_:Bee", "4:3: error: unknown predicate 'Bee'"},
      {"_:nBB", "4:3: error: unknown predicate 'BB'; did you mean 'B'?"},
      {"C",
       "4:1: error: expected a clause such as _:nA(x),B(x); predicates are declared in the first two lines"},
      {"> x", "4:3: error: expected ',' or the end of the line, found 'x'"},
      {">\n>", "5:1: error: a second line '>'"},
      {">\n_:R", "5:3: error: 'R' is binary: R(x.y) or R(y.x)"},
      {">\n_:R(x)", "5:3: error: 'R' is binary: R(x.y) or R(y.x)"},
      {">\n_:R(x.x)", "5:3: error: 'R' is binary: R(x.y) or R(y.x)"},
      {">\n_:A(x),A(y)",
       "5:1: error: this clause speaks of x and y but of no pair: it needs a literal such as R(x.y)"},
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
            "# read from KENN2: the binary predicates share the table Pair\n"
            "rule weight 2.5: !A(x)\nrule: R(y, x) | A(y)\n");
}

// ------------------------------------------------------------------------- property: one meaning in two
// formats

struct Literal2 {
  bool positive = true;
  std::string predicate;
  std::string first;
  std::string second;  // empty for a unary literal
};

struct Clause2 {
  std::string weight;
  std::vector<Literal2> literals;
};

struct Knowledge2 {
  std::vector<std::string> unary;
  std::vector<std::string> binary;
  std::vector<Clause2> unary_clauses;
  std::vector<Clause2> binary_clauses;
};

// A name in front of which an n is a negation.
bool can_be_negated(const std::string& name, const Knowledge2& knowledge) {
  const auto declares = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), "n" + name) != names.end();
  };
  return !declares(knowledge.unary) && !declares(knowledge.binary);
}

Literal2 random_literal(const Knowledge2& knowledge, bool is_binary, const std::string& variable) {
  Literal2 literal;
  literal.predicate = one_of(is_binary ? knowledge.binary : knowledge.unary);
  literal.positive = below(2) == 0 || !can_be_negated(literal.predicate, knowledge);
  literal.first = is_binary && below(2) == 1 ? "y" : variable;
  if (is_binary) literal.second = literal.first == "x" ? "y" : "x";
  return literal;
}

Clause2 random_clause(const Knowledge2& knowledge, bool is_binary) {
  Clause2 clause;
  clause.weight = one_of<std::string>({"_", "1", "0.25", "500", "1e-3", "7.125"});
  const bool has_pair = is_binary && !once_in(6);
  for (int left = below(4); left >= 0; --left) {
    clause.literals.push_back(random_literal(knowledge, false, has_pair && below(2) == 1 ? "y" : "x"));
  }
  if (has_pair) clause.literals.push_back(random_literal(knowledge, true, "x"));
  if (has_pair && once_in(3)) clause.literals.push_back(random_literal(knowledge, true, "x"));
  const std::size_t shift = static_cast<std::size_t>(below(static_cast<int>(clause.literals.size())));
  std::rotate(clause.literals.begin(), clause.literals.begin() + static_cast<std::ptrdiff_t>(shift),
              clause.literals.end());
  return clause;
}

Knowledge2 random_knowledge() {
  Knowledge2 knowledge;
  const std::vector<std::string> names{"A", "nA", "nice", "ice", "n", "nn", "Smoker", "_b", "not_", "x"};
  const bool is_relational = below(3) > 0;
  for (const std::string& name : names) {
    if (is_relational && once_in(3)) {
      knowledge.binary.push_back(name);
    } else if (below(2) == 0) {
      knowledge.unary.push_back(name);
    }
  }
  if (knowledge.unary.empty()) knowledge.unary.emplace_back("Z");
  for (int left = below(5); left > 0; --left)
    knowledge.unary_clauses.push_back(random_clause(knowledge, false));
  if (knowledge.binary.empty()) return knowledge;
  for (int left = below(5); left > 0; --left)
    knowledge.binary_clauses.push_back(random_clause(knowledge, true));
  return knowledge;
}

std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

std::string blank() {
  return once_in(6) ? one_of<std::string>({" ", "\t", "  "}) : "";
}

std::string in_kenn2(const Clause2& clause) {
  std::vector<std::string> literals;
  for (const Literal2& literal : clause.literals) {
    std::string text = (literal.positive ? "" : "n") + literal.predicate;
    const std::string second = literal.second.empty() ? "" : "." + blank() + literal.second;
    const bool leaves_arguments_out = literal.second.empty() && literal.first == "x" && once_in(4);
    if (!leaves_arguments_out) text += "(" + literal.first + blank() + second + ")";
    literals.push_back(text);
  }
  return clause.weight + ":" + joined(literals, "," + blank());
}

std::string in_kenn2(const Knowledge2& knowledge) {
  std::vector<std::string> lines{joined(knowledge.unary, ",")};
  if (!knowledge.binary.empty()) lines.push_back(joined(knowledge.binary, ","));
  lines.emplace_back("");
  for (const Clause2& clause : knowledge.unary_clauses) lines.push_back(in_kenn2(clause));
  if (!knowledge.binary.empty()) lines.emplace_back(">");
  for (const Clause2& clause : knowledge.binary_clauses) lines.push_back(in_kenn2(clause));
  const std::string line_end = below(2) == 0 ? "\n" : "\r\n";
  std::string text;
  for (const std::string& line : lines) {
    text += (text.empty() ? "" : line_end) + line;
    if (once_in(5)) text += line_end + blank();
  }
  return text + (below(2) == 0 ? "" : line_end);
}

std::string in_kenn(const Clause2& clause) {
  std::vector<std::string> literals;
  for (const Literal2& literal : clause.literals) {
    const std::string second = literal.second.empty() ? "" : ", " + literal.second;
    literals.push_back((literal.positive ? "" : "!") + literal.predicate + "(" + literal.first + second +
                       ")");
  }
  return (clause.weight == "_" ? "rule: " : "rule weight " + clause.weight + ": ") + joined(literals, " | ") +
         "\n";
}

std::string in_kenn(const Knowledge2& knowledge) {
  std::string text = "type Object\npredict " + joined(knowledge.unary, "(Object), ") + "(Object)\n";
  for (const std::string& name : knowledge.binary) text += "predict " + name + "(Object, Object)\n";
  for (const Clause2& clause : knowledge.unary_clauses) text += in_kenn(clause);
  for (const Clause2& clause : knowledge.binary_clauses) text += in_kenn(clause);
  return text;
}

TEST(Kenn2Property, SaysWhatItsTranslationSays) {
  test::check_property(1'500, [] {
    const Knowledge2 random = random_knowledge();
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
}  // namespace kenn
