// Tests of relations in CSV files: every way to write one.
#include "dataset/relation_support.h"

namespace kenn::dataset {
namespace {

using test::csv_complaints;
using test::csv_relation;
using test::csv_tuples;
using test::Degrees;
using test::papers;
using test::papers_with_ids;
using test::Rows;
using test::Texts;

TEST(CsvRelation, HasOneTuplePerLine) {
  EXPECT_EQ(csv_tuples("x,y\n0,1\n99,12\n"), (Rows{0, 1, 99, 12}));
  EXPECT_EQ(csv_tuples("x\n7\n0\n", papers(1, 100)), (Rows{7, 0}));
  EXPECT_EQ(csv_tuples("x,y,z\n1,2,3\n", papers(3, 100)), (Rows{1, 2, 3}));
}

TEST(CsvRelation, MayHaveNoTuples) {
  EXPECT_EQ(csv_tuples("x,y\n"), Rows{});
  EXPECT_EQ(csv_tuples("x,y"), Rows{});
  EXPECT_EQ(csv_relation("x,truth,y").truth, Degrees{});
}

TEST(CsvRelation, MayEndItsLinesInSeveralWays) {
  const Rows expected = {0, 1, 2, 3};
  EXPECT_EQ(csv_tuples("x,y\n0,1\n2,3"), expected);
  EXPECT_EQ(csv_tuples("x,y\r\n0,1\r\n2,3\r\n"), expected);
  EXPECT_EQ(csv_tuples("x,y\r\n0,1\n2,3\r"), expected);
  EXPECT_EQ(csv_tuples("x,y\n0,1\n2,3\n\n \t\r\n\n"), expected);
  EXPECT_EQ(csv_tuples("\xef\xbb\xbfx,y\n0,1\n2,3\n"), expected);
}

TEST(CsvRelation, MayHaveBlanksAroundFields) {
  EXPECT_EQ(csv_tuples(" x , y \n 0,1 \n\t2\t,  3\n"), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(csv_tuples("x,y\n \"0\" ,\t\"1\"\t\n"), (Rows{0, 1}));
}

TEST(CsvRelation, MayHaveQuotes) {
  EXPECT_EQ(csv_tuples("\"x, the \"\"first\"\"\",\"y\nz\"\n\"0\",1\r\n2,\"3\""), (Rows{0, 1, 2, 3}));
}

TEST(CsvRelation, TakesEveryWholeNumber) {
  EXPECT_EQ(csv_tuples("x,y\n+3,007\n3.0,1e1\n-0,0.5E1\n000000000000000000000012,1\n"),
            (Rows{3, 7, 3, 10, 0, 5, 12, 1}));
}

TEST(CsvRelation, HasALargestRowNumber) {
  const auto any = papers(1, std::nullopt);
  EXPECT_EQ(csv_tuples("x\n4294967294\n999999999\n1000000000\n", any),
            (Rows{4294967294, 999999999, 1000000000}));
  for (const std::string number : {"4294967295", "4294967296", "99999999999999999999999999", "1e400"}) {
    EXPECT_EQ(csv_complaints("x\n" + number + "\n", any),
              Texts{"2:1: error: the row number " + number + " is too large; the largest is 4294967294"});
  }
}

TEST(CsvRelation, MayHaveTruthDegreesAnywhere) {
  for (const char* const text :
       {"truth,x,y\n0.25,1,2\n1,3,4\n", "x,truth,y\n1,.25,2\n3,1.0,4\n",
        "x, \"truth\" ,y\n1,+2.5e-1,2\n3,\"1\",4\n", "x,y,truth\r\n1,2, 0.25\r\n3,4,1"}) {
    const RelationData data = csv_relation(text);
    EXPECT_EQ(data.tuples, (Rows{1, 2, 3, 4})) << text;
    EXPECT_EQ(data.truth, (Degrees{0.25F, 1})) << text;
  }
  EXPECT_EQ(csv_relation("x,y,truth\n1,2,0\n1,2,1e-400\n1,2,-0").truth, (Degrees{0, 0, 0}));
}

TEST(CsvRelation, MayHaveOtherColumnsWhereTheyAreIgnored) {
  const auto read = [](const std::string& text) {
    base::InputFile file("test", text);
    return read_csv_relation(file, "Cite", papers(2, 100), TruthColumn::refused, {OtherColumns::ignored});
  };
  EXPECT_EQ(read("x,y,Cite,length\n0,1,,2.5\n3,2,1,-1\n").tuples, (Rows{0, 1, 3, 2}));
  EXPECT_EQ(read("x,y\n0,1\n").tuples, (Rows{0, 1}));
  const auto complaints = [&](const std::string& text) {
    return test::complaints_of(ErrorKind::data, [&] { read(text); });
  };
  EXPECT_EQ(complaints("x,y,length\n0,1\n"),
            Texts{"2:4: error: this line has 2 fields, but the first line has 3"});
  EXPECT_EQ(complaints("x\n0\n"),
            Texts{"1:2: error: 'Cite' has 2 arguments, one column each; the header has 1 column"});
  EXPECT_EQ(csv_complaints("x,y,length\n0,1,2\n").size(), 1U);
}

TEST(CsvRelation, MayHaveIds) {
  const Texts ids = {"a", "b, \"c\"", "12", " d ", "e\nf", "é"};
  const auto arguments = papers_with_ids(2, ids);
  EXPECT_EQ(csv_tuples("x,y\na,12\n 12 ,\"b, \"\"c\"\"\"\n\" d \",\"e\nf\"\né,a\n", arguments),
            (Rows{0, 2, 2, 1, 3, 4, 5, 0}));
}

TEST(CsvRelation, MayHaveIdsForSomeArgumentsOnly) {
  const Texts ids = {"a", "b"};
  const std::vector<ArgumentObjects> arguments = {papers_with_ids(1, ids)[0], {"Author", 5, {}}};
  EXPECT_EQ(csv_tuples("x,y\nb,4\na,0\n", arguments), (Rows{1, 4, 0, 0}));
  EXPECT_EQ(csv_complaints("x,y\nb,5\n", arguments),
            Texts{"2:3: error: there is no row 5: the rows of Author are 0 to 4"});
}

// A field in one of the ways it may be written.
std::string field_of(const std::string& text) {
  const bool needs_quotes =
      text.find_first_of(",\"\r\n") != std::string::npos || text.starts_with(' ') || text.ends_with(' ');
  std::string field = text;
  if (needs_quotes || test::once_in(3)) {
    field = "\"";
    for (const char letter : text) field += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    field += "\"";
  }
  const std::string blanks = test::one_of<std::string>({"", "", " ", "\t "});
  return blanks + field + blanks;
}

TEST(CsvRelation, IsReadAsItWasWritten) {
  const Texts ids = {"a",  "b\"", "c,d",   " e",   "f\n\ng", "\"", "h\r\ni",
                     "é😀", "12",  "truth", "j\tk", ",",      "\n"};
  test::check_property(300, [&] {
    const auto arity = 1 + static_cast<std::size_t>(test::below(3));
    const bool has_truth = test::once_in(2);
    const auto truth_column = test::one_of<std::size_t>({0, 1, arity});
    RelationData expected;
    std::string text = test::once_in(4) ? "\xef\xbb\xbf" : "";
    const int lines = test::below(12);
    for (int line = -1; line < lines; ++line) {
      std::string record;
      for (std::size_t column = 0; column <= arity; ++column) {
        std::string field;
        if (column == truth_column) {
          if (!has_truth) continue;
          const auto degree = static_cast<float>(test::below(5)) / 4;
          if (line >= 0) expected.truth.push_back(degree);
          field = line < 0 ? "truth" : std::to_string(degree);
        } else {
          const auto row = static_cast<Row>(test::below(static_cast<int>(ids.size())));
          if (line >= 0) expected.tuples.push_back(row);
          field = line < 0 ? "name, \"" + std::to_string(column) : ids[row];
        }
        record += (record.empty() ? "" : ",") + field_of(field);
      }
      const bool is_last = line + 1 == lines;
      text += record + test::one_of<std::string>({"\n", "\r\n", is_last ? "" : "\n"});
    }
    const RelationData data = csv_relation(text, papers_with_ids(arity, ids));
    RC_ASSERT(data.tuples == expected.tuples);
    RC_ASSERT(data.truth == expected.truth);
  });
}

}  // namespace
}  // namespace kenn::dataset
