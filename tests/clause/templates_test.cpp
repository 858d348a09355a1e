// Tests of pass 2: templates -> instances.
#include "clause/templates.h"

#include <memory>

#include "support.h"

namespace kenn::clause {
namespace {

using test::chain;
using test::Reading;
using test::Texts;

// The instances of the last rule of a text, with everything they point into.
struct Instances {
  explicit Instances(const std::string& text)
      : reading(text),
        declarations(declare(reading.tree, reading.diagnostics)),
        instances(reading.last_rule(), declarations, reading.tree, reading.diagnostics) {}

  [[nodiscard]] Texts suffixes() const {
    Texts texts;
    for (std::uint64_t i = 0; i < instances.count(); ++i) {
      texts.push_back(instances.suffix(i, declarations.vocabulary));
    }
    return texts;
  }

  Reading reading;
  Declarations declarations;
  TemplateInstances instances;
};

const std::string topics = "type Paper predict AI(Paper), DB(Paper), ML(Paper) given Cite(Paper, Paper)\n";

TEST(Templates, OfNoVariableGiveOneInstance) {
  const Instances plain(topics + "rule: AI(x)");
  EXPECT_EQ(plain.instances.count(), 1U);
  EXPECT_TRUE(plain.instances.choice(0).empty());
  EXPECT_EQ(plain.suffixes(), Texts{""});
}

TEST(Templates, GiveOneInstancePerMember) {
  const Instances one(topics + "for T in {ML, AI} rule: T(x) & Cite(x, y) -> T(y)");
  EXPECT_EQ(one.suffixes(), (Texts{"[T=ML]", "[T=AI]"}));
  EXPECT_EQ(one.instances.choice(0), std::vector<PredicateIndex>{2});
  EXPECT_EQ(one.instances.choice(1), std::vector<PredicateIndex>{0});
}

TEST(Templates, ChangeTheLastVariableFastest) {
  const Instances two(topics + "for S in {AI, DB}, T in {AI, DB, ML} rule: S(x) -> T(x)");
  EXPECT_EQ(two.suffixes(), (Texts{"[S=AI,T=AI]", "[S=AI,T=DB]", "[S=AI,T=ML]", "[S=DB,T=AI]", "[S=DB,T=DB]",
                                   "[S=DB,T=ML]"}));
  EXPECT_EQ(two.instances.choice(5), (std::vector<PredicateIndex>{1, 2}));
}

TEST(Templates, ReportWhatIsWrongWithThem) {
  const std::vector<std::pair<std::string, std::string>> errors{
      {"for AI in {DB} rule: AI(x)",
       "2:5: error: the template name 'AI' is also a predicate; choose another name"},
      {"for T in {AI}, T in {DB} rule: T(x)", "2:16: error: the template name 'T' is used twice"},
      {"for T in {AI} rule: DB(x)", "2:5: error: the rule does not use the template name 'T'"},
      {"for T in {AI, Ml, AL} rule: T(x)", "2:15: error: unknown predicate 'Ml'; did you mean 'ML'?"},
      {"for T in {AI, Paper} rule: T(x)", "2:15: error: 'Paper' is a type, not a predicate"},
      {"for T in {AI, DB, AI} rule: T(x)", "2:19: error: 'AI' is in the set twice"},
  };
  for (const auto& [rule, expected] : errors) {
    const Instances instances(topics + rule);
    ASSERT_FALSE(instances.reading.findings().empty()) << rule;
    EXPECT_EQ(instances.reading.findings().front(), expected);
    EXPECT_EQ(instances.instances.count(), 1U) << rule;  // in which the formula can be checked
  }
}

TEST(Templates, FindTheirUseUnderEveryOperator) {
  const Instances deep(topics + "for T in {AI} rule: AI(x) -> !(DB(x) & forall y: (ML(y) <-> !T(y)))");
  EXPECT_EQ(deep.instances.count(), 1U);
  EXPECT_EQ(deep.reading.findings(), Texts{});
}

TEST(Templates, NamedLikeAVariableOnlyAreNotUsed) {
  const Instances instances(topics + "for T in {AI} rule: AI(T)");
  EXPECT_EQ(instances.reading.findings(), Texts{"2:5: error: the rule does not use the template name 'T'"});
}

// A rule with templates of so many members each.
std::string wide_rule(int first, int second) {
  const std::string header = "type T predict " + chain("P%(T)", ", ", 1, std::max(first, second)) + "\n";
  return header + "for X in {" + chain("P%", ", ", 1, first) + "}, Y in {" + chain("P%", ", ", 1, second) +
         "} rule: X(x) & Y(x) & Z(x) -> Z(y)";
}

TEST(Templates, MayGiveAMillionInstances) {
  const Instances million(wide_rule(1'000, 1'000));
  EXPECT_EQ(million.instances.count(), 1'000'000U);
  EXPECT_EQ(million.reading.findings(), Texts{});
  EXPECT_EQ(million.instances.suffix(999'999, million.declarations.vocabulary), "[X=P1000,Y=P1000]");
}

TEST(Templates, MayNotGiveOneMore) {
  const std::string message = "2:5: error: this rule has more than 1000000 instances";
  const Instances too_many(wide_rule(101, 9'901));  // 1,000,001
  EXPECT_EQ(too_many.reading.findings(), Texts{message});
  EXPECT_EQ(too_many.instances.count(), 1U);
  const Instances far_too_many(wide_rule(50'000, 50'000));
  EXPECT_EQ(far_too_many.reading.findings(), Texts{message});
}

TEST(Templates, DoNotOverflowWhenTheyAreMany) {
  std::string sets;
  std::string formula;
  for (int i = 1; i <= 100; ++i) {
    sets += (i == 1 ? "T" : ", T") + std::to_string(i) + " in {AI, DB, ML, Cite}";
    formula += (i == 1 ? "T" : " & T") + std::to_string(i) + "(x)";
  }
  const Instances many(topics + "for " + sets + "\nrule: " + formula);  // 2^200
  EXPECT_EQ(many.reading.findings(), Texts{"2:5: error: this rule has more than 1000000 instances"});
  EXPECT_EQ(many.instances.count(), 1U);
}

// ----------------------------------------------------------------------------------------- the whole rule

TEST(Templates, ExpandARuleIntoNamedClausesWithWeightsOfTheirOwn) {
  const Knowledge knowledge =
      Knowledge::from_text(topics + "for T in {AI, ML} rule \"topic\" weight 2: T(x) & Cite(x, y) -> T(y)");
  ASSERT_EQ(knowledge.clauses().size(), 2U);
  EXPECT_EQ(knowledge.rule_count(), 1U);
  EXPECT_EQ(knowledge.clauses()[0].name, "topic[T=AI]");
  EXPECT_EQ(to_string(knowledge.clauses()[1], knowledge.vocabulary()), "!ML(x) | !Cite(x, y) | ML(y)");
  EXPECT_EQ(knowledge.clauses()[1].weight, (Weight{.learned = false, .value = 2}));
}

TEST(Templates, WithTooManyInstancesAreRefusedWithoutExpandingThem) {
  // The one instance that is looked at finds the wrong type of Z, once.
  EXPECT_EQ(test::findings_of_rejected(wide_rule(101, 9'901) + "\npredict Z(T)"),
            Texts{"2:5: error: this rule has more than 1000000 instances"});
  EXPECT_EQ(test::findings_of_rejected(wide_rule(101, 9'901) + "\ntype S predict Z(S)").size(), 2U);
}

TEST(Templates, OfPredicatesWithOtherArgumentsAreReportedOnce) {
  EXPECT_EQ(test::findings_of_rejected(topics + "for T in {AI, Cite}, S in {ML, DB} rule: T(x) -> S(x)"),
            Texts{"2:42: error: 'Cite' (T stands for it) takes 2 arguments, not 1"});
}

// A rule of two templates over 1,000 predicates, with so many clauses and literals in every instance.
Texts findings_of_a_million(const std::string& formula) {
  const std::string members = "{" + chain("P%", ", ", 1, 1'000) + "}";
  return test::findings_of_rejected("type T predict " + chain("P%(T)", ", ", 1, 1'000) +
                                    ", Q(T, T)\nfor X in " + members + ", Y in " + members +
                                    " rule \"r\": " + formula);
}

TEST(Templates, MayNotBecomeMoreThanAMillionClausesTogether) {
  const Texts findings = findings_of_a_million("X(x) <-> Y(x)");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(
      findings.front().ends_with("error: the 1000000 instances of rule \"r\" together have 2000000 clauses; "
                                 "at most 1000000 are allowed"))
      << findings.front();
}

TEST(Templates, MayNotBecomeMoreThanTenMillionLiteralsTogether) {
  const Texts findings = findings_of_a_million("X(x) -> Y(x) | " + chain("Q(x, \"%\")", " | ", 1, 9));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(
      findings.front().ends_with("error: the 1000000 instances of rule \"r\" together have 11000000 "
                                 "literals; at most 10000000 are allowed"))
      << findings.front();
}

}  // namespace
}  // namespace kenn::clause
