// Pseudo-random graphs and values, a function of their position only, so that nothing has to be kept.
#pragma once

#include <kenn/tables.h>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "driver/shapes.h"

namespace kenn::bench {

// A pseudo-random order of 0..size-1: every number comes once.
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed);

  [[nodiscard]] std::uint64_t operator()(std::uint64_t position) const;

 private:
  [[nodiscard]] std::uint64_t shuffle(std::uint64_t number) const;

  std::uint64_t size_;
  std::uint64_t seed_;
  unsigned half_bits_;
};

// Distinct pairs with uniformly random ends, in random order.
class Graph {
 public:
  explicit Graph(const Case& measured);

  [[nodiscard]] std::array<Row, 2> pair(std::uint64_t position) const;

 private:
  std::uint64_t rows_;
  std::uint64_t hub_pairs_;
  Permutation hub_ends_;
  Permutation others_;
};

// All pairs of a graph, both rows of a pair side by side.
std::vector<Row> all_pairs(const Case& measured);

// What one enhancer layer and its gradients start from.
struct Inputs {
  explicit Inputs(const Case& measured);

  std::vector<float> preactivations;    // [rows, rules], normal, standard deviation 2
  std::vector<float> output_gradients;  // [rows, rules], normal, standard deviation 1
  std::vector<float> weights;           // [rules], uniform in [0, 1)
};

}  // namespace kenn::bench
