// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace kenn::base {

// The distributions of the standard library differ between libraries, and so do logarithms and powers. Here
// everything is made of the bits of a Mersenne twister, with whole numbers only.
class Random {
 public:
  // Streams of one seed are independent: what one of them gives does not change the others.
  Random(std::uint64_t seed, std::uint32_t stream);

  // 0 to count - 1, all alike. `count` is at least 1.
  //
  // The high half of bits times count. The first few low halves would come too often for some results.
  std::uint64_t below(std::uint64_t count) {
    std::uint64_t bits = bits_();
    if (bits * count < count) {
      const std::uint64_t too_often = (0 - count) % count;
      while (bits * count < too_often) bits = bits_();
    }
    return high_half(bits, count);
  }

  // 0 to count - 1, the small ones more often: half of all draws are in the first quarter.
  std::uint64_t small_below(std::uint64_t count) {
    const std::uint64_t bits = bits_();
    return high_half(high_half(bits, bits), count);
  }

  // True once in 100 / percent.
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  // `below(steps) < limit_of(share)` is true in that share of all draws.
  static constexpr std::uint64_t steps = std::uint64_t{1} << 32;
  static std::uint64_t limit_of(double share) {
    return static_cast<std::uint64_t>(share * static_cast<double>(steps));
  }

  // A number around 0, shaped like a bell: the sum of `dice` numbers from -spread to spread.
  std::int64_t around_zero(std::int64_t spread, int dice);

  template <typename Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static std::uint64_t high_half(std::uint64_t first, std::uint64_t second) {
    return static_cast<std::uint64_t>(Wide{first} * second >> 64);
  }

  std::mt19937_64 bits_;
};

}  // namespace kenn::base
