// Tests of features in MatrixMarket files.
#include "io/matrix_market.h"

#include "dataset/dataset_support.h"

namespace kenn::io {
namespace {

using test::repeat;
using test::Texts;

const std::string coordinate = "%%MatrixMarket matrix coordinate real general\n";
const std::string array = "%%MatrixMarket matrix array real general\n";

std::string matrix(const std::string& text, std::size_t rows) {
  base::InputFile file("test", text);
  return test::to_text(read_matrix_market(file, "Paper", rows));
}

Texts complaints(const std::string& text, std::size_t rows = 2) {
  return test::complaints_of(ErrorKind::data, [&] { matrix(text, rows); });
}

TEST(MatrixMarket, HasEntriesInAnyOrder) {
  EXPECT_EQ(matrix(coordinate + "3 2 3\n3 1 4\n1 2 0.5\n1 1 -1e2\n", 3), "sparse 3x2: 0:-100 1:0.5 | | 0:4");
}

TEST(MatrixMarket, LeavesOutZeros) {
  EXPECT_EQ(matrix(coordinate + "1 3 3\n1 1 0\n1 2 -0.0\n1 3 1\n", 1), "sparse 1x3: 2:1");
}

TEST(MatrixMarket, HasWholeNumbersOrPlacesOnly) {
  EXPECT_EQ(matrix("%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 -3\n", 1),
            "sparse 1x2: 1:-3");
  EXPECT_EQ(matrix("%%MatrixMarket matrix coordinate pattern general\n1 2 2\n1 2\n1 1\n", 1),
            "sparse 1x2: 0:1 1:1");
}

TEST(MatrixMarket, IsDenseAsAnArray) {
  EXPECT_EQ(matrix(array + "2 3\n1\n2\n3\n4\n5\n6\n", 2), "dense 2x3: 1 3 5 | 2 4 6");
  EXPECT_EQ(matrix("%%MatrixMarket matrix array integer general\n1 1\n-7", 1), "dense 1x1: -7");
}

TEST(MatrixMarket, MayBeEmpty) {
  EXPECT_EQ(matrix(coordinate + "0 0 0\n", 0), "sparse 0x0:");
  EXPECT_EQ(matrix(coordinate + "2 5 0\n", 2), "sparse 2x5: |");
  EXPECT_EQ(matrix(array + "0 3\n", 0), "dense 0x3:");
  EXPECT_EQ(matrix(array + "2 0\n", 2), "dense 2x0: |");
}

TEST(MatrixMarket, HasCommentsBlanksAndAnyCase) {
  EXPECT_EQ(matrix("\xef\xbb\xbf%%matrixmarket MATRIX Coordinate Real General\r\n% a\n%\n\n  2\t2 1 \r\n%b\n "
                   "2  1 3\r\n\n",
                   2),
            "sparse 2x2: | 0:3");
}

TEST(MatrixMarket, NeedsItsBanner) {
  EXPECT_EQ(complaints(""), Texts{"0:0: error: the file is empty"});
  for (const char* const text :
       {"2 2 1\n1 1 1\n", "%%MatrixMarket\n", "%%MatrixMarket matrix coordinate real\n",
        "%MatrixMarket matrix coordinate real general\n", "\n",
        "%%MatrixMarket vector coordinate real general\n"}) {
    EXPECT_EQ(complaints(text), Texts{"1:1: error: this is no MatrixMarket file; its first line is like "
                                      "'%%MatrixMarket matrix coordinate real general'"});
  }
}

TEST(MatrixMarket, IsOfOneOfAFewKinds) {
  EXPECT_EQ(complaints("%%MatrixMarket matrix sparse complex symmetric\n"),
            (Texts{"1:23: error: 'sparse' matrices cannot be read, only 'coordinate' and 'array'",
                   "1:30: error: 'complex' matrices cannot be read, only 'real', 'integer' and 'pattern'",
                   "1:38: error: 'symmetric' matrices cannot be read, only 'general'"}));
  EXPECT_EQ(complaints("%%MatrixMarket matrix array pattern general\n"),
            Texts{"1:29: error: 'pattern' matrices cannot be read, only 'real' and 'integer' in an array"});
}

TEST(MatrixMarket, NeedsItsSizes) {
  EXPECT_EQ(complaints(coordinate), Texts{"0:0: error: the file ends before the line with the sizes"});
  EXPECT_EQ(complaints(coordinate + "2 2\n"),
            Texts{"2:1: error: here must be three sizes: rows, columns and entries"});
  EXPECT_EQ(complaints(array + "2 2 4\n"), Texts{"2:1: error: here must be two sizes: rows and columns"});
  EXPECT_EQ(complaints(coordinate + "2 x 0\n"), Texts{"2:3: error: 'x' is not a size"});
  EXPECT_EQ(complaints(coordinate + "2 -1 0\n"), Texts{"2:3: error: '-1' is not a size"});
  EXPECT_EQ(complaints(coordinate + "3 1 0\n"),
            Texts{"2:1: error: there are 3 rows, but Paper has 2 objects"});
}

TEST(MatrixMarket, TakesNoMemoryForWhatItPromises) {
  const std::string huge = "99999999999999999999999";
  EXPECT_EQ(complaints(coordinate + huge + " 1 0\n"),
            Texts{"2:1: error: there are 18446744073709551615 rows, but Paper has 2 objects"});
  EXPECT_EQ(complaints(coordinate + "2 " + huge + " 0\n"),
            Texts{"2:1: error: there are 18446744073709551615 columns; at most 4294967295 are possible"});
  EXPECT_EQ(complaints(coordinate + "2 1 " + huge + "\n1 1 1\n"),
            Texts{"0:0: error: the file has 1 entry, but says it has 18446744073709551615"});
  EXPECT_EQ(complaints(array + "2 4000000000\n1\n2\n"),
            Texts{"0:0: error: the file has 2 entries, but says it has 8000000000"});
}

TEST(MatrixMarket, HasAsManyEntriesAsItSays) {
  EXPECT_EQ(complaints(coordinate + "2 2 2\n1 1 1\n"),
            Texts{"0:0: error: the file has 1 entry, but says it has 2"});
  EXPECT_EQ(complaints(coordinate + "2 2 1\n1 1 1\n2 2 2\n"),
            Texts{"0:0: error: the file has 2 entries, but says it has 1"});
  EXPECT_EQ(complaints(array + "2 2\n1\n2\n3\n"),
            Texts{"0:0: error: the file has 3 entries, but says it has 4"});
  EXPECT_EQ(complaints(array + "2 1\n1\n2\n3\n"),
            Texts{"0:0: error: the file has 3 entries, but says it has 2"});
}

TEST(MatrixMarket, HasEntriesInsideOfIt) {
  EXPECT_EQ(complaints(coordinate + "2 2 4\n0 1 1\n1 0 1\n3 1 1\n1 3 1\n"),
            (Texts{"3:1: error: there is no row 0; they count from 1 to 2",
                   "4:3: error: there is no column 0; they count from 1 to 2",
                   "5:1: error: there is no row 3; they count from 1 to 2",
                   "6:3: error: there is no column 3; they count from 1 to 2"}));
}

TEST(MatrixMarket, HasWholeEntries) {
  EXPECT_EQ(complaints(coordinate + "2 2 4\n1 1\n1 1 1 1\n1 x 1\n1.0 1 1\n"),
            (Texts{"3:1: error: an entry has three numbers: row, column and value",
                   "4:1: error: an entry has three numbers: row, column and value",
                   "5:3: error: 'x' is not the number of a column",
                   "6:1: error: '1.0' is not the number of a row"}));
  EXPECT_EQ(complaints("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n"),
            Texts{"3:1: error: an entry has two numbers: row and column"});
  EXPECT_EQ(complaints(array + "2 1\n1 2\n3\n"), Texts{"3:3: error: a line of an array has one number"});
}

TEST(MatrixMarket, HasFiniteNumbers) {
  EXPECT_EQ(complaints(coordinate + "2 2 4\n1 1 nan\n1 2 inf\n2 1 1e40\n2 2 abc\n"),
            (Texts{"3:5: error: 'nan' is not a finite number", "4:5: error: 'inf' is not a finite number",
                   "5:5: error: '1e40' is too large for float32", "6:5: error: 'abc' is not a number"}));
  EXPECT_EQ(complaints(array + "2 1\n1\nnan\n"), Texts{"4:1: error: 'nan' is not a finite number"});
}

TEST(MatrixMarket, HasEveryEntryOnce) {
  EXPECT_EQ(complaints(coordinate + "% comment\n2 2 3\n2 2 1\n1 1 1\n2 2 0\n"),
            Texts{"6:1: error: the entry of row 2, column 2 is also in line 4"});
}

TEST(MatrixMarket, IsNotReadForEver) {
  EXPECT_EQ(complaints(coordinate + "2 2 1000\n" + repeat("3 3 3\n", 1000)).size(), 21U);
}

// A file that is cut off anywhere, or has one wrong byte, is read or refused.
TEST(MatrixMarket, MayBeDamaged) {
  const std::string whole = coordinate + "2 3 4\n1 1 0.5\n1 3 2\n2 2 1e3\n2 3 -7\n";
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    const std::string cut = whole.substr(0, length);
    base::InputFile file("test", cut);
    EXPECT_THROW(read_matrix_market(file, "Paper", 2), Error) << cut;
  }
  test::check_property(300, [&] {
    std::string damaged = whole;
    damaged[static_cast<std::size_t>(test::below(static_cast<int>(whole.size())))] =
        static_cast<char>(test::below(256));
    try {
      matrix(damaged, 2);
    } catch (const Error& error) {
      RC_ASSERT(error.kind() == ErrorKind::data);
    }
  });
}

}  // namespace
}  // namespace kenn::io
