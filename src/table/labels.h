// What is known of the predictions of a table.
#pragma once

#include <cstdint>
#include <vector>

#include "base/words.h"

namespace kenn::table {

enum class Split : std::uint8_t { none, train, valid, test };

}  // namespace kenn::table

namespace kenn::base {

template <>
inline constexpr std::array<std::string_view, 4> words_of<table::Split> = {"", "train", "valid", "test"};

}  // namespace kenn::base

namespace kenn::table {

// Whether an atom is known to hold.
enum class Known : std::int8_t { nothing = -1, no = 0, yes = 1 };

// What is known of the atoms of a predicted table.
struct Labels {
  std::vector<Known> atoms;   // row by row, one per column of the table; empty: nothing is known
  std::vector<Split> splits;  // one per row; empty: the data set does not say

  friend bool operator==(const Labels&, const Labels&) = default;
};

}  // namespace kenn::table
