// Tests of reading the ids of objects.
#include "dataset/object_ids.h"

#include "base/data_support.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::Texts;

Texts ids_of(const std::string& text) {
  base::InputFile file("test", text);
  return read_ids(file);
}

Texts complaints_about(const std::string& text) {
  return complaints_of(ErrorKind::data, [&] { ids_of(text); });
}

TEST(ObjectIds, AreOnePerLine) {
  const Texts expected = {"a", "b c", "é"};
  EXPECT_EQ(ids_of("a\nb c\né\n"), expected);
  EXPECT_EQ(ids_of("a\nb c\né"), expected);
  EXPECT_EQ(ids_of("a\r\nb c\r\né\r\n"), expected);
  EXPECT_EQ(ids_of("\xef\xbb\xbf"
                   "a\nb c\né\n"),
            expected);
  EXPECT_EQ(ids_of("a\n\tb c  \n é\n\n \r\n\n"), expected);
}

TEST(ObjectIds, MayBeNone) {
  EXPECT_EQ(ids_of(""), Texts{});
  EXPECT_EQ(ids_of("\n\r\n"), Texts{});
}

TEST(ObjectIds, MayHaveAnyCharacters) {
  EXPECT_EQ(ids_of("\"quoted\",\n# 1\n,\n"), (Texts{"\"quoted\",", "# 1", ","}));
}

TEST(ObjectIds, MayNotBeEmpty) {
  EXPECT_EQ(complaints_about("a\n\nb\n  \nc"),
            (Texts{"2:1: error: this line is empty", "4:3: error: this line is empty"}));
}

TEST(ObjectIds, MayNotBeRepeated) {
  EXPECT_EQ(
      complaints_about("a\nb\n\na\n b\r\na"),
      (Texts{"3:1: error: this line is empty", "4:1: error: the id 'a' is in line 1 already",
             "5:2: error: the id 'b' is in line 2 already", "6:1: error: the id 'a' is in line 1 already"}));
}

TEST(ObjectIds, AreUtf8) {
  EXPECT_EQ(complaints_about("a\nb\xffz\n"), Texts{"2:2: error: the text is not UTF-8"});
  EXPECT_EQ(complaints_about("a\nbé" + std::string(1, '\0') + "z\n"),
            Texts{"2:3: error: a zero byte; this is not a text file"});
}

TEST(ObjectIds, AreShownWhereSomethingIsWrong) {
  try {
    ids_of("first\nsecond\nfirst\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "test:3:1: error: the id 'first' is in line 1 already\n  first\n  ^\n");
  }
}

TEST(ObjectIds, GetTwentyErrorsAtMost) {
  const Texts complaints = complaints_about(test::repeat("a\n", 100'000));
  ASSERT_EQ(complaints.size(), 21U);
  EXPECT_EQ(complaints[19], "21:1: error: the id 'a' is in line 1 already");
  EXPECT_EQ(complaints[20],
            "0:0: warning: only the first 20 errors are listed; there may be more in the file");
}

TEST(ObjectIds, MayBeMany) {
  const std::string text = test::chain("object %", "\n", 0, 99'999);
  const Texts ids = ids_of(text);
  ASSERT_EQ(ids.size(), 100'000U);
  EXPECT_EQ(ids[99'999], "object 99999");
  EXPECT_EQ(complaints_about(text + "\nobject 54321"),
            Texts{"100001:1: error: the id 'object 54321' is in line 54322 already"});
}

class IdsOnDisk : public test::DataFolder {};

TEST_F(IdsOnDisk, AreReadLikeInMemory) {
  EXPECT_EQ(read_ids(write("ids.txt", "a\nb\n")), (Texts{"a", "b"}));
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_ids(folder_ / "none"); }),
            Texts{"0:0: error: cannot open the file: No such file or directory"});
}

}  // namespace
}  // namespace kenn::dataset
