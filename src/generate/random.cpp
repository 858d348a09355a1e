// Random numbers that are the same on every machine.
#include "generate/random.h"

namespace kenn::generate {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t high_half(std::uint64_t first, std::uint64_t second) {
  return static_cast<std::uint64_t>(Wide{first} * second >> 64);
}

std::mt19937_64 engine_of(std::uint64_t seed, std::uint32_t stream) {
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), stream};
  return std::mt19937_64(words);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint32_t stream) : bits_(engine_of(seed, stream)) {}

// The high half of bits times count. The first few low halves would come too often for some results.
std::uint64_t Random::below(std::uint64_t count) {
  std::uint64_t bits = bits_();
  if (bits * count < count) {
    const std::uint64_t too_often = (0 - count) % count;
    while (bits * count < too_often) bits = bits_();
  }
  return high_half(bits, count);
}

std::uint64_t Random::small_below(std::uint64_t count) {
  const std::uint64_t bits = bits_();
  return high_half(high_half(bits, bits), count);
}

std::int64_t Random::around_zero(std::int64_t spread, int dice) {
  std::int64_t sum = 0;
  for (int i = 0; i < dice; ++i) {
    sum += static_cast<std::int64_t>(below(static_cast<std::uint64_t>(2 * spread + 1))) - spread;
  }
  return sum;
}

}  // namespace kenn::generate
