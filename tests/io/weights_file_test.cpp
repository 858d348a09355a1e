// Tests of reading weights: which clauses get which, and everything that can be wrong.
#include "io/weights_file.h"

#include "base/data_support.h"

namespace kenn::io {
namespace {

using test::complaints_of;
using test::Texts;

const Texts names = {"smoking", "friends[T=A]", "fixed"};
const std::vector<Weight> weights = {{true, 0.5}, {true, 0.5}, {false, 2.5}};

std::vector<float> weights_of(const std::string& text, std::uint32_t layers = 1) {
  base::InputFile file("test", text);
  return read_weights(file, names, weights, layers);
}

Texts complaints_about(const std::string& text, std::uint32_t layers = 1) {
  return complaints_of(ErrorKind::data, [&] { weights_of(text, layers); });
}

using Floats = std::vector<float>;

TEST(Weights, AreInTheOrderOfTheClauses) {
  EXPECT_EQ(weights_of(R"({"friends[T=A]": 0.25, "fixed": 2.5, "smoking": 3})"), (Floats{3, 0.25F, 2.5F}));
}

TEST(Weights, MayLeaveFixedOnesOut) {
  EXPECT_EQ(weights_of(R"({"smoking": 0, "friends[T=A]": 500})"), (Floats{0, 500, 2.5F}));
}

TEST(Weights, OfOneObjectAreForEveryLayer) {
  EXPECT_EQ(weights_of(R"({"smoking": 1, "friends[T=A]": 2})", 2), (Floats{1, 2, 2.5F, 1, 2, 2.5F}));
}

TEST(Weights, OfAListAreForOneLayerEach) {
  EXPECT_EQ(weights_of(R"([{"smoking": 1, "friends[T=A]": 2}, {"smoking": 3e0, "friends[T=A]": 4.0}])", 2),
            (Floats{1, 2, 2.5F, 3, 4, 2.5F}));
  EXPECT_EQ(weights_of(R"([{"smoking": 1, "friends[T=A]": 2}])"), (Floats{1, 2, 2.5F}));
}

TEST(Weights, MayFollowAByteOrderMark) {
  EXPECT_EQ(weights_of("\xef\xbb\xbf{\"smoking\": 1, \"friends[T=A]\": 2}\r\n"), (Floats{1, 2, 2.5F}));
}

TEST(Weights, OfNoClausesAreNone) {
  base::InputFile file("test", "{}");
  EXPECT_EQ(read_weights(file, {}, {}, 3), Floats{});
}

// ---------------------------------------------------------------------------------------------------- not
// JSON

TEST(WeightsJson, NeedsToBeJson) {
  EXPECT_EQ(complaints_about("{\n  \"smoking\": NaN}"),
            Texts{"2:14: error: this is not JSON: invalid literal"});
  EXPECT_EQ(complaints_about("{\"smoking\": 1,}"),
            Texts{"1:15: error: this is not JSON: unexpected '}'; expected string literal"});
  EXPECT_EQ(complaints_about("{\"smoking\": 1"),
            Texts{"1:14: error: this is not JSON: unexpected end of input; expected '}'"});
  EXPECT_EQ(complaints_about("{} x"), Texts{"1:4: error: this is not JSON: invalid literal"});
  EXPECT_EQ(complaints_about("{\"\xff\": 1}"),
            Texts{"1:3: error: this is not JSON: invalid string: ill-formed UTF-8 byte"});
  EXPECT_EQ(complaints_about("{\"smoking\": 1e999}"),
            Texts{"1:17: error: this is not JSON: number overflow parsing '1e999'"});
}

TEST(WeightsJson, MayNotBeEmpty) {
  EXPECT_EQ(complaints_about(""), Texts{"0:0: error: the file is empty; a JSON object is needed"});
  EXPECT_EQ(complaints_about(" \n"), Texts{"0:0: error: the file is empty; a JSON object is needed"});
}

TEST(WeightsJson, IsAnObjectOrAListOfObjects) {
  const auto complaint = [](const std::string& what) {
    return Texts{"0:0: error: an object with one entry per clause is needed, or a list of them; this is " +
                 what};
  };
  EXPECT_EQ(complaints_about("1"), complaint("a number"));
  EXPECT_EQ(complaints_about("\"a\""), complaint("a text"));
  EXPECT_EQ(complaints_about("null"), complaint("null"));
  EXPECT_EQ(complaints_about("true"), complaint("true or false"));
  EXPECT_EQ(complaints_about("[0.5, [{\"smoking\": 1}]]", 2),
            (Texts{"0:0: error: a list holds one object per layer, but in this one there is a number",
                   "0:0: error: a list holds one object per layer, but in this one there is a list"}));
}

TEST(WeightsJson, IsNotNestedDeeply) {
  EXPECT_EQ(complaints_about(test::repeat("[", 100'000)),
            Texts{"1:101: error: this is nested more than 100 levels deep"});
  EXPECT_EQ(complaints_about("{\"smoking\": " + test::repeat("{\"a\":", 100'000)).size(), 1U);
}

TEST(WeightsJson, IsShownWhereSomethingIsWrong) {
  try {
    weights_of("{\n  \"é\": oops\n}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "test:2:8: error: this is not JSON: invalid literal\n    \"é\": oops\n         ^\n");
  }
}

// ----------------------------------------------------------------------------------------------- wrong
// weights

TEST(Weights, AreOfClausesThatExist) {
  EXPECT_EQ(complaints_about(R"({"smoking": 1, "friends[T=A]": 2, "fixd": 2.5, "something else": 1})"),
            (Texts{"0:0: error: there is no clause 'fixd'; did you mean 'fixed'?",
                   "0:0: error: there is no clause 'something else'"}));
}

TEST(Weights, AreThereForAllLearnedClauses) {
  EXPECT_EQ(complaints_about("{}"),
            Texts{"0:0: error: these clauses have no weight: 'smoking', 'friends[T=A]'"});
  EXPECT_EQ(complaints_about(R"({"smoking": 1})"),
            Texts{"0:0: error: this clause has no weight: 'friends[T=A]'"});
  const Texts many = {"a", "b", "c", "d", "e", "f", "g"};
  base::InputFile file("test", "{}");
  EXPECT_EQ(complaints_of(ErrorKind::data, [&] { read_weights(file, many, std::vector<Weight>(7), 1); }),
            Texts{"0:0: error: these clauses have no weight: 'a', 'b', 'c', 'd', 'e' and 2 more"});
}

TEST(Weights, AreThereOnce) {
  EXPECT_EQ(
      complaints_about(R"({"smoking": 1, "smoking": 1, "friends[T=A]": 2, "smoking": 3, "x": 1, "x": 1})"),
      (Texts{"0:0: error: 'smoking' is there twice", "0:0: error: there is no clause 'x'",
             "0:0: error: 'x' is there twice"}));
}

TEST(Weights, AreNumbers) {
  EXPECT_EQ(complaints_about(R"({"smoking": "1", "friends[T=A]": null})"),
            (Texts{"0:0: error: the weight of 'smoking' is not a number but a text",
                   "0:0: error: the weight of 'friends[T=A]' is not a number but null"}));
  EXPECT_EQ(
      complaints_about(R"({"smoking": [1, {"fixed": 2}], "friends[T=A]": {"smoking": [2]}, "fixed": true})"),
      (Texts{"0:0: error: the weight of 'smoking' is not a number but a list",
             "0:0: error: the weight of 'friends[T=A]' is not a number but an object",
             "0:0: error: the weight of 'fixed' is not a number but true or false"}));
}

TEST(Weights, AreBetween0And500) {
  EXPECT_EQ(complaints_about(R"({"smoking": -0.5, "friends[T=A]": 500.5, "fixed": 1e300})"),
            (Texts{"0:0: error: the weight of 'smoking' is negative: -0.5",
                   "0:0: error: the weight of 'friends[T=A]' is 500.5; the largest is 500",
                   "0:0: error: the weight of 'fixed' is 1e+300; the largest is 500"}));
  EXPECT_EQ(complaints_about(R"({"smoking": 18446744073709551615, "friends[T=A]": -9223372036854775808})"),
            (Texts{"0:0: error: the weight of 'smoking' is 18446744073709551616; the largest is 500",
                   "0:0: error: the weight of 'friends[T=A]' is negative: -9223372036854775808"}));
}

TEST(Weights, AreTheFixedOnesWhereTheyAreFixed) {
  EXPECT_EQ(complaints_about(R"({"smoking": 1, "friends[T=A]": 2, "fixed": 2})"),
            Texts{"0:0: error: the weight of 'fixed' is 2, but the knowledge fixes it to 2.5"});
}

TEST(Weights, AreThereForEveryLayer) {
  const std::string layer = R"({"smoking": 1, "friends[T=A]": 2})";
  EXPECT_EQ(complaints_about("[" + layer + "]", 2),
            Texts{"0:0: error: the list has 1 object, but there are 2 layers"});
  EXPECT_EQ(complaints_about("[" + layer + "," + layer + "]", 1),
            Texts{"0:0: error: the list has 2 objects, but there is 1 layer"});
  EXPECT_EQ(complaints_about("[]", 1), Texts{"0:0: error: the list has 0 objects, but there is 1 layer"});
}

TEST(Weights, SayWhichLayerIsWrong) {
  EXPECT_EQ(complaints_about(R"([{"smoking": 1, "friends[T=A]": 2}, {"smoking": -1}])", 2),
            (Texts{"0:0: error: layer 2: the weight of 'smoking' is negative: -1",
                   "0:0: error: layer 2: this clause has no weight: 'friends[T=A]'"}));
}

TEST(Weights, GetTwentyErrorsAtMost) {
  const std::string text = "{" + test::chain("\"unknown %\": 1", ", ", 1, 1'000) + "}";
  const Texts complaints = complaints_about(text);
  ASSERT_EQ(complaints.size(), 21U);
  EXPECT_EQ(complaints[19], "0:0: error: there is no clause 'unknown 20'");
  EXPECT_TRUE(complaints[20].starts_with("0:0: warning: only the first 20 errors are listed"));
}

class WeightsOnDisk : public test::DataFolder {};

TEST_F(WeightsOnDisk, AreReadLikeInMemory) {
  const auto path = write("weights.json", R"({"smoking": 1, "friends[T=A]": 2})");
  EXPECT_EQ(read_weights(path, names, weights, 1), (Floats{1, 2, 2.5F}));
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_weights(folder_ / "none", names, weights, 1); }),
            Texts{"0:0: error: cannot open the file: No such file or directory"});
}

}  // namespace
}  // namespace kenn::io
