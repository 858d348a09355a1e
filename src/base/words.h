// Words for the values of an enumeration, as options, files and messages have them.
//
// Each enumeration says its words once, beside its definition:
//
//   template <>
//   inline constexpr std::array words_of<Order> = {"parallel"sv, "sequential"sv};
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace kenn::base {

// In the order of the values, which count from 0.
template <typename Choice>
inline constexpr std::array<std::string_view, 0> words_of = {};

template <typename Choice>
constexpr std::string_view word_for(Choice choice) {
  return words_of<Choice>[static_cast<std::size_t>(choice)];
}

// Nothing for a word that names no value.
template <typename Choice>
std::optional<Choice> from_word(std::string_view word) {
  const auto& words = words_of<Choice>;
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Choice>(found - words.begin());
}

template <typename Choice>
std::vector<std::string_view> all_words() {
  return {words_of<Choice>.begin(), words_of<Choice>.end()};
}

}  // namespace kenn::base
