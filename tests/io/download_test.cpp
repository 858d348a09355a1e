// Tests of downloads as far as they need no server; tests/cli/fetch_test.py starts one.
#include "io/download.h"

#include "base/data_support.h"

namespace kenn::io {
namespace {

using test::complaints_of;
using test::Texts;

class Download : public test::DataFolder {
 protected:
  std::string address_of(const std::string& bytes) const { return "file://" + write("a", bytes).string(); }
};

TEST(Address, IsOfTheWebOrAFile) {
  for (const char* good : {"http://a", "https://a", "file:///a", "HTTPS://a"}) {
    EXPECT_TRUE(is_address(good)) << good;
  }
  for (const char* bad : {"", "a", "ftp://a", "http:/a", "http://", "httpx://a", " http://a", "/tmp/a"}) {
    EXPECT_FALSE(is_address(bad)) << bad;
  }
}

// As libcurl reads them: each of these addresses gives the bytes of the file.
TEST_F(Download, KnowsTheFilesOfAddresses) {
  const std::string file = write("a b", "bytes").string();
  const std::string folder = folder_.string();
  for (const std::string& good :
       {"file://" + folder + "/a%20b", "FILE://" + folder + "/a%20b",
        "file://localhost" + folder + "/%61%20b", "file://127.0.0.1" + folder + "/a%20%62",
        "file://" + folder + "/a%20b#part"}) {
    EXPECT_EQ(file_of_address(good), file) << good;
    EXPECT_EQ(download(good, {}), "bytes") << good;
  }
  EXPECT_EQ(file_of_address("file:///100%"), "/100%");
  EXPECT_EQ(file_of_address("https://localhost/a"), std::nullopt);
}

TEST_F(Download, GivesTheBytes) {
  const std::string bytes = test::repeat(std::string("a\0b\n", 4), 100'000);
  std::uint64_t last = 0;
  DownloadOptions options;
  options.progress = [&](std::uint64_t done, std::optional<std::uint64_t> /*all*/) {
    EXPECT_GE(done, last);
    last = done;
    return true;
  };
  EXPECT_EQ(download(address_of(bytes), options), bytes);
  EXPECT_EQ(last, bytes.size());
  EXPECT_EQ(download(address_of(""), {}), "");
}

TEST_F(Download, EndsWhenItIsToldTo) {
  DownloadOptions options;
  options.progress = [](std::uint64_t, std::optional<std::uint64_t>) { return false; };
  EXPECT_EQ(download(address_of("bytes"), options), std::nullopt);
  options.progress = [](std::uint64_t, std::optional<std::uint64_t>) -> bool { throw 7; };
  EXPECT_THROW(download(address_of("bytes"), options), int);
}

TEST_F(Download, HasALimit) {
  DownloadOptions options;
  options.largest = 5;
  EXPECT_EQ(download(address_of("12345"), options), "12345");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { download(address_of("123456"), options); }),
            Texts{"0:0: error: cannot be downloaded: it is larger than 5 bytes"});
}

TEST_F(Download, SaysWhatIsNotThere) {
  try {
    download("file://" + (folder_ / "none").string(), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::file);
    EXPECT_EQ(error.file(), "file://" + (folder_ / "none").string());
    EXPECT_NE(std::string(error.what()).find("cannot be downloaded: Couldn't open file"), std::string::npos);
  }
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { download("ftp://host/a", {}); }),
            Texts{"0:0: error: is no address: it must start with http://, https:// or file://"});
}

}  // namespace
}  // namespace kenn::io
