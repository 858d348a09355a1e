// Tests of what may be written to, and how.
#include "base/output_target.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>

#include "base/data_support.h"
#include "base/output_folder.h"
#include "base/output_stream.h"

namespace kenn::base {
namespace {

namespace fs = std::filesystem;

using test::complaints_of;
using test::content_of;
using test::names_in;
using test::Texts;

class OutputTargetTest : public test::DataFolder {
 protected:
  void make_fifo(const std::string& name) const { ASSERT_EQ(::mkfifo((folder_ / name).c_str(), 0600), 0); }

  void make_socket(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = folder_ / name;
    ASSERT_LT(path.size(), sizeof(address.sun_path));
    std::copy(path.begin(), path.end(), address.sun_path);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    ::close(socket);
  }

  void link(const std::string& target, const std::string& name) const {
    fs::create_symlink(target, folder_ / name);
  }

  Texts complaints(const std::string& name, Streams streams = Streams::refused) const {
    return complaints_of(ErrorKind::file, [&] { output_target(folder_ / name, streams); });
  }

  // Writes a file as the whole program does.
  void put(const std::string& name, const std::string& text, Streams streams = Streams::refused) const {
    OutputFile file(folder_ / name, streams);
    const std::string_view part = text;
    file.folder().write(file.name(), std::span(&part, 1));
    file.folder().commit();
  }

