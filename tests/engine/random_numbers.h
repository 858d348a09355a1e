// Random choices from one seed: much faster than a RapidCheck generator per choice.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace kenn::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // A number in [0, count).
  int below(int count) { return std::uniform_int_distribution(0, count - 1)(engine_); }
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_);
  }

  // A number in [first, last].
  int between(int first, int last) { return std::uniform_int_distribution(first, last)(engine_); }

  bool once_in(int times) { return below(times) == 0; }
  double uniform() { return std::uniform_real_distribution(0.0, 1.0)(engine_); }
  double normal() { return std::normal_distribution()(engine_); }
  std::uint64_t seed() { return engine_(); }

  template <typename Element>
  Element one_of(const std::vector<Element>& elements) {
    return elements[below(elements.size())];
  }

  template <typename Element>
  void shuffle(std::vector<Element>& elements) {
    for (std::size_t i = elements.size(); i > 1; --i) std::swap(elements[i - 1], elements[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace kenn::test
