// Finds the rows of ids.
#pragma once

#include <kenn/tables.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kenn::table {

// An open hash table of rows, at most half full: 16 to 32 bytes per id. The ids themselves are kept by the
// caller, who gives them to every call; those of the rows added must be the same each time.
class IdIndex {
 public:
  explicit IdIndex(std::size_t most_ids);

  static constexpr std::size_t most_bytes_per_id = 32;

  // Adds the row of an id that is not there yet. Otherwise returns the row that has the id.
  std::optional<Row> add(std::span<const std::string> ids, Row row);

  [[nodiscard]] std::optional<Row> find(std::span<const std::string> ids, std::string_view id) const;

  // Finds many ids, `no_row` for those that are not there. Memory is asked for before it is needed, so that
  // this is several times as fast as one after the other.
  void find(std::span<const std::string> ids, std::span<const std::string_view> wanted,
            std::span<Row> rows) const;

 private:
  struct Slot {
    std::uint32_t hash = 0;   // its upper half; most other ids differ in it
    std::uint32_t entry = 0;  // one more than the row; 0: free
  };

  [[nodiscard]] std::size_t place_of(std::size_t hash) const { return hash & (slots_.size() - 1); }
  // The slot of an id, or the free one where it belongs.
  [[nodiscard]] std::size_t slot_of(std::span<const std::string> ids, std::string_view id,
                                    std::size_t hash) const;

  std::vector<Slot> slots_;
};

}  // namespace kenn::table
