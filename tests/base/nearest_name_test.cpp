// Tests of the suggestions for misspelt names.
#include "base/nearest_name.h"

#include <vector>

#include "support.h"

namespace kenn::base {
namespace {

using Names = std::vector<std::string_view>;

TEST(NearestName, FindsEveryKindOfTypingMistake) {
  const Names candidates{"Friends", "Smoker"};
  EXPECT_EQ(nearest_name("Smoker", candidates), "Smoker");
  EXPECT_EQ(nearest_name("Smokers", candidates), "Smoker");  // added
  EXPECT_EQ(nearest_name("Smoer", candidates), "Smoker");    // lost
  EXPECT_EQ(nearest_name("Smoxer", candidates), "Smoker");   // changed
  EXPECT_EQ(nearest_name("Somker", candidates), "Smoker");   // swapped
}

TEST(NearestName, CountsSwappedNeighboursAsOneMistake) {
  // Three letters allow one mistake; without swaps "bac" would be two away.
  EXPECT_EQ(nearest_name("bac", Names{"abc"}), "abc");
}

TEST(NearestName, TakesUpperAndLowerCaseAlike) {
  EXPECT_EQ(nearest_name("sMOKER", Names{"Smoker"}), "Smoker");
  EXPECT_EQ(nearest_name("ab", Names{"BA"}), "BA");
}

TEST(NearestName, AllowsAMistakeForEveryThreeLetters) {
  EXPECT_EQ(nearest_name("abcdef", Names{"abcdxy"}), "abcdxy");
  EXPECT_EQ(nearest_name("abcdef", Names{"abcxyz"}), std::nullopt);
  EXPECT_EQ(nearest_name("abcde", Names{"abcdx"}), "abcdx");
  EXPECT_EQ(nearest_name("abcde", Names{"abcxy"}), std::nullopt);
  EXPECT_EQ(nearest_name("abcdefghi", Names{"abcdefxyz"}), "abcdefxyz");
  EXPECT_EQ(nearest_name("abcdefghi", Names{"abcdewxyz"}), std::nullopt);
}

TEST(NearestName, AllowsOneMistakeInShortNames) {
  EXPECT_EQ(nearest_name("AI", Names{"AL"}), "AL");
  EXPECT_EQ(nearest_name("A", Names{"AI"}), "AI");
}

TEST(NearestName, FindsNothingWhenNoLetterIsInCommon) {
  EXPECT_EQ(nearest_name("A", Names{"B"}), std::nullopt);
  EXPECT_EQ(nearest_name("", Names{"B"}), std::nullopt);
}

TEST(NearestName, PrefersFewerMistakesThenTheFirst) {
  EXPECT_EQ(nearest_name("abcdef", Names{"abcdxy", "abcdex", "abcdey"}), "abcdex");
  EXPECT_EQ(nearest_name("abcdef", Names{"abcdey", "abcdex"}), "abcdey");
}

TEST(NearestName, FindsNothingAmongNothing) {
  EXPECT_EQ(nearest_name("Smoker", Names{}), std::nullopt);
}

TEST(NearestName, FindsNothingForNamesOfMoreThanAHundredLetters) {
  const std::string candidate(100, 'a');
  EXPECT_EQ(nearest_name(std::string(99, 'a') + "b", Names{candidate}), candidate);
  EXPECT_EQ(nearest_name(std::string(100, 'a') + "b", Names{candidate}), std::nullopt);
}

TEST(Suggestion, IsTheEndOfAMessage) {
  EXPECT_EQ(suggestion("Smokr", Names{"Smoker"}), "; did you mean 'Smoker'?");
  EXPECT_EQ(suggestion("Zebra", Names{"Smoker"}), "");
}

}  // namespace
}  // namespace kenn::base
