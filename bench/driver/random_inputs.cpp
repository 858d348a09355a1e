// Pseudo-random graphs and values, a function of their position only, so that nothing has to be kept.
#include "driver/random_inputs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace kenn::bench {
namespace {

// 64 well mixed bits (the finaliser of splitmix64).
std::uint64_t mix(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

// Uniform in (0, 1), from 24 bits.
float uniform(std::uint64_t bits) {
  return (static_cast<float>(bits & 0xffffff) + 0.5F) * 0x1p-24F;
}

// Two normal numbers per 64 bits (Box and Muller).
std::vector<float> normal_values(std::uint64_t count, float deviation, std::uint64_t seed) {
  std::vector<float> values(count);
  for (std::uint64_t i = 0; i < count; i += 2) {
    const std::uint64_t bits = mix(mix(seed) + i);
    const float radius = deviation * std::sqrt(-2 * std::log(uniform(bits)));
    const float angle = 2 * std::numbers::pi_v<float> * uniform(bits >> 32);
    values[i] = radius * std::cos(angle);
    if (i + 1 < count) values[i + 1] = radius * std::sin(angle);
  }
  return values;
}

std::vector<float> uniform_values(std::uint64_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  for (std::uint64_t i = 0; i < count; ++i) values[i] = uniform(mix(mix(seed) + i));
  return values;
}

}  // namespace

Permutation::Permutation(std::uint64_t size, std::uint64_t seed)
    : size_(size),
      seed_(mix(seed)),
      half_bits_((static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(size, 2) - 1)) + 1) / 2) {}

// Four rounds of a Feistel network permute the numbers of 2 * half_bits_ bits.
std::uint64_t Permutation::shuffle(std::uint64_t number) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = number >> half_bits_;
  std::uint64_t right = number & mask;
  for (std::uint64_t round = 0; round < 4; ++round) {
    const std::uint64_t mixed = left ^ (mix(seed_ ^ (round << 60) ^ right) & mask);
    left = right;
    right = mixed;
  }
  return (left << half_bits_) | right;
}

// Numbers past the end are shuffled again until they are inside, which keeps it a permutation.
std::uint64_t Permutation::operator()(std::uint64_t position) const {
  do position = shuffle(position);
  while (position >= size_);
  return position;
}

Graph::Graph(const Case& measured)
    : rows_(measured.rows),
      hub_pairs_(measured.hub_pairs),
      hub_ends_(rows_, 1),
      others_((hub_pairs_ == 0 ? rows_ : rows_ - 1) * rows_, 2) {}

std::array<Row, 2> Graph::pair(std::uint64_t position) const {
  if (position < hub_pairs_) return {0, static_cast<Row>(hub_ends_(position))};
  const std::uint64_t number = others_(position - hub_pairs_);
  const std::uint64_t first = number / rows_ + (hub_pairs_ == 0 ? 0 : 1);
  return {static_cast<Row>(first), static_cast<Row>(number % rows_)};
}

std::vector<Row> all_pairs(const Case& measured) {
  const Graph graph(measured);
  std::vector<Row> pairs(2 * measured.pairs);
  for (std::uint64_t i = 0; i < measured.pairs; ++i) {
    const auto [first, second] = graph.pair(i);
    pairs[2 * i] = first;
    pairs[2 * i + 1] = second;
  }
  return pairs;
}

Inputs::Inputs(const Case& measured)
    : preactivations(normal_values(measured.values(), 2, 3)),
      output_gradients(normal_values(measured.values(), 1, 4)),
      weights(uniform_values(measured.rules, 5)) {}

}  // namespace kenn::bench
