// What the method promises: truths that never fall, minimal changes, and the known rate of collisions.
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/random_numbers.h"
#include "engine/run_engine.h"
#include "support.h"

namespace kenn::engine {
namespace {

using test::Random;
using test::World;

// One clause over the columns C0, C1, ... of one type: "!C0(x) | C1(x)". Every object has its own grounding.
struct OneClause {
  explicit OneClause(Random& random) {
    for (int left = random.between(1, 9); left > 0; --left) signs.push_back(random.once_in(2) ? 1.0F : -1.0F);
  }

  [[nodiscard]] std::string text() const {
    std::string declarations = "type T\npredict ";
    std::string clause = "rule: ";
    for (std::size_t i = 0; i < signs.size(); ++i) {
      const std::string separator = i == 0 ? "" : ", ";
      declarations += separator + "C" + std::to_string(i) + "(T)";
      clause += (i == 0 ? "" : " | ") + std::string(signs[i] > 0 ? "C" : "!C") + std::to_string(i) + "(x)";
    }
    return declarations + "\n" + clause + "\n";
  }

  [[nodiscard]] std::vector<float> enhanced(const std::vector<float>& cells, float weight,
                                            Boost boost) const {
    const World world{{{cells.size() / signs.size(), {}}}, {}};
    return test::enhanced(text(), world, {weight}, cells, {.boost = boost});
  }

  // The signed value of the truest literal of a row.
  [[nodiscard]] float truest(const std::vector<float>& cells, std::size_t row) const {
    float best = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < signs.size(); ++i)
      best = std::max(best, signs[i] * cells[row * signs.size() + i]);
    return best;
  }

  std::vector<float> signs;
};

std::vector<float> normal_numbers(std::size_t count, double scale, Random& random) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(scale * random.normal());
  return numbers;
}

TEST(MethodProperty, TheTruthOfAClauseNeverFalls) {
  test::check_property(300, [] {
    Random random(test::any_seed());
    const OneClause clause(random);
    const std::size_t rows = 20;
    const std::vector<float> cells = normal_numbers(rows * clause.signs.size(), 3, random);
    for (const Boost boost : all_boosts) {
      const std::vector<float> result =
          clause.enhanced(cells, static_cast<float>(5 * random.uniform()), boost);
      for (std::size_t row = 0; row < rows; ++row)
        RC_ASSERT(clause.truest(result, row) >= clause.truest(cells, row));
    }
  });
}

double norm(const std::vector<double>& change, int p) {
  double sum = 0;
  for (const double each : change)
    sum = p == 0 ? std::max(sum, std::abs(each)) : sum + std::pow(std::abs(each), p);
  return p == 0 ? sum : std::pow(sum, 1.0 / p);
}

double sigma(double value) {
  return 1 / (1 + std::exp(-value));
}

// A change that makes the clause as true as the engine did, in a random direction.
std::vector<double> competitor(const std::vector<double>& values, double target, Random& random) {
  std::vector<double> change;
  for (std::size_t i = 0; i < values.size(); ++i) change.push_back(random.once_in(3) ? 0 : random.normal());
  const std::size_t raised = random.below(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double headroom = target - values[i];
    change[i] = i == raised ? headroom : std::min(change[i] * headroom, headroom);
  }
  return change;
}

// `as_truth`: changes are measured on truth values and not on preactivations.
void check_minimal(const std::vector<float>& before, const std::vector<float>& after,
                   const std::vector<float>& signs, bool as_truth, Random& random) {
  std::vector<double> values;
  std::vector<double> change;
  double target = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < signs.size(); ++i) {
    const double old = double{signs[i]} * double{before[i]};
    const double now = double{signs[i]} * double{after[i]};
    values.push_back(as_truth ? sigma(old) : old);
    change.push_back((as_truth ? sigma(now) : now) - values.back());
    target = std::max(target, as_truth ? sigma(now) : now);
  }
  for (int attempt = 0; attempt < 20; ++attempt) {
    const std::vector<double> other = competitor(values, target, random);
    for (const int p : {1, 2, 0}) RC_ASSERT(norm(other, p) >= norm(change, p) - 1e-9);
  }
}

TEST(MethodProperty, GodelChangesAsLittleAsPossible) {
  test::check_property(300, [] {
    Random random(test::any_seed());
    const OneClause clause(random);
    const std::vector<float> cells = normal_numbers(clause.signs.size(), 2, random);
    const float weight = static_cast<float>(3 * random.uniform());
    const std::vector<float> result = clause.enhanced(cells, weight, Boost::godel);
    RC_ASSERT(std::abs(clause.truest(result, 0) - clause.truest(cells, 0) - weight) < 1e-5F);
    check_minimal(cells, result, clause.signs, false, random);
    check_minimal(cells, result, clause.signs, true, random);
  });
}

