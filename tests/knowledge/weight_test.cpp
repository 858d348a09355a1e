// Tests of reading fixed weights, text by text.
#include "knowledge/weight.h"

#include <cmath>

#include "support.h"

namespace kenn::knowledge {
namespace {

using test::repeat;
using test::Texts;

// The fixed value that `number` spells, or the complaint about it.
std::string reading_of(const std::string& number) {
  const SourceText source("test", number);
  base::Diagnostics diagnostics(source);
  const Weight weight = read_weight({source.text(), 0}, diagnostics);
  const auto findings = diagnostics.in_order();
  if (!findings.empty()) {
    EXPECT_EQ(weight, Weight{}) << "a weight that cannot be read is a learned one";
    return findings.front().message;
  }
  EXPECT_FALSE(weight.learned);
  EXPECT_FALSE(std::signbit(weight.value));
  std::ostringstream text;
  text.precision(17);
  text << weight.value;
  return text.str();
}

TEST(Weight, ReadsNumbers) {
  EXPECT_EQ(reading_of("0"), "0");
  EXPECT_EQ(reading_of("1"), "1");
  EXPECT_EQ(reading_of("2.5"), "2.5");
  EXPECT_EQ(reading_of("007"), "7");
  EXPECT_EQ(reading_of(".5"), "0.5");
  EXPECT_EQ(reading_of("5."), "5");
  EXPECT_EQ(reading_of("1e2"), "100");
  EXPECT_EQ(reading_of("1E+2"), "100");
  EXPECT_EQ(reading_of("25e-1"), "2.5");
  EXPECT_EQ(reading_of("0.1"), "0.10000000000000001");
  EXPECT_EQ(reading_of("1e-300"), "1e-300");
  EXPECT_EQ(reading_of("+1"), "1");
  EXPECT_EQ(reading_of("+2.5e+1"), "25");
}

TEST(Weight, GoesUpToTheLargest) {
  EXPECT_EQ(reading_of("500"), "500");
  EXPECT_EQ(reading_of("499.99999999999994"), "499.99999999999994");
  EXPECT_EQ(reading_of("500.00000000000001"), "500");  // the nearest number is 500
  EXPECT_EQ(reading_of("500.0001"), "the weight 500.0001 is too large; the largest is 500");
  EXPECT_EQ(reading_of("501"), "the weight 501 is too large; the largest is 500");
  EXPECT_EQ(reading_of("1e308"), "the weight 1e308 is too large; the largest is 500");
}

TEST(Weight, IsNotNegative) {
  const std::string complaint = " is negative; to discourage something, negate it";
  EXPECT_EQ(reading_of("-1"), "the weight -1" + complaint);
  EXPECT_EQ(reading_of("-0.001"), "the weight -0.001" + complaint);
  EXPECT_EQ(reading_of("-inf"), "the weight -inf" + complaint);
  EXPECT_EQ(reading_of("-1e400"), "the weight -1e400" + complaint);
  EXPECT_EQ(reading_of("-1e-308"), "the weight -1e-308" + complaint);
}

TEST(Weight, TakesMinusZeroForZero) {
  EXPECT_EQ(reading_of("-0"), "0");
  EXPECT_EQ(reading_of("-0.0"), "0");
  EXPECT_EQ(reading_of("-1e-400"), "0");
}

TEST(Weight, IsFinite) {
  EXPECT_EQ(reading_of("inf"), "the weight inf is infinite; the largest is 500");
  EXPECT_EQ(reading_of("infinity"), "the weight infinity is infinite; the largest is 500");
}

TEST(Weight, RefusesWhatIsNoNumber) {
  for (const std::string text : {"nan",  "-nan", "high", "_",   ".",   "-",   "e5",  "1e",  "1.2.3", "1_000",
                                 "0x10", "+",    "++1",  "+-1", "+-0", "-+1", "1e+", "--1", "5k",    "1f"}) {
    EXPECT_EQ(reading_of(text), "the weight " + text + " is not a number");
  }
}

TEST(Weight, TakesNumbersTooSmallToRepresentForZero) {
  EXPECT_EQ(reading_of("1e-400"), "0");
  EXPECT_EQ(reading_of("+1E-400"), "0");
  EXPECT_EQ(reading_of("1e-99999999999"), "0");
  EXPECT_EQ(reading_of("0.001e-330"), "0");
  EXPECT_EQ(reading_of("." + repeat("0", 400) + "1"), "0");
  EXPECT_EQ(reading_of("0." + repeat("0", 800) + "1e400"), "0");
  EXPECT_EQ(reading_of("1" + repeat("0", 400) + "e-800"), "0");
}

TEST(Weight, TakesNumbersTooLargeToRepresentForTooLarge) {
  EXPECT_EQ(reading_of("1e400"), "the weight 1e400 is too large; the largest is 500");
  EXPECT_EQ(reading_of("1e99999999999"), "the weight 1e99999999999 is too large; the largest is 500");
  const std::string complaint = "the weight 1" + repeat("0", 39) + "... is too large; the largest is 500";
  EXPECT_EQ(reading_of("1" + repeat("0", 400)), complaint);
  EXPECT_EQ(reading_of("1" + repeat("0", 400) + "e-1"), complaint);
  EXPECT_EQ(reading_of("1" + repeat("0", 400) + ".5"), complaint);
  EXPECT_EQ(reading_of("0." + repeat("0", 400) + "1e800"),
            "the weight 0." + repeat("0", 38) + "... is too large; the largest is 500");
}

TEST(Weight, DependsOnItsValueAndNotOnItsLength) {
  EXPECT_EQ(reading_of("1" + repeat("0", 400) + "e-400"), "1");
  EXPECT_EQ(reading_of("0." + repeat("0", 400) + "1e401"), "1");
  EXPECT_EQ(reading_of("2." + repeat("0", 1'000)), "2");
}

TEST(Weight, OfARuleIsReportedAtItsNumber) {
  EXPECT_EQ(test::findings_of_rejected(test::vocabulary + "rule weight -2: A(x)\nrule weight 1.5.5: B(x)"),
            (Texts{"2:13: error: the weight -2 is negative; to discourage something, negate it",
                   "3:13: error: the weight 1.5.5 is not a number"}));
}

}  // namespace
}  // namespace kenn::knowledge
