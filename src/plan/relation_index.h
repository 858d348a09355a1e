// Finds the listed tuples that have given objects in some of their arguments.
#pragma once

#include <kenn/tables.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace kenn::plan {

// An index of a listing by the arguments at `positions` (one at least). It keeps a reference to the listing.
class RelationIndex {
 public:
  // `object_count` is the number of objects that the first of the positions ranges over.
  RelationIndex(const Listing& listing, std::vector<std::size_t> positions, std::size_t object_count);

  // The tuples whose arguments at the positions are `key`: [first, last) of an order in which `tuple_at`
  // gives the rows.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> find(const Row* key) const;
  [[nodiscard]] std::uint64_t tuple_at(std::uint64_t place) const {
    return order_.empty() ? place : order_[place];
  }

 private:
  [[nodiscard]] int compare(std::uint64_t tuple, const Row* key) const;

  const Listing& listing_;
  std::vector<std::size_t> positions_;
  std::vector<std::uint64_t> offsets_;  // by the object at the first position
  std::vector<Row> order_;              // empty when the listing itself is in the right order
};

}  // namespace kenn::plan
