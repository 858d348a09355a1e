// Objects, tuples, degrees and constants that are refused.
#include <limits>

#include "engine/refusal.h"

namespace kenn::engine {
namespace {

using test::expect_data_error;
using Floats = std::vector<float>;

class RefusedTables : public test::Refusal {
 protected:
  Tables tables{knowledge};
};

TEST_F(RefusedTables, AreThoseOfUnknownNames) {
  expect_data_error([&] { tables.resize("Persn", 3); }, {"Persn", "did you mean 'Person'?"});
  expect_data_error([&] { tables.name_objects("Zebra", {}); }, {"Zebra"});
  tables.resize("Person", 3);
  expect_data_error(
      [&] {
        tables.list("Frends", std::vector<Row>{0, 1});
      },
      {"Frends", "did you mean 'Friends'?"});
}

TEST_F(RefusedTables, AreThoseWhoseRowsAreTheObjects) {
  tables.resize("Person", 3);
  expect_data_error([&] { tables.list("Person", std::vector<Row>{0}); }, {"Person"});
  expect_data_error([&] { tables.list("Smoker", std::vector<Row>{0}); }, {"Smoker"});
}

TEST_F(RefusedTables, AreListedTwice) {
  tables.resize("Person", 3);
  tables.list("Knows", std::vector<Row>{0, 1});
  expect_data_error([&] { tables.list("Knows", std::vector<Row>{1, 2}); }, {"Knows"});
}

TEST_F(RefusedTables, AreListedBeforeTheirTypesHaveASize) {
  expect_data_error([&] { tables.list("Knows", std::vector<Row>{0, 1}); }, {"Knows", "Person"});
}

TEST_F(RefusedTables, HaveTuplesOutOfRange) {
  tables.resize("Person", 3);
  expect_data_error([&] { tables.list("Knows", std::vector<Row>{0, 1, 1, 3}); }, {"Knows", "3"});
  expect_data_error([&] { tables.list("Old", std::vector<Row>{4'000'000'000U}); }, {"Old", "4000000000"});
}

TEST_F(RefusedTables, HaveHalfATuple) {
  tables.resize("Person", 3);
  expect_data_error([&] { tables.list("Knows", std::vector<Row>{0, 1, 2}); }, {"Knows"});
}

TEST_F(RefusedTables, HaveDegreesOutOfRange) {
  tables.resize("Person", 3);
  for (const float wrong :
       {-0.1F, 1.1F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    expect_data_error([&] { tables.list("Old", std::vector<Row>{0, 1}, Floats{1, wrong}); }, {"Old"});
}

TEST_F(RefusedTables, HaveTooFewDegrees) {
  tables.resize("Person", 3);
  expect_data_error([&] { tables.list("Old", std::vector<Row>{0, 1}, Floats{1}); }, {"Old"});
}

TEST_F(RefusedTables, ArePredictedAndHaveDegrees) {
  tables.resize("Person", 3);
  expect_data_error([&] { tables.list("Friends", std::vector<Row>{0, 1}, Floats{0.5F}); }, {"Friends"});
}

TEST_F(RefusedTables, ArePredictedAndListATupleTwice) {
  tables.resize("Person", 3);
  expect_data_error(
      [&] {
        tables.list("Friends", std::vector<Row>{0, 1, 2, 1, 0, 1});
      },
      {"Friends", "0", "1"});
}

TEST_F(RefusedTables, GiveOneFactTwoDegrees) {
  tables.resize("Person", 3);
  expect_data_error(
      [&] {
        tables.list("Old", std::vector<Row>{2, 1, 2}, Floats{0.5F, 1, 0.25F});
      },
      {"Old", "2", "0.5", "0.25"});
  expect_data_error([&] { tables.list("Old", std::vector<Row>{2, 2}, Floats{0, 1}); }, {"Old"});
}

TEST_F(RefusedTables, AreNotThoseThatRepeatAFact) {
  tables.resize("Person", 3);
  EXPECT_EQ(tables.list("Knows", std::vector<Row>{0, 1, 2, 2, 0, 1, 0, 1}), 2U);
  EXPECT_EQ(tables.list("Old", std::vector<Row>{2, 2, 1, 1}, Floats{0.5F, 0.5F, 0, 0}), 2U);
}

TEST_F(RefusedTables, GiveTwoObjectsOneName) {
  expect_data_error([&] { tables.name_objects("Person", {"ann", "bob", "ann"}); }, {"Person", "ann"});
}

// ------------------------------------------------------------------------------------------------------
// plans

using RefusedPlans = RefusedTables;

TEST_F(RefusedPlans, LackARelation) {
  tables.resize("Person", 3);
  tables.list("Knows", std::vector<Row>{});
  tables.list("Old", std::vector<Row>{});
  expect_data_error([&] { const Plan plan(knowledge, tables); }, {"Friends"});
}

TEST_F(RefusedPlans, LackAGivenRelation) {
  tables.resize("Person", 3);
  tables.list("Friends", std::vector<Row>{});
  tables.list("Knows", std::vector<Row>{});
  expect_data_error([&] { const Plan plan(knowledge, tables); }, {"Old"});
}

TEST_F(RefusedPlans, LackTheSizeOfAType) {
  const Knowledge unary = Knowledge::from_text("type Person\npredict Smoker(Person)\nrule: Smoker(x)\n");
  expect_data_error([&] { const Plan plan(unary, Tables(unary)); }, {"Person"});
}

TEST_F(RefusedPlans, SpeakOfUnknownConstants) {
  for (const std::string constant : {"7", "3", "-1", "1x", "", "ann", "00", "+1", "99999999999999999999"}) {
    const Knowledge about_one =
        Knowledge::from_text("type Person\npredict Smoker(Person)\nrule: Smoker(\"" + constant + "\")\n");
    Tables three(about_one);
    three.resize("Person", 3);
    expect_data_error([&] { const Plan plan(about_one, three); }, {"Person", constant});
  }
}

TEST_F(RefusedPlans, SpeakOfConstantsThatAreNoIds) {
  const Knowledge about_one =
      Knowledge::from_text("type Person\npredict Smoker(Person)\nrule: Smoker(x) | x = \"0\"\n");
  Tables named(about_one);
  named.name_objects("Person", {"ann", "bob"});
  expect_data_error([&] { const Plan plan(about_one, named); }, {"Person", "0"});
}

}  // namespace
}  // namespace kenn::engine
