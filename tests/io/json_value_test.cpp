// Tests of values that are read with their type, their range and their place.
#include "io/json_value.h"

#include "base/data_support.h"
#include "io/json_text.h"
#include "io/model_file.h"

namespace kenn::io {
namespace {

using test::complaints_of;
using test::Texts;

// What is said when `read` gets this text.
template <typename Read>
Texts complaints(const std::string& text, const Read& read) {
  const nlohmann::ordered_json json = parse_json(text);
  return complaints_of(ErrorKind::data, [&] { static_cast<void>(read(JsonValue(json, "top", "m.kenn"))); });
}

Texts complaint(const std::string& message) {
  return {"0:0: error: " + message};
}

TEST(JsonValue, WholeNumbersAreExact) {
  const auto whole = [](const JsonValue& value) { return value.whole<std::uint32_t>(2, 1000); };
  for (const char* const text : {"2", "50", "1000"}) EXPECT_EQ(complaints(text, whole), Texts{"accepted"});
  EXPECT_EQ(complaints("50.9", whole), complaint("'top' is not a whole number from 2 but 50.9"));
  EXPECT_EQ(complaints("50.0", whole), complaint("'top' is not a whole number from 2 but 50.0"));
  EXPECT_EQ(complaints("1e300", whole), complaint("'top' is not a whole number from 2 but 1e+300"));
  EXPECT_EQ(complaints("-3", whole), complaint("'top' is not a whole number from 2 but -3"));
  EXPECT_EQ(complaints("true", whole), complaint("'top' is not a whole number from 2 but true or false"));
  EXPECT_EQ(complaints("\"3\"", whole), complaint("'top' is not a whole number from 2 but a text"));
  EXPECT_EQ(complaints("4294967346", whole), complaint("'top' is 4294967346; the largest is 1000"));
  EXPECT_EQ(complaints("1", whole), complaint("'top' is 1; the smallest is 2"));
}

TEST(JsonValue, NumbersHaveARange) {
  const auto share = [](const JsonValue& value) { return value.number(0, 1); };
  for (const char* const text : {"0", "1", "0.5", "1e-300"})
    EXPECT_EQ(complaints(text, share), Texts{"accepted"});
  EXPECT_EQ(complaints("1.5", share), complaint("'top' is 1.5; it must be from 0 to 1"));
  EXPECT_EQ(complaints("-1", share), complaint("'top' is -1; it must be from 0 to 1"));
  EXPECT_EQ(complaints("true", share), complaint("'top' is not a number but true or false"));
  EXPECT_EQ(complaints("null", share), complaint("'top' is not a number but null"));
}

TEST(JsonValue, ListsHaveALength) {
  const auto pair = [](const JsonValue& value) {
    return value.list([](const JsonValue& each) { return each.text(); }, 2);
  };
  EXPECT_EQ(complaints(R"(["a","b"])", pair), Texts{"accepted"});
  EXPECT_EQ(complaints(R"(["a"])", pair), complaint("'top' has length 1; it must be 2"));
  EXPECT_EQ(complaints(R"(["a",3])", pair), complaint("'top[1]' is not a text but 3"));
  EXPECT_EQ(complaints("{}", pair), complaint("'top' is not a list but an object"));
}

TEST(JsonValue, ObjectsHaveTheirKeysAndNoOthers) {
  const auto inner = [](const JsonValue& value) {
    value.require_keys({"a", "b"});
    const JsonValue a = value.at("a");
    return a.at("x").truth();
  };
  EXPECT_EQ(complaints(R"({"a":{"x":true}})", inner), Texts{"accepted"});
  EXPECT_EQ(complaints(R"({"a":{"x":1}})", inner), complaint("'top.a.x' is not true or false but 1"));
  EXPECT_EQ(complaints(R"({"a":{}})", inner), complaint("'top.a.x' is missing"));
  EXPECT_EQ(complaints(R"({"c":1})", inner), complaint("'top.c' is unknown to this version of kenn"));
  EXPECT_EQ(complaints("[]", inner), complaint("'top' is not an object but a list"));
}

TEST(JsonValue, WordsAreSomeOfAFew) {
  const auto word = [](const JsonValue& value) { return value.word<TensorType>(); };
  EXPECT_EQ(complaints("\"F32\"", word), Texts{"accepted"});
  EXPECT_EQ(complaints("\"F16\"", word), complaint("'top' is 'F16', which is none of: F32, F64, I64"));
}

TEST(JsonValue, NamesTheFile) {
  const nlohmann::ordered_json json = parse_json("[[1]]");
  const JsonValue value(json, "", "m.kenn");
  const auto text = [](const JsonValue& each) { return each.text(); };
  try {
    static_cast<void>(value.list([&](const JsonValue& each) { return each.list(text); }));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "m.kenn: error: '[0][0]' is not a text but 1\n");
  }
}

}  // namespace
}  // namespace kenn::io
