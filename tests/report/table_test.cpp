// Tests of tables in Markdown and CSV, and of the numbers in them.
#include "report/table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "report/numbers.h"

namespace kenn::report {
namespace {

Json example() {
  Json table = make_table("example", "An <example>",
                          {{"name", "Name", kind::text},
                           {"nothing", "Nothing", kind::text},
                           {"share", "Share", kind::percent},
                           {"mean", "Mean", kind::number, 2},
                           {"better", "Better", kind::count_of}});
  add_row(table, {"a|b, \"c\"\n<d>", "", 0.123456, value_of(std::nan("")), {3, 4}});
  add_row(table, {"plain", "", nullptr, 1.005, nullptr});
  return table;
}

TEST(Table, Markdown) {
  EXPECT_EQ(to_markdown(example()),
            "# An \\<example\\>\n\n| Name | Share | Mean | Better |\n|---|---:|---:|---:|\n"
            "| a\\|b, \"c\" \\<d\\> | 12.3\u00a0% | | 3 of 4 |\n| plain | | 1.00 | |\n");
}

TEST(Table, CsvHasAllColumnsAndExactNumbers) {
  EXPECT_EQ(to_csv(example()),
            "name,nothing,share,mean,better\n\"a|b, \"\"c\"\"\n<d>\",,0.123456,,3\nplain,,,1.005,\n");
}

TEST(Table, SharesOfLabels) {
  Json table =
      make_table("shares", "Shares", {{"fraction", "Labels", kind::fraction}, {"n", "N", kind::count}});
  add_row(table, {nullptr, 1000});
  EXPECT_EQ(to_csv(table), "fraction,n\n,1000\n");
  EXPECT_EQ(to_markdown(table),
            "# Shares\n\n| Labels | N |\n|---|---:|\n| the data's own splits | 1,000 |\n");
  add_row(table, {0.125, 2});
  EXPECT_NE(to_markdown(table).find("|---:|---:|"), std::string::npos);
}

TEST(Table, WithoutColumns) {
  const Json table = without_columns(example(), {"name", "mean", "other"});
  EXPECT_EQ(to_csv(table), "nothing,share,better\n,0.123456,3\n,,\n");
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
}

}  // namespace
}  // namespace kenn::report
