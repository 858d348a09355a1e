// Tests of how deep texts are nested, as it is found out before they are parsed.
#include "base/nesting.h"

#include "support.h"

namespace kenn::base {
namespace {

using test::repeat;

TEST(Nesting, OfJsonMayHaveAHundredLevels) {
  EXPECT_EQ(too_deep_in_json(""), std::nullopt);
  EXPECT_EQ(too_deep_in_json(repeat("[", 100) + repeat("]", 100)), std::nullopt);
  EXPECT_EQ(too_deep_in_json(repeat("[{", 50) + repeat("}]", 50)), std::nullopt);
  EXPECT_EQ(too_deep_in_json(repeat("[]", 1000)), std::nullopt);
  EXPECT_EQ(too_deep_in_json(repeat("[", 101)), 100U);
  EXPECT_EQ(too_deep_in_json(repeat("[", 100) + "[],{}" + repeat("]", 100)), 100U);
  EXPECT_EQ(too_deep_in_json(repeat("{\"a\":", 101)), 500U);
}

TEST(Nesting, OfJsonIsNotThatOfItsStrings) {
  const std::string deep = repeat("[", 200);
  EXPECT_EQ(too_deep_in_json("\"" + deep + "\""), std::nullopt);
  EXPECT_EQ(too_deep_in_json("\"\\\"" + deep + "\""), std::nullopt);
  EXPECT_EQ(too_deep_in_json("\"\\\\\"" + deep), 104U);
  EXPECT_EQ(too_deep_in_json("\"" + deep), std::nullopt);
  EXPECT_EQ(too_deep_in_json("\"\\"), std::nullopt);
}

TEST(Nesting, OfTomlCountsBracketsAndDotsOfKeys) {
  EXPECT_EQ(too_deep_in_toml("a = " + repeat("[", 100) + repeat("]", 100)), std::nullopt);
  EXPECT_EQ(too_deep_in_toml("a = " + repeat("[", 101)), 104U);
  EXPECT_EQ(too_deep_in_toml(repeat("a.", 100) + "a = 1"), std::nullopt);
  EXPECT_EQ(too_deep_in_toml(repeat("a.", 101) + "a = 1"), 201U);
  EXPECT_EQ(too_deep_in_toml("[" + repeat("a.", 100) + "a]"), 200U);
  EXPECT_EQ(too_deep_in_toml(repeat("[a.a]\na.a = 1.5\n", 1000)), std::nullopt);
  EXPECT_EQ(too_deep_in_toml("a = [" + repeat("1.5, ", 1000) + "]"), std::nullopt);
  // Both together: 34 times two dots and a brace are 102 levels.
  EXPECT_NE(too_deep_in_toml("a = " + repeat("{a.a.a = ", 34)), std::nullopt);
  EXPECT_EQ(too_deep_in_toml("a = " + repeat("{a.a.a = ", 33)), std::nullopt);
  EXPECT_EQ(too_deep_in_toml("a = [" + repeat("{a.a.a = 1}, ", 1000) + "]"), std::nullopt);
}

TEST(Nesting, OfTomlIsNotThatOfStringsAndComments) {
  const std::string deep = repeat("[", 200);
  const std::vector<std::string> texts = {"\"" + deep + "\"",
                                          "'" + deep + "'",
                                          "\"\\\"" + deep + "\"",
                                          "'\\'",
                                          "# " + deep,
                                          "\"\"\"\n\"\"" + deep + "\"\"\"\"\"",
                                          "'''\n''" + deep + "'''''",
                                          "\"\"\"\\\"\"\"" + deep + "\"\"\""};
  for (const std::string& text : texts) {
    EXPECT_EQ(too_deep_in_toml("a = " + text), std::nullopt) << text;
    EXPECT_NE(too_deep_in_toml("a = " + text + "\nb = " + deep), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace kenn::base
