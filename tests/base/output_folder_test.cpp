// Tests that files are written completely or not at all.
#include "base/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <memory>

#include "base/data_support.h"

namespace kenn::base {
namespace {

namespace fs = std::filesystem;

using test::complaints_of;
using test::content_of;
using test::names_in;
using test::Texts;

class OutputFolderTest : public test::DataFolder {
 protected:
  // Files have no names, or temporary ones where the file system needs them.
  void expect_only_temporary_names() const {
    for (const std::string& name : names_in(folder_)) EXPECT_TRUE(name.starts_with(".kenn-")) << name;
  }
};

void write_to(OutputFolder& folder, const std::string& name, const std::vector<std::string_view>& parts) {
  folder.write(name, parts);
}

TEST_F(OutputFolderTest, GivesFilesTheirNamesAtCommit) {
  OutputFolder folder(folder_);
  EXPECT_EQ(folder.path(), folder_);
  write_to(folder, "a", {"one", "", " two"});
  write_to(folder, "b", {});
  expect_only_temporary_names();
  folder.commit();
  EXPECT_EQ(names_in(folder_), (Texts{"a", "b"}));
  EXPECT_EQ(content_of(folder_ / "a"), "one two");
  EXPECT_EQ(content_of(folder_ / "b"), "");
}

TEST_F(OutputFolderTest, WritesPartsAsTheyAreMade) {
  OutputFolder folder(folder_);
  int next = 0;
  folder.write("a", [&, part = std::string()]() mutable -> std::string_view {
    part = next < 3 ? std::to_string(next++) : "";
    return part;
  });
  folder.write("b", [] { return std::string_view(); });
  folder.commit();
  EXPECT_EQ(content_of(folder_ / "a"), "012");
  EXPECT_EQ(content_of(folder_ / "b"), "");
}

TEST_F(OutputFolderTest, LeavesNothingWithoutCommit) {
  {
    OutputFolder folder(folder_);
    write_to(folder, "a", {"one"});
    write_to(folder, "b", {"two"});
    expect_only_temporary_names();
  }
  EXPECT_EQ(names_in(folder_), Texts{});
}

TEST_F(OutputFolderTest, ReplacesFilesAtCommitOnly) {
  write("a", "old");
  write("other", "kept");
  {
    OutputFolder folder(folder_);
    write_to(folder, "a", {"new"});
    EXPECT_EQ(content_of(folder_ / "a"), "old");
  }
  EXPECT_EQ(content_of(folder_ / "a"), "old");
  OutputFolder folder(folder_);
  write_to(folder, "a", {"new"});
  folder.commit();
  EXPECT_EQ(content_of(folder_ / "a"), "new");
  EXPECT_EQ(names_in(folder_), (Texts{"a", "other"}));
}

TEST_F(OutputFolderTest, MakesTheFoldersThatAreMissing) {
  OutputFolder folder(folder_ / "one" / "two" / "");
  write_to(folder, "a", {"text"});
  folder.commit();
  EXPECT_EQ(content_of(folder_ / "one" / "two" / "a"), "text");
}

TEST_F(OutputFolderTest, RemovesTheFoldersItMadeForNothing) {
  fs::create_directory(folder_ / "one");
  {
    OutputFolder folder(folder_ / "one" / "two" / "three");
    write_to(folder, "a", {"text"});
  }
  EXPECT_EQ(names_in(folder_), Texts{"one"});
  EXPECT_EQ(names_in(folder_ / "one"), Texts{});
  {
    OutputFolder folder(folder_ / "one" / "two" / "three");
    write("one/two/other", "text");
  }
  EXPECT_EQ(names_in(folder_ / "one" / "two"), Texts{"other"});
}

TEST_F(OutputFolderTest, KeepsTheFoldersAfterACommit) {
  { OutputFolder(folder_ / "one").commit(); }
  EXPECT_EQ(names_in(folder_), Texts{});  // nothing was written into it
  {
    OutputFolder folder(folder_ / "one");
    write_to(folder, "a", {"text"});
    folder.commit();
    write_to(folder, "b", {"text"});
  }
  EXPECT_EQ(names_in(folder_ / "one"), Texts{"a"});
}

TEST_F(OutputFolderTest, MayBeUsedByTwoAtOnce) {
  OutputFolder first(folder_);
  OutputFolder second(folder_);
  write_to(first, "a", {"first"});
  write_to(second, "a", {"second"});
  write_to(first, "b", {"first"});
  expect_only_temporary_names();
  second.commit();
  EXPECT_EQ(content_of(folder_ / "a"), "second");
  first.commit();
  EXPECT_EQ(names_in(folder_), (Texts{"a", "b"}));
  EXPECT_EQ(content_of(folder_ / "a"), "first");
}

TEST_F(OutputFolderTest, TakesTheLastFileOfAName) {
  OutputFolder folder(folder_);
  write_to(folder, "a", {"first"});
  write_to(folder, "a", {"second"});
  folder.commit();
  EXPECT_EQ(content_of(folder_ / "a"), "second");
  EXPECT_EQ(names_in(folder_), Texts{"a"});
}

TEST_F(OutputFolderTest, TakesTheLongestNames) {
  OutputFolder folder(folder_);
  const std::string name(255, 'n');
  write_to(folder, name, {"text"});
  folder.commit();
  EXPECT_EQ(names_in(folder_), Texts{name});
}

TEST_F(OutputFolderTest, RemovesWhatAKilledProgramLeft) {
  for (const char* const name : {".kenn-12-0.a.tmp", ".kenn-7-3.a.tmp", ".kenn-12-0.b.tmp", ".kenn-x-0.a.tmp",
                                 ".kenn-12-0.b.a.tmp", ".kenn-12-0.tmp", "a"}) {
    write(name, "text");
  }
  remove_left_over(folder_ / "a");
  EXPECT_EQ(names_in(folder_),
            (Texts{".kenn-12-0.b.a.tmp", ".kenn-12-0.b.tmp", ".kenn-12-0.tmp", ".kenn-x-0.a.tmp", "a"}));
  remove_left_over(folder_ / "missing" / "a");
}

TEST_F(OutputFolderTest, RemovesWhatNobodyHasLocked) {
  write(".kenn-12-0.b.tmp", "left by a killed program");
  write(".kenn-12-0.b.part", "of a program that is writing");
  const std::string locked = write(".kenn-13-0.b.tmp", "of a program that gives it its name now");
  const int descriptor = ::open(locked.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
  OutputFolder folder(folder_);
  write_to(folder, "a", {"text"});
  folder.commit();
  EXPECT_EQ(names_in(folder_), (Texts{".kenn-12-0.b.part", ".kenn-13-0.b.tmp", "a"}));
  ::close(descriptor);
}

// ------------------------------------------------------------------------------------------------------
// errors

TEST_F(OutputFolderTest, RefusesAPathThatIsNoFolder) {
  write("file", "text");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { OutputFolder(folder_ / "file"); }),
            Texts{"0:0: error: cannot write to the folder: Not a directory"});
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { OutputFolder(folder_ / "file" / "folder"); }),
            Texts{"0:0: error: cannot make the folder: Not a directory"});
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { OutputFolder(""); }),
            Texts{"0:0: error: the folder to write to has no name"});
  EXPECT_EQ(names_in(folder_), Texts{"file"});
}

