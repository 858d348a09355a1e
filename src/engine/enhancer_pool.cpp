// Enhancers that are used again: each has memory for one forward at a time.
#include "engine/enhancer_pool.h"

#include <algorithm>
#include <utility>

namespace kenn::engine {

std::shared_ptr<Enhancer> EnhancerPool::take(const Plan& plan, bool gradients) {
  std::unique_ptr<Enhancer> found;
  {
    const std::lock_guard lock(mutex_);
    const auto fits = std::find_if(idle_.begin(), idle_.end(), [&](const auto& idle) {
      return &idle->plan().data() == &plan.data() && idle->options().gradients == gradients;
    });
    if (fits != idle_.end()) {
      found = std::move(*fits);
      idle_.erase(fits);
    }
  }
  if (found == nullptr) {
    EnhanceOptions options = options_;
    options.gradients = gradients;
    found = std::make_unique<Enhancer>(plan, options);
  }
  return {found.release(), [pool = shared_from_this()](Enhancer* enhancer) {
            pool->give_back(std::unique_ptr<Enhancer>(enhancer));
          }};
}

void EnhancerPool::give_back(std::unique_ptr<Enhancer> enhancer) {
  std::unique_ptr<Enhancer> dropped;  // outside of the lock
  const std::lock_guard lock(mutex_);
  idle_.push_front(std::move(enhancer));
  if (idle_.size() > most_idle) {
    dropped = std::move(idle_.back());
    idle_.pop_back();
  }
}

}  // namespace kenn::engine
