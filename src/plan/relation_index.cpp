// Finds the listed tuples that have given objects in some of their arguments.
#include "plan/relation_index.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kenn::plan {

namespace {

// Whether sorting by `positions` keeps the tuples of a listing that is sorted by all arguments in their
// order.
bool is_prefix(const std::vector<std::size_t>& positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] != i) return false;
  }
  return true;
}

bool is_sorted(const Listing& listing) {
  const std::size_t arity = listing.arity;
  for (std::size_t i = arity; i < listing.tuples.size(); i += arity) {
    const Row* const tuple = &listing.tuples[i];
    if (std::lexicographical_compare(tuple, tuple + arity, tuple - arity, tuple)) return false;
  }
  return true;
}

}  // namespace

RelationIndex::RelationIndex(const Listing& listing, std::vector<std::size_t> positions,
                             std::size_t object_count)
    : listing_(listing), positions_(std::move(positions)), offsets_(object_count + 1) {
  const std::size_t arity = listing.arity;
  const std::uint64_t count = listing.count();
  const auto object = [&](std::uint64_t tuple) { return listing.tuples[tuple * arity + positions_[0]]; };
  for (std::uint64_t tuple = 0; tuple < count; ++tuple) ++offsets_[object(tuple) + 1];
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  if (is_prefix(positions_) && is_sorted(listing)) return;

  if (count > std::numeric_limits<Row>::max()) {
    throw Error(ErrorKind::limit, "a relation with more than 4294967295 tuples cannot be joined");
  }
  order_.resize(count);
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::uint64_t tuple = 0; tuple < count; ++tuple)
    order_[next[object(tuple)]++] = static_cast<Row>(tuple);
  if (positions_.size() == 1) return;
  const auto less = [&](Row left, Row right) {
    for (const std::size_t position : positions_) {
      const Row a = listing.tuples[left * arity + position];
      const Row b = listing.tuples[right * arity + position];
      if (a != b) return a < b;
    }
    return left < right;
  };
  for (std::size_t bucket = 0; bucket < object_count; ++bucket) {
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(offsets_[bucket]),
              order_.begin() + static_cast<std::ptrdiff_t>(offsets_[bucket + 1]), less);
  }
}

// Less than, equal to or greater than 0, as the tuple's arguments come before, at or after the key.
int RelationIndex::compare(std::uint64_t tuple, const Row* key) const {
  for (std::size_t i = 1; i < positions_.size(); ++i) {
    const Row row = listing_.tuples[tuple * listing_.arity + positions_[i]];
    if (row != key[i]) return row < key[i] ? -1 : 1;
  }
  return 0;
}

std::pair<std::uint64_t, std::uint64_t> RelationIndex::find(const Row* key) const {
  std::uint64_t first = offsets_[key[0]];
  std::uint64_t last = offsets_[key[0] + std::size_t{1}];
  if (positions_.size() == 1) return {first, last};
  // The first place for which `is_before` does not hold.
  const auto search = [&](std::uint64_t from, auto is_before) {
    std::uint64_t to = last;
    while (from < to) {
      const std::uint64_t middle = from + (to - from) / 2;
      if (is_before(compare(tuple_at(middle), key))) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  };
  first = search(first, [](int order) { return order < 0; });
  last = search(first, [](int order) { return order <= 0; });
  return {first, last};
}

}  // namespace kenn::plan
