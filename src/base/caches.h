// The caches that windows on tables are cut for.
#pragma once

#include <cstddef>

namespace kenn::base {

struct Caches {
  std::size_t own = 0;     // bytes of the largest cache that a core has to itself
  std::size_t shared = 0;  // of the last cache, what may be counted on: others use it, too
};

// Those of this machine, or usual ones where the system does not say.
Caches caches();

// From now on, `caches()` are these, until the object ends: windows as on another machine. For tests, and for
// one thread; results have the same bits with any caches.
class OtherCaches {
 public:
  explicit OtherCaches(const Caches& others);
  OtherCaches(const OtherCaches&) = delete;
  OtherCaches& operator=(const OtherCaches&) = delete;
  ~OtherCaches();

 private:
  Caches former_;
};

}  // namespace kenn::base