TEST_F(OutputFolderTest, RemovesTheFoldersItMadeBeforeAnError) {
  const fs::path path = folder_ / "one" / std::string(300, 'x');
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { OutputFolder{path}; }),
            Texts{"0:0: error: cannot make the folder: File name too long"});
  EXPECT_EQ(names_in(folder_), Texts{});
}

// Without the rights of root, which may write everywhere.
class OrdinaryUser {
 public:
  OrdinaryUser() : was_root_(::geteuid() == 0) { EXPECT_EQ(was_root_ ? ::seteuid(65534) : 0, 0); }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() { EXPECT_EQ(was_root_ ? ::seteuid(0) : 0, 0); }

 private:
  bool was_root_;
};

TEST_F(OutputFolderTest, RefusesAFolderThatMayNotBeWritten) {
  fs::permissions(folder_, fs::perms(0555));
  {
    const OrdinaryUser user;
    EXPECT_EQ(complaints_of(ErrorKind::file, [&] { OutputFolder{folder_}; }),
              Texts{"0:0: error: cannot write to the folder: Permission denied"});
    EXPECT_EQ(complaints_of(ErrorKind::file, [&] { OutputFolder(folder_ / "one" / "two"); }),
              Texts{"0:0: error: cannot make the folder: Permission denied"});
  }
  fs::permissions(folder_, fs::perms(0755));
}