  [[nodiscard]] fs::file_type type_of(const std::string& name) const {
    return fs::symlink_status(folder_ / name).type();
  }
};

TEST_F(OutputTargetTest, IsARegularFileOrANewName) {
  write("old", "text");
  for (const char* const name : {"old", "new"}) {
    const OutputTarget target = output_target(folder_ / name);
    EXPECT_EQ(target.path, folder_ / name);
    EXPECT_FALSE(target.is_stream);
  }
}

TEST_F(OutputTargetTest, IsWhatLinksLeadTo) {
  fs::create_directories(folder_ / "real" / "deep");
  write("real/old", "old");
  link("real/old", "one");
  link("one", "two");
  link(folder_ / "real" / "new", "three");
  link("../old", "real/deep/four");
  EXPECT_EQ(output_target(folder_ / "two").path, folder_ / "real" / "old");
  EXPECT_EQ(output_target(folder_ / "three").path, folder_ / "real" / "new");
  put("two", "new");
  put("three", "more");
  EXPECT_EQ(content_of(folder_ / "real" / "old"), "new");
  EXPECT_EQ(content_of(folder_ / "real" / "new"), "more");
  put("real/deep/four", "last");
  EXPECT_EQ(content_of(folder_ / "real" / "old"), "last");
  for (const char* const name : {"one", "two", "three", "real/deep/four"}) {
    EXPECT_EQ(type_of(name), fs::file_type::symlink) << name;
  }
  EXPECT_EQ(names_in(folder_), (Texts{"one", "real", "three", "two"}));
  EXPECT_EQ(names_in(folder_ / "real"), (Texts{"deep", "new", "old"}));
}

TEST_F(OutputTargetTest, IsNoCircleOfLinks) {
  link("two", "one");
  link("one", "two");
  EXPECT_EQ(complaints("one"), Texts{"0:0: error: cannot write the file: Too many levels of symbolic links"});
}

TEST_F(OutputTargetTest, IsNothingElseThanAFile) {
  make_fifo("fifo");
  make_socket("socket");
  fs::create_directory(folder_ / "folder");
  link("socket", "link");
  const std::string needed = "; a regular file is needed here";
  EXPECT_EQ(complaints("fifo"), Texts{"0:0: error: cannot write the file: it is a FIFO" + needed});
  EXPECT_EQ(complaints("socket"), Texts{"0:0: error: cannot write the file: it is a socket" + needed});
  EXPECT_EQ(complaints("link"), Texts{"0:0: error: cannot write the file: it is a socket" + needed});
  EXPECT_EQ(complaints("folder"), Texts{"0:0: error: cannot write the file: Is a directory"});
  EXPECT_EQ(complaints("socket", Streams::accepted),
            Texts{"0:0: error: cannot write the file: it is a socket; a regular file, a FIFO or a character "
                  "device is needed here"});
  for (const char* const name : {"fifo", "socket", "link", "folder"}) {
    EXPECT_THROW(put(name, "text"), Error) << name;
    OutputFolder folder(folder_);
    EXPECT_THROW(folder.write(name, std::array<std::string_view, 1>{"text"}), Error) << name;
  }
  EXPECT_EQ(type_of("fifo"), fs::file_type::fifo);
  EXPECT_EQ(type_of("socket"), fs::file_type::socket);
  EXPECT_EQ(names_in(folder_), (Texts{"fifo", "folder", "link", "socket"}));
}

// Nodes of our own, made by root; what others own is not touched.
TEST_F(OutputTargetTest, IsNoDevice) {
  const std::string null = folder_ / "null";
  const std::string disk = folder_ / "disk";
  if (::mknod(null.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0 || ::mknod(disk.c_str(), S_IFBLK, 0) != 0) {
    GTEST_SKIP() << "devices cannot be made here";
  }
  EXPECT_EQ(
      complaints("null"),
      Texts{"0:0: error: cannot write the file: it is a character device; a regular file is needed here"});
  EXPECT_EQ(
      complaints("disk", Streams::accepted),
      Texts{"0:0: error: cannot write the file: it is a block device; a regular file, a FIFO or a character "
            "device is needed here"});
  EXPECT_TRUE(output_target(null, Streams::accepted).is_stream);
  EXPECT_EQ(type_of("null"), fs::file_type::character);
  EXPECT_EQ(type_of("disk"), fs::file_type::block);
}

// A FIFO that became one after the file was written, before it got its name.
TEST_F(OutputTargetTest, IsLookedAtAgainAtTheCommit) {
  OutputFolder folder(folder_);
  folder.write("a", std::array<std::string_view, 1>{"text"});
  make_fifo("a");
  EXPECT_THROW(folder.commit(), Error);
  EXPECT_EQ(type_of("a"), fs::file_type::fifo);
}

TEST_F(OutputTargetTest, MayBeAStream) {
  make_fifo("fifo");
  link("fifo", "link");
  for (const char* const name : {"fifo", "link"}) {
    std::string received;
    std::thread reader([&] { received = content_of(folder_ / "fifo"); });
    put(name, "one line\n", Streams::accepted);
    reader.join();
    EXPECT_EQ(received, "one line\n");
    EXPECT_EQ(type_of("fifo"), fs::file_type::fifo);
  }
  EXPECT_EQ(names_in(folder_), (Texts{"fifo", "link"}));
}

// As /dev/stdout: where a shell appends to a file, what is there stays.
TEST_F(OutputTargetTest, MayBeAnOpenFile) {
  write("log", "before\n");
  const int descriptor = ::open((folder_ / "log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  link("/proc/self/fd/" + std::to_string(descriptor), "out");
  EXPECT_EQ(complaints("out"),
            Texts{"0:0: error: cannot write the file: it is an open file of this program; a "
                  "regular file is needed here"});
  put("out", "after\n", Streams::accepted);
  ::close(descriptor);
  EXPECT_EQ(content_of(folder_ / "log"), "before\nafter\n");
  EXPECT_EQ(names_in(folder_), (Texts{"log", "out"}));
}

// Two names of one folder that lead to one file would lose the first.
TEST_F(OutputTargetTest, IsWrittenOnce) {
  write("a", "old");
  link("a", "b");
  OutputFolder folder(folder_);
  folder.write("a", std::array<std::string_view, 1>{"one"});
  EXPECT_EQ(
      complaints_of(ErrorKind::file, [&] { folder.write("b", std::array<std::string_view, 1>{"two"}); }),
      Texts{"0:0: error: cannot write the file: it is the same as " + (folder_ / "a").string()});
  EXPECT_EQ(content_of(folder_ / "a"), "old");
}

TEST_F(OutputTargetTest, IsEmptiedForALog) {
  write("log", "from before\n");
  link("log", "link");
  OutputStream log(folder_ / "link");
  log.write("one\n");
  EXPECT_EQ(content_of(folder_ / "log"), "one\n");
  log.write("two\n");
  EXPECT_EQ(content_of(folder_ / "log"), "one\ntwo\n");
  make_socket("socket");
  EXPECT_THROW(OutputStream(folder_ / "socket"), Error);
  EXPECT_THROW(OutputStream(folder_ / "missing" / "log"), Error);
}

}  // namespace
}  // namespace kenn::base
