// Numbers the different things of one rule in the order they come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace kenn::clause {

// Finds an earlier thing by its hash. Nearly every rule has a handful of names and atoms, for which comparing
// with each beats a hash table; very large rules get the table.
class Interner {
 public:
  // The number of the first thing for which `is_same(number)` holds, among those with this hash; otherwise
  // nothing, and the thing gets the next number.
  template <typename IsSame>
  std::optional<std::uint32_t> find_or_add(std::size_t hash, IsSame is_same) {
    if (count_ < first_.size()) {
      for (std::uint32_t number = 0; number < count_; ++number) {
        if (first_[number] == hash && is_same(number)) return number;
      }
      first_[count_++] = hash;
      return std::nullopt;
    }
    if (table_.empty()) {
      for (std::uint32_t number = 0; number < count_; ++number) table_.emplace(first_[number], number);
    }
    const auto [begin, end] = table_.equal_range(hash);
    for (auto entry = begin; entry != end; ++entry) {
      if (is_same(entry->second)) return entry->second;
    }
    table_.emplace(hash, count_++);
    return std::nullopt;
  }

 private:
  std::array<std::size_t, 16> first_{};  // hashes
  std::uint32_t count_ = 0;
  std::unordered_multimap<std::size_t, std::uint32_t> table_;  // empty until there are more
};

}  // namespace kenn::clause
