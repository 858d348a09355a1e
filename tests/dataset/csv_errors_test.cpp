// Tests of relations in CSV files: what is said of wrong ones.
#include "dataset/relation_support.h"

namespace kenn::dataset {
namespace {

using test::csv_complaints;
using test::csv_relation;
using test::papers;
using test::papers_with_ids;
using test::repeat;
using test::Texts;

TEST(CsvHeader, IsNeeded) {
  EXPECT_EQ(csv_complaints(""), Texts{"0:0: error: the file is empty; its first line must name the columns"});
  EXPECT_EQ(csv_complaints("\xef\xbb\xbf"),
            Texts{"0:0: error: the file is empty; its first line must name the columns"});
  EXPECT_EQ(csv_complaints("\nx,y\n"),
            Texts{"1:1: error: the first line is empty; it must name the columns"});
  for (const char* const text : {"0,1\n2,3\n", "0,1", "\"0\", 1.5\n", "0,1,0.5\n", "7\n"}) {
    EXPECT_EQ(csv_complaints(text),
              Texts{"1:1: error: the first line must name the columns, but this looks like data"});
  }
}

TEST(CsvHeader, HasOneColumnPerArgument) {
  EXPECT_EQ(csv_complaints("x\n0\n"), Texts{"1:2: error: 'Cite' has 2 arguments, one column each and perhaps "
                                            "one named 'truth'; the header has 1 "
                                            "column"});
  EXPECT_EQ(csv_complaints("x,y,Truth\n0,1,1\n"), Texts{"1:5: error: 'Cite' has 2 arguments, one column each "
                                                        "and perhaps one named 'truth'; the header has 3 "
                                                        "columns"});
  EXPECT_EQ(csv_complaints("x,truth\n0,1\n"), Texts{"1:8: error: 'Cite' has 2 arguments, one column each and "
                                                    "perhaps one named 'truth'; the header has 1 "
                                                    "column besides 'truth'"});
  EXPECT_EQ(csv_complaints("x,y\n0,1\n", papers(1, 100), TruthColumn::refused),
            Texts{"1:3: error: 'Cite' has 1 argument, one column each; the header has 2 columns"});
}

TEST(CsvHeader, HasOneTruthColumnWhereThatIsAllowed) {
  EXPECT_EQ(csv_complaints("x,y,truth\n0,1,1\n", papers(2, 100), TruthColumn::refused),
            Texts{"1:5: error: 'Cite' is predicted and has no truth degrees"});
  EXPECT_EQ(csv_complaints("truth,x,truth,y\n"),
            (Texts{"1:9: error: there is a column 'truth' already",
                   "1:15: error: 'Cite' has 2 arguments, one column each and "
                   "perhaps one named 'truth'; the header has 3 columns besides 'truth'"}));
}

TEST(CsvHeader, WithOtherSeparatorsGetsAHint) {
  const std::string complaint =
      "error: 'Cite' has 2 arguments, one column each and perhaps one named 'truth'; the header has 1 column "
      "(columns are separated by commas, not by ";
  EXPECT_EQ(csv_complaints("x;y\n0;1\n"), Texts{"1:4: " + complaint + "semicolons)"});
  EXPECT_EQ(csv_complaints("x\ty\n0\t1\n"), Texts{"1:4: " + complaint + "tabs)"});
}

TEST(CsvHeader, MayBeDamaged) {
  EXPECT_EQ(csv_complaints("\"x,y\n0,1\n"), Texts{"1:1: error: this quote never ends"});
  EXPECT_EQ(csv_complaints("\xff\xfex,y\n"), Texts{"1:1: error: the text is not UTF-8"});
}

TEST(CsvLine, HasAsManyFieldsAsTheHeader) {
  EXPECT_EQ(csv_complaints("x,y\n0\n0,1,2\n0,1,\n"),
            (Texts{"2:2: error: this line has 1 field, but the first line has 2",
                   "3:5: error: this line has 3 fields, but the first line has 2",
                   "4:5: error: this line has 3 fields, but the first line has 2"}));
}

TEST(CsvLine, MayNotBeEmptyInside) {
  EXPECT_EQ(
      csv_complaints("x,y\n\n \n0,1\n\n0,z\n\n"),
      (Texts{"2:1: error: this line is empty", "5:1: error: this line is empty",
             "6:3: error: 'z' is not a row number; if these are ids, list them with --ids Paper=FILE"}));
}

TEST(CsvLine, MayNotHaveEmptyFields) {
  EXPECT_EQ(csv_complaints("x,y,truth\n,1,1\n0, ,1\n0,\"\",1\n0,1,\n"),
            (Texts{"2:1: error: this field is empty", "3:4: error: this field is empty",
                   "4:3: error: this field is empty", "5:5: error: this field is empty"}));
  const Texts ids = {"a"};
  EXPECT_EQ(csv_complaints("x\n\"\"\n", papers_with_ids(1, ids)), Texts{"2:1: error: this field is empty"});
}

TEST(CsvLine, HasRowNumbersThatExist) {
  EXPECT_EQ(csv_complaints("x,y\n0,100\n-1,1.5\n12345678901,2\n"),
            (Texts{"2:3: error: there is no row 100: the rows of Paper are 0 to 99",
                   "3:1: error: the row number -1 is negative; rows count from 0",
                   "3:4: error: the row number 1.5 is not a whole number",
                   "4:1: error: there is no row 12345678901: the rows of Paper are 0 to 99"}));
  EXPECT_EQ(csv_complaints("x\n0\n", papers(1, 0)),
            Texts{"2:1: error: there is no row 0: Paper has no objects"});
}

TEST(CsvLine, HasRowNumbersAndNoText) {
  const auto complaint = [](const std::string& text) {
    return "2:1: error: '" + text +
           "' is not a row number; if these are ids, list them with --ids Paper=FILE";
  };
  for (const char* const text : {"abc", "1x", "0x10", "1 2", "--1", "+-1", "+", "1,5", "nan", "é"}) {
    EXPECT_EQ(csv_complaints("x\n\"" + std::string(text) + "\"\n", papers(1, 100)), Texts{complaint(text)});
  }
  EXPECT_EQ(csv_complaints("x\ninf\n", papers(1, 100)),
            Texts{"2:1: error: there is no row inf: the rows of Paper are 0 to 99"});
}

TEST(CsvLine, HasIdsThatExist) {
  const Texts ids = {"alpha", "beta"};
  EXPECT_EQ(csv_complaints("x,y\nalpha,bata\n0,alpha\n", papers_with_ids(2, ids)),
            (Texts{"2:7: error: Paper has no object with the id 'bata'; did you mean 'beta'?",
                   "3:1: error: Paper has no object with the id '0'"}));
}

TEST(CsvLine, HasTruthDegreesBetween0And1) {
  EXPECT_EQ(
      csv_complaints("x,y,truth\n0,1,yes\n0,1,1.5\n0,1,-0.1\n0,1,nan\n0,1,inf\n0,1,1e400\n"),
      (Texts{"2:5: error: 'yes' is not a number", "3:5: error: the truth degree 1.5 is not between 0 and 1",
             "4:5: error: the truth degree -0.1 is not between 0 and 1",
             "5:5: error: the truth degree nan is not between 0 and 1",
             "6:5: error: the truth degree inf is not between 0 and 1",
             "7:5: error: the truth degree 1e400 is not between 0 and 1"}));
}

TEST(CsvLine, IsText) {
  EXPECT_EQ(
      csv_complaints("x,y\n0,\xe9\n0" + std::string(1, '\0') + ",1\n0,z\n"),
      (Texts{"2:3: error: the text is not UTF-8", "3:2: error: a zero byte; this is not a text file",
             "4:3: error: 'z' is not a row number; if these are ids, list them with --ids Paper=FILE"}));
}

TEST(CsvLine, HasQuotesAroundWholeFields) {
  EXPECT_EQ(
      csv_complaints("x,y\n0,1\"\n\"0\"1,2\n0,\"1\" \"\n0,-1\n"),
      (Texts{"2:4: error: a quote inside a field; put the whole field in quotes and write this one twice",
             "3:4: error: text behind a closing quote; a quote inside quotes is written twice",
             "4:7: error: text behind a closing quote; a quote inside quotes is written twice",
             "5:3: error: the row number -1 is negative; rows count from 0"}));
}

TEST(CsvLine, HasQuotesThatEnd) {
  EXPECT_EQ(csv_complaints("x,y\n0,z\n0, \"1\n2,3\n"),
            (Texts{"2:3: error: 'z' is not a row number; if these are ids, list them with --ids Paper=FILE",
                   "3:4: error: this quote never ends"}));
}

TEST(CsvLine, KnowsItsPlaceBehindLineEndsInQuotes) {
  const Texts ids = {"a\nb", "c"};
  EXPECT_EQ(csv_complaints("\"x\n\n\",y\n\"a\nb\",\"a\nb\"\n\"a\nb\",d\nc,d\n", papers_with_ids(2, ids)),
            (Texts{"8:4: error: Paper has no object with the id 'd'",
                   "9:3: error: Paper has no object with the id 'd'"}));
}

TEST(CsvLine, IsShownWhereSomethingIsWrong) {
  try {
    csv_relation("x,y\n0,é\n\"12\" , 1234\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "test:2:3: error: 'é' is not a row number; if these are ids, list them with --ids Paper=FILE\n"
        "  0,é\n"
        "    ^\n"
        "test:3:8: error: there is no row 1234: the rows of Paper are 0 to 99\n"
        "  \"12\" , 1234\n"
        "         ^\n");
  }
}

TEST(CsvLine, GetsTwentyErrorsAtMost) {
  const Texts complaints = csv_complaints("x,y\n" + repeat("0,-1\n", 100'000));
  ASSERT_EQ(complaints.size(), 21U);
  EXPECT_EQ(complaints[19], "21:3: error: the row number -1 is negative; rows count from 0");
  EXPECT_EQ(complaints[20],
            "0:0: warning: only the first 20 errors are listed; there may be more in the file");
}

}  // namespace
}  // namespace kenn::dataset
