// Finds the rows of ids.
#include "table/id_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace kenn::table {

namespace {

std::size_t hash_of(std::string_view id) {
  return std::hash<std::string_view>()(id);
}

std::uint32_t upper_half(std::size_t hash) {
  return static_cast<std::uint32_t>(std::uint64_t{hash} >> 32);
}

}  // namespace

IdIndex::IdIndex(std::size_t most_ids) : slots_(std::bit_ceil(2 * std::max<std::size_t>(most_ids, 1))) {}

std::size_t IdIndex::slot_of(std::span<const std::string> ids, std::string_view id, std::size_t hash) const {
  for (std::size_t place = place_of(hash);; place = place_of(place + 1)) {
    const Slot& slot = slots_[place];
    if (slot.entry == 0 || (slot.hash == upper_half(hash) && ids[slot.entry - 1] == id)) return place;
  }
}

std::optional<Row> IdIndex::add(std::span<const std::string> ids, Row row) {
  const std::size_t hash = hash_of(ids[row]);
  Slot& slot = slots_[slot_of(ids, ids[row], hash)];
  if (slot.entry != 0) return slot.entry - 1;
  slot = {upper_half(hash), row + 1};
  return std::nullopt;
}

std::optional<Row> IdIndex::find(std::span<const std::string> ids, std::string_view id) const {
  const Slot& slot = slots_[slot_of(ids, id, hash_of(id))];
  if (slot.entry == 0) return std::nullopt;
  return slot.entry - 1;
}

void IdIndex::find(std::span<const std::string> ids, std::span<const std::string_view> wanted,
                   std::span<Row> rows) const {
  constexpr std::size_t at_once = 32;
  std::array<std::size_t, at_once> hashes{};
  for (std::size_t first = 0; first < wanted.size(); first += at_once) {
    const std::size_t count = std::min(at_once, wanted.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_of(wanted[first + i]);
      __builtin_prefetch(&slots_[place_of(hashes[i])]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Slot& slot = slots_[place_of(hashes[i])];
      if (slot.entry != 0) __builtin_prefetch(&ids[slot.entry - 1]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Slot& slot = slots_[slot_of(ids, wanted[first + i], hashes[i])];
      rows[first + i] = slot.entry == 0 ? no_row : slot.entry - 1;
    }
  }
}

}  // namespace kenn::table
