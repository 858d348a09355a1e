// Large aligned arrays of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace kenn::base {

// Memory for `Buffer`; throws std::bad_alloc.
void* allocate_aligned(std::size_t bytes);
void release_aligned(void* memory);

// Starts at a cache line; large ones lie on large pages where the system has them, since the kernels jump
// around in them. Fixed in size.
template <typename Number>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size, Number value = {}) : size_(size) {
    if (size == 0) return;
    memory_.reset(static_cast<Number*>(allocate_aligned(size * sizeof(Number))));
    for (std::size_t i = 0; i < size; ++i) memory_.get()[i] = value;
  }

  [[nodiscard]] Number* data() { return memory_.get(); }
  [[nodiscard]] const Number* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return size_ * sizeof(Number); }

 private:
  struct Release {
    void operator()(Number* memory) const { release_aligned(memory); }
  };

  std::size_t size_ = 0;
  std::unique_ptr<Number, Release> memory_;
};

}  // namespace kenn::base
