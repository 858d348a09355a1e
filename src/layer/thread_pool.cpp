// Threads that share the items of a loop with the caller.
#include "layer/thread_pool.h"

#include <hwy/cache_control.h>

#include <map>

namespace kenn {

namespace {

// About 20 to 50 microseconds: longer than the gaps between the loops of one call.
constexpr int spins_before_sleep = 2000;

}  // namespace

std::shared_ptr<ThreadPool> ThreadPool::shared(std::uint32_t threads) {
  static std::mutex mutex;
  static std::map<std::uint32_t, std::weak_ptr<ThreadPool>> pools;
  const std::lock_guard lock(mutex);
  std::weak_ptr<ThreadPool>& known = pools[threads];
  auto pool = known.lock();
  if (!pool) {
    pool = std::make_shared<ThreadPool>(threads);
    known = pool;
  }
  return pool;
}

ThreadPool::ThreadPool(std::uint32_t threads) {
  workers_.reserve(threads - 1);
  for (std::uint32_t i = 1; i < threads; ++i) {
    workers_.emplace_back([this, i] { work(i); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    ++generation_;
  }
  generation_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run_job(const Job& job) {
  const std::unique_lock caller(caller_, std::try_to_lock);
  if (workers_.empty() || job.count < 2 || !caller) {
    for (std::size_t item = 0; item < job.count; ++item) job.call(job.context, item, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    job_ = job;
    next_ = 0;
    is_open_ = true;
    ++generation_;
  }
  generation_.notify_all();
  take_items(job, 0);
  {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
  }
  for (int spins = 0; active_.load(std::memory_order_acquire) != 0; ++spins) {
    if (spins < spins_before_sleep) {
      hwy::Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

void ThreadPool::take_items(const Job& job, std::uint32_t thread) {
  while (true) {
    const std::size_t item = next_.fetch_add(1, std::memory_order_relaxed);
    if (item >= job.count) return;
    job.call(job.context, item, thread);
  }
}

std::uint64_t ThreadPool::wait_for_job(std::uint64_t seen) const {
  for (int spins = 0; spins < spins_before_sleep; ++spins) {
    const std::uint64_t now = generation_.load(std::memory_order_acquire);
    if (now != seen) return now;
    hwy::Pause();
  }
  generation_.wait(seen, std::memory_order_acquire);
  return generation_.load(std::memory_order_acquire);
}

void ThreadPool::work(std::uint32_t thread) {
  std::uint64_t seen = 0;
  while (true) {
    seen = wait_for_job(seen);
    Job job;
    {
      const std::lock_guard lock(mutex_);
      if (is_ending_) return;
      if (!is_open_) continue;  // the others were faster
      job = job_;
      ++active_;
    }
    take_items(job, thread);
    active_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace kenn
