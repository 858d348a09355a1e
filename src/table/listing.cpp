// Checks of what is listed in a relation, and the set of facts that a `given` relation is.
#include "table/listing.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/spelling.h"
#include "table/sort_tuples.h"

namespace kenn::table {

namespace {

[[noreturn]] void fail(const std::string& relation, const std::string& message) {
  throw Error(ErrorKind::data, "relation " + base::in_quotes(relation) + ": " + message);
}

// "(anna, bob)"
std::string text_of(const Row* tuple, std::size_t arity, const ObjectNamer& name_of) {
  std::string text = "(";
  for (std::size_t i = 0; i < arity; ++i)
    text += (i == 0 ? "" : ", ") + base::shortened(name_of(i, tuple[i]), 40);
  return text + ")";
}

// The shortest number that reads as the same float.
std::string degree_text(float degree) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), degree).ptr;
  return {text.data(), end};
}

void check_degrees(const Listing& listing, const TableSchema& schema) {
  if (listing.truth.empty()) return;
  if (schema.role == Role::predict) {
    fail(schema.name, "truth degrees are for given relations, and this one is predicted");
  }
  if (listing.truth.size() != listing.count()) {
    fail(schema.name, std::to_string(listing.truth.size()) + " truth degrees for " +
                          std::to_string(listing.count()) + " tuples");
  }
  const auto bad = std::find_if(listing.truth.begin(), listing.truth.end(),
                                [](float degree) { return !(degree >= 0 && degree <= 1); });
  if (bad == listing.truth.end()) return;
  const auto index = static_cast<std::size_t>(bad - listing.truth.begin());
  fail(schema.name, "tuple " + std::to_string(index) + " (counting from 0) has the truth degree " +
                        degree_text(*bad) + ", which is not between 0 and 1");
}

bool same_tuple(const Listing& listing, std::size_t left, std::size_t right) {
  const Row* const a = &listing.tuples[left * listing.arity];
  const Row* const b = &listing.tuples[right * listing.arity];
  return std::equal(a, a + listing.arity, b);
}

float degree(const Listing& listing, std::size_t index) {
  return listing.truth.empty() ? 1.0F : listing.truth[index];
}

// The listing of a repeated tuple, so that the message can say where.
[[noreturn]] void fail_repeated(const Listing& listing, const Row* tuple, const std::string& relation,
                                const ObjectNamer& name_of) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; found.size() < 2; ++i) {
    const Row* const candidate = &listing.tuples[i * listing.arity];
    if (std::equal(candidate, candidate + listing.arity, tuple)) found.push_back(i);
  }
  fail(relation, text_of(tuple, listing.arity, name_of) + " is listed twice, as tuples " +
                     std::to_string(found[0]) + " and " + std::to_string(found[1]) +
                     " (counting from 0); a prediction has one row per tuple");
}

}  // namespace

void check_listing(const Listing& listing, const TableSchema& schema, const Vocabulary& vocabulary,
                   std::span<const std::size_t> object_counts) {
  const std::size_t arity = listing.arity;
  if (listing.tuples.size() % arity != 0) {
    fail(schema.name, std::to_string(listing.tuples.size()) + " row numbers do not make tuples of " +
                          std::to_string(arity));
  }
  for (std::size_t i = 0; i < listing.tuples.size(); i += arity) {
    for (std::size_t argument = 0; argument < arity; ++argument) {
      const Row row = listing.tuples[i + argument];
      if (row < object_counts[argument]) continue;
      fail(schema.name, "tuple " + std::to_string(i / arity) + " (counting from 0) names object " +
                            std::to_string(row) + " of type " +
                            base::in_quotes(vocabulary.types[schema.argument_types[argument]].name) +
                            ", which has " + std::to_string(object_counts[argument]));
    }
  }
  // The last row number means "no row" in a plan.
  if (schema.role == Role::predict && listing.count() >= std::numeric_limits<Row>::max()) {
    fail(schema.name, "a predicted relation can list at most " +
                          std::to_string(std::numeric_limits<Row>::max() - 1) + " tuples");
  }
  check_degrees(listing, schema);
}

std::uint64_t make_set(Listing& listing, const std::string& relation, const ObjectNamer& name_of) {
  sort_tuples(listing);
  const std::size_t arity = listing.arity;
  const std::size_t count = listing.count();
  std::size_t kept = 0;
  std::uint64_t repeated = 0;
  bool all_true = true;
  for (std::size_t i = 0; i < count;) {
    const float truth = degree(listing, i);
    std::size_t next = i + 1;
    for (; next < count && same_tuple(listing, i, next); ++next) {
      ++repeated;
      if (degree(listing, next) == truth) continue;
      fail(relation, text_of(&listing.tuples[i * arity], arity, name_of) +
                         " is listed with two truth degrees, " + degree_text(truth) + " and " +
                         degree_text(degree(listing, next)));
    }
    if (truth > 0) {
      std::copy_n(&listing.tuples[i * arity], arity, &listing.tuples[kept * arity]);
      if (!listing.truth.empty()) listing.truth[kept] = truth;
      all_true = all_true && truth == 1;
      ++kept;
    }
    i = next;
  }
  listing.tuples.resize(kept * arity);
  listing.truth.resize(all_true ? 0 : kept);
  return repeated;
}

void check_no_repetition(const Listing& listing, const std::string& relation, const ObjectNamer& name_of) {
  Listing sorted = listing;
  sort_tuples(sorted);
  for (std::size_t i = 1; i < sorted.count(); ++i) {
    if (same_tuple(sorted, i - 1, i))
      fail_repeated(listing, &sorted.tuples[i * listing.arity], relation, name_of);
  }
}

}  // namespace kenn::table
