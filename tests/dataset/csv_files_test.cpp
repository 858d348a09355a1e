// Tests of relations in CSV files that are long, and of those on a disk.
#include <sys/stat.h>

#include <thread>

#include "dataset/relation_support.h"

namespace kenn::dataset {
namespace {

using test::complaints_of;
using test::csv_complaints;
using test::csv_tuples;
using test::papers;
using test::repeat;
using test::Rows;
using test::Texts;

constexpr int mebibyte = 1 << 20;
constexpr int longest = 64 * mebibyte;

TEST(LongCsv, IsReadBlockByBlock) {
  // Lines of changing lengths, so that blocks end at every place of a line.
  std::string text = "x,y\n";
  Rows expected;
  for (Row row = 0; row < 400'000; ++row) {
    text += std::to_string(row) + (row % 7 == 0 ? " ,\"" : ",") + std::to_string(row % 1000) +
            (row % 7 == 0 ? "\"" : "") + (row % 3 == 0 ? "\r\n" : "\n");
    expected.insert(expected.end(), {row, row % 1000});
  }
  ASSERT_GT(text.size(), 3U * mebibyte);
  EXPECT_EQ(csv_tuples(text, papers(2, 400'000)), expected);
  EXPECT_EQ(
      csv_complaints(text + "1,z\n", papers(2, 400'000)),
      Texts{"400002:3: error: 'z' is not a row number; if these are ids, list them with --ids Paper=FILE"});
}

TEST(LongCsv, MayBecomeDenserOrThinner) {
  const std::string thin = repeat("1" + repeat(" ", 500) + ",2\n", 3'000);
  const std::string dense = repeat("3,4\n", 300'000);
  const Rows thin_then_dense = csv_tuples("x,y\n" + thin + dense);
  ASSERT_EQ(thin_then_dense.size(), 606'000U);
  EXPECT_EQ(thin_then_dense[5'999], 2U);
  EXPECT_EQ(thin_then_dense[6'000], 3U);
  const Rows dense_then_thin = csv_tuples("x,y\n" + dense + thin);
  ASSERT_EQ(dense_then_thin.size(), 606'000U);
  EXPECT_EQ(dense_then_thin[599'999], 4U);
  EXPECT_EQ(dense_then_thin[600'000], 1U);
}

TEST(LongCsv, HasLinesOfAtMost64Mebibytes) {
  const std::string start = "x,y\n0,1\n";
  const auto line = [](int length) { return "2," + repeat(" ", length - 4) + "3\n"; };
  EXPECT_EQ(csv_tuples(start + line(longest) + line(longest) + "4,5\n"), (Rows{0, 1, 2, 3, 2, 3, 4, 5}));
  EXPECT_EQ(csv_complaints(start + line(longest + 1) + "z\n"),
            Texts{"3:1: error: this line has more than 64 MiB"});
  EXPECT_EQ(csv_complaints(start + repeat("é", longest)),
            Texts{"3:1: error: this line has more than 64 MiB"});
  EXPECT_EQ(csv_complaints(start + "\"" + repeat("\n", 3 * longest)),
            Texts{"3:1: error: this quote never ends"});
}

// The odd quote makes one record of all lines up to the next quote, far away.
TEST(LongCsv, GoesOnBehindAStrayQuote) {
  const std::string stray = "a quote inside a field; put the whole field in quotes and write this one twice";
  EXPECT_EQ(csv_complaints("x,y\n0\",1\n" + repeat("0,1\n", 600'000) + "0\",1\n0,-1\n"),
            (Texts{"2:2: error: " + stray, "600003:2: error: " + stray,
                   "600004:3: error: the row number -1 is negative; rows count from 0"}));
}

class CsvOnDisk : public test::DataFolder {
 protected:
  static RelationData read(const std::filesystem::path& path) {
    return read_relation(path, "Cite", papers(2, 100), TruthColumn::allowed);
  }
};

TEST_F(CsvOnDisk, IsKnownByItsName) {
  EXPECT_EQ(read(write("a.csv", "x,y\n0,1\n")).tuples, (Rows{0, 1}));
  EXPECT_EQ(read(write("a.CSV", "x,y\n0,1\n")).tuples, (Rows{0, 1}));
  EXPECT_EQ(read(write("a.Npy", test::npy_matrix<std::int8_t>(2, {0, 1}))).tuples, (Rows{0, 1}));
  for (const char* const name : {"a.txt", "csv", ".csv", "a.csv.gz", "npy"}) {
    EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read(write(name, "x,y\n0,1\n")); }),
              Texts{"0:0: error: a relation is read from a file whose name ends in .csv or .npy"})
        << name;
  }
}

TEST_F(CsvOnDisk, MayBeMissing) {
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read(folder_ / "a.csv"); }),
            Texts{"0:0: error: cannot open the file: No such file or directory"});
  std::filesystem::create_directory(folder_ / "b.csv");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read(folder_ / "b.csv"); }),
            Texts{"0:0: error: cannot read the file: Is a directory"});
  EXPECT_EQ(complaints_of(ErrorKind::data, [&] { read(write("c.csv", "")); }),
            Texts{"0:0: error: the file is empty; its first line must name the columns"});
}

TEST_F(CsvOnDisk, MayBeAPipe) {
  const std::filesystem::path pipe = folder_ / "pipe.csv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << "x,y\n" << repeat("12,34\n", 200'000); });
  const RelationData data = read(pipe);
  writer.join();
  EXPECT_EQ(data.tuples.size(), 400'000U);
}

TEST_F(CsvOnDisk, LargerThanTheMemoryIsNotHeldInIt) {
  EXPECT_EQ(complaints_of(ErrorKind::data,
                          [&] { read(write_sparse("a.csv", "x,y\n", 2 * base::memory_of_machine())); }),
            Texts{"2:1: error: this line has more than 64 MiB"});
}

}  // namespace
}  // namespace kenn::dataset
