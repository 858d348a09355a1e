// Tests of reading files, of lines and columns, and of excerpts.
#include "base/source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support.h"

namespace kenn::base {
namespace {

using test::repeat;

const std::string ellipsis = "…";

// A folder of this test alone; it goes when the test ends.
class SourceFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "kenn-source-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

// What is said about a file that cannot be read.
std::string complaint_about(const std::filesystem::path& path) {
  try {
    Knowledge::from_file(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::file);
    EXPECT_EQ(error.file(), path.string());
    EXPECT_EQ(error.line(), 0U);
    EXPECT_EQ(error.column(), 0U);
    EXPECT_EQ(error.diagnostics().size(), 1U);
    EXPECT_EQ(error.what(), path.string() + ": error: " + error.diagnostics().front().message + "\n");
    return error.diagnostics().front().message;
  }
  return "accepted";
}

TEST_F(SourceFile, IsReadByteForByte) {
  const std::string text = "type Person\r\n# \xff\t" + std::string(1, '\0') + "end";
  const SourceText source(write("some.kenn", text));
  EXPECT_EQ(source.text(), text);
  EXPECT_EQ(source.name(), (folder_ / "some.kenn").string());
}

TEST_F(SourceFile, MayBeLargerThanTheBuffer) {
  const std::string text = repeat("0123456789abcde\n", 10'000);
  EXPECT_EQ(SourceText(write("large.kenn", text)).text(), text);
}

TEST_F(SourceFile, LosesItsByteOrderMark) {
  EXPECT_EQ(SourceText(write("marked.kenn", "\xef\xbb\xbftype T")).text(), "type T");
  EXPECT_EQ(SourceText("test", "\xef\xbb\xbftype T").text(), "type T");
  EXPECT_EQ(SourceText("test", "type T\xef\xbb\xbf").text(), "type T\xef\xbb\xbf");
}

TEST_F(SourceFile, MayBeEmpty) {
  EXPECT_EQ(SourceText(write("empty.kenn", "")).text(), "");
}

TEST_F(SourceFile, GivesItsNameToTheKnowledge) {
  const auto path = write("some.kenn", test::vocabulary + "rule: A(x)");
  const Knowledge knowledge = Knowledge::from_file(path);
  EXPECT_EQ(knowledge.name(), path.string());
  EXPECT_EQ(knowledge.text(), test::vocabulary + "rule: A(x)");
  EXPECT_EQ(knowledge.clauses().size(), 1U);
}

TEST_F(SourceFile, ThatIsMissingIsAnError) {
  EXPECT_EQ(complaint_about(folder_ / "missing.kenn"), "cannot open the file: No such file or directory");
}

TEST_F(SourceFile, ThatIsAFolderIsAnError) {
  EXPECT_EQ(complaint_about(folder_), "cannot read the file: Is a directory");
}

TEST_F(SourceFile, WithATooLongNameIsAnError) {
  EXPECT_EQ(complaint_about(folder_ / repeat("x", 300)), "cannot open the file: File name too long");
}

TEST_F(SourceFile, MayBeAPipe) {
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string rules = test::chain("rule \"r%\" weight %: A(x) -> R(x, \"%\")\n", "", 1, 400);
  // Two parts, so that one read does not get everything.
  std::thread writer([&] {
    std::ofstream out(pipe);
    out << test::vocabulary << std::flush << rules;
  });
  const Knowledge knowledge = Knowledge::from_file(pipe);
  writer.join();
  EXPECT_EQ(knowledge.text(), test::vocabulary + rules);
  EXPECT_EQ(knowledge.clauses().size(), 400U);
}

// ------------------------------------------------------------------------------------------------ locations

SourceLocation locate(std::string_view text, std::size_t offset) {
  return LocationCursor(text).locate(offset);
}

void expect_place(std::string_view text, std::size_t offset, std::uint32_t line, std::uint32_t column) {
  const SourceLocation location = locate(text, offset);
  EXPECT_EQ(location.line, line) << text << " at " << offset;
  EXPECT_EQ(location.column, column) << text << " at " << offset;
}

TEST(Location, CountsLinesAndColumnsFromOne) {
  expect_place("", 0, 1, 1);
  expect_place("ab\ncd\n", 0, 1, 1);
  expect_place("ab\ncd\n", 1, 1, 2);
  expect_place("ab\ncd\n", 2, 1, 3);  // the line end is the last column of its line
  expect_place("ab\ncd\n", 3, 2, 1);
  expect_place("ab\ncd\n", 6, 3, 1);
  expect_place("\n\n\n", 2, 3, 1);
}

TEST(Location, PutsOffsetsBehindTheEndAtTheEnd) {
  expect_place("ab\ncd", 5, 2, 3);
  expect_place("ab\ncd", 99, 2, 3);
}

TEST(Location, CountsATabAsOneColumn) {
  expect_place("\t\tx", 2, 1, 3);
}

TEST(Location, CountsCharactersAndNotBytes) {
  const std::string text = "é→😀x\ny";
  expect_place(text, 2, 1, 2);
  expect_place(text, 5, 1, 3);
  expect_place(text, 9, 1, 4);
  expect_place(text, 11, 2, 1);
}

TEST(Location, CountsAStrayByteAsOneColumn) {
  expect_place("\xff\xe2\x86x", 3, 1, 4);
}

TEST(Location, KeepsWindowsLineEndsOutOfTheNextLine) {
  expect_place("ab\r\ncd\r\n", 2, 1, 3);
  expect_place("ab\r\ncd\r\n", 4, 2, 1);
  expect_place("ab\r\ncd\r\n", 6, 2, 3);
}

TEST(Location, CursorMayGoForwardsAndBackwards) {
  const std::string text = "a→b\nc→d\ne";
  LocationCursor cursor(text);
  for (const std::size_t offset : {0, 4, 4, 6, 10, 12, 5, 0, 1, 11}) {
    EXPECT_EQ(cursor.locate(offset), locate(text, offset)) << offset;
  }
}

// Large enough for quadratic work to run into the time limit of the tests.
TEST(Location, TakesOneWalkThroughALongLine) {
  const std::string line = repeat("abcd", 500'000);
  LocationCursor cursor(line);
  for (std::size_t offset = 0; offset < line.size(); offset += 4) {
    ASSERT_EQ(cursor.locate(offset).column, offset + 1);
  }
}

// ------------------------------------------------------------------------------------------------- excerpts

void expect_excerpt(std::string_view text, std::size_t offset, const std::string& shown,
                    std::uint32_t caret) {
  const Excerpt excerpt = excerpt_at(text, offset);
  EXPECT_EQ(excerpt.text, shown);
  EXPECT_EQ(excerpt.caret, caret);
}

TEST(Excerpt, IsTheLineOfThePlace) {
  expect_excerpt("one\ntwo\nthree", 5, "two", 1);
  expect_excerpt("one\ntwo\nthree", 4, "two", 0);
  expect_excerpt("one\ntwo\nthree", 7, "two", 3);  // the line end
  expect_excerpt("one\ntwo\nthree", 13, "three", 5);
  expect_excerpt("one\ntwo\nthree", 99, "three", 5);
  expect_excerpt("", 0, "", 0);
  expect_excerpt("one\n", 4, "", 0);
}

TEST(Excerpt, LeavesWindowsLineEndsOut) {
  expect_excerpt("one\r\ntwo\r\n", 6, "two", 1);
  expect_excerpt("one\r\ntwo\r\n", 8, "two", 3);
}

TEST(Excerpt, ShowsTabsAsOneCell) {
  expect_excerpt("\tone\ttwo", 5, " one two", 5);
}

TEST(Excerpt, CountsCharactersBeforeTheCaret) {
  expect_excerpt("é→😀x", 9, "é→😀x", 3);
}

TEST(Excerpt, ShowsUnprintableCharactersAsReplacements) {
  expect_excerpt("a\x1b[0m\xff|\xe2\x86", 6, "a\ufffd[0m\ufffd|\ufffd\ufffd", 6);
}

TEST(Excerpt, HoldsSeventyCharactersBeforeThePlace) {
  expect_excerpt(repeat("a", 70) + "X", 70, repeat("a", 70) + "X", 70);
  expect_excerpt("b" + repeat("a", 70) + "X", 71, ellipsis + repeat("a", 70) + "X", 71);
}

TEST(Excerpt, HoldsAHundredAndTenCharactersInAll) {
  expect_excerpt(repeat("a", 110), 0, repeat("a", 110), 0);
  expect_excerpt(repeat("a", 110), 70, repeat("a", 110), 70);
  expect_excerpt(repeat("a", 110) + "\nb", 0, repeat("a", 110), 0);
  expect_excerpt(repeat("a", 110) + "\r\nb", 0, repeat("a", 110), 0);
  expect_excerpt(repeat("a", 110) + "b", 0, repeat("a", 110) + ellipsis, 0);
  expect_excerpt(repeat("a", 110) + "b", 70, repeat("a", 110) + ellipsis, 70);
}

TEST(Excerpt, CutsAVeryLongLineOnBothSides) {
  const std::string text = "first\n" + repeat("→", 1'000'000) + "X" + repeat("é", 1'000'000) + "\nlast";
  expect_excerpt(text, 6 + 3'000'000, ellipsis + repeat("→", 70) + "X" + repeat("é", 38) + ellipsis, 71);
}

}  // namespace
}  // namespace kenn::base
