// An index finds exactly the tuples that a scan finds.
#include "plan/relation_index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "table/sort_tuples.h"

namespace kenn::plan {
namespace {

RC_GTEST_PROP(RelationIndex, FindsWhatAScanFinds, ()) {
  constexpr Row objects = 5;
  const auto arity = *rc::gen::inRange<std::size_t>(1, 4);
  const auto count = *rc::gen::inRange<std::size_t>(0, 60);
  Listing listing{
      arity, *rc::gen::container<std::vector<Row>>(arity * count, rc::gen::inRange<Row>(0, objects)), {}};
  if (*rc::gen::arbitrary<bool>()) table::sort_tuples(listing);
  std::vector<std::size_t> positions(arity);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (*rc::gen::arbitrary<bool>()) std::reverse(positions.begin(), positions.end());
  positions.resize(*rc::gen::inRange<std::size_t>(1, arity + 1));

  const RelationIndex index(listing, positions, objects);
  const auto key = *rc::gen::container<std::vector<Row>>(positions.size(), rc::gen::inRange<Row>(0, objects));
  std::vector<std::uint64_t> expected;
  for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) {
    bool fits = true;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      fits = fits && listing.tuples[tuple * arity + positions[i]] == key[i];
    }
    if (fits) expected.push_back(tuple);
  }
  std::vector<std::uint64_t> found;
  const auto [first, last] = index.find(key.data());
  for (std::uint64_t place = first; place < last; ++place) found.push_back(index.tuple_at(place));
  std::sort(found.begin(), found.end());
  RC_ASSERT(found == expected);
}

}  // namespace
}  // namespace kenn::plan
