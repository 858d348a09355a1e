// Tests of the pools: which rules share their evidence.
#include "trust/rule_pools.h"

#include <gtest/gtest.h>

namespace kenn::trust {
namespace {

RulePools pools(const std::string& rules) {
  return pools_of(Knowledge::from_text(
      "type P\npredict A(P), B(P), C(P), D(P)\ngiven L(P, P), M(P, P)\n" + rules, "test"));
}

TEST(RulePools, InstancesOfATemplateAreOne) {
  const RulePools found =
      pools("for T in {A, B, C} rule: T(x) & L(x, y) -> T(y)\nrule: D(x) & L(x, y) -> D(y)");
  EXPECT_EQ(found.template_of, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  EXPECT_EQ(found.shape_of, (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(RulePools, ShapesDoNotDependOnNamesAndOrder) {
  const RulePools found =
      pools("rule: A(x) & L(x, y) -> B(y)\nrule: D(u) | !L(v, u) | !C(v)\nrule: A(x) -> B(x)");
  EXPECT_EQ(found.shape_of, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(RulePools, TellDifferentBeliefsApart) {
  const RulePools found = pools(
      "rule: A(x) & L(x, y) -> A(y)\n"  // one predicate
      "rule: A(x) & L(x, y) -> B(y)\n"  // two
      "rule: A(x) & L(y, x) -> B(y)\n"  // the other direction
      "rule: A(x) & M(x, y) -> B(y)\n"  // another relation
      "rule: !A(x) | !B(x)\n"           // other signs
      "rule: A(\"o\") | B(x)");         // a constant
  EXPECT_EQ(found.shape_of, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(RulePools, PartsOfOneRuleAreApartUnlessTheyAreAlike) {
  const RulePools found = pools("for T in {A, B} rule: T(x) -> (C(x) & !D(x))");
  EXPECT_EQ(found.template_of, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

}  // namespace
}  // namespace kenn::trust
