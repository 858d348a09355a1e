// Every item of a loop is done once, whoever does it and however many loops there are.
#include "base/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <numeric>

namespace kenn::base {
namespace {

class ThreadPoolOf : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolOf, testing::Values(1U, 2U, 3U, 8U));

TEST_P(ThreadPoolOf, EveryItemIsDoneOnce) {
  ThreadPool pool(GetParam());
  ASSERT_EQ(pool.threads(), GetParam());
  for (std::size_t round = 0; round < 2000; ++round) {
    const std::size_t count = round % 37;
    std::vector<int> done(count);
    pool.run(count, [&](std::size_t item, std::uint32_t thread) {
      ASSERT_LT(thread, GetParam());
      ++done[item];
    });
    ASSERT_EQ(std::accumulate(done.begin(), done.end(), 0), static_cast<int>(count));
  }
}

TEST_P(ThreadPoolOf, ThreadNumbersAreNotUsedTwiceAtOnce) {
  ThreadPool pool(GetParam());
  std::vector<std::atomic<int>> users(GetParam());
  std::atomic<bool> overlapped{false};
  for (int round = 0; round < 200; ++round) {
    pool.run(100, [&](std::size_t, std::uint32_t thread) {
      if (users[thread]++ != 0) overlapped = true;
      --users[thread];
    });
  }
  EXPECT_FALSE(overlapped);
}

TEST(ThreadPool, SeveralCallersAtOnceEachGetTheirOwnLoopDone) {
  const auto pool = ThreadPool::shared(3);
  std::vector<std::thread> callers;
  std::atomic<int> total{0};
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 300; ++round) {
        std::atomic<int> sum{0};
        pool->run(20, [&](std::size_t item, std::uint32_t) { sum += static_cast<int>(item); });
        total += sum;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(total, 4 * 300 * 190);
}

TEST(ThreadPool, SharedPoolsAreSharedWhileHeld) {
  const auto pool = ThreadPool::shared(2);
  EXPECT_EQ(pool, ThreadPool::shared(2));
  EXPECT_NE(pool, ThreadPool::shared(3));
}

// In a process of its own, as a user who may not start any thread.
TEST(ThreadPool, DoesTheWorkWithTheThreadsThatTheSystemGives) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    const rlimit none{1, 1};
    if (::setrlimit(RLIMIT_NPROC, &none) != 0) ::_exit(3);
    std::size_t sum = 0;
    ThreadPool pool(8);
    if (pool.threads() != 1) ::_exit(4);
    pool.run(100, [&](std::size_t item, std::uint32_t) { sum += item; });
    ::_exit(sum == 4950 ? 0 : 5);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace kenn::base
