// Draws the pairs of a relation: unequal degrees, a chosen share inside groups, no pair twice.
#include "generate/pairs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace kenn::generate {

namespace {

constexpr int attempts_at_popular_pairs = 8;

}  // namespace

PairCounts possible_pairs(std::span<const std::uint64_t> group_sizes, PairOrder order) {
  const std::uint64_t pairs_per_couple = order == PairOrder::matters ? 2 : 1;
  const auto pairs_of = [&](std::uint64_t objects) {
    return objects < 2 ? 0 : objects * (objects - 1) / 2 * pairs_per_couple;
  };
  std::uint64_t objects = 0;
  PairCounts counts;
  for (const std::uint64_t size : group_sizes) {
    objects += size;
    counts.inside += pairs_of(size);
  }
  counts.across = pairs_of(objects) - counts.inside;
  return counts;
}

PairCounts shared_out(std::uint64_t count, double share_inside) {
  const auto inside = static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * share_inside));
  return {inside, count - inside};
}

// --------------------------------------------------------------------------------------------------- PairSet

PairSet::PairSet(std::uint64_t most_pairs)
    : places_(std::bit_ceil(2 * most_pairs + 2), nothing), shift_(std::countl_zero(places_.size()) + 1) {}

std::uint64_t PairSet::place_of(Pair pair) const {
  const std::uint64_t key = key_of(pair);
  std::uint64_t place = key * 0x9e3779b97f4a7c15 >> shift_;
  while (places_[place] != nothing && places_[place] != key) place = (place + 1) & (places_.size() - 1);
  return place;
}

bool PairSet::insert(Pair pair) {
  std::uint64_t& place = places_[place_of(pair)];
  if (place != nothing) return false;
  place = key_of(pair);
  return true;
}

// ------------------------------------------------------------------------------------------------ PairDrawer

PairDrawer::PairDrawer(const Groups& groups, PairOrder order, std::uint64_t most_pairs, base::Random& random)
    : group_of_(groups.group_of),
      side_group_of_(groups.side_group_of),
      order_(order),
      random_(random),
      starts_(groups.count + std::size_t{1}),
      members_(groups.group_of.size()),
      starters_(groups.group_of.size()),
      has_pair_(groups.group_of.size()),
      set_(most_pairs) {
  std::vector<std::uint64_t> sizes(groups.count);
  for (const std::uint32_t group : group_of_) ++sizes[group];
  possible_ = possible_pairs(sizes, order);
  std::inclusive_scan(sizes.begin(), sizes.end(), starts_.begin() + 1);

  std::iota(starters_.begin(), starters_.end(), 0U);
  random.shuffle(starters_);
  std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (const std::uint32_t object : starters_) members_[next[group_of_[object]]++] = object;
  random.shuffle(starters_);  // who starts many pairs need not be where many end
  const auto stays = [&](std::uint32_t object) { return !leans(object); };
  std::stable_partition(starters_.begin(), starters_.end(), stays);
}

bool PairDrawer::add(Kind kind, Pair pair, std::vector<Pair>& pairs) {
  if (pair.first == pair.second || !is_of(kind, pair)) return false;
  const bool swap = order_ == PairOrder::does_not_matter && pair.first > pair.second;
  if (!set_.insert(swap ? Pair{pair.second, pair.first} : pair)) return false;
  has_pair_[pair.first] = true;
  has_pair_[pair.second] = true;
  ++(kind == Kind::inside ? drawn_.inside : drawn_.across);
  pairs.push_back(pair);
  return true;
}

// In proportion to the pairs; at least one where there are any.
void PairDrawer::share_starters(PairCounts wanted) {
  const double share = static_cast<double>(wanted.inside) / static_cast<double>(wanted.all());
  const std::uint64_t size = starters_.size();
  std::uint64_t border = shared_out(size, share).inside;
  if (wanted.inside > 0) border = std::max<std::uint64_t>(border, 1);
  if (wanted.across > 0) border = std::min(border, size - 1);
  inside_starters_ = {0, border, 0};
  across_starters_ = {border, size, border};
}

std::uint32_t PairDrawer::next_start(Starters& starters) {
  while (starters.next < starters.end && has_pair_[starters_[starters.next]]) ++starters.next;
  if (starters.next < starters.end) return starters_[starters.next];
  return starters_[starters.begin + random_.small_below(starters.end - starters.begin)];
}

Pair PairDrawer::popular_pair(Kind kind) {
  const std::uint32_t start = next_start(kind == Kind::inside ? inside_starters_ : across_starters_);
  std::uint32_t group = group_of_[start];
  if (kind == Kind::across) {
    group = leans(start) ? side_group_of_[start] : group_of_[random_.below(group_of_.size())];
  }
  return {start, members_[starts_[group] + random_.small_below(group_size(group))]};
}

Pair PairDrawer::any_pair(Kind kind) {
  const auto start = static_cast<std::uint32_t>(random_.below(group_of_.size()));
  const std::uint32_t group = group_of_[start];
  const std::uint64_t end = kind == Kind::inside ? members_[starts_[group] + random_.below(group_size(group))]
                                                 : random_.below(group_of_.size());
  return {start, static_cast<std::uint32_t>(end)};
}

void PairDrawer::draw_one(Kind kind, std::vector<Pair>& pairs) {
  for (int attempt = 0; attempt < attempts_at_popular_pairs; ++attempt) {
    if (add(kind, popular_pair(kind), pairs)) return;
  }
  while (!add(kind, any_pair(kind), pairs)) {
  }
}

// Goes through all pairs and takes each with the chance that leaves the right number in the end.
void PairDrawer::choose(Kind kind, std::uint64_t wanted, std::vector<Pair>& pairs) {
  std::uint64_t candidates = kind == Kind::inside ? left().inside : left().across;
  const auto size = static_cast<std::uint32_t>(group_of_.size());
  const auto consider = [&](Pair pair) {
    const bool counts = pair.first != pair.second && is_of(kind, pair) &&
                        (order_ == PairOrder::matters || pair.first < pair.second) && !set_.contains(pair);
    if (!counts) return;
    if (random_.below(candidates--) < wanted && add(kind, pair, pairs)) --wanted;
  };
  for (std::uint32_t first = 0; first < size && wanted > 0; ++first) {
    if (kind == Kind::across) {
      for (std::uint32_t second = 0; second < size; ++second) consider({first, second});
    } else {
      const std::uint32_t group = group_of_[first];
      for (std::uint64_t i = starts_[group]; i < starts_[group + 1]; ++i) consider({first, members_[i]});
    }
  }
}

void PairDrawer::draw(PairCounts wanted, std::vector<Pair>& pairs) {
  pairs.reserve(pairs.size() + wanted.all());
  if (drawn_.inside + wanted.inside > possible_.inside / 2) {
    choose(Kind::inside, std::exchange(wanted.inside, 0), pairs);
  }
  if (drawn_.across + wanted.across > possible_.across / 2) {
    choose(Kind::across, std::exchange(wanted.across, 0), pairs);
  }
  if (wanted.all() > 0) share_starters(wanted);
  while (wanted.all() > 0) {
    const Kind kind = random_.below(wanted.all()) < wanted.inside ? Kind::inside : Kind::across;
    draw_one(kind, pairs);
    --(kind == Kind::inside ? wanted.inside : wanted.across);
  }
}

}  // namespace kenn::generate