TEST_F(OutputFolderTest, RefusesANameThatIsAFolder) {
  fs::create_directory(folder_ / "a");
  OutputFolder folder(folder_);
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { write_to(folder, "a", {"text"}); }),
            Texts{"0:0: error: cannot write the file: Is a directory"});
  EXPECT_EQ(names_in(folder_), Texts{"a"});
}

TEST_F(OutputFolderTest, ChangesNothingWhenANameBecameAFolder) {
  write("a", "old");
  {
    OutputFolder folder(folder_);
    write_to(folder, "a", {"new"});
    write_to(folder, "b", {"new"});
    fs::create_directory(folder_ / "b");
    EXPECT_EQ(complaints_of(ErrorKind::file, [&] { folder.commit(); }),
              Texts{"0:0: error: cannot write the file: Is a directory"});
  }
  EXPECT_EQ(content_of(folder_ / "a"), "old");
  EXPECT_EQ(names_in(folder_), (Texts{"a", "b"}));
}

// Another program that made the folder and failed removes it when nothing has a name there.
TEST_F(OutputFolderTest, MakesTheFolderAgainWhenItIsGone) {
  OutputFolder folder(folder_ / "one" / "two");
  fs::remove_all(folder_ / "one");
  write_to(folder, "a", {"text"});
  if (names_in(folder_ / "one" / "two").empty()) fs::remove_all(folder_ / "one");
  folder.commit();
  EXPECT_EQ(content_of(folder_ / "one" / "two" / "a"), "text");
}

TEST_F(OutputFolderTest, SaysWhenTheFolderBecameAFile) {
  OutputFolder folder(folder_ / "one");
  fs::remove(folder_ / "one");
  write("one", "text");
  EXPECT_EQ(complaints_of(ErrorKind::file, [&] { write_to(folder, "a", {"text"}); }),
            Texts{"0:0: error: cannot write the file: Not a directory"});
}

// Files without names need a descriptor each, until they get temporary ones.
TEST_F(OutputFolderTest, HasNoLimitOfFiles) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit limit = before;
  limit.rlim_cur = 40;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  {
    OutputFolder folder(folder_);
    for (int i = 0; i < 100; ++i) write_to(folder, std::to_string(i), {"text"});
    folder.commit();
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(names_in(folder_).size(), 100U);
}

// No file may grow beyond `bytes`, as if the disk were full; without the signal that comes with it.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(OutputFolderTest, LeavesNothingWhenTheDiskIsFull) {
  write("a", "old");
  const std::string large(3'000'000, 'x');
  Texts complaints;
  {
    OutputFolder folder(folder_ / "new");
    write_to(folder, "small", {"text"});
    {
      const FileSizeLimit limit(1'000'000);
      complaints = complaints_of(ErrorKind::file, [&] { write_to(folder, "a", {"start", large}); });
    }
    EXPECT_LE(names_in(folder_ / "new").size(), 1U);  // at most the small one
  }
  EXPECT_EQ(complaints, Texts{"0:0: error: cannot write the file: File too large"});
  EXPECT_EQ(names_in(folder_), Texts{"a"});
}

}  // namespace
}  // namespace kenn::base
