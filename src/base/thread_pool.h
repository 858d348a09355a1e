// Threads that share the items of a loop with the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace kenn::base {

// The number of threads that somebody wants; 0: one per core.
inline std::uint32_t thread_count(std::uint32_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

// `run` is called often and for little work, so idle threads look for new work for some microseconds before
// they sleep. The caller works too and never depends on the other threads to begin, only on those that have
// begun to end. When the pool is busy with another caller's loop, a caller does its own alone.
//
// Each thread begins with its own share of the items, side by side, so that in loops over the same rows it
// finds what it left in its cache; then it helps the others.
class ThreadPool {
 public:
  // One pool per number of threads for the whole process, for as long as somebody holds it.
  static std::shared_ptr<ThreadPool> shared(std::uint32_t threads);

  explicit ThreadPool(std::uint32_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::uint32_t threads() const { return static_cast<std::uint32_t>(workers_.size()) + 1; }

  // Calls body(item, thread) once for every item below `count`; thread numbers are below `threads()`, and no
  // two calls of one loop with the same number overlap. The body does not throw. Allocates nothing.
  template <typename Body>
  void run(std::size_t count, Body&& body) {
    using Plain = std::remove_reference_t<Body>;
    run_job({[](void* context, std::size_t item, std::uint32_t thread) {
               (*static_cast<Plain*>(context))(item, thread);
             },
             const_cast<void*>(static_cast<const void*>(&body)), count});
  }

 private:
  struct Job {
    void (*call)(void* context, std::size_t item, std::uint32_t thread) = nullptr;
    void* context = nullptr;
    std::size_t count = 0;
  };

  // The items of a job that a thread begins with. On a cache line of its own.
  struct alignas(64) Share {
    std::atomic<std::size_t> next{0};
    std::size_t last = 0;
  };

  void run_job(const Job& job);
  void work(std::uint32_t thread);
  void take_items(const Job& job, std::uint32_t thread);
  std::uint64_t wait_for_job(std::uint64_t seen) const;

  // In one word: how many workers are at the job, whether others may join them, whether the pool ends, and
  // the number of the job. A new job is written to `job_` and `shares_` only while no worker is at the old
  // one and none may join.
  static constexpr std::uint64_t active_mask = 0xFFFF'FFFF;
  static constexpr std::uint64_t is_open = std::uint64_t{1} << 32;
  static constexpr std::uint64_t is_ending = std::uint64_t{1} << 33;
  static constexpr std::uint64_t next_job = std::uint64_t{1} << 34;
  static constexpr std::uint64_t job_mask = ~(next_job - 1);

  alignas(64) std::atomic<std::uint64_t> state_{0};
  Job job_;
  std::vector<Share> shares_;  // per thread
  std::vector<std::thread> workers_;
  std::mutex caller_;  // held by the one whose loop runs
};

}  // namespace kenn::base
