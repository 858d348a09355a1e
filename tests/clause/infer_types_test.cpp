// Tests of pass 4: variables get their types from the signatures.
#include "clause/infer_types.h"

#include "clause/resolve.h"
#include "support.h"

namespace kenn::clause {
namespace {

using test::Texts;

const std::string zoo =
    "type Animal, Keeper predict Tame(Animal), Kind(Keeper), Feeds(Keeper, Animal) given Twin(Animal, "
    "Animal)\n";

// "x:Animal y:Keeper" for a rule over the zoo, or what is wrong with it.
Texts types_of(const std::string& formula) {
  test::Reading reading(zoo + "rule: " + formula);
  const Declarations declarations = declare(reading.tree, reading.diagnostics);
  const TemplateInstances none(reading.last_rule(), declarations, reading.tree, reading.diagnostics);
  auto rule = resolve(reading.last_rule(), none, {}, declarations, reading.tree, reading.diagnostics);
  const bool correct = infer_types(rule.value(), declarations, reading.diagnostics);
  EXPECT_EQ(correct, !reading.diagnostics.has_errors());
  if (!correct) return reading.findings();
  Texts types;
  for (const Variable& variable : rule->variables) {
    types.push_back(variable.name + ":" + declarations.vocabulary.types.at(variable.type).name);
  }
  return types;
}

TEST(InferTypes, FromEveryArgument) {
  EXPECT_EQ(types_of("Tame(x)"), Texts{"x:Animal"});
  EXPECT_EQ(types_of("Feeds(x, y) -> Kind(x)"), (Texts{"x:Keeper", "y:Animal"}));
  EXPECT_EQ(types_of("Feeds(\"Ann\", y)"), Texts{"y:Animal"});
}

TEST(InferTypes, ThroughEqualities) {
  EXPECT_EQ(types_of("Tame(x) & x != y"), (Texts{"x:Animal", "y:Animal"}));
  EXPECT_EQ(types_of("y = z & w = z & x = w & Kind(x)"),
            (Texts{"y:Keeper", "z:Keeper", "w:Keeper", "x:Keeper"}));
}

TEST(InferTypes, OfVariablesOfOneNameApart) {
  EXPECT_EQ(types_of("(forall x: Tame(x)) & (forall x: Kind(x))"), (Texts{"x:Animal", "x:Keeper"}));
}

TEST(InferTypes, ReportsTwoTypes) {
  EXPECT_EQ(types_of("Tame(x) &\nKind(x)"),
            Texts{"3:6: error: 'x' is used as Keeper, but also as Animal (line 2)"});
  EXPECT_EQ(types_of("Feeds(x, x)"),
            Texts{"2:16: error: 'x' is used as Animal, but also as Keeper (line 2)"});
}

TEST(InferTypes, ReportsTwoTypesOfOneVariableForEachFurtherUse) {
  EXPECT_EQ(types_of("Tame(x) & Kind(x) & Feeds(x, y)"),
            (Texts{"2:22: error: 'x' is used as Keeper, but also as Animal (line 2)",
                   "2:33: error: 'x' is used as Keeper, but also as Animal (line 2)"}));
}

TEST(InferTypes, ReportsEqualitiesBetweenTypes) {
  EXPECT_EQ(types_of("Tame(x) & x = y & Kind(y)"),
            Texts{"2:30: error: 'y' is used as Keeper, but also as Animal (line 2)"});
}

TEST(InferTypes, ReportsVariablesWithoutAType) {
  EXPECT_EQ(types_of("Tame(x) & \"Ann\" != y"), Texts{"2:26: error: no predicate says what type 'y' has"});
  EXPECT_EQ(types_of("Tame(x) & forall x: x = \"Ann\""),
            Texts{"2:27: error: no predicate says what type 'x' has"});
}

TEST(InferTypes, ReportsVariablesThatEqualEachOtherOnce) {
  EXPECT_EQ(types_of("Tame(x) & y = z & z = w & u = v"),
            (Texts{"2:17: error: no predicate says what type 'y' has",
                   "2:33: error: no predicate says what type 'u' has"}));
}

TEST(InferTypes, SaysNothingOfAnUnusedVariable) {
  test::Reading reading(zoo + "rule: forall y: Tame(x)");
  const Declarations declarations = declare(reading.tree, reading.diagnostics);
  const TemplateInstances none(reading.last_rule(), declarations, reading.tree, reading.diagnostics);
  auto rule = resolve(reading.last_rule(), none, {}, declarations, reading.tree, reading.diagnostics);
  EXPECT_TRUE(infer_types(rule.value(), declarations, reading.diagnostics));
  EXPECT_EQ(reading.findings(), Texts{"2:14: warning: the variable 'y' is not used"});
}

TEST(InferTypes, SaysNothingOfTypesThatAreUnknownAlready) {
  EXPECT_EQ(test::findings_of_rejected("type T predict A(T), B(Zebra)\nrule: A(x) & B(x) & B(y)"),
            Texts{"1:24: error: unknown type 'Zebra'"});
}

TEST(InferTypes, SaysOneMistakeOnceForAllInstances) {
  EXPECT_EQ(test::findings_of_rejected(zoo + "for T in {Tame, Wild} rule: T(x) & Kind(x) -> x = x\n"
                                             "predict Wild(Animal)"),
            Texts{"2:41: error: 'x' is used as Keeper, but also as Animal (line 2)"});
}

}  // namespace
}  // namespace kenn::clause
