// A synthetic group of people: who smokes, who has cancer, and who is friends with whom.
#include "generate/smokers.h"

#include <kenn/error.h>

#include <algorithm>

#include "generate/limits.h"

namespace kenn::generate {

namespace {

// In per cent.
constexpr std::uint32_t smokers_of_all = 35;
constexpr std::uint32_t cancer_of_smokers = 90;
constexpr std::uint32_t cancer_of_others = 10;
constexpr std::uint32_t known_labels = 50;

constexpr std::uint64_t friendships_per_person = 2;

enum Stream : std::uint32_t {
  habits_stream,
  cancer_stream,
  person_features_stream,
  person_labels_stream,
  couples_stream,
  order_stream,
  couple_features_stream,
  couple_labels_stream
};

std::uint64_t edges_of(const SmokersOptions& options) {
  return options.edges.value_or(options.nodes * friendships_per_person);
}

// Both habits are there.
std::array<std::uint64_t, 2> habit_sizes(std::uint64_t persons) {
  const std::uint64_t smokers = std::clamp<std::uint64_t>(persons * smokers_of_all / 100, 1, persons - 1);
  return {persons - smokers, smokers};
}

// A noisy sign of a truth: its mean is `effect` thousandths, its standard deviation 1.
std::int16_t noisy(std::int64_t effect, base::Random& random) {
  constexpr std::int64_t spread = 866;  // of four dice
  return static_cast<std::int16_t>(effect + random.around_zero(spread, 4));
}

std::vector<Person> draw_persons(const std::vector<std::uint32_t>& habits, std::uint64_t seed) {
  base::Random truths(seed, cancer_stream);
  base::Random features(seed, person_features_stream);
  base::Random labels(seed, person_labels_stream);
  std::vector<Person> persons(habits.size());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const bool smoker = habits[i] == 1;
    const bool cancer = truths.chance(smoker ? cancer_of_smokers : cancer_of_others);
    persons[i].smoker = {smoker, labels.chance(known_labels)};
    persons[i].cancer = {cancer, labels.chance(known_labels)};
    persons[i].features = {noisy(smoker ? 1000 : 0, features),
                           noisy((smoker ? -600 : 0) + (cancer ? -600 : 0), features),
                           noisy(cancer ? 1000 : 0, features)};
  }
  return persons;
}

std::vector<std::uint32_t> draw_habits(std::uint64_t persons, std::uint64_t seed) {
  const auto sizes = habit_sizes(persons);
  std::vector<std::uint32_t> habits(persons, 0);
  std::fill(habits.begin() + static_cast<std::ptrdiff_t>(sizes[0]), habits.end(), 1);
  base::Random random(seed, habits_stream);
  random.shuffle(habits);
  return habits;
}

// As many as there are friends, or as are left; as many of them inside a habit as by chance.
PairCounts strangers_among(PairCounts left, std::uint64_t friendships) {
  const std::uint64_t count = std::min(friendships, left.all());
  if (count == 0) return {};
  PairCounts strangers =
      shared_out(count, static_cast<double>(left.inside) / static_cast<double>(left.all()));
  strangers.across = std::min(strangers.across, left.across);
  strangers.inside = std::min(count - strangers.across, left.inside);
  return strangers;
}

// Both directions of every couple; they say different things about the same truth.
std::vector<FriendsRow> rows_of(const std::vector<Pair>& couples, std::uint64_t friendships,
                                std::uint64_t seed) {
  std::vector<std::uint32_t> places(couples.size());
  for (std::uint32_t i = 0; i < places.size(); ++i) places[i] = i;
  base::Random order(seed, order_stream);
  order.shuffle(places);
  base::Random features(seed, couple_features_stream);
  base::Random labels(seed, couple_labels_stream);
  std::vector<FriendsRow> rows;
  rows.reserve(2 * couples.size());
  for (const std::uint32_t place : places) {
    const bool friends = place < friendships;
    const auto [a, b] = couples[place];
    for (const Pair pair : {Pair{a, b}, Pair{b, a}}) {
      rows.push_back({pair,
                      {friends, labels.chance(known_labels)},
                      {noisy(friends ? 1000 : 0, features), noisy(friends ? -1000 : 0, features)}});
    }
  }
  return rows;
}

}  // namespace

std::uint64_t SmokersWorld::smokers() const {
  return static_cast<std::uint64_t>(std::count_if(persons.begin(), persons.end(),
                                                  [](const Person& person) { return person.smoker.truth; }));
}

double SmokersWorld::homophily() const {
  std::uint64_t same = 0;
  for (const FriendsRow& row : rows) {
    const bool same_habit = persons[row.pair.first].smoker.truth == persons[row.pair.second].smoker.truth;
    if (row.friends.truth && same_habit) ++same;
  }
  return friendships == 0 ? 0 : static_cast<double>(same) / static_cast<double>(2 * friendships);
}

std::string complaint_about(const SmokersOptions& options) {
  if (options.nodes < 2 || options.nodes > most_nodes) return out_of_range("persons", 2, most_nodes);
  const std::uint64_t edges = edges_of(options);
  if (edges > most_edges) return out_of_range("friendships", 0, most_edges);
  return complaint_about_pairs({"friendships", std::to_string(options.nodes) + " persons",
                                "between people of the same habit", "between a smoker and a non-smoker"},
                               edges, options.homophily,
                               possible_pairs(habit_sizes(options.nodes), PairOrder::does_not_matter));
}

SmokersWorld generate_smokers(const SmokersOptions& options) {
  const std::string complaint = complaint_about(options);
  if (!complaint.empty()) throw Error(ErrorKind::data, complaint);
  SmokersWorld world;
  world.friendships = edges_of(options);
  const auto habits = draw_habits(options.nodes, options.seed);
  world.persons = draw_persons(habits, options.seed);
  base::Random random(options.seed, couples_stream);
  PairDrawer drawer({2, habits}, PairOrder::does_not_matter, 2 * world.friendships, random);
  std::vector<Pair> couples;
  drawer.draw(shared_out(world.friendships, options.homophily), couples);
  drawer.draw(strangers_among(drawer.left(), world.friendships), couples);
  world.rows = rows_of(couples, world.friendships, options.seed);
  return world;
}

}  // namespace kenn::generate
