// Tests of the evidence: what the labels say of rules, counted by hand.
#include "trust/evidence.h"

#include <gtest/gtest.h>

namespace kenn::trust {
namespace {

// Papers 0 to 4 on A A B B ?, and 0 -> 1, 0 -> 2, 2 -> 3, 3 -> 4.
class EvidenceOfPapers : public ::testing::Test {
 protected:
  std::vector<RuleEvidence> of(const std::string& rules) {
    const Knowledge knowledge =
        Knowledge::from_text("type P\npredict A(P), B(P)\nexclusive A, B\ngiven L(P, P)\n" + rules, "test");
    Tables tables(knowledge);
    tables.resize("P", 5);
    tables.list("L", {0, 1, 0, 2, 2, 3, 3, 4});
    table::Labels labels;
    for (const int topic : {0, 0, 1, 1, -1}) {
      for (const int column : {0, 1}) {
        labels.atoms.push_back(topic < 0         ? table::Known::nothing
                               : topic == column ? table::Known::yes
                                                 : table::Known::no);
      }
    }
    return evidence_of(Plan(knowledge, tables), {{&labels, std::vector<bool>(5, true)}});
  }
};

TEST_F(EvidenceOfPapers, OfImplicationsIsAboutGroundingsWhoseBodyHolds) {
  const auto found = of("for T in {A, B} rule: T(x) & L(x, y) -> T(y)\nrule: A(x) & L(x, y) -> B(y)");
  // Labelled pairs: (0, 1) A A, (0, 2) A B, (2, 3) B B; the cited paper is on A in one of three.
  EXPECT_EQ(found[0], (RuleEvidence{2, 1, 1.0 / 3}));
  EXPECT_EQ(found[1].groundings, 1U);
  EXPECT_EQ(found[1].holds, 1U);
  EXPECT_NEAR(found[1].chance, 2.0 / 3, 1e-12);
  EXPECT_EQ(found[2].groundings, 2U);
  EXPECT_EQ(found[2].holds, 1U);
  EXPECT_EQ(found[0].compliance(), 0.5);
}

TEST_F(EvidenceOfPapers, OfOtherClausesIsAboutAllLabelledGroundings) {
  const auto found = of("rule: !A(x) | !B(x)\nrule: A(x) | B(x)");
  EXPECT_EQ(found[0].groundings, 4U);
  EXPECT_EQ(found[0].holds, 4U);
  EXPECT_NEAR(found[0].chance, 1 - 0.25, 1e-12);
  EXPECT_EQ(found[1].holds, 4U);
}

// Both rules are about the same pairs, but the first one speaks only of x: the unlabelled paper 4 is not in
// its way.
TEST_F(EvidenceOfPapers, DoesNotDependOnOtherRules) {
  const std::string rule = "rule: L(x, y) -> A(x)\n";
  EXPECT_EQ(of(rule)[0].groundings, 4U);
  EXPECT_EQ(of(rule)[0].holds, 2U);
  EXPECT_EQ(of(rule + "rule: A(x) & L(x, y) -> A(y)")[0], of(rule)[0]);
}

TEST_F(EvidenceOfPapers, IsNothingWithoutLabels) {
  const auto found = of("rule: A(x) & L(y, x) & L(x, y) -> B(y)");
  EXPECT_EQ(found[0].groundings, 0U);
  EXPECT_FALSE(found[0].compliance());
}

}  // namespace
}  // namespace kenn::trust
