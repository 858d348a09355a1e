// Counts the allocations of the whole test program, of all its threads, while somebody asks for it.
#include "engine/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace kenn::test {

namespace {

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> allocations = 0;

// Null when there is no memory left.
void* try_to_allocate(std::size_t size, std::size_t alignment) noexcept {
  if (counting) ++allocations;
  const std::size_t whole = (size + alignment) / alignment * alignment;  // a multiple, and never 0
  return alignment <= alignof(std::max_align_t) ? std::malloc(whole) : std::aligned_alloc(alignment, whole);
}

void* allocate(std::size_t size, std::size_t alignment) {
  void* const memory = try_to_allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

AllocationCounter::AllocationCounter() {
  allocations = 0;
  counting = true;
}

AllocationCounter::~AllocationCounter() {
  counting = false;
}

std::uint64_t AllocationCounter::count() const {
  return allocations;
}

}  // namespace kenn::test

// All forms of `new` and `delete`: a sanitizer has its own for each that is missing, and compares them.

void* operator new(std::size_t size) {
  return kenn::test::allocate(size, 1);
}

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return kenn::test::try_to_allocate(size, 1);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  return kenn::test::allocate(size, static_cast<std::size_t>(alignment));
}

void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return kenn::test::try_to_allocate(size, static_cast<std::size_t>(alignment));
}

void* operator new[](std::size_t size) {
  return kenn::test::allocate(size, 1);
}

void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return kenn::test::try_to_allocate(size, 1);
}

void* operator new[](std::size_t size, std::align_val_t alignment) {
  return kenn::test::allocate(size, static_cast<std::size_t>(alignment));
}

void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return kenn::test::try_to_allocate(size, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::align_val_t /*alignment*/, const std::nothrow_t& /*tag*/) noexcept {
  std::free(memory);
}

void operator delete[](void* memory) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, std::align_val_t /*alignment*/, const std::nothrow_t& /*tag*/) noexcept {
  std::free(memory);
}
