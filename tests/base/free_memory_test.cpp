// Tests of free memory: the machine's, that of control groups in both versions, and the limit of the process.
#include "base/free_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/data_support.h"
#include "base/file.h"

namespace kenn::base {
namespace {

class FreeMemory : public test::DataFolder {
 protected:
  void write_file(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write(name, text);
  }
  void machine_has(std::uint64_t kilobytes) {
    write_file("proc/meminfo",
               "MemTotal: 9999999 kB\nMemFree: 1 kB\nMemAvailable:   " + std::to_string(kilobytes) + " kB\n");
  }
};

TEST_F(FreeMemory, IsWhatTheMachineHasLeft) {
  machine_has(3'000);
  EXPECT_EQ(free_memory(folder_), 3'000U * 1024);
}

TEST_F(FreeMemory, IsNoMoreThanControlGroupsLeave) {
  machine_has(3'000);
  write_file("proc/self/cgroup", "0::/outer/inner\n");
  write_file("sys/fs/cgroup/outer/memory.max", "1000000\n");
  write_file("sys/fs/cgroup/outer/memory.current", "900000\n");
  write_file("sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 50000\n");
  EXPECT_EQ(free_memory(folder_), 150'000U) << "of a group around ours; cached files do not count";
  write_file("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  write_file("sys/fs/cgroup/outer/inner/memory.current", "5\n");
  EXPECT_EQ(free_memory(folder_), 150'000U);
  write_file("sys/fs/cgroup/memory.max", "300\n");
  write_file("sys/fs/cgroup/memory.current", "500\n");
  EXPECT_EQ(free_memory(folder_), 0U) << "in a container, the group is the mount itself";
}

TEST_F(FreeMemory, KnowsTheOlderControlGroups) {
  machine_has(3'000);
  write_file("proc/self/cgroup", "3:cpu:/x\n2:hugetlb,memory:/box\n0::/unused\nnonsense\n");
  write_file("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "70000\n");
  write_file("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "60000\n");
  write_file("sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file 20000\n");
  EXPECT_EQ(free_memory(folder_), 30'000U);
}

TEST_F(FreeMemory, IsThatOfTheMachineWhereNothingIsKnown) {
  EXPECT_LE(free_memory(folder_), memory_of_machine());
  EXPECT_GT(free_memory(folder_), memory_of_machine() / 100);
}

// Sanitizers reserve more addresses than the limits of this test leave.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(FreeMemoryOfTheProcess, IsNoMoreThanItsLimit) {
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  const std::uint64_t room = std::uint64_t{1} << 40;
  struct rlimit limit = before;
  limit.rlim_cur = room;
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &limit), 0);
  EXPECT_LT(free_memory(), room);
  limit.rlim_cur = 1;
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &limit), 0);
  const std::uint64_t left = free_memory();
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(left, 0U);
  EXPECT_GT(memory_in_use(), 100'000U);
}
#endif

}  // namespace
}  // namespace kenn::base
