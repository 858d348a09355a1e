// What the groundings of a group take in memory, known before they are made.
//
//   Cite(x, y) with slots Paper[x], Paper[y]   ->   8 bytes per grounding: an entry in each of two lists
//   three varying slots                        ->   24: a row of three, and an entry in each of three lists
#pragma once

#include <cstdint>
#include <span>

#include "plan/plan_data.h"

namespace kenn::plan {

// How the list of a slot names groundings.
EntryKind entry_kind(const GroundingGroup& group, std::uint32_t slot);

// Whether a list is `indexed`, so that the rows of every grounding are kept.
bool keeps_tuples(const GroundingGroup& group);

struct GroupMemory {
  std::uint64_t fixed = 0;  // of rows, whatever the groundings; at most
  std::uint64_t per_grounding = 0;

  // Saturates.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t groundings) const;

  // How many groundings there can be in so many bytes.
  [[nodiscard]] std::uint64_t groundings_in(std::uint64_t bytes) const;
};

// Of a group whose slots are set, while it is made; `row_counts` says how many rows the table of each slot
// has.
GroupMemory memory_of(const GroundingGroup& group, std::span<const std::uint64_t> row_counts);

}  // namespace kenn::plan
