// Tests of reading files of data: what can be read, and what is said when it cannot.
#include "base/file.h"

#include <sys/stat.h>

#include <thread>

#include "base/data_support.h"

namespace kenn::base {
namespace {

using test::complaints_of;
using test::Texts;

class InputFileTest : public test::DataFolder {};

std::string text_of(const std::filesystem::path& path) {
  InputFile file(path);
  return read_text(file);
}

Texts complaint_about(const std::filesystem::path& path) {
  return complaints_of(ErrorKind::file, [&] { text_of(path); });
}

TEST_F(InputFileTest, IsReadByteForByte) {
  const std::string bytes = "a\r\n\xff\t" + std::string(3, '\0') + "end";
  EXPECT_EQ(text_of(write("some", bytes)), bytes);
  InputFile file(folder_ / "some");
  EXPECT_EQ(file.name(), (folder_ / "some").string());
  EXPECT_EQ(file.size(), bytes.size());
}

TEST_F(InputFileTest, MayBeLargerThanABlock) {
  const std::string bytes = test::repeat("0123456789abcde\n", 50'000);
  EXPECT_EQ(text_of(write("large", bytes)), bytes);
}

TEST_F(InputFileTest, LosesItsByteOrderMark) {
  EXPECT_EQ(text_of(write("marked", "\xef\xbb\xbftext")), "text");
  EXPECT_EQ(text_of(write("marked", "\xef\xbb\xbf")), "");
}

TEST_F(InputFileTest, MayBeEmpty) {
  EXPECT_EQ(text_of(write("empty", "")), "");
}

TEST_F(InputFileTest, GivesWhatIsAskedForUntilItEnds) {
  InputFile file(write("some", "abcdefg"));
  std::array<char, 4> buffer{};
  EXPECT_EQ(file.read(buffer), 4U);
  EXPECT_EQ(std::string(buffer.data(), 4), "abcd");
  EXPECT_EQ(file.read(buffer), 3U);
  EXPECT_EQ(std::string(buffer.data(), 3), "efg");
  EXPECT_EQ(file.read(buffer), 0U);
}

TEST_F(InputFileTest, MayBeInMemory) {
  InputFile file("name", "abcdefg");
  EXPECT_EQ(file.name(), "name");
  EXPECT_EQ(file.size(), 7U);
  std::array<char, 4> buffer{};
  EXPECT_EQ(file.read(buffer), 4U);
  EXPECT_EQ(read_text(file), "efg");
  EXPECT_EQ(file.read(buffer), 0U);
}

TEST_F(InputFileTest, ThatGotShorterIsAnError) {
  InputFile file("name", "abc");
  std::array<char, 4> buffer{};
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { read_exactly(file, buffer); }),
            Texts{"0:0: error: the file got shorter while it was read"});
}

TEST_F(InputFileTest, ThatIsMissingIsAnError) {
  EXPECT_EQ(complaint_about(folder_ / "missing"),
            Texts{"0:0: error: cannot open the file: No such file or directory"});
}

TEST_F(InputFileTest, ThatIsAFolderIsAnError) {
  EXPECT_EQ(complaint_about(folder_), Texts{"0:0: error: cannot read the file: Is a directory"});
}

TEST_F(InputFileTest, ThatCannotBeReadIsAnError) {
  // Nothing is at address 0.
  EXPECT_EQ(complaint_about("/proc/self/mem"), Texts{"0:0: error: cannot read the file: Input/output error"});
}

TEST_F(InputFileTest, LargerThanTheMemoryIsAnError) {
  const auto path = write_sparse("huge", "", 2 * memory_of_machine());
  EXPECT_EQ(complaint_about(path), Texts{"0:0: error: the file is too large for the memory: it needs " +
                                         bytes_to_text(2 * memory_of_machine()) + ", this machine has " +
                                         bytes_to_text(memory_of_machine())});
}

TEST_F(InputFileTest, MayHaveASizeThatOnlyItsEndShows) {
  InputFile file("/proc/self/status");
  EXPECT_EQ(file.size(), std::nullopt);
  EXPECT_TRUE(read_text(file).starts_with("Name:"));
}

TEST_F(InputFileTest, MayBeAPipe) {
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string part = test::repeat("0123456789", 20'000);
  std::thread writer([&] {
    std::ofstream out(pipe);
    out << part << std::flush << part;
  });
  const std::string text = text_of(pipe);
  writer.join();
  EXPECT_EQ(text, part + part);
}

TEST(BytesToText, ShowsTwoDigitsOrMore) {
  EXPECT_EQ(bytes_to_text(0), "0 bytes");
  EXPECT_EQ(bytes_to_text(1), "1 byte");
  EXPECT_EQ(bytes_to_text(999), "999 bytes");
  EXPECT_EQ(bytes_to_text(1'000), "1.0 kB");
  EXPECT_EQ(bytes_to_text(9'949), "9.9 kB");
  EXPECT_EQ(bytes_to_text(9'951), "10 kB");
  EXPECT_EQ(bytes_to_text(999'499), "999 kB");
  EXPECT_EQ(bytes_to_text(999'501), "1.0 MB");
  EXPECT_EQ(bytes_to_text(25'200'000'000), "25 GB");
  EXPECT_EQ(bytes_to_text(8'000'000'000'000), "8.0 TB");
  EXPECT_EQ(bytes_to_text(UINT64_MAX), "18 EB");
}

}  // namespace
}  // namespace kenn::base
