// Tests of constraints: rules about single rows that the labels never violate.
#include "trust/constraints.h"

#include <gtest/gtest.h>

namespace kenn::trust {
namespace {

class Constraints : public ::testing::Test {
 protected:
  // With what the labels say of the five rules: how often each is tested, and holds.
  [[nodiscard]] std::vector<bool> with(const std::vector<RuleEvidence>& evidence) const {
    Tables tables(knowledge);
    tables.resize("P", 3);
    tables.list("L", std::vector<Row>{0, 1});
    return constraints(Plan(knowledge, tables), knowledge, evidence);
  }

  const Knowledge knowledge = Knowledge::from_text(
      "type P\npredict A(P), B(P), C(P)\ngiven L(P, P)\n"
      "rule: A(x) -> B(x)\nrule: C(x) -> B(x)\nrule: !A(x) | !C(x)\nrule: A(x) & L(x, y) -> A(y)\n"
      "rule: A(x) & L(x, y) -> C(x)\n",
      "test");
};

TEST_F(Constraints, AreTestedOftenAndNeverViolated) {
  EXPECT_EQ(with({{10, 10, 0}, {10, 10, 0}, {20, 20, 0}, {0, 0, 0}}),
            (std::vector<bool>{true, true, true, false}));
}

TEST_F(Constraints, AreJudgedShapeByShape) {
  EXPECT_EQ(with({{10, 10, 0}, {10, 9, 0}, {20, 20, 0}, {0, 0, 0}, {0, 0, 0}}),
            (std::vector<bool>{false, false, true, false, false}));
  EXPECT_EQ(with({{10, 10, 0}, {9, 9, 0}, {500, 499, 0}, {0, 0, 0}, {0, 0, 0}}), std::vector<bool>(5, false));
}

TEST_F(Constraints, AreNotAboutNeighbours) {
  EXPECT_EQ(with({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {500, 500, 0}, {0, 0, 0}}), std::vector<bool>(5, false));
  EXPECT_EQ(with({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {500, 500, 0}}), std::vector<bool>(5, false))
      << "the last one is about x, but once for every neighbour";
}

}  // namespace
}  // namespace kenn::trust
