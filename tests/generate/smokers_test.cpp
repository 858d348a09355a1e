// Tests of synthetic smokers and their friends, and of the files they are written to.
#include "generate/smokers.h"

#include <cmath>
#include <set>

#include "generate/generate_support.h"

namespace kenn::generate {
namespace {

using test::below;
using test::complaints_of;
using test::lines_of;
using test::Texts;

class SmokersTest : public test::DataFolder {
 protected:
  void write_files(const SmokersOptions& options) const {
    base::OutputFolder folder(folder_);
    write_smokers(generate_smokers(options), folder);
    folder.commit();
  }
};

void expect_sound(const SmokersWorld& world) {
  RC_ASSERT(world.rows.size() % 2 == 0);
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::uint64_t friends = 0;
  for (std::size_t i = 0; i < world.rows.size(); i += 2) {
    const FriendsRow& there = world.rows[i];
    const FriendsRow& back = world.rows[i + 1];
    RC_ASSERT(there.pair.first == back.pair.second && there.pair.second == back.pair.first);
    RC_ASSERT(there.pair.first != there.pair.second);
    RC_ASSERT(there.friends.truth == back.friends.truth);
    RC_ASSERT(seen.emplace(there.pair.first, there.pair.second).second);
    RC_ASSERT(seen.emplace(back.pair.first, back.pair.second).second);
    if (there.friends.truth) ++friends;
  }
  RC_ASSERT(friends == world.friendships);
}

TEST_F(SmokersTest, TheRulesMostlyHold) {
  const SmokersWorld world = generate_smokers({});
  expect_sound(world);
  EXPECT_EQ(world.persons.size(), 1000U);
  EXPECT_EQ(world.smokers(), 350U);
  EXPECT_EQ(world.friendships, 2000U);
  EXPECT_EQ(world.rows.size(), 8000U);
  EXPECT_DOUBLE_EQ(world.homophily(), 0.9);
  int with_cancer = 0;
  for (const Person& person : world.persons)
    with_cancer += person.smoker.truth && person.cancer.truth ? 1 : 0;
  EXPECT_NEAR(with_cancer / 350.0, 0.9, 0.05);
}

TEST_F(SmokersTest, FeaturesTellSomethingButNotAll) {
  const SmokersWorld world = generate_smokers({});
  const auto right = [](int feature, bool truth) { return (feature > 500) == truth ? 1 : 0; };
  int smokers = 0;
  int cancer = 0;
  int friends = 0;
  for (const Person& person : world.persons) {
    smokers += right(person.features[0], person.smoker.truth);
    cancer += right(person.features[2], person.cancer.truth);
  }
  for (const FriendsRow& row : world.rows) {
    friends += right(row.features[0], row.friends.truth);
    friends += right(-row.features[1], row.friends.truth);
  }
  EXPECT_NEAR(smokers / 1000.0, 0.69, 0.05);
  EXPECT_NEAR(cancer / 1000.0, 0.69, 0.05);
  EXPECT_NEAR(friends / 16'000.0, 0.69, 0.03);
}

TEST_F(SmokersTest, HalfOfTheLabelsAreKnown) {
  const SmokersWorld world = generate_smokers({});
  const auto known = [](const auto& items, auto label) {
    return static_cast<double>(std::count_if(items.begin(), items.end(),
                                             [&](const auto& item) { return label(item).known; })) /
           static_cast<double>(items.size());
  };
  EXPECT_NEAR(known(world.persons, [](const Person& person) { return person.smoker; }), 0.5, 0.06);
  EXPECT_NEAR(known(world.persons, [](const Person& person) { return person.cancer; }), 0.5, 0.06);
  EXPECT_NEAR(known(world.rows, [](const FriendsRow& row) { return row.friends; }), 0.5, 0.03);
}

TEST_F(SmokersTest, EveryParameterCounts) {
  test::check_property(100, [] {
    SmokersOptions options;
    options.nodes = 2 + static_cast<std::uint64_t>(below(40));
    options.edges = static_cast<std::uint64_t>(below(3 * static_cast<int>(options.nodes)));
    options.homophily = below(101) / 100.0;
    options.seed = *rc::gen::arbitrary<std::uint64_t>();
    const std::string complaint = complaint_about(options);
    if (!complaint.empty()) {
      RC_ASSERT(complaints_of(ErrorKind::data, [&] { generate_smokers(options); }) ==
                Texts{"0:0: error: " + complaint});
      return;
    }
    const SmokersWorld world = generate_smokers(options);
    expect_sound(world);
    RC_ASSERT(world.persons.size() == options.nodes);
    RC_ASSERT(world.friendships == *options.edges);
    const std::uint64_t couples = options.nodes * (options.nodes - 1) / 2;
    RC_ASSERT(world.rows.size() == 2 * std::min(2 * *options.edges, couples));
    const double same = world.homophily() * static_cast<double>(*options.edges);
    RC_ASSERT(std::abs(same - options.homophily * static_cast<double>(*options.edges)) < 0.51);
  });
}

TEST_F(SmokersTest, Complaints) {
  SmokersOptions options;
  EXPECT_EQ(complaint_about(options), "");
  options.nodes = 1;
  EXPECT_EQ(complaint_about(options), "the number of persons must be from 2 to 100000000");
  options.nodes = 10;
  options.edges = 46;
  EXPECT_EQ(complaint_about(options), "46 friendships do not fit: 10 persons have at most 45");
  options.edges = 30;
  EXPECT_EQ(
      complaint_about(options),
      "at this homophily 27 of 30 friendships are between people of the same habit, but 10 persons have "
      "at most 24 of that kind");
  options.homophily = 2;
  EXPECT_EQ(complaint_about(options), "the homophily must be from 0 to 1");
}

TEST_F(SmokersTest, TheSameBytesEverywhere) {
  SmokersOptions options;
  options.nodes = 50;
  options.seed = 5;
  write_files(options);
  EXPECT_EQ(test::fingerprint_of_files(folder_), 0xdb831f6293a241d2U);
}

TEST_F(SmokersTest, FilesHoldTheWorld) {
  write_files({});
  EXPECT_EQ(test::names_in(folder_), (Texts{"Friends.csv", "Person.csv", "smokers.kenn"}));
  const Texts persons = lines_of(folder_ / "Person.csv");
  ASSERT_EQ(persons.size(), 1001U);
  EXPECT_EQ(persons[0], "id,Smoker,Cancer,cough,stamina,pain");
  const Texts friends = lines_of(folder_ / "Friends.csv");
  ASSERT_EQ(friends.size(), 8001U);
  EXPECT_EQ(friends[0], "x,y,Friends,messages,distance");
}

TEST_F(SmokersTest, KnowledgeAndFilesMakeAPlan) {
  write_files({});
  const Plan plan = test::plan_over(folder_, "smokers.kenn");
  EXPECT_EQ(plan.groundings(), 1000U + 8000U + 8000U);
}

}  // namespace
}  // namespace kenn::generate