// The l1 distance between the changes of both boosts.
double distance_between_boosts(const OneClause& clause, const std::vector<float>& cells) {
  const std::vector<float> soft = clause.enhanced(cells, 1, Boost::softmax);
  const std::vector<float> hard = clause.enhanced(cells, 1, Boost::godel);
  double distance = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) distance += std::abs(double{soft[i]} - double{hard[i]});
  return distance;
}

TEST(MethodProperty, SoftmaxTendsToGodel) {
  test::check_property(200, [] {
    Random random(test::any_seed());
    const OneClause clause(random);
    std::vector<float> cells(clause.signs.size());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = clause.signs[i] * static_cast<float>(i) / 4;
    double last = std::numeric_limits<double>::infinity();
    for (int doubling = 0; doubling < 8; ++doubling) {
      const double distance = distance_between_boosts(clause, cells);
      RC_ASSERT(distance <= last + 1e-4);
      last = distance;
      for (float& cell : cells) cell *= 2;
    }
    RC_ASSERT(last < 1e-4);
  });
}

TEST(MethodProperty, WeightsOfZeroChangeNoBit) {
  test::check_property(200, [] {
    Random random(test::any_seed());
    const OneClause clause(random);
    std::vector<float> cells = normal_numbers(7 * clause.signs.size(), 4, random);
    for (float& cell : cells) {
      if (random.once_in(4)) cell = random.one_of<float>({0.0F, 1e30F, -1e30F, 1e-40F, -60.0F, 3e38F});
    }
    for (const Boost boost : all_boosts) {
      const std::vector<float> result = clause.enhanced(cells, 0, boost);
      RC_ASSERT(std::memcmp(result.data(), cells.data(), cells.size() * sizeof(float)) == 0);
    }
  });
}

// ---------------------------------------------------------------------------------------------- collisions

// "A(x) | B1(x) | ..." with n literals and weight 1, "!A(x) | C1(x) | ..." with m literals and weight 2.
std::string colliding_clauses(int n, int m) {
  std::string declarations = "type T\npredict A(T)";
  std::string first = "rule weight 1: A(x)";
  std::string second = "rule weight 2: !A(x)";
  for (int i = 1; i < n; ++i) {
    declarations += ", B" + std::to_string(i) + "(T)";
    first += " | B" + std::to_string(i) + "(x)";
  }
  for (int i = 1; i < m; ++i) {
    declarations += ", C" + std::to_string(i) + "(T)";
    second += " | C" + std::to_string(i) + "(x)";
  }
  return declarations + "\n" + first + "\n" + second + "\n";
}

// How often both clauses choose to change A, for truth values that are uniformly random.
double collision_rate(int n, int m) {
  const std::size_t rows = 200'000;
  const std::size_t columns = static_cast<std::size_t>(n + m - 1);
  Random random(static_cast<std::uint64_t>(10 * n + m));
  std::vector<float> cells(rows * columns);
  for (float& cell : cells) {
    const double truth = 1e-6 + (1 - 2e-6) * random.uniform();
    cell = static_cast<float>(std::log(truth / (1 - truth)));
  }
  const std::vector<float> result =
      test::enhanced(colliding_clauses(n, m), {{{rows, {}}}, {}}, {1, 2}, cells, {.boost = Boost::godel});
  int collisions = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const float change = result[row * columns] - cells[row * columns];
    if (std::lround(change) == -1) ++collisions;  // +1 and -2
  }
  return collisions / static_cast<double>(rows);
}

TEST(Method, CollidesAsOftenAsTheBetaFunctionSays) {
  const auto expect_rate = [](int n, int m, double published) {
    const double exact = std::beta(n, m);
    EXPECT_NEAR(exact, published, 0.0005) << n << ", " << m;
    EXPECT_NEAR(collision_rate(n, m), exact, 4 * std::sqrt(exact / 200'000)) << n << ", " << m;
  };
  expect_rate(2, 2, 0.167);
  expect_rate(2, 3, 0.083);
  expect_rate(3, 3, 0.033);
  expect_rate(3, 4, 0.017);
  expect_rate(4, 4, 0.007);
}

}  // namespace
}  // namespace kenn::engine
