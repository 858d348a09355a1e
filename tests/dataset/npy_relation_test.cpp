// Tests of relations in NPY files.
#include <limits>

#include "dataset/relation_support.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::Degrees;
using test::npy_file;
using test::npy_matrix;
using test::papers;
using test::Rows;
using test::Texts;

RelationData relation_of(const std::string& bytes, std::span<const ArgumentObjects> arguments,
                         TruthColumn truth = TruthColumn::allowed) {
  base::InputFile file("test", bytes);
  return read_npy_relation(file, "Cite", arguments, truth);
}

Texts complaints_about(const std::string& bytes, std::span<const ArgumentObjects> arguments,
                       TruthColumn truth = TruthColumn::allowed) {
  return complaints_of(ErrorKind::data, [&] { relation_of(bytes, arguments, truth); });
}

// What is said of one number.
std::string at(int row, int column, const std::string& complaint) {
  return "0:0: error: row " + std::to_string(row) + ", column " + std::to_string(column) +
         " (counting from 0): " + complaint;
}

template <typename Number>
void check_round_trip() {
  test::check_property(50, [] {
    const auto arity = 1 + static_cast<std::size_t>(test::below(4));
    const auto count = static_cast<std::size_t>(test::below(20));
    Rows rows(count * arity);
    for (Row& row : rows) row = static_cast<Row>(test::below(128));
    const std::vector<Number> numbers(rows.begin(), rows.end());
    const RelationData data =
        relation_of(npy_matrix(arity, numbers, test::any_npy_style()), papers(arity, 128));
    RC_ASSERT(data.tuples == rows);
    RC_ASSERT(data.truth.empty());
  });
}

TEST(NpyRelation, MayHaveAnyTypeOfNumbers) {
  check_round_trip<std::int8_t>();
  check_round_trip<std::int16_t>();
  check_round_trip<std::int32_t>();
  check_round_trip<std::int64_t>();
  check_round_trip<std::uint8_t>();
  check_round_trip<std::uint16_t>();
  check_round_trip<std::uint32_t>();
  check_round_trip<std::uint64_t>();
  check_round_trip<float>();
  check_round_trip<double>();
}

TEST(NpyRelation, OfOneArgumentMayHaveOneDimension) {
  const std::string data = std::string("\x03\x01", 2);
  EXPECT_EQ(relation_of(npy_file("'|u1'", false, "(2,)", data), papers(1, 4)).tuples, (Rows{3, 1}));
}

TEST(NpyRelation, MayBeEmpty) {
  EXPECT_TRUE(relation_of(npy_file("'<i8'", false, "(0, 2)", ""), papers(2, 0)).tuples.empty());
}

TEST(NpyRelation, MayHaveTruthDegreesLast) {
  const auto bytes = npy_matrix<double>(3, {0, 1, 0.5, 2, 3, 1});
  const RelationData data = relation_of(bytes, papers(2, 4));
  EXPECT_EQ(data.tuples, (Rows{0, 1, 2, 3}));
  EXPECT_EQ(data.truth, (Degrees{0.5F, 1}));
  EXPECT_EQ(relation_of(npy_matrix<std::int16_t>(2, {7, 1, 8, 0}), papers(1, 9)).truth, (Degrees{1, 0}));
  EXPECT_EQ(complaints_about(bytes, papers(2, 4), TruthColumn::refused),
            Texts{"0:0: error: 'Cite' has 2 arguments, one column each; the array has 3 columns, but only "
                  "what is given has truth degrees"});
}

TEST(NpyRelation, IsOfRowNumbersAlsoWhereThereAreIds) {
  const Texts ids = {"5", "x"};
  EXPECT_EQ(relation_of(npy_matrix<std::int64_t>(2, {1, 0}), test::papers_with_ids(2, ids)).tuples,
            (Rows{1, 0}));
}

TEST(NpyRelation, NeedsAColumnPerArgument) {
  EXPECT_EQ(complaints_about(npy_matrix<std::int64_t>(1, {1, 0}), papers(2, 4)),
            Texts{"0:0: error: 'Cite' has 2 arguments, one column each and perhaps one more with truth "
                  "degrees; the array has 1 column"});
  EXPECT_EQ(complaints_about(npy_matrix<std::int64_t>(3, {1, 0, 0}), papers(1, 4), TruthColumn::refused),
            Texts{"0:0: error: 'Cite' has 1 argument, one column each; the array has 3 columns"});
  EXPECT_EQ(complaints_about(npy_file("'<i8'", false, "(5, 0)", ""), papers(1, 4), TruthColumn::refused),
            Texts{"0:0: error: 'Cite' has 1 argument, one column each; the array has 0 columns"});
}

