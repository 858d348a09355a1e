// Large aligned arrays of numbers.
#include "base/buffer.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace kenn::base {

namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t large_page = std::size_t{1} << 21;

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  const std::size_t alignment = bytes >= 2 * large_page ? large_page : cache_line;
  void* const memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // Advice only: without large pages everything works, slower.
  if (alignment == large_page) static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
#endif
  return memory;
}

void release_aligned(void* memory) {
  std::free(memory);
}

}  // namespace kenn::base
