// Counts the allocations of the whole test program, of all its threads, while somebody asks for it.
#pragma once

#include <cstdint>

namespace kenn::test {

class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  // Since the counter was made.
  [[nodiscard]] std::uint64_t count() const;
};

}  // namespace kenn::test
