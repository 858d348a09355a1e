// Tests of the exception type, of the collection of diagnostics and of how they are shown.
#include <kenn/error.h>

#include <stdexcept>

#include "support.h"

namespace kenn::base {
namespace {

using test::Texts;

Diagnostic diagnostic(Severity severity, std::string message) {
  return {severity, "rules.kenn", {3, 7}, std::move(message), "rule: Zebra(x)", 6};
}

std::vector<Diagnostic> repeated(Severity severity, int count) {
  std::vector<Diagnostic> diagnostics;
  for (int i = 1; i <= count; ++i) diagnostics.push_back(diagnostic(severity, "number " + std::to_string(i)));
  return diagnostics;
}

int count_of(const std::string& part, const std::string& text) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Render, ShowsPlaceMessageLineAndCaret) {
  EXPECT_EQ(render(diagnostic(Severity::error, "unknown predicate 'Zebra'")),
            "rules.kenn:3:7: error: unknown predicate 'Zebra'\n"
            "  rule: Zebra(x)\n"
            "        ^\n");
  EXPECT_EQ(render(diagnostic(Severity::warning, "odd")),
            "rules.kenn:3:7: warning: odd\n  rule: Zebra(x)\n        ^\n");
}

TEST(Render, ShowsNoLineForAFindingAboutTheWholeFile) {
  EXPECT_EQ(render(Diagnostic{Severity::error, "rules.kenn", {}, "cannot open the file", "", 0}),
            "rules.kenn: error: cannot open the file\n");
}

TEST(Render, ShowsNothingThatDisturbsATerminal) {
  EXPECT_EQ(render(Diagnostic{Severity::error, "a\nb\x1b.kenn", {}, "bad \x1b[31m\tname", "", 0}),
            "a\ufffdb\ufffd.kenn: error: bad \ufffd[31m name\n");
}

TEST(Render, PaintsWhenAsked) {
  EXPECT_EQ(render(diagnostic(Severity::error, "bad"), Colour::always),
            "\x1b[1mrules.kenn:3:7:\x1b[0m \x1b[1;31merror:\x1b[0m bad\n"
            "  rule: Zebra(x)\n"
            "        \x1b[1;32m^\x1b[0m\n");
  EXPECT_EQ(render(diagnostic(Severity::warning, "odd"), Colour::always),
            "\x1b[1mrules.kenn:3:7:\x1b[0m \x1b[1;35mwarning:\x1b[0m odd\n"
            "  rule: Zebra(x)\n"
            "        \x1b[1;32m^\x1b[0m\n");
}

TEST(Render, ShowsTwentyErrorsInFull) {
  const std::string text = render(repeated(Severity::error, 20));
  EXPECT_EQ(count_of("error: number", text), 20);
  EXPECT_EQ(count_of("more", text), 0);
}

TEST(Render, CountsTheErrorsAfterTheTwentieth) {
  const std::string one_more = render(repeated(Severity::error, 21));
  EXPECT_EQ(count_of("error: number", one_more), 20);
  EXPECT_TRUE(one_more.ends_with("^\nand 1 more error\n")) << one_more;
  EXPECT_TRUE(render(repeated(Severity::error, 22)).ends_with("^\nand 2 more errors\n"));
}

TEST(Render, CountsErrorsAndWarningsApart) {
  std::vector<Diagnostic> both = repeated(Severity::warning, 23);
  for (const Diagnostic& error : repeated(Severity::error, 21)) both.push_back(error);
  const std::string text = render(both);
  EXPECT_EQ(count_of("error: number", text), 20);
  EXPECT_EQ(count_of("warning: number", text), 20);
  EXPECT_TRUE(text.ends_with("^\nand 1 more error\nand 3 more warnings\n")) << text;
}

TEST(Error, TellsKindAndPlaceOfTheFirstError) {
  Diagnostic warning = diagnostic(Severity::warning, "odd");
  warning.location = {1, 1};
  Diagnostic second = diagnostic(Severity::error, "worse");
  second.location = {9, 9};
  const Error error(ErrorKind::knowledge, {warning, diagnostic(Severity::error, "bad"), second});
  EXPECT_EQ(error.kind(), ErrorKind::knowledge);
  EXPECT_EQ(error.file(), "rules.kenn");
  EXPECT_EQ(error.line(), 3U);
  EXPECT_EQ(error.column(), 7U);
  EXPECT_EQ(error.diagnostics().size(), 3U);
  EXPECT_EQ(error.what(), render(error.diagnostics()));
}

TEST(Error, NeedsAnError) {
  EXPECT_THROW({ const Error error(ErrorKind::file, std::vector<Diagnostic>{}); }, std::logic_error);
  EXPECT_THROW({ const Error error(ErrorKind::file, {diagnostic(Severity::warning, "odd")}); },
               std::logic_error);
}

TEST(Error, OfATextNamesFileLineAndColumn) {
  try {
    Knowledge::from_text(test::vocabulary + "rule: A(x) &\n  Zebra(y)\n", "zoo.kenn");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::knowledge);
    EXPECT_EQ(error.file(), "zoo.kenn");
    EXPECT_EQ(error.line(), 3U);
    EXPECT_EQ(error.column(), 3U);
    EXPECT_STREQ(error.what(), "zoo.kenn:3:3: error: unknown predicate 'Zebra'\n    Zebra(y)\n    ^\n");
  }
}

