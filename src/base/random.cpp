// Random numbers that are the same on every machine.
#include "base/random.h"

namespace kenn::base {

namespace {

std::mt19937_64 engine_of(std::uint64_t seed, std::uint32_t stream) {
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), stream};
  return std::mt19937_64(words);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint32_t stream) : bits_(engine_of(seed, stream)) {}

std::int64_t Random::around_zero(std::int64_t spread, int dice) {
  std::int64_t sum = 0;
  for (int i = 0; i < dice; ++i) {
    sum += static_cast<std::int64_t>(below(static_cast<std::uint64_t>(2 * spread + 1))) - spread;
  }
  return sum;
}

}  // namespace kenn::base
