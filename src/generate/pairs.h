// Draws the pairs of a relation: unequal degrees, a chosen share inside groups, no pair twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace kenn::generate {

struct Pair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  friend bool operator==(const Pair&, const Pair&) = default;
};

enum class PairOrder : std::uint8_t { matters, does_not_matter };

// How many pairs have both ends in one group, and how many do not.
struct PairCounts {
  std::uint64_t inside = 0;
  std::uint64_t across = 0;

  [[nodiscard]] std::uint64_t all() const { return inside + across; }
};

// All pairs of different objects that there are.
PairCounts possible_pairs(std::span<const std::uint64_t> group_sizes, PairOrder order);

// `count` pairs with this share inside, rounded.
PairCounts shared_out(std::uint64_t count, double share_inside);

// Which objects belong together.
struct Groups {
  std::uint32_t count = 0;
  std::span<const std::uint32_t> group_of;
  // The group that an object leans to, which has objects in it, or its own. Objects that lean are the first
  // to start pairs across, and these go where they lean. Empty: nobody leans.
  std::span<const std::uint32_t> side_group_of = {};
};

// A set of pairs in a table of fixed size.
class PairSet {
 public:
  explicit PairSet(std::uint64_t most_pairs);

  // False when the pair was there already.
  bool insert(Pair pair);
  [[nodiscard]] bool contains(Pair pair) const { return places_[place_of(pair)] != nothing; }

 private:
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};
  static std::uint64_t key_of(Pair pair) { return std::uint64_t{pair.first} << 32 | pair.second; }
  [[nodiscard]] std::uint64_t place_of(Pair pair) const;  // where it is, or would be

  std::vector<std::uint64_t> places_;
  int shift_ = 0;
};

// Who reaches across groups does it again: some objects start pairs across only, the others inside only. As
// long as one of them is in no pair it starts the next one; after that a few start many. Where pairs end is
// unequal, too. When more than half of all possible pairs are wanted they are chosen among all of them, all
// alike. Time and memory are linear in objects and pairs.
class PairDrawer {
 public:
  // `groups` outlive the drawer; `most_pairs` is how many will be drawn in all.
  PairDrawer(const Groups& groups, PairOrder order, std::uint64_t most_pairs, base::Random& random);

  // Pairs that can still be drawn.
  [[nodiscard]] PairCounts left() const {
    return {possible_.inside - drawn_.inside, possible_.across - drawn_.across};
  }

  // Appends pairs that were not drawn before. `wanted` is not more than what is left.
  void draw(PairCounts wanted, std::vector<Pair>& pairs);

 private:
  enum class Kind : std::uint8_t { inside, across };

  // Some of `starters_`.
  struct Starters {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t next = 0;  // the first that may be in no pair yet
  };

  [[nodiscard]] std::uint64_t group_size(std::uint32_t group) const {
    return starts_[group + 1] - starts_[group];
  }
  [[nodiscard]] bool is_of(Kind kind, Pair pair) const {
    return (group_of_[pair.first] == group_of_[pair.second]) == (kind == Kind::inside);
  }
  [[nodiscard]] bool leans(std::uint32_t object) const {
    return !side_group_of_.empty() && side_group_of_[object] != group_of_[object];
  }
  bool add(Kind kind, Pair pair, std::vector<Pair>& pairs);
  void share_starters(PairCounts wanted);
  std::uint32_t next_start(Starters& starters);
  Pair popular_pair(Kind kind);
  Pair any_pair(Kind kind);
  void draw_one(Kind kind, std::vector<Pair>& pairs);
  void choose(Kind kind, std::uint64_t wanted, std::vector<Pair>& pairs);

  std::span<const std::uint32_t> group_of_;
  std::span<const std::uint32_t> side_group_of_;
  PairOrder order_;
  base::Random& random_;
  std::vector<std::uint64_t> starts_;    // of the groups in `members_`
  std::vector<std::uint32_t> members_;   // of every group, those with many pairs first
  std::vector<std::uint32_t> starters_;  // those that lean last
  Starters inside_starters_;
  Starters across_starters_;
  std::vector<bool> has_pair_;
  PairCounts possible_;
  PairCounts drawn_;
  PairSet set_;
};

}  // namespace kenn::generate
