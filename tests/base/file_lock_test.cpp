// Tests that one program at a time has a lock, and that it goes with the program.
#include "base/file_lock.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "base/data_support.h"

namespace kenn::base {
namespace {

namespace fs = std::filesystem;

using test::names_in;
using test::Texts;

class FileLockTest : public test::DataFolder {};

TEST_F(FileLockTest, IsForOne) {
  auto first = LockFile::try_make(folder_ / "lock");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(LockFile::try_make(folder_ / "lock"), nullptr);
  EXPECT_NE(LockFile::try_make(folder_ / "other"), nullptr);
  EXPECT_EQ(names_in(folder_), Texts{"lock"});
  first.reset();
  EXPECT_EQ(names_in(folder_), Texts{});
  EXPECT_NE(LockFile::try_make(folder_ / "lock"), nullptr);
}

TEST_F(FileLockTest, GoesWithAKilledProgram) {
  int ready[2] = {-1, -1};
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = LockFile::try_make(folder_ / "lock");
    static_cast<void>(::write(ready[1], lock ? "y" : "n", 1) == 1);
    while (true) ::pause();
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_EQ(LockFile::try_make(folder_ / "lock"), nullptr);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(names_in(folder_), Texts{"lock"});
  EXPECT_NE(LockFile::try_make(folder_ / "lock"), nullptr);
  EXPECT_EQ(names_in(folder_), Texts{});
  ::close(ready[0]);
  ::close(ready[1]);
}

// Everybody makes and removes the file at once; at any moment one at most has it.
TEST_F(FileLockTest, IsForOneOfMany) {
  std::atomic<int> holders = 0;
  std::atomic<int> taken = 0;
  std::atomic<bool> is_shared = false;
  const auto work = [&] {
    for (int i = 0; i < 2000; ++i) {
      const auto lock = LockFile::try_make(folder_ / "lock");
      if (!lock) continue;
      if (++holders > 1) is_shared = true;
      ++taken;
      --holders;
    }
  };
  std::thread first(work);
  std::thread second(work);
  work();
  first.join();
  second.join();
  EXPECT_FALSE(is_shared);
  EXPECT_GT(taken, 0);
  EXPECT_EQ(names_in(folder_), Texts{});
}

TEST_F(FileLockTest, KeepsAFileWithContent) {
  write("lock", "a text that somebody wrote");
  { EXPECT_NE(LockFile::try_make(folder_ / "lock"), nullptr); }
  EXPECT_EQ(names_in(folder_), Texts{"lock"});
}

TEST_F(FileLockTest, KeepsAFileThatHasReplacedIt) {
  {
    const auto lock = LockFile::try_make(folder_ / "lock");
    ASSERT_NE(lock, nullptr);
    write("other", "a report");
    fs::rename(folder_ / "other", folder_ / "lock");
  }
  EXPECT_EQ(names_in(folder_), Texts{"lock"});
}

}  // namespace
}  // namespace kenn::base
