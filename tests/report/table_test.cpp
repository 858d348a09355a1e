// Tests of tables in HTML, Markdown and CSV, and of the numbers in them.
#include "report/table.h"

#include <gtest/gtest.h>

#include "report/numbers.h"

namespace kenn::report {
namespace {

Table example() {
  return {"example",
          "An <example>",
          {{"Name", "name"}, {"Nothing", "nothing"}, {"Share", "share"}},
          {{text_cell("a|b, \"c\"\n<d>"), empty_cell(), percent_cell(0.123456)},
           {text_cell("plain"), empty_cell(), empty_cell()}}};
}

TEST(Table, Html) {
  const std::string html = to_html(example());
  EXPECT_NE(html.find("<caption>An &lt;example&gt;</caption>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"row\">a|b, &quot;c&quot;\n&lt;d&gt;</th>"), std::string::npos);
  EXPECT_NE(html.find("<td class=\"number\">12.3\u00a0%</td>"), std::string::npos);
  EXPECT_EQ(html.find("Nothing"), std::string::npos) << "an empty column";
}

TEST(Table, Markdown) {
  EXPECT_EQ(to_markdown(example()),
            "# An \\<example\\>\n\n| Name | Share |\n|---|---:|\n"
            "| a\\|b, \"c\" \\<d\\> | 12.3\u00a0% |\n| plain | |\n");
}

TEST(Table, CsvHasAllColumnsAndExactNumbers) {
  EXPECT_EQ(to_csv(example()), "name,nothing,share\n\"a|b, \"\"c\"\"\n<d>\",,0.123456\nplain,,\n");
}

TEST(Table, LongTablesAreCutOnThePageOnly) {
  Table table{"long", "Long", {{"Number", "number"}}, {}};
  for (std::uint64_t i = 1; i <= most_shown_rows + 5; ++i) table.rows.push_back({count_cell(1000 * i)});
  EXPECT_EQ(to_html(table).find("125,000"), std::string::npos);
  EXPECT_NE(to_html(table).find("The first 120 of 125 rows"), std::string::npos);
  EXPECT_NE(to_csv(table).find("125000\n"), std::string::npos);
  EXPECT_NE(to_markdown(table).find("125,000"), std::string::npos);
}

TEST(Numbers, AsPeopleReadThem) {
  EXPECT_EQ(percent(0.6519), "65.2\u00a0%");
  EXPECT_EQ(points(0.0481), "+4.8");
  EXPECT_EQ(points(-0.0481), "\u22124.8");
  EXPECT_EQ(points(-0.00001), "0.0");
  EXPECT_EQ(share_label(0.1), "10\u00a0%");
  EXPECT_EQ(share_label(0.125), "12.5\u00a0%");
  EXPECT_EQ(p_value_text(0.0321), "0.032");
  EXPECT_EQ(p_value_text(6.6e-183), "6.6e-183");
  EXPECT_EQ(p_value_text(0), "< 1e-300");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "run"), "1 run");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace kenn::report
