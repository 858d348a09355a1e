// The caches that windows on tables are cut for.
#include "base/caches.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace kenn::base {

namespace {

constexpr std::size_t usual_own = std::size_t{1} << 20;
constexpr std::size_t least_shared = std::size_t{16} << 20;
constexpr std::size_t share = 4;  // one part of so many is ours

std::size_t size_of([[maybe_unused]] int name) {
  const long size = ::sysconf(name);
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

Caches of_machine() {
  Caches found{usual_own, least_shared};
#if defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
  if (const std::size_t own = size_of(_SC_LEVEL2_CACHE_SIZE); own > 0) found.own = own;
  found.shared = std::max(least_shared, size_of(_SC_LEVEL3_CACHE_SIZE) / share);
#endif
  return found;
}

Caches& current() {
  static Caches now = of_machine();
  return now;
}

}  // namespace

Caches caches() {
  return current();
}

OtherCaches::OtherCaches(const Caches& others) : former_(std::exchange(current(), others)) {}

OtherCaches::~OtherCaches() {
  current() = former_;
}

}  // namespace kenn::base
