// A large table, which the engine looks at in wide or in narrow windows, as the caches are.
#include <algorithm>
#include <cmath>

#include "base/caches.h"
#include "engine/random_numbers.h"
#include "support.h"

namespace kenn::engine {
namespace {

constexpr std::size_t rows = 263'000;
constexpr std::size_t columns = 49;  // more than the widest window, and not a multiple of a vector
constexpr std::size_t pair_count = 20'000;

std::vector<float> random_values(test::Random& random) {
  std::vector<float> values(rows * columns);
  for (float& value : values) value = static_cast<float>(random.between(-3000, 3000)) / 1000;
  return values;
}

std::string rules() {
  std::string text = "type P\ngiven L(P, P)\n";
  std::string names;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::string name = "T" + std::to_string(i);
    text += "predict " + name + "(P)\n";
    names += (names.empty() ? "" : ", ") + name;
  }
  return text + "exclusive " + names + "\nfor T in {" + names + "} rule: T(x) & L(x, y) -> T(y)\n";
}

// The same by the formula: with s = sigma(zx + zy), x changes by -w (1 - s) and y by w s.
struct Expected {
  std::vector<double> outputs;
  std::vector<double> input_gradients;
  std::vector<double> weight_gradients;
};

Expected by_the_formula(const std::vector<float>& values, const std::vector<float>& gradients,
                        const std::vector<Row>& pairs, double weight) {
  Expected expected{{values.begin(), values.end()}, {gradients.begin(), gradients.end()}, {}};
  expected.weight_gradients.resize(columns);
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t x = pairs[i] * columns + column;
      const std::size_t y = pairs[i + 1] * columns + column;
      const double share =
          1 / (1 + std::exp(-static_cast<double>(values[x]) - static_cast<double>(values[y])));
      expected.outputs[x] -= weight * (1 - share);
      expected.outputs[y] += weight * share;
      const double gradient_x = static_cast<double>(gradients[x]);
      const double gradient_y = static_cast<double>(gradients[y]);
      const double slope = weight * share * (1 - share) * (gradient_x + gradient_y);
      expected.input_gradients[x] += slope;
      expected.input_gradients[y] += slope;
      expected.weight_gradients[column] += gradient_y * share - gradient_x * (1 - share);
    }
  }
  return expected;
}

double greatest_error(const std::vector<float>& found, const std::vector<double>& expected) {
  double greatest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double error = std::abs(static_cast<double>(found[i]) - expected[i]);
    greatest = std::max(greatest, error / std::max(1.0, std::abs(expected[i])));
  }
  return greatest;
}

struct Results {
  std::vector<float> outputs;
  std::vector<float> input_gradients;
  std::vector<float> weight_gradients;

  friend bool operator==(const Results&, const Results&) = default;
};

class LargeTable : public testing::Test {
 protected:
  LargeTable() {
    test::Random random(7);
    values = random_values(random);
    gradients = random_values(random);
    for (std::size_t i = 0; i < pair_count; ++i) {
      const Row x =
          static_cast<Row>(i * 13);  // the pairs are all different, and the last rows are among them
      pairs.insert(pairs.end(), {x, static_cast<Row>(random.below(rows))});
    }
  }

  [[nodiscard]] Results run(Boost boost = Boost::softmax, bool center = false) const {
    const Knowledge knowledge = Knowledge::from_text(rules());
    Tables tables(knowledge);
    tables.resize("P", rows);
    tables.list("L", pairs);
    Enhancer enhancer(Plan(knowledge, tables),
                      {.boost = boost, .threads = 2, .gradients = true, .center = center});
    const std::vector<float> weights(columns, static_cast<float>(weight));
    Results results{std::vector<float>(values.size()), std::vector<float>(values.size()),
                    std::vector<float>(columns)};
    const std::span<const float> in(values);
    const std::span<float> out(results.outputs);
    const std::span<const float> out_gradients(gradients);
    const std::span<float> in_gradients(results.input_gradients);
    enhancer.forward(weights, {&in, 1}, {&out, 1});
    enhancer.backward(weights, {&in, 1}, {&out_gradients, 1}, {&in_gradients, 1}, results.weight_gradients);
    return results;
  }

  static constexpr double weight = 0.75;
  std::vector<float> values;
  std::vector<float> gradients;
  std::vector<Row> pairs;
};

TEST_F(LargeTable, AgreesWithTheFormula) {
  const Expected expected = by_the_formula(values, gradients, pairs, weight);
  const Results found = run();
  EXPECT_LT(greatest_error(found.outputs, expected.outputs), 1e-6);
  EXPECT_LT(greatest_error(found.input_gradients, expected.input_gradients), 1e-6);
  EXPECT_LT(greatest_error(found.weight_gradients, expected.weight_gradients), 1e-5);
}

// The same with the residual boost: with s as above, the changes are times r = sigma(zx) sigma(-zy).
TEST_F(LargeTable, AgreesWithTheFormulaOfTheResidual) {
  const auto sigma = [](double value) { return 1 / (1 + std::exp(-value)); };
  Expected expected{{values.begin(), values.end()}, {gradients.begin(), gradients.end()}, {}};
  expected.weight_gradients.resize(columns);
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    if (pairs[i] == pairs[i + 1]) continue;  // the clause holds
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t x = pairs[i] * columns + column;
      const std::size_t y = pairs[i + 1] * columns + column;
      const double value_x = -double{values[x]};
      const double value_y = double{values[y]};
      const double share = sigma(value_y - value_x);
      const double residual = sigma(-value_x) * sigma(-value_y);
      expected.outputs[x] -= weight * residual * (1 - share);
      expected.outputs[y] += weight * residual * share;
      const double gradient_x = -double{gradients[x]};
      const double gradient_y = double{gradients[y]};
      const double mean = (1 - share) * gradient_x + share * gradient_y;
      expected.weight_gradients[column] += residual * mean;
      expected.input_gradients[x] -=
          weight * residual * ((1 - share) * (gradient_x - mean) - mean * sigma(value_x));
      expected.input_gradients[y] +=
          weight * residual * (share * (gradient_y - mean) - mean * sigma(value_y));
    }
  }
  const Results found = run(Boost::residual);
  EXPECT_LT(greatest_error(found.outputs, expected.outputs), 1e-6);
  EXPECT_LT(greatest_error(found.input_gradients, expected.input_gradients), 1e-6);
  EXPECT_LT(greatest_error(found.weight_gradients, expected.weight_gradients), 1e-5);
}

// Where a cache line per row fits a cache that all columns do not fit, windows are one line wide.
TEST_F(LargeTable, HasTheSameBitsWithAnyCaches) {
  const Results found = run();
  const Results residual = run(Boost::residual, true);
  constexpr std::size_t line = 64;
  for (const base::Caches& others :
       {base::Caches{1, 1}, base::Caches{1, rows * line}, base::Caches{1, 2 * rows * line},
        base::Caches{rows * line, rows * line}, base::Caches{1, rows * 1000}}) {
    const base::OtherCaches scope(others);
    EXPECT_TRUE(run() == found) << others.own << ", " << others.shared;
    EXPECT_TRUE(run(Boost::residual, true) == residual) << others.own << ", " << others.shared;
  }
}

}  // namespace
}  // namespace kenn::engine
