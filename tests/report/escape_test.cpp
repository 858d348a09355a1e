// Tests of text in Markdown, CSV and scripts.
#include "report/escape.h"

#include <gtest/gtest.h>

#include <limits>

namespace kenn::report {
namespace {

TEST(Escape, MarkdownCellsAreOneLineWithoutMarkup) {
  EXPECT_EQ(markdown_cell("a|b"), "a\\|b");
  EXPECT_EQ(markdown_cell("two\nlines\r\n"), "two lines  ");
  EXPECT_EQ(markdown_cell("<b>*x*</b> _y_ `z` [l](u) \\"),
            "\\<b\\>\\*x\\*\\</b\\> \\_y\\_ \\`z\\` \\[l\\](u) \\\\");
  EXPECT_EQ(markdown_cell("Paper \u00e9\u4e2d"), "Paper \u00e9\u4e2d");
  EXPECT_EQ(markdown_cell(std::string("a\0b\x1b\xff", 5)), "a\ufffdb\ufffd\ufffd");
  EXPECT_EQ(markdown_cell("a\u202eb"), "a\ufffdb");
}

TEST(Escape, ScriptsCannotBeEndedByData) {
  const Json json = {{"name", "</script><!--"}, {"value", 1.5}};
  const std::string text = script_json(json);
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(text), json);
  EXPECT_EQ(script_json({{"x", std::numeric_limits<double>::quiet_NaN()}}), "{\"x\":null}");
  EXPECT_EQ(script_json({{"x", "\xff"}}), "{\"x\":\"\ufffd\"}");
}

TEST(Escape, FilesHaveSafeNames) {
  EXPECT_EQ(file_safe("weights-kenn-greedy_2"), "weights-kenn-greedy_2");
  EXPECT_EQ(file_safe("../a b\n\u00e9"), "---a-b---");
}

}  // namespace
}  // namespace kenn::report
