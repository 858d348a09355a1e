// A data set: objects with features, the relations between them, and what is known of the predictions.
#pragma once

#include <kenn/tables.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/features.h"

namespace kenn {

enum class Split : std::uint8_t { none, train, valid, test };

// Whether an atom is known to hold.
enum class Known : std::int8_t { nothing = -1, no = 0, yes = 1 };

// What is known of the atoms of a predicted table.
struct Labels {
  std::vector<Known> atoms;   // row by row, one per column of the table
  std::vector<Split> splits;  // one per row; empty: the data set does not say

  friend bool operator==(const Labels&, const Labels&) = default;
};

struct Dataset {
  Tables tables;
  std::vector<std::optional<Features>> features;        // one per type
  std::vector<std::optional<Features>> tuple_features;  // one per table; only predicted relations have them
  std::vector<Labels> labels;  // one per table; without rows for those that are given
  std::vector<Diagnostic> warnings;
};

// `source` is a folder, "linqs:DIR", "sqlite:FILE" or "postgres:URI". Throws `Error`: kind file when
// something cannot be read, kind data for what is wrong in it.
Dataset read_dataset(const Knowledge& knowledge, const std::string& source);

}  // namespace kenn
