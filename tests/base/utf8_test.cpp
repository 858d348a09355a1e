// Tests of the UTF-8 helpers, and of shortening text by characters.
#include "base/utf8.h"

#include <gtest/gtest.h>

#include "base/spelling.h"

namespace kenn::base {
namespace {

using namespace std::string_literals;

const std::string replacement = "\xef\xbf\xbd";

TEST(Utf8Length, CountsTheBytesOfTheFirstCharacter) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("\0"s), 1U);
  EXPECT_EQ(utf8_length("\x7f"), 1U);
  EXPECT_EQ(utf8_length("éa"), 2U);
  EXPECT_EQ(utf8_length("→a"), 3U);
  EXPECT_EQ(utf8_length("😀a"), 4U);
}

TEST(Utf8Length, TakesTheFirstAndLastCodePointOfEveryLength) {
  EXPECT_EQ(utf8_length("\xc2\x80"), 2U);
  EXPECT_EQ(utf8_length("\xdf\xbf"), 2U);
  EXPECT_EQ(utf8_length("\xe0\xa0\x80"), 3U);
  EXPECT_EQ(utf8_length("\xed\x9f\xbf"), 3U);  // the last before the surrogates
  EXPECT_EQ(utf8_length("\xee\x80\x80"), 3U);  // the first after them
  EXPECT_EQ(utf8_length("\xef\xbf\xbf"), 3U);
  EXPECT_EQ(utf8_length("\xf0\x90\x80\x80"), 4U);
  EXPECT_EQ(utf8_length("\xf4\x8f\xbf\xbf"), 4U);
}

TEST(Utf8Length, IsZeroWhereNoCharacterStarts) {
  EXPECT_EQ(utf8_length(""), 0U);
  EXPECT_EQ(utf8_length("\x80"), 0U);              // the middle of a character
  EXPECT_EQ(utf8_length("\xe2\x86"), 0U);          // its start only
  EXPECT_EQ(utf8_length("\xc3("), 0U);             // a start with another character behind it
  EXPECT_EQ(utf8_length("\xc0\x80"), 0U);          // longer than needed
  EXPECT_EQ(utf8_length("\xe0\x9f\xbf"), 0U);      // likewise
  EXPECT_EQ(utf8_length("\xf0\x8f\xbf\xbf"), 0U);  // likewise
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U);      // a surrogate
  EXPECT_EQ(utf8_length("\xf4\x90\x80\x80"), 0U);  // behind the last code point
  EXPECT_EQ(utf8_length("\xff"), 0U);
}

TEST(InvalidUtf8, IsEmptyForValidText) {
  EXPECT_EQ(invalid_utf8("").count, 0U);
  EXPECT_EQ(invalid_utf8("a é → 😀 \0 z"s).count, 0U);
}

TEST(InvalidUtf8, CountsEveryBytesThatBelongsToNoCharacter) {
  const InvalidUtf8 one = invalid_utf8("é\xffz");
  EXPECT_EQ(one.count, 1U);
  EXPECT_EQ(one.first, 2U);
  const InvalidUtf8 several = invalid_utf8("ab\xe2\x86→\xc0\x80");
  EXPECT_EQ(several.count, 4U);
  EXPECT_EQ(several.first, 2U);
}

TEST(CountCharacters, CountsCharactersAndStrayBytes) {
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(count_characters("abc"), 3U);
  EXPECT_EQ(count_characters("aé→😀"), 4U);
  EXPECT_EQ(count_characters("\xff\xe2\x86z"), 4U);
}

TEST(PrintableCharacter, ShowsWhatCanBeShown) {
  EXPECT_EQ(printable_character("ab"), "a");
  EXPECT_EQ(printable_character("→b"), "→");
  EXPECT_EQ(printable_character("😀"), "😀");
  EXPECT_EQ(printable_character(" "), " ");
  EXPECT_EQ(printable_character("~"), "~");
  EXPECT_EQ(printable_character("\xc2\xa0"), "\xc2\xa0");  // the first after the control characters
}

TEST(IsVisible, HoldsForCharactersThatLeaveAMark) {
  for (const char* const text : {"a", "_", " ", "é", "→", "😀", "中"}) EXPECT_TRUE(is_visible(text)) << text;
}

TEST(IsVisible, DoesNotHoldForTheOthers) {
  for (const char* const text : {"", "\t", "\n", "\x7f", "\xff", "\u00a0", "\u00ad", "\u200b", "\u2003",
                                 "\u202e", "\u2060", "\u3000", "\ufeff"}) {
    EXPECT_FALSE(is_visible(text)) << text;
  }
}

TEST(Printable, ShowsEveryCharacterInOneCell) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("a\tb\nc→\xff\x1b[0m"), "a b" + replacement + "c→" + replacement + replacement + "[0m");
}

TEST(Shortened, CountsCharacters) {
  EXPECT_EQ(shortened("äöü", 3), "äöü");
  EXPECT_EQ(shortened("äöüß", 3), "äöü...");
  EXPECT_EQ(shortened("", 0), "");
  EXPECT_EQ(shortened("a", 0), "...");
}

TEST(InQuotes, ShowsAtMostFortyCharacters) {
  EXPECT_EQ(in_quotes("Smoker"), "'Smoker'");
  EXPECT_EQ(in_quotes(std::string(40, 'a')), "'" + std::string(40, 'a') + "'");
  EXPECT_EQ(in_quotes(std::string(41, 'a')), "'" + std::string(40, 'a') + "...'");
}

TEST(PrintableCharacter, ShowsATabAsOneCell) {
  EXPECT_EQ(printable_character("\tx"), " ");
}

TEST(PrintableCharacter, ReplacesWhatWouldDisturbATerminal) {
  for (const std::string& text : {"\0"s, "\x1b"s, "\r"s, "\x1f"s, "\x7f"s, "\xc2\x80"s, "\xc2\x9f"s}) {
    EXPECT_EQ(printable_character(text), replacement) << text;
  }
  for (const char* const mark : {"\u00ad", "\u200b", "\u200e", "\u200f", "\u2028", "\u202a", "\u202e",
                                 "\u2060", "\u2066", "\u2069", "\ufeff"}) {
    EXPECT_EQ(printable_character(mark), replacement) << mark;
  }
}

TEST(PrintableCharacter, ReplacesBytesOfNoCharacter) {
  EXPECT_EQ(printable_character("\xff"
                                "a"),
            replacement);
  EXPECT_EQ(printable_character("\xe2\x86"), replacement);
}

}  // namespace
}  // namespace kenn::base
