// Sorts listed tuples, so that equal ones lie side by side and neighbours are found in order.
#include "table/sort_tuples.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace kenn::table {

namespace {

struct Pair {
  std::uint64_t key;  // first argument in the upper half
};

struct PairWithTruth {
  std::uint64_t key;
  float truth;
};

constexpr unsigned digit_bits = 11;
constexpr std::size_t digit_count = std::size_t{1} << digit_bits;

// One stable pass of a radix sort.
template <typename Item>
void sort_by_digit(const std::vector<Item>& from, std::vector<Item>& to, unsigned shift) {
  std::array<std::size_t, digit_count> position{};
  for (const Item& item : from) ++position[(item.key >> shift) % digit_count];
  std::exclusive_scan(position.begin(), position.end(), position.begin(), std::size_t{0});
  for (const Item& item : from) to[position[(item.key >> shift) % digit_count]++] = item;
}

// Sorts by key; only digits in which some keys differ cost a pass.
template <typename Item>
void radix_sort(std::vector<Item>& items) {
  std::uint64_t differing = 0;
  for (const Item& item : items) differing |= item.key ^ items.front().key;
  std::vector<Item> other(items.size());
  for (unsigned shift = 0; shift < 64; shift += digit_bits) {
    if ((differing >> shift) % digit_count == 0) continue;
    sort_by_digit(items, other, shift);
    items.swap(other);
  }
}

// A pair as one number that sorts like it.
std::uint64_t key_of(const Row* tuple) {
  return (std::uint64_t{tuple[0]} << 32) | tuple[1];
}

template <typename Item>
void write_keys(const std::vector<Item>& items, std::vector<Row>& tuples) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    tuples[2 * i] = static_cast<Row>(items[i].key >> 32);
    tuples[2 * i + 1] = static_cast<Row>(items[i].key);
  }
}

void sort_pairs(Listing& listing) {
  const std::size_t count = listing.count();
  if (listing.truth.empty()) {
    std::vector<Pair> items(count);
    for (std::size_t i = 0; i < count; ++i) items[i].key = key_of(&listing.tuples[2 * i]);
    radix_sort(items);
    write_keys(items, listing.tuples);
    return;
  }
  std::vector<PairWithTruth> items(count);
  for (std::size_t i = 0; i < count; ++i) {
    items[i] = {key_of(&listing.tuples[2 * i]), listing.truth[i]};
  }
  radix_sort(items);
  write_keys(items, listing.tuples);
  for (std::size_t i = 0; i < count; ++i) listing.truth[i] = items[i].truth;
}

// The general case: an order of the tuples first, then everything is moved into it.
void sort_any(Listing& listing) {
  const std::size_t arity = listing.arity;
  const std::vector<Row>& tuples = listing.tuples;
  std::vector<std::uint64_t> order(listing.count());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint64_t left, std::uint64_t right) {
    const Row* const a = &tuples[left * arity];
    const Row* const b = &tuples[right * arity];
    return std::lexicographical_compare(a, a + arity, b, b + arity);
  });
  std::vector<Row> sorted;
  std::vector<float> truth;
  sorted.reserve(tuples.size());
  truth.reserve(listing.truth.size());
  for (const std::uint64_t index : order) {
    sorted.insert(sorted.end(), &tuples[index * arity], &tuples[index * arity] + arity);
    if (!listing.truth.empty()) truth.push_back(listing.truth[index]);
  }
  listing.tuples = std::move(sorted);
  listing.truth = std::move(truth);
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

void sort_tuples(Listing& listing) {
  if (is_sorted(listing)) return;
  listing.arity == 2 ? sort_pairs(listing) : sort_any(listing);
}

}  // namespace kenn::table
