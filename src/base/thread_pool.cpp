// Threads that share the items of a loop with the caller.
#include "base/thread_pool.h"

#include <hwy/cache_control.h>

#include <map>
#include <system_error>

namespace kenn::base {

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

ThreadPool::ThreadPool(std::uint32_t threads) : shares_(threads) {
  workers_.reserve(threads - 1);
  for (std::uint32_t i = 1; i < threads; ++i) {
    try {
      workers_.emplace_back([this, i] { work(i); });
    } catch (const std::system_error&) {
      break;  // the system has no more threads to give: those that are there do the work
    }
  }
}

ThreadPool::~ThreadPool() {
  state_.fetch_or(is_ending, std::memory_order_release);
  state_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run_job(const Job& job) {
  const std::unique_lock caller(caller_, std::try_to_lock);
  if (workers_.empty() || job.count < 2 || !caller) {
    for (std::size_t item = 0; item < job.count; ++item) job.call(job.context, item, 0);
    return;
  }
  job_ = job;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i].next.store(job.count * i / shares_.size(), std::memory_order_relaxed);
    shares_[i].last = job.count * (i + 1) / shares_.size();
  }
  const std::uint64_t number = (state_.load(std::memory_order_relaxed) & job_mask) + next_job;
  state_.store(number | is_open, std::memory_order_release);
  state_.notify_all();
  take_items(job, 0);
  state_.fetch_and(~is_open, std::memory_order_relaxed);
  for (int spins = 0; (state_.load(std::memory_order_acquire) & active_mask) != 0; ++spins) {
    if (spins < spins_before_sleep) {
      hwy::Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

void ThreadPool::take_items(const Job& job, std::uint32_t thread) {
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    Share& share = shares_[(thread + i) % shares_.size()];
    while (true) {
      const std::size_t item = share.next.fetch_add(1, std::memory_order_relaxed);
      if (item >= share.last) break;
      job.call(job.context, item, thread);
    }
  }
}

// The state once there is a job other than `seen` to join, or the pool ends.
std::uint64_t ThreadPool::wait_for_job(std::uint64_t seen) const {
  for (int spins = 0;; ++spins) {
    const std::uint64_t state = state_.load(std::memory_order_acquire);
    if ((state & is_ending) != 0 || ((state & is_open) != 0 && (state & job_mask) != seen)) return state;
    if (spins < spins_before_sleep) {
      hwy::Pause();
    } else {
      state_.wait(state, std::memory_order_acquire);  // every new job notifies
    }
  }
}

void ThreadPool::work(std::uint32_t thread) {
  std::uint64_t seen = 0;
  while (true) {
    std::uint64_t state = wait_for_job(seen);
    if ((state & is_ending) != 0) return;
    if (!state_.compare_exchange_strong(state, state + 1, std::memory_order_acquire)) continue;
    seen = state & job_mask;
    take_items(job_, thread);
    state_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace kenn::base
