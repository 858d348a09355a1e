// Enhancers that are used again: each has memory for one forward at a time.
#pragma once

#include <kenn/enhance.h>

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

namespace kenn::engine {

// Safe to use from several threads.
class EnhancerPool : public std::enable_shared_from_this<EnhancerPool> {
 public:
  explicit EnhancerPool(const EnhanceOptions& options) : options_(options) {}

  // An enhancer for the plan that nobody else has; it goes back to the pool when the last pointer to it goes.
  std::shared_ptr<Enhancer> take(const Plan& plan, bool gradients);

 private:
  static constexpr std::size_t most_idle = 8;  // those used last; plans of mini-batches come and go

  void give_back(std::unique_ptr<Enhancer> enhancer);

  EnhanceOptions options_;
  std::mutex mutex_;
  std::list<std::unique_ptr<Enhancer>> idle_;  // the one used last is first
};

}  // namespace kenn::engine