TEST(Error, OfATextWithTwentyOneErrorsSaysThatThereIsOneMore) {
  try {
    Knowledge::from_text("type T\n" + test::chain("rule: P%(x)\n", "", 1, 21));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics().size(), 21U);
    const std::string what = error.what();
    EXPECT_EQ(count_of("error: unknown predicate", what), 20);
    EXPECT_TRUE(what.ends_with("and 1 more error\n")) << what;
  }
}

// ---------------------------------------------------------------------------------------------- Diagnostics

TEST(Diagnostics, KnowWhetherThereAreErrors) {
  const SourceText source("test", "text");
  Diagnostics diagnostics(source);
  diagnostics.warning(0, "odd");
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.error(0, "bad");
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Diagnostics, ComeInTheOrderOfTheText) {
  const SourceText source("test", "one\ntwo\nthree");
  Diagnostics diagnostics(source);
  diagnostics.error(9, "late");
  diagnostics.warning(4, "odd");
  diagnostics.error(4, "bad");
  diagnostics.error(0, "early");
  EXPECT_EQ(test::to_texts(diagnostics.in_order()),
            (Texts{"1:1: error: early", "2:1: error: bad", "2:1: warning: odd", "3:2: error: late"}));
}

TEST(Diagnostics, SayTheSameOfOnePlaceOnce) {
  const SourceText source("test", "one\ntwo");
  Diagnostics diagnostics(source);
  diagnostics.error(4, "bad");
  diagnostics.error(4, "worse");
  diagnostics.error(0, "bad");
  diagnostics.error(4, "bad");
  EXPECT_EQ(test::to_texts(diagnostics.in_order()),
            (Texts{"1:1: error: bad", "2:1: error: bad", "2:1: error: worse"}));
}

TEST(Diagnostics, CarryFileAndExcerpt) {
  const SourceText source("zoo.kenn", "one\ntwo");
  Diagnostics diagnostics(source);
  diagnostics.error(5, "bad");
  const Diagnostic found = diagnostics.in_order().front();
  EXPECT_EQ(found.file, "zoo.kenn");
  EXPECT_EQ(found.excerpt, "two");
  EXPECT_EQ(found.caret, 1U);
}

TEST(Diagnostics, NameTheLineOfAPlace) {
  const SourceText source("test", "a\nbc\n\nd");
  Diagnostics diagnostics(source);
  EXPECT_EQ(diagnostics.line_of(0), "line 1");
  EXPECT_EQ(diagnostics.line_of(1), "line 1");  // the end of a line belongs to it
  EXPECT_EQ(diagnostics.line_of(2), "line 2");
  EXPECT_EQ(diagnostics.line_of(5), "line 3");
  EXPECT_EQ(diagnostics.line_of(6), "line 4");
  EXPECT_EQ(diagnostics.line_of(7), "line 4");
}

TEST(Diagnostics, LookForASuggestionOncePerName) {
  const SourceText source("test", "");
  Diagnostics diagnostics(source);
  int searches = 0;
  const auto find = [&] { return "; number " + std::to_string(++searches); };
  EXPECT_EQ(diagnostics.suggestion_for("type", "A", find), "; number 1");
  EXPECT_EQ(diagnostics.suggestion_for("predicate", "A", find), "; number 2");
  EXPECT_EQ(diagnostics.suggestion_for("type", "A", find), "; number 1");
}

TEST(Diagnostics, LookForAHundredSuggestions) {
  const SourceText source("test", "");
  Diagnostics diagnostics(source);
  const auto find = [] { return std::string("; found"); };
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(diagnostics.suggestion_for("type", std::to_string(i), find), "; found");
  EXPECT_EQ(diagnostics.suggestion_for("type", "100", find), "");
  EXPECT_EQ(diagnostics.suggestion_for("type", "7", find), "; found");
}

}  // namespace
}  // namespace kenn::base
