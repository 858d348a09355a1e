// Tests of fields that are written to CSV files.
#include "io/csv_field.h"

#include <gtest/gtest.h>

namespace kenn::io {
namespace {

TEST(CsvField, IsQuotedWhereItMustBe) {
  for (const CsvReader reader : {CsvReader::program, CsvReader::spreadsheet}) {
    EXPECT_EQ(csv_text("plain", reader), "plain");
    EXPECT_EQ(csv_text("a,b", reader), "\"a,b\"");
    EXPECT_EQ(csv_text("say \"x\"", reader), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_text("two\nlines", reader), "\"two\nlines\"");
    EXPECT_EQ(csv_text(" blank", reader), "\" blank\"");
    EXPECT_EQ(csv_text("", reader), "");
  }
}

TEST(CsvField, IsNoFormulaForASpreadsheet) {
  EXPECT_EQ(csv_text("=1+2", CsvReader::spreadsheet), "'=1+2");
  EXPECT_EQ(csv_text("+1", CsvReader::spreadsheet), "'+1");
  EXPECT_EQ(csv_text("-1", CsvReader::spreadsheet), "'-1");
  EXPECT_EQ(csv_text("@SUM(A1)", CsvReader::spreadsheet), "'@SUM(A1)");
  EXPECT_EQ(csv_text("\t=1", CsvReader::spreadsheet), "'\t=1");
  EXPECT_EQ(csv_text("\r=1", CsvReader::spreadsheet), "\"'\r=1\"");
  EXPECT_EQ(csv_text("\n=1", CsvReader::spreadsheet), "\"'\n=1\"");
  EXPECT_EQ(csv_text("=HYPERLINK(\"x\",\"y\")", CsvReader::spreadsheet),
            "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
  EXPECT_EQ(csv_text("\xef\xbc\x9d"
                     "1",
                     CsvReader::spreadsheet),
            "'\xef\xbc\x9d"
            "1")
      << "a wide sign";
  EXPECT_EQ(csv_text("p=1", CsvReader::spreadsheet), "p=1");
  EXPECT_EQ(csv_text("'=1", CsvReader::spreadsheet), "'=1");
}

TEST(CsvField, StaysAsItIsForAProgram) {
  for (const char* const text : {"=1+2", "+1", "-1", "@SUM(A1)"}) {
    EXPECT_EQ(csv_text(text, CsvReader::program), text);
  }
}

}  // namespace
}  // namespace kenn::io
