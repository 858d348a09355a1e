// Tests of the one place where JSON is parsed.
#include "io/json_text.h"

#include "base/data_support.h"

namespace kenn::io {
namespace {

using test::complaints_of;
using test::Texts;
using Json = nlohmann::ordered_json;

Texts complaints(const std::string& text) {
  return complaints_of(ErrorKind::data, [&] { static_cast<void>(parse_json(text)); });
}

TEST(JsonText, IsReadAsTheLibraryReadsIt) {
  for (const char* const text :
       {"null", "true", "-3", "18446744073709551615", "0.1", "\"a\\u00e9\"", "[]", "{}", "[1,[2,[]],{}]",
        R"({"b":[1,{"a":null}],"a":{"b":-0.5}})", " [ 1 ] "}) {
    EXPECT_EQ(parse_json(text), Json::parse(text)) << text;
    EXPECT_EQ(parse_json(text).dump(), Json::parse(text).dump()) << "and in the same order";
  }
}

TEST(JsonText, HasAPlaceWhereItIsWrong) {
  EXPECT_EQ(complaints("[1,\n oops]"), Texts{"2:2: error: this is not JSON: invalid literal"});
  EXPECT_EQ(complaints(test::repeat("{\"a\":", 200)),
            Texts{"1:501: error: this is nested more than 100 levels deep"});
  EXPECT_EQ(complaints("").size(), 1U);
  EXPECT_EQ(complaints("[1] 2").size(), 1U);
}

TEST(JsonText, HasNoKeyTwiceInAnObject) {
  EXPECT_EQ(complaints(R"({"a":1,"b":2,"a":3})"), Texts{"0:0: error: the key 'a' is there twice"});
  EXPECT_EQ(complaints(R"([{"a":1,"\u0061":2}])"), Texts{"0:0: error: the key 'a' is there twice"});
  EXPECT_EQ(complaints(R"([{"a":1},{"a":{"a":2}}])"), Texts{"accepted"});
}

// Objects of the library alone look through all keys for every new one.
TEST(JsonText, MayHaveManyKeys) {
  std::string text = "{";
  for (int i = 0; i < 300'000; ++i) text += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  EXPECT_EQ(parse_json(text + "\"end\":0}").size(), 300'001U);
}

TEST(JsonText, InsideAFileIsNamed) {
  try {
    static_cast<void>(parse_json("{", "network", "m.kenn"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), "m.kenn");
    EXPECT_TRUE(error.diagnostics().front().message.starts_with("'network': this is not JSON: "));
  }
}

}  // namespace
}  // namespace kenn::io
