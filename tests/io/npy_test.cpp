// Tests of matrices in NPY files: every way to write one, and everything that can be wrong with one.
#include "io/npy.h"

#include <sys/stat.h>

#include <cmath>
#include <limits>
#include <thread>

#include "base/data_support.h"
#include "io/npy_header.h"

namespace kenn::io {
namespace {

using test::complaints_of;
using test::npy_file;
using test::npy_matrix;
using test::NpyStyle;
using test::Texts;

Matrix matrix_of(const std::string& bytes) {
  base::InputFile file("test", bytes);
  return read_npy_matrix(file);
}

// The one thing that is said about a refused file.
std::string complaint_about(const std::string& bytes) {
  const Texts complaints = complaints_of(ErrorKind::data, [&] { matrix_of(bytes); });
  EXPECT_EQ(complaints.size(), 1U);
  return complaints.front();
}

const std::string four_floats = npy_matrix<float>(2, {1, 2, 3, 4});

TEST(NpyMatrix, IsReadRowAfterRow) {
  const Matrix matrix = matrix_of(npy_matrix<float>(3, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_EQ(matrix.values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(NpyMatrix, OfOneDimensionIsOneColumn) {
  const std::string data = test::bytes_of(1.5F, false) + test::bytes_of(-2.0F, false);
  const Matrix matrix = matrix_of(npy_file("'<f4'", false, "(2,)", data));
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 1U);
  EXPECT_EQ(matrix.values, (std::vector<float>{1.5F, -2}));
  EXPECT_EQ(matrix_of(npy_file("'<f4'", true, "(2,)", data)).values, matrix.values);
}

TEST(NpyMatrix, MayBeEmpty) {
  for (const char* const shape : {"(0, 3)", "(5, 0)", "(0,)", "(0, 0)"}) {
    EXPECT_TRUE(matrix_of(npy_file("'<f4'", false, shape, "")).values.empty()) << shape;
    EXPECT_TRUE(matrix_of(npy_file("'>f8'", true, shape, "")).values.empty()) << shape;
  }
  EXPECT_EQ(matrix_of(npy_file("'<f4'", false, "(5, 0)", "")).rows, 5U);
  EXPECT_EQ(matrix_of(npy_file("'<f4'", false, "(0, 3)", "")).columns, 3U);
}

template <typename Number>
void check_round_trip() {
  test::check_property(100, [] {
    const auto columns = 1 + static_cast<std::size_t>(test::below(8));
    const auto rows = static_cast<std::size_t>(test::below(20));
    std::vector<Number> numbers(rows * columns);
    for (Number& number : numbers) number = static_cast<Number>(*rc::gen::arbitrary<float>());
    const NpyStyle style = test::any_npy_style();
    const Matrix matrix = matrix_of(npy_matrix<Number>(columns, numbers, style));
    RC_ASSERT(matrix.rows == rows);
    RC_ASSERT(matrix.columns == columns);
    RC_ASSERT(matrix.values == std::vector<float>(numbers.begin(), numbers.end()));
  });
}

TEST(NpyMatrix, OfFloat32IsReadInEveryStyle) {
  check_round_trip<float>();
}

TEST(NpyMatrix, OfFloat64IsReadInEveryStyle) {
  check_round_trip<double>();
}

// More than the readers take at once.
TEST(NpyMatrix, MayBeLarge) {
  constexpr std::size_t columns = 7;
  std::vector<double> numbers(columns * 30'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  const std::vector<float> expected(numbers.begin(), numbers.end());
  EXPECT_EQ(matrix_of(npy_matrix(columns, expected)).values, expected);
  for (const bool fortran_order : {false, true}) {
    EXPECT_EQ(matrix_of(npy_matrix(columns, expected, {fortran_order, true})).values, expected);
    EXPECT_EQ(matrix_of(npy_matrix(columns, numbers, {fortran_order, false})).values, expected);
  }
}

TEST(NpyMatrix, KeepsTheSmallestAndLargestNumbers) {
  const std::vector<float> numbers = {std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(),
                                      std::numeric_limits<float>::denorm_min(), -0.0F};
  const Matrix matrix = matrix_of(npy_matrix(2, numbers));
  EXPECT_EQ(matrix.values, numbers);
  EXPECT_TRUE(std::signbit(matrix.values[3]));
  const std::vector<double> doubles(numbers.begin(), numbers.end());
  EXPECT_EQ(matrix_of(npy_matrix(2, doubles)).values, numbers);
  EXPECT_EQ(matrix_of(npy_matrix<double>(1, {1e-300})).values, std::vector<float>{0});
}

// ----------------------------------------------------------------------------------------- numbers refused

template <typename Number>
void expect_refused_everywhere(Number number, const std::string& complaint) {
  for (const bool fortran_order : {false, true}) {
    for (const bool big_endian : {false, true}) {
      std::vector<Number> numbers(6 * 5'000, Number{1});
      numbers[6 * 4'321 + 5] = number;
      EXPECT_EQ(complaint_about(npy_matrix(6, numbers, {fortran_order, big_endian})),
                "0:0: error: row 4321, column 5 (counting from 0) " + complaint);
    }
  }
}

TEST(NpyMatrix, RefusesNotANumber) {
  expect_refused_everywhere(std::numeric_limits<float>::quiet_NaN(), "is not a number");
  expect_refused_everywhere(-std::numeric_limits<double>::quiet_NaN(), "is not a number");
}

TEST(NpyMatrix, RefusesInfinity) {
  expect_refused_everywhere(std::numeric_limits<float>::infinity(), "is infinite");
  expect_refused_everywhere(-std::numeric_limits<float>::infinity(), "is infinite");
  expect_refused_everywhere(std::numeric_limits<double>::infinity(), "is infinite");
}

TEST(NpyMatrix, RefusesNumbersTooLargeForFloat32) {
  expect_refused_everywhere(1e39, "is too large for float32");
  expect_refused_everywhere(-1e300, "is too large for float32");
}

// ------------------------------------------------------------------------------------------- files refused

TEST(NpyFile, NeedsItsMagic) {
  EXPECT_EQ(complaint_about(""), "0:0: error: this is not an NPY file: it is empty");
  EXPECT_EQ(complaint_about("x,y\n0,1\n"), "0:0: error: this is not an NPY file");
  EXPECT_EQ(complaint_about("\x93NUM"), "0:0: error: this is not an NPY file");
  EXPECT_EQ(complaint_about(test::repeat("PK\x03\x04", 100)), "0:0: error: this is not an NPY file");
}

TEST(NpyFile, NeedsAKnownVersion) {
  std::string file = four_floats;
  for (const auto& [major, minor] :
       {std::pair(0, 0), std::pair(4, 0), std::pair(1, 1), std::pair(255, 255)}) {
    file[6] = static_cast<char>(major);
    file[7] = static_cast<char>(minor);
    EXPECT_EQ(complaint_about(file), "0:0: error: version " + std::to_string(major) + "." +
                                         std::to_string(minor) +
                                         " of the NPY format is not supported; 1.0, 2.0 and 3.0 are");
  }
}

TEST(NpyFile, MayEndNowhereButAtItsEnd) {
  for (std::size_t length = 0; length < four_floats.size(); ++length) {
    const std::string complaint = complaint_about(four_floats.substr(0, length));
    const bool in_header = length < four_floats.size() - 16;
    const std::string expected = length < 6 ? "this is not an NPY file"
                                 : in_header
                                     ? "the file is truncated: it ends inside its header"
                                     : "the file is truncated: an array of shape (2, 2) and type '<f4' has "
                                       "16 bytes, but " +
                                           std::to_string(length - (four_floats.size() - 16)) + " are there";
    EXPECT_TRUE(complaint.starts_with("0:0: error: " + expected)) << complaint;
  }
}

TEST(NpyFile, MayHaveNothingBehindItsArray) {
  EXPECT_EQ(complaint_about(four_floats + "\n"),
            "0:0: error: the file is damaged: after the 16 bytes of its array there are 1 more");
}

TEST(NpyFile, NeedsANumberType) {
  const auto complaint = [](const std::string& descr) {
    return complaint_about(npy_file(descr, false, "(1, 1)", std::string(8, '\0')));
  };
  const auto expected = [](const std::string& type) {
    return "0:0: error: the array holds values of type '" + type +
           "'; float32 ('<f4') or float64 ('<f8') is needed";
  };
  for (const char* const type :
       {"<i8", "|u1", ">i4", "|b1", "<c8", "|O", "<f2", "<f16", "<U3", "|S8", "<M8[ns]"}) {
    EXPECT_EQ(complaint("'" + std::string(type) + "'"), expected(type));
  }
  EXPECT_EQ(complaint("[('a', '<f4'), ('b', '<f4', (2, 3))]"),
            expected("[('a', '<f4'), ('b', '<f4', (2, 3))]"));
}

TEST(NpyFile, NeedsOneOrTwoDimensions) {
  EXPECT_EQ(complaint_about(npy_file("'<f4'", false, "()", std::string(4, '\0'))),
            "0:0: error: the array has 0 dimensions; one or two are needed");
  EXPECT_EQ(complaint_about(npy_file("'<f4'", false, "(1, 1, 1)", std::string(4, '\0'))),
            "0:0: error: the array has 3 dimensions; one or two are needed");
}

TEST(NpyFile, RefusesShapesThatOverflow) {
  EXPECT_EQ(complaint_about(npy_file("'<f4'", false, "(4611686018427387905, 4)", "")),
            "0:0: error: the NPY header is damaged: no array has the shape (4611686018427387905, 4)");
  EXPECT_EQ(complaint_about(npy_file("'<f4'", false, "(4611686018427387904,)", "")),
            "0:0: error: the NPY header is damaged: no array has the shape (4611686018427387904,)");
}

// The header promises much; what counts is the size of the file.
TEST(NpyFile, IsMeasuredBeforeMemoryIsTaken) {
  EXPECT_EQ(
      complaint_about(npy_file("'<f4'", false, "(1000000000, 1000000000)", "1234")),
      "0:0: error: the file is truncated: an array of shape (1000000000, 1000000000) and type '<f4' has "
      "4000000000000000000 bytes, but 4 are there");
}

TEST(NpyFile, RefusesAHugeHeader) {
  std::string file = npy_file("'<f4'", false, "(1, 1)", "1234", 2);
  file[11] = '\x7f';
  EXPECT_EQ(complaint_about(file), "0:0: error: the NPY header is damaged: it says it has 2.1 GB");
}

TEST(NpyFile, RefusesADamagedHeader) {
  std::string file = four_floats;
  file[file.find("'shape'") + 2] = '\x01';
  EXPECT_EQ(complaint_about(file),
            "0:0: error: the NPY header is damaged: '{'descr': '<f4', 'fortran_order': False,...'");
}

class NpyOnDisk : public test::DataFolder {};

TEST_F(NpyOnDisk, IsReadLikeInMemory) {
  const Matrix matrix = read_npy_matrix(write("a.npy", four_floats));
  EXPECT_EQ(matrix.values, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_npy_matrix(folder_ / "b.npy"); }),
            Texts{"0:0: error: cannot open the file: No such file or directory"});
  EXPECT_EQ(complaints_of(ErrorKind::data, [&] { read_npy_matrix(write("empty.npy", "")); }),
            Texts{"0:0: error: this is not an NPY file: it is empty"});
}

TEST_F(NpyOnDisk, MayNotBeLargerThanTheMemory) {
  const std::uint64_t rows = base::memory_of_machine() / 2;
  const std::string start = npy_file("'<f4'", false, "(" + std::to_string(rows) + ", 1)", "");
  const auto path = write_sparse("huge.npy", start, start.size() + 4 * rows);
  EXPECT_EQ(
      complaints_of(ErrorKind::file, [&] { read_npy_matrix(path); }),
      Texts{"0:0: error: the file is too large for the memory: it needs " + base::bytes_to_text(4 * rows) +
            ", this machine has " + base::bytes_to_text(base::memory_of_machine())});
}

TEST_F(NpyOnDisk, MayNotBeAPipe) {
  const std::filesystem::path pipe = folder_ / "pipe.npy";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << four_floats; });
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_npy_matrix(pipe); }),
            Texts{"0:0: error: an NPY file cannot be read from a pipe"});
  writer.join();
}

// ------------------------------------------------------------------------------------------------- writing

TEST(NpyHeaderText, IsAlignedAndReadAgain) {
  for (const std::size_t rows : {0U, 1U, 12'345U, 4'000'000'000U}) {
    for (const std::size_t columns : {0U, 1U, 47U}) {
      const std::string header = npy_header(rows, columns);
      EXPECT_EQ(header.size() % 64, 0U);
      EXPECT_TRUE(header.ends_with('\n'));
      base::InputFile file("test", header);
      const NpyHeader read = read_npy_header(file);
      EXPECT_EQ(read.begin, header.size());
      EXPECT_EQ(read.rows(), rows);
      EXPECT_EQ(read.columns(), columns);
      EXPECT_FALSE(read.fortran_order);
    }
  }
}

TEST(NpyHeaderText, IsTheOneOfNumPy) {
  EXPECT_EQ(npy_header(3, 2), std::string("\x93NUMPY\x01\0\x76\0", 10) +
                                  "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }" +
                                  test::repeat(" ", 58) + "\n");
}

TEST_F(NpyOnDisk, IsReadAsItWasWritten) {
  base::OutputFolder folder(folder_);
  const std::vector<float> values = {1, -2.5F, 3e38F, 4, 5, 6};
  write_npy_matrix(folder, "a.npy", 3, 2, values);
  write_npy_matrix(folder, "empty.npy", 0, 2, {});
  folder.commit();
  const Matrix matrix = read_npy_matrix(folder_ / "a.npy");
  EXPECT_EQ(matrix.rows, 3U);
  EXPECT_EQ(matrix.columns, 2U);
  EXPECT_EQ(matrix.values, values);
  EXPECT_EQ(read_npy_matrix(folder_ / "empty.npy").columns, 2U);
}

}  // namespace
}  // namespace kenn::io
