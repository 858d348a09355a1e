// Numbers that belong together, as a forest: each tree is one class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kenn::clause {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }

  // The number that stands for the class of `number`.
  std::uint32_t find(std::uint32_t number) {
    while (parent_[number] != number) {
      parent_[number] = parent_[parent_[number]];
      number = parent_[number];
    }
    return number;
  }

  void unite(std::uint32_t left, std::uint32_t right) { parent_[find(right)] = find(left); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace kenn::clause