TEST(NpyRelation, NeedsNumbers) {
  for (const char* const type : {"|b1", "<f2", "<c8", "|O", "<U1"}) {
    EXPECT_EQ(
        complaints_about(npy_file("'" + std::string(type) + "'", false, "(1, 1)", "12345678"), papers(1, 4)),
        Texts{"0:0: error: the array holds values of type '" + std::string(type) +
              "'; row numbers are integers, or whole numbers as float32 or float64"});
  }
}

TEST(NpyRelation, RefusesRowsThatDoNotExist) {
  EXPECT_EQ(complaints_about(npy_matrix<std::int32_t>(2, {0, 9, -1, 10, 3, 3}), papers(2, 10)),
            (Texts{at(1, 0, "the row number -1 is negative; rows count from 0"),
                   at(1, 1, "there is no row 10: the rows of Paper are 0 to 9")}));
  EXPECT_EQ(complaints_about(npy_matrix<std::uint64_t>(1, {UINT64_MAX}), papers(1, 10)),
            Texts{at(0, 0, "there is no row 18446744073709551615: the rows of Paper are 0 to 9")});
  EXPECT_EQ(complaints_about(npy_matrix<std::int8_t>(1, {0}), papers(1, 0)),
            Texts{at(0, 0, "there is no row 0: Paper has no objects")});
}

TEST(NpyRelation, HasALargestRowNumber) {
  const auto any = papers(1, std::nullopt);
  EXPECT_EQ(relation_of(npy_matrix<std::uint32_t>(1, {0xfffffffe}), any).tuples, Rows{0xfffffffe});
  EXPECT_EQ(relation_of(npy_matrix<double>(1, {4294967294.0}), any).tuples, Rows{0xfffffffe});
  EXPECT_EQ(complaints_about(npy_matrix<std::uint32_t>(1, {0xffffffff}), any),
            Texts{at(0, 0, "the row number 4294967295 is too large; the largest is 4294967294")});
}

TEST(NpyRelation, RefusesNumbersThatAreNotWhole) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      complaints_about(npy_matrix<double>(2, {0.5, 1, -0.5, infinity, std::nan(""), -infinity, -0.0, 1e300}),
                       papers(2, 10)),
      (Texts{at(0, 0, "the row number 0.5 is not a whole number"),
             at(1, 0, "the row number -0.5 is negative; rows count from 0"),
             at(1, 1, "there is no row inf: the rows of Paper are 0 to 9"),
             at(2, 0, "'nan' is not a row number"),
             at(2, 1, "the row number -inf is negative; rows count from 0"),
             at(3, 1, "there is no row 1e+300: the rows of Paper are 0 to 9")}));
}

TEST(NpyRelation, RefusesOtherTruthDegrees) {
  EXPECT_EQ(complaints_about(npy_matrix<float>(2, {0, 1.5F, 0, -0.5F, 0, std::nanf("")}), papers(1, 10)),
            (Texts{at(0, 1, "the truth degree 1.5 is not between 0 and 1"),
                   at(1, 1, "the truth degree -0.5 is not between 0 and 1"),
                   at(2, 1, "the truth degree nan is not between 0 and 1")}));
}

TEST(NpyRelation, GetsTwentyErrorsAtMost) {
  const Texts complaints =
      complaints_about(npy_matrix(1, std::vector<std::int8_t>(100'000, -1)), papers(1, 10));
  ASSERT_EQ(complaints.size(), 21U);
  EXPECT_TRUE(complaints[19].starts_with(at(19, 0, "")));
  EXPECT_TRUE(complaints[20].starts_with("0:0: warning: only the first 20 errors are listed"));
}

class NpyRelationOnDisk : public test::DataFolder {};

// The tuples need more memory than the bytes of the file.
TEST_F(NpyRelationOnDisk, MayNotNeedMoreThanTheMemory) {
  const std::uint64_t rows = base::memory_of_machine() / 2;
  const std::string start = npy_file("'|u1'", false, "(" + std::to_string(rows) + ",)", "");
  const auto path = write_sparse("huge.npy", start, start.size() + rows);
  EXPECT_EQ(
      complaints_of(ErrorKind::file,
                    [&] { read_relation(path, "Cite", papers(1, 4), TruthColumn::allowed); }),
      Texts{"0:0: error: the file is too large for the memory: it needs " + base::bytes_to_text(4 * rows) +
            ", this machine has " + base::bytes_to_text(base::memory_of_machine())});
}

}  // namespace
}  // namespace kenn::dataset
