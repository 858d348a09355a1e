// What the groundings of a group take in memory, known before they are made.
#include "plan/group_memory.h"

#include <limits>

namespace kenn::plan {

namespace {

constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();

// Per row of a list while it is made: its number of groundings, itself, and its offset.
constexpr std::uint64_t bytes_per_row = sizeof(std::uint64_t) + sizeof(Row) + sizeof(std::uint64_t);

}  // namespace

EntryKind entry_kind(const GroundingGroup& group, std::uint32_t slot) {
  const bool varies = !group.slots[slot].fixed;
  const std::uint32_t others = group.varying_count - (varies ? 1U : 0U);
  if (others == 0) return EntryKind::none;
  return others == 1 && varies ? EntryKind::other : EntryKind::indexed;
}

bool keeps_tuples(const GroundingGroup& group) {
  for (std::uint32_t slot = 0; slot < group.slots.size(); ++slot) {
    if (!group.slots[slot].is_degree && entry_kind(group, slot) == EntryKind::indexed) return true;
  }
  return false;
}

std::uint64_t GroupMemory::bytes(std::uint64_t groundings) const {
  std::uint64_t product = 0;
  std::uint64_t sum = 0;
  const bool overflows = __builtin_mul_overflow(groundings, per_grounding, &product) ||
                         __builtin_add_overflow(product, fixed, &sum);
  return overflows ? all : sum;
}

std::uint64_t GroupMemory::groundings_in(std::uint64_t bytes) const {
  if (bytes < fixed) return 0;
  return per_grounding == 0 ? all : (bytes - fixed) / per_grounding;
}

GroupMemory memory_of(const GroundingGroup& group, std::span<const std::uint64_t> row_counts) {
  GroupMemory memory;
  for (std::uint32_t slot = 0; slot < group.slots.size(); ++slot) {
    if (group.slots[slot].is_degree || group.slots[slot].fixed) continue;
    memory.fixed += row_counts[slot] * bytes_per_row;
    if (entry_kind(group, slot) != EntryKind::none) memory.per_grounding += sizeof(Row);
  }
  if (keeps_tuples(group)) memory.per_grounding += group.varying_count * sizeof(Row);
  return memory;
}

}  // namespace kenn::plan
