// Numbers, weights and sizes that an enhancer refuses.
#include <limits>

#include "engine/refusal.h"

namespace kenn::engine {
namespace {

using test::expect_data_error;
using Floats = std::vector<float>;

// Three persons, two friendships, nothing else.
Tables small_tables(const Knowledge& knowledge) {
  Tables tables(knowledge);
  tables.resize("Person", 3);
  tables.list("Friends", std::vector<Row>{0, 1, 2, 0});
  tables.list("Knows", std::vector<Row>{});
  tables.list("Old", std::vector<Row>{1});
  return tables;
}

class RefusedNumbers : public test::Refusal {
 protected:
  void forward(const Floats& with_weights) {
    const std::vector<std::span<const float>> inputs{persons, friendships};
    Floats persons_out(persons.size());
    Floats friendships_out(friendships.size());
    const std::vector<std::span<float>> outputs{persons_out, friendships_out};
    enhancer.forward(with_weights, inputs, outputs);
  }

  Enhancer enhancer{Plan(knowledge, small_tables(knowledge)), {.gradients = true}};
  Floats persons = Floats(6);
  Floats friendships = Floats(2);
};

TEST_F(RefusedNumbers, AreThoseThatAreNotFinite) {
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()}) {
    for (std::size_t cell = 0; cell < 6; ++cell) {
      persons = Floats(6);
      persons[cell] = wrong;
      const std::string row = std::to_string(cell / 2);
      expect_data_error([&] { forward({1, 1}); }, {"Person", row, cell % 2 == 0 ? "Smoker" : "Cancer"});
    }
    persons = Floats(6);
    friendships = {0, wrong};
    expect_data_error([&] { forward({1, 1}); }, {"Friends", "1"});
    friendships = {0, 0};
  }
  EXPECT_NO_THROW(forward({1, 1}));  // and nothing is left behind
}

TEST_F(RefusedNumbers, AreResultsOnTopOfValues) {
  const std::vector<std::span<const float>> inputs{persons, friendships};
  Floats friendships_out(friendships.size());
  const std::vector<std::span<float>> onto_values{persons, friendships_out};
  const Floats weights{1, 1};
  expect_data_error([&] { enhancer.forward(weights, inputs, onto_values); }, {"overlap", "Person"});
  forward(weights);
  const Floats gradients(6);
  const std::vector<std::span<const float>> output_gradients{gradients, friendships_out};
  Floats friendship_gradients(2);
  const std::vector<std::span<float>> gradients_onto_values{persons, friendship_gradients};
  Floats weight_gradients(2);
  expect_data_error(
      [&] { enhancer.backward(weights, inputs, output_gradients, gradients_onto_values, weight_gradients); },
      {"overlap", "Person"});
}

TEST_F(RefusedNumbers, AreFoundAnywhereInALargeTable) {
  const Knowledge large = Knowledge::from_text("type T\npredict A(T), B(T), C(T)\nrule: A(x)\n");
  const Plan plan(large, test::tables_of(large, {{{10'000, {}}}, {}}));
  for (const std::size_t cell : {std::size_t{0}, std::size_t{15'001}, std::size_t{29'999}}) {
    Floats cells(30'000);
    cells[cell] = std::numeric_limits<float>::quiet_NaN();
    Floats outputs(30'000);
    const auto action = [&] {
      enhance(plan, Floats{1}, std::span<const float>(cells), std::span<float>(outputs), {.threads = 3});
    };
    expect_data_error(action, {"T", std::to_string(cell / 3), std::string(1, "ABC"[cell % 3])});
  }
}

TEST_F(RefusedNumbers, AreWeightsOutOfRange) {
  for (const float wrong : {-0.001F, 500.1F, 1e30F, std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity()}) {
    expect_data_error([&] { forward({wrong, 1}); }, {"spreads"});
    expect_data_error([&] { forward({1, wrong}); }, {});
  }
}

TEST_F(RefusedNumbers, AreTooManyOrTooFewWeights) {
  for (const std::size_t count : {0U, 1U, 3U, 4U})
    expect_data_error([&] { forward(Floats(count, 1)); }, {std::to_string(count), "2"});
}

TEST_F(RefusedNumbers, AreTablesOfTheWrongSize) {
  persons = Floats(5);
  expect_data_error([&] { forward({1, 1}); }, {"Person"});
  persons = Floats(6);
  friendships = Floats(3);
  expect_data_error([&] { forward({1, 1}); }, {"Friends"});
}

TEST_F(RefusedNumbers, AreTooFewTables) {
  Floats outputs(6);
  const std::vector<std::span<const float>> inputs{persons};
  const std::vector<std::span<float>> results{outputs};
  expect_data_error([&] { enhancer.forward(Floats{1, 1}, inputs, results); }, {});
  expect_data_error([&] { (void)enhancer.mean_truth(inputs); }, {});
}

TEST_F(RefusedNumbers, AreOutputsOfTheWrongSize) {
  Floats too_few(5);
  Floats right(2);
  const std::vector<std::span<const float>> inputs{persons, friendships};
  const std::vector<std::span<float>> outputs{too_few, right};
  expect_data_error([&] { enhancer.forward(Floats{1, 1}, inputs, outputs); }, {"Person"});
}

TEST_F(RefusedNumbers, AreGradientsOfTheWrongSize) {
  forward({1, 1});
  Floats cells(6), pairs(2), too_few(5), weights(2), one_weight(1);
  const std::vector<std::span<const float>> inputs{persons, friendships};
  const std::vector<std::span<float>> right{cells, pairs};
  const std::vector<std::span<float>> wrong{too_few, pairs};
  const std::vector<std::span<const float>> wrong_input{too_few, pairs};
  const Floats w{1, 1};
  EXPECT_NO_THROW(enhancer.backward(w, inputs, inputs, right, weights));
  expect_data_error([&] { enhancer.backward(w, inputs, inputs, wrong, weights); }, {"Person"});
  expect_data_error([&] { enhancer.backward(w, inputs, wrong_input, right, weights); }, {"Person"});
  expect_data_error([&] { enhancer.backward(w, wrong_input, inputs, right, weights); }, {"Person"});
  expect_data_error([&] { enhancer.backward(w, inputs, inputs, right, one_weight); }, {});
  expect_data_error([&] { enhancer.backward(one_weight, inputs, inputs, right, weights); }, {});
}

}  // namespace
}  // namespace kenn::engine
