// Examples whose numbers are known: the paper's join and group-by, and XOR.
#include <array>
#include <cmath>

#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::World;

// Three persons, their S and C, and six pairs with their F.
const std::vector<float> persons{0, -3, 3, 1, 2, -1};
const std::vector<Row> pairs{0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1};
const std::vector<float> friendships{-2, 1, 3, -1, 0, 5};

// The join of both: S and C of the first, S and C of the second, F.
constexpr std::array<std::array<double, 5>, 6> joined{{{0, -3, 3, 1, -2},
                                                       {0, -3, 2, -1, 1},
                                                       {3, 1, 0, -3, 3},
                                                       {3, 1, 2, -1, -1},
                                                       {2, -1, 0, -3, 0},
                                                       {2, -1, 3, 1, 5}}};

std::vector<float> cells_of(const std::vector<float>& unary, const std::vector<float>& binary) {
  std::vector<float> cells = unary;
  cells.insert(cells.end(), binary.begin(), binary.end());
  return cells;
}

std::array<double, 5> shares_of(const std::array<double, 5>& row) {
  std::array<double, 5> shares{};
  double sum = 0;
  for (std::size_t i = 0; i < 5; ++i) sum += shares[i] = std::exp(row[i]);
  for (double& share : shares) share /= sum;
  return shares;
}

const std::string all_literals =
    "type Person\npredict S(Person), C(Person), F(Person, Person)\n"
    "rule: S(x) | C(x) | S(y) | C(y) | F(x, y)\n";

TEST(WorkedExample, JoinsTheRowsOfAPair) {
  // With one pair, the changes show the whole row of the join.
  const World world{{{3, {}}}, {{"F", 2, {0, 1}, {}}}};
  const std::vector<float> cells = cells_of(persons, {-2});
  const std::vector<float> result = test::enhanced(all_literals, world, {1}, cells);
  const std::array<double, 5> shares = shares_of(joined[0]);
  const std::array<double, 7> expected{shares[0], shares[1], shares[2], shares[3], 0, 0, shares[4]};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(result[i] - cells[i], expected[i], 1e-6) << i;
}

TEST(WorkedExample, JoinsAllPairs) {
  const World world{{{3, {}}}, {{"F", 2, pairs, {}}}};
  const std::vector<float> cells = cells_of(persons, friendships);
  const std::vector<float> result = test::enhanced(all_literals, world, {1}, cells);
  std::array<double, 12> expected{};
  for (std::size_t pair = 0; pair < 6; ++pair) {
    const std::array<double, 5> shares = shares_of(joined[pair]);
    const std::size_t x = pairs[2 * pair];
    const std::size_t y = pairs[2 * pair + 1];
    expected[2 * x] += shares[0];
    expected[2 * x + 1] += shares[1];
    expected[2 * y] += shares[2];
    expected[2 * y + 1] += shares[3];
    expected[6 + pair] += shares[4];
  }
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(result[i] - cells[i], expected[i], 1e-6) << i;
}

TEST(WorkedExample, GroupsTheChangesByPerson) {
  // Changes of S by 1, 0, 3, 3, 1, 0 and of C by -1, 1, 0, 3, 1, -2 per pair: one clause for every size of
  // change.
  const std::string text =
      "type Person\npredict S(Person), C(Person)\n"
      "given S1(Person, Person), S3(Person, Person)\n"
      "given C1(Person, Person), C3(Person, Person), Less1(Person, Person), Less2(Person, Person)\n"
      "rule weight 1: S1(x, y) -> S(x)\nrule weight 3: S3(x, y) -> S(x)\n"
      "rule weight 1: C1(x, y) -> C(x)\nrule weight 3: C3(x, y) -> C(x)\n"
      "rule weight 1: Less1(x, y) -> !C(x)\nrule weight 2: Less2(x, y) -> !C(x)\n";
  const World world{{{3, {}}},
                    {{"S1", 2, {0, 1, 2, 0}, {}},
                     {"S3", 2, {1, 0, 1, 2}, {}},
                     {"C1", 2, {0, 2, 2, 0}, {}},
                     {"C3", 2, {1, 2}, {}},
                     {"Less1", 2, {0, 1}, {}},
                     {"Less2", 2, {2, 1}, {}}}};
  const std::vector<float> result = test::enhanced(text, world, {1, 3, 1, 3, 1, 2}, persons);
  const std::vector<float> sums{1, 0, 6, 3, 1, -1};  // S and C of the three persons
  for (std::size_t i = 0; i < 6; ++i) EXPECT_FLOAT_EQ(result[i], persons[i] + sums[i]) << i;
}

// ------------------------------------------------------------------------------------------------------ XOR

const std::string exclusive_or =
    "type Point\npredict Y(Point)\ngiven X1(Point), X2(Point)\n"
    "rule: !X1(p) | !X2(p) | !Y(p)\nrule: !X1(p) | X2(p) | Y(p)\n"
    "rule: X1(p) | !X2(p) | Y(p)\nrule: X1(p) | X2(p) | !Y(p)\n";

TEST(WorkedExample, RepresentsExclusiveOr) {
  const World world{{{4, {}}}, {{"X1", 1, {2, 3}, {}}, {"X2", 1, {1, 3}, {}}}};  // points 00, 01, 10, 11
  EXPECT_EQ(test::enhanced(exclusive_or, world, {2, 2, 2, 2}, {0, 0, 0, 0}),
            (std::vector<float>{-2, 2, 2, -2}));
}

TEST(WorkedExample, RepresentsExclusiveOrOfDegrees) {
  const float low = 0.05F;
  const float high = 0.95F;
  const World world{
      {{4, {}}},
      {{"X1", 1, {0, 1, 2, 3}, {low, low, high, high}}, {"X2", 1, {3, 2, 1, 0}, {high, low, high, low}}}};
  for (const Boost boost : {Boost::softmax, Boost::godel}) {
    // Of the four clauses only one has no literal that is true already.
    const std::vector<float> result =
        test::enhanced(exclusive_or, world, {8, 8, 8, 8}, {0, 0, 0, 0}, {.boost = boost});
    EXPECT_LT(result[0], -1.0F);
    EXPECT_GT(result[1], 1.0F);
    EXPECT_GT(result[2], 1.0F);
    EXPECT_LT(result[3], -1.0F);
  }
}

}  // namespace
}  // namespace kenn::engine
