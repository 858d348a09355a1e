// Sorted lists of numbers as sets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kenn::base {

template <typename Number>
void sort_and_merge(std::vector<Number>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Where a number is that is in the list.
template <typename Number>
std::size_t place_in(const std::vector<Number>& sorted, Number number) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
}

}  // namespace kenn::base
