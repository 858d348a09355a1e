// Sorted tuples are the same tuples, in order, with their degrees.
#include "table/sort_tuples.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace kenn::table {
namespace {

using Entry = std::pair<std::vector<Row>, float>;

std::vector<Entry> entries_of(const Listing& listing) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < listing.count(); ++i) {
    const auto first = listing.tuples.begin() + static_cast<std::ptrdiff_t>(i * listing.arity);
    entries.emplace_back(std::vector<Row>(first, first + static_cast<std::ptrdiff_t>(listing.arity)),
                         listing.truth.empty() ? 1.0F : listing.truth[i]);
  }
  return entries;
}

RC_GTEST_PROP(SortTuples, OrdersByAllArgumentsAndKeepsEqualOnesInTheirOrder, ()) {
  const auto arity = *rc::gen::inRange<std::size_t>(1, 5);
  const auto count = *rc::gen::inRange<std::size_t>(0, 200);
  const bool with_truth = *rc::gen::arbitrary<bool>();
  // Few objects for repetitions, or large row numbers for all digits of the sort.
  const auto bound = *rc::gen::element<Row>(3, 100, 5000, 4294967295U);
  Listing listing{
      arity, *rc::gen::container<std::vector<Row>>(arity * count, rc::gen::inRange<Row>(0, bound)), {}};
  for (std::size_t i = 0; with_truth && i < count; ++i) {
    listing.truth.push_back(static_cast<float>(i) / static_cast<float>(count));
  }
  std::vector<Entry> expected = entries_of(listing);
  std::stable_sort(expected.begin(), expected.end(),
                   [](const Entry& left, const Entry& right) { return left.first < right.first; });
  sort_tuples(listing);
  RC_ASSERT(entries_of(listing) == expected);
}

}  // namespace
}  // namespace kenn::table
