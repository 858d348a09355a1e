// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace kenn::generate {

// The distributions of the standard library differ between libraries, and so do logarithms and powers. Here
// everything is made of the bits of a Mersenne twister, with whole numbers only.
class Random {
 public:
  // Streams of one seed are independent: what one of them gives does not change the others.
  Random(std::uint64_t seed, std::uint32_t stream);

  // 0 to count - 1, all alike. `count` is at least 1.
  std::uint64_t below(std::uint64_t count);

  // 0 to count - 1, the small ones more often: half of all draws are in the first quarter.
  std::uint64_t small_below(std::uint64_t count);

  // True once in 100 / percent.
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  // A number around 0, shaped like a bell: the sum of `dice` numbers from -spread to spread.
  std::int64_t around_zero(std::int64_t spread, int dice);

  template <typename Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace kenn::generate
