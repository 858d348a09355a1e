// Tests of pass 1: declarations -> vocabulary.
#include "clause/declarations.h"

#include "support.h"

namespace kenn::clause {
namespace {

using test::Reading;
using test::Texts;

Vocabulary vocabulary_of(const std::string& text) {
  Reading reading(text);
  Vocabulary vocabulary = declare(reading.tree, reading.diagnostics).vocabulary;
  EXPECT_EQ(reading.findings(), Texts{}) << text;
  return vocabulary;
}

Texts findings_in(const std::string& text) {
  Reading reading(text);
  declare(reading.tree, reading.diagnostics);
  return reading.findings();
}

TEST(Declarations, BecomeTheVocabularyOfTheHeadersExample) {
  const Vocabulary expected{
      .types = {{"Paper"}},
      .predicates = {{"AI", Role::predict, {0}, "Paper", 0U},
                     {"ML", Role::predict, {0}, "Paper", 0U},
                     {"Cite", Role::given, {0, 0}, "Cite", std::nullopt}},
      .exclusive_groups = {{0, 1}},
  };
  EXPECT_EQ(
      vocabulary_of("type Paper predict AI(Paper), ML(Paper) given Cite(Paper, Paper) exclusive AI, ML"),
      expected);
}

TEST(Declarations, MayComeInAnyOrder) {
  const Vocabulary vocabulary =
      vocabulary_of("exclusive B, A predict A(T) predict B(T) type S given C(S, T) type T");
  const Vocabulary expected{
      .types = {{"S"}, {"T"}},
      .predicates = {{"A", Role::predict, {1}, "T", 0U},
                     {"B", Role::predict, {1}, "T", 0U},
                     {"C", Role::given, {0, 1}, "C", std::nullopt}},
      .exclusive_groups = {{1, 0}},  // in the order of the group
  };
  EXPECT_EQ(vocabulary, expected);
}

TEST(Declarations, ShareATableOnlyAsUnaryPredictionsOfOneType) {
  const auto predicates =
      vocabulary_of("type S, T predict A(S), B(T), C(S, T), D(S, S, S) given E(S), F(S, T)").predicates;
  Texts tables;
  for (const Predicate& predicate : predicates) tables.push_back(predicate.table);
  EXPECT_EQ(tables, (Texts{"S", "T", "C", "D", "E", "F"}));
}

TEST(Declarations, RememberWhereTheyStand) {
  Reading reading("type S, T\npredict A(S)\ngiven B(T)");
  const Declarations declarations = declare(reading.tree, reading.diagnostics);
  EXPECT_EQ(declarations.type_offsets, (std::vector<std::size_t>{5, 8}));
  EXPECT_EQ(declarations.predicate_offsets, (std::vector<std::size_t>{18, 29}));
  EXPECT_EQ(declarations.types.at("T"), 1U);
  EXPECT_EQ(declarations.predicates.at("B"), 1U);
}

TEST(Declarations, MayMakeSeveralExclusiveGroups) {
  const Vocabulary vocabulary =
      vocabulary_of("type S, T predict A(S), B(S), C(T), D(T), E(S) exclusive C, D exclusive A, B");
  EXPECT_EQ(vocabulary.exclusive_groups, (std::vector<std::vector<PredicateIndex>>{{2, 3}, {0, 1}}));
  EXPECT_EQ(vocabulary.predicates[0].exclusive_group, 1U);
  EXPECT_EQ(vocabulary.predicates[2].exclusive_group, 0U);
  EXPECT_EQ(vocabulary.predicates[4].exclusive_group, std::nullopt);
}

TEST(Declarations, OfTheSameNameTwiceAreAnError) {
  EXPECT_EQ(findings_in("type A\ntype B, A"), Texts{"2:9: error: type 'A' is already declared in line 1"});
  EXPECT_EQ(findings_in("type T predict A(T)\ngiven B(T),\n A(T, T)"),
            Texts{"3:2: error: predicate 'A' is already declared in line 1"});
}

TEST(Declarations, OfARelationNamedLikeATypeAreAnError) {
  EXPECT_EQ(findings_in("predict A(T, T) given B(T) type A, B, T"),
            (Texts{"1:9: error: 'A' is also a type; a relation needs a name of its own",
                   "1:23: error: 'B' is also a type; a relation needs a name of its own"}));
  EXPECT_EQ(findings_in("type A, T predict A(T)"), Texts{});  // its atoms are in the table T
}

TEST(Declarations, WithAnUnknownTypeAreAnErrorWithASuggestion) {
  EXPECT_EQ(findings_in("type Person predict A(Persn, Zebra)"),
            (Texts{"1:23: error: unknown type 'Persn'; did you mean 'Person'?",
                   "1:30: error: unknown type 'Zebra'"}));
}

TEST(Declarations, OfAnUnreadableTypeCauseNoFurtherErrors) {
  EXPECT_EQ(findings_in("type Person, 5 Paper predict A(Paper), B(Person)"),
            Texts{"1:14: error: expected the name of a type, found '5'"});
}

TEST(Declarations, OfExclusiveGroupsThatMakeNoSenseAreErrors) {
  const std::string types = "type S, T predict A(S), B(T), R(S, S), C(S) given G(S)\n";
  const std::vector<std::pair<std::string, std::string>> errors{
      {"exclusive A, R", "2:14: error: 'R' has 2 arguments; only predicates with one can be exclusive"},
      {"exclusive A, G", "2:14: error: 'G' is given; only predictions can be exclusive"},
      {"exclusive A, B", "2:14: error: 'B' is about T, but 'A' is about S; an exclusive group has one type"},
      {"exclusive A, C, A", "2:17: error: 'A' is already in an exclusive group"},
      {"exclusive A, C\nexclusive B, C", "3:14: error: 'C' is already in an exclusive group"},
      {"exclusive A, Zebra", "2:14: error: unknown predicate 'Zebra'"},
      {"exclusive A, S", "2:14: error: 'S' is a type, not a predicate"},
      {"exclusive A", "2:11: warning: an exclusive group of one predicate makes it always true"},
  };
  for (const auto& [text, expected] : errors) EXPECT_EQ(findings_in(types + text), Texts{expected}) << text;
}

// ------------------------------------------------------------------------------------------- find_predicate

struct Lookup {
  std::optional<PredicateIndex> index;
  Texts findings;
};

Lookup look_up(const std::string& text, std::string_view name) {
  Reading reading(text);
  const Declarations declarations = declare(reading.tree, reading.diagnostics);
  const std::size_t before = reading.findings().size();
  const auto index = find_predicate({name, 0}, declarations, reading.tree, reading.diagnostics);
  Texts findings = reading.findings();
  findings.resize(findings.size() - before);  // ours is about the first byte, so it comes first
  return {index, findings};
}

TEST(FindPredicate, FindsByName) {
  const Lookup found = look_up("type T predict A(T), B(T)", "B");
  EXPECT_EQ(found.index, 1U);
  EXPECT_EQ(found.findings, Texts{});
}

TEST(FindPredicate, ReportsUnknownNamesWithTheNearest) {
  const Lookup found = look_up("type Person predict Smoker(Person)", "Smokre");
  EXPECT_EQ(found.index, std::nullopt);
  EXPECT_EQ(found.findings, Texts{"1:1: error: unknown predicate 'Smokre'; did you mean 'Smoker'?"});
}

TEST(FindPredicate, ReportsTypes) {
  const Lookup found = look_up("type Person predict Smoker(Person)", "Person");
  EXPECT_EQ(found.findings, Texts{"1:1: error: 'Person' is a type, not a predicate"});
}

TEST(FindPredicate, IsSilentAboutNamesOfUnreadableDeclarations) {
  const Lookup found = look_up("type T predict A(T, B(T)", "B");
  EXPECT_EQ(found.index, std::nullopt);
  EXPECT_EQ(found.findings, Texts{});
}

TEST(FindPredicate, StopsSuggestingAfterAHundredNames) {
  const std::string rules = test::chain("rule: Longsmoker%(x)\n", "", 1, 101);
  const Texts findings = test::findings_of_rejected("type T predict Longsmoker(T)\n" + rules + rules);
  ASSERT_EQ(findings.size(), 202U);
  const std::string meant = "; did you mean 'Longsmoker'?";
  EXPECT_EQ(findings[99], "101:7: error: unknown predicate 'Longsmoker100'" + meant);
  EXPECT_EQ(findings[100], "102:7: error: unknown predicate 'Longsmoker101'");
  EXPECT_EQ(findings[101], "103:7: error: unknown predicate 'Longsmoker1'" + meant);  // asked before
}

}  // namespace
}  // namespace kenn::clause
