// A synthetic group of people: who smokes, who has cancer, and who is friends with whom.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/output_folder.h"
#include "generate/pairs.h"

namespace kenn::generate {

struct SmokersOptions {
  std::uint64_t nodes = 1000;
  std::optional<std::uint64_t> edges;  // friendships; default: two per person
  double homophily = 0.9;              // the share of friendships between people of the same habit
  std::uint64_t seed = 0;
};

// A fact, and whether the files say it.
struct Label {
  bool truth = false;
  bool known = false;
};

struct Person {
  Label smoker;
  Label cancer;
  std::array<std::int16_t, 3> features{};  // cough, stamina, pain, in thousandths
};

// One direction of a couple that may be friends.
struct FriendsRow {
  Pair pair;
  Label friends;
  std::array<std::int16_t, 2> features{};  // messages, distance, in thousandths
};

struct SmokersWorld {
  std::vector<Person> persons;
  std::vector<FriendsRow> rows;  // (a, b) is followed by (b, a)
  std::uint64_t friendships = 0;

  [[nodiscard]] std::uint64_t smokers() const;
  [[nodiscard]] double homophily() const;  // as it came out; 0 without friendships
};

// What is wrong with the options, for a person; empty when nothing is.
std::string complaint_about(const SmokersOptions& options);

// The same options give the same people on every machine. Beside the friendships there are as many couples
// that are no friends, where there are so many. Throws `Error` (kind data) when there is a complaint.
SmokersWorld generate_smokers(const SmokersOptions& options);

// Writes Person.csv, Friends.csv and smokers.kenn, without committing; returns their names.
std::vector<std::string> write_smokers(const SmokersWorld& world, base::OutputFolder& folder);

}  // namespace kenn::generate
