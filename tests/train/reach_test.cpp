// Tests of what labels depend on: the part gives the same predictions and gradients as the whole.
#include "train/reach.h"

#include <gtest/gtest.h>
#include <kenn/enhance.h>

#include <array>
#include <cmath>
#include <map>

#include "dataset/random_data.h"

namespace kenn::train {
namespace {

using test::RandomData;

constexpr std::array<table::Split, 1> train = {table::Split::train};

std::string name_of(const dataset::Graph& graph, std::size_t table, std::size_t row) {
  const TableSchema& schema = graph.schema(table);
  std::string name = schema.name;
  for (std::size_t i = 0; i < schema.argument_types.size(); ++i) {
    const Row object = schema.holds_all_objects() ? static_cast<Row>(row)
                                                  : graph.dataset.tables.listing(graph.predicted[table])
                                                        .tuples[row * schema.argument_types.size() + i];
    name += " " + graph.dataset.tables.name_of(schema.argument_types[i], object);
  }
  return name;
}

// Enhanced values and, for a loss that is the sum of those with labels, the gradients of the weights.
struct Enhanced {
  std::map<std::string, std::vector<float>> labelled;
  std::vector<float> weight_gradients;
};

// Values that follow from the name of a row alone.
float value_of(const std::string& name, std::size_t column) {
  return static_cast<float>(std::hash<std::string>()(name + std::to_string(column)) % 1000) / 250.0F - 2.0F;
}

Enhanced enhance_all(const dataset::Graph& graph, std::uint32_t layers) {
  std::vector<std::vector<float>> before;
  std::vector<std::vector<float>> gradients;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const PredictedTable& table = graph.plan.tables()[i];
    before.emplace_back();
    gradients.emplace_back();
    for (std::size_t row = 0; row < table.rows; ++row) {
      for (std::size_t k = 0; k < table.columns.size(); ++k) {
        before.back().push_back(value_of(name_of(graph, i, row), k));
        gradients.back().push_back(graph.labels(i).splits[row] == table::Split::train ? 1.0F : 0.0F);
      }
    }
  }
  auto after = before;
  auto input_gradients = before;
  const std::vector<std::span<const float>> from(before.begin(), before.end());
  const std::vector<std::span<float>> to(after.begin(), after.end());
  const std::vector<std::span<const float>> given(gradients.begin(), gradients.end());
  const std::vector<std::span<float>> found(input_gradients.begin(), input_gradients.end());
  const std::vector<float> weights = initial_weights(graph.plan, layers);
  Enhancer enhancer(graph.plan, {.layers = layers, .threads = 1, .gradients = true});
  Enhanced result;
  result.weight_gradients.resize(weights.size());
  enhancer.forward(weights, from, to);
  enhancer.backward(weights, from, given, found, result.weight_gradients);
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const std::size_t width = graph.plan.tables()[i].columns.size();
    for (std::size_t row = 0; row < graph.plan.tables()[i].rows; ++row) {
      if (graph.labels(i).splits[row] != table::Split::train) continue;
      const auto first = after[i].begin() + static_cast<std::ptrdiff_t>(row * width);
      result.labelled[name_of(graph, i, row)] = {first, first + static_cast<std::ptrdiff_t>(width)};
    }
  }
  return result;
}

TEST(Reach, GivesTheSamePredictionsAndGradients) {
  std::size_t smaller = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    RandomData data(seed, 120, 60, 0.5);
    // Few labels, or everything would be within reach.
    for (table::Labels& labels : data.dataset.labels) {
      for (std::size_t row = 0; row < labels.splits.size(); ++row) {
        if (row % 12 != seed % 12) labels.splits[row] = table::Split::none;
      }
    }
    const dataset::Graph graph(data.knowledge, data.dataset);
    for (const std::uint32_t layers : {1U, 2U}) {
      const auto part = needed_part(graph, train, layers);
      if (!part) continue;
      ++smaller;
      const Enhanced whole = enhance_all(graph, layers);
      const Enhanced small = enhance_all(*part, layers);
      ASSERT_EQ(whole.labelled.size(), small.labelled.size());
      for (const auto& [name, values] : whole.labelled) {
        for (std::size_t k = 0; k < values.size(); ++k) {
          EXPECT_NEAR(values[k], small.labelled.at(name)[k], 1e-5) << name;
        }
      }
      for (std::size_t i = 0; i < whole.weight_gradients.size(); ++i) {
        EXPECT_NEAR(whole.weight_gradients[i], small.weight_gradients[i], 1e-4);
      }
    }
  }
  EXPECT_GT(smaller, 50U);
}

// a - b - c - d: with one layer a depends on b, with two on c.
TEST(Reach, GrowsByAStepPerLayer) {
  const Knowledge knowledge =
      Knowledge::from_text("type P predict A(P) given L(P, P) rule: A(x) & L(x, y) -> A(y)");
  DatasetParts dataset{
      Tables(knowledge), {std::nullopt}, {std::nullopt, std::nullopt}, {table::Labels{}, {}}, {}};
  dataset.tables.resize("P", 10);
  dataset.tables.list("L", {0, 1, 1, 2, 2, 3, 3, 4});
  dataset.labels[0].atoms.assign(10, table::Known::yes);
  dataset.labels[0].splits.assign(10, table::Split::none);
  dataset.labels[0].splits[0] = table::Split::train;
  const dataset::Graph graph(knowledge, dataset);
  for (std::uint32_t layers = 0; layers < 4; ++layers) {
    const auto part = needed_part(graph, train, layers);
    ASSERT_TRUE(part.has_value());
    EXPECT_EQ(part->dataset.tables.object_count(0), layers + 1) << layers;
  }
  EXPECT_EQ(needed_part(graph, train, 100)->dataset.tables.object_count(0), 5U);
}

TEST(Reach, IsEverythingWhereRulesConnectWithoutTuples) {
  for (const char* const rule : {"A(x) & A(y) -> B(x)", "A(x) -> B(\"3\")", "A(x) & B(y) -> L(x, y)"}) {
    const Knowledge knowledge =
        Knowledge::from_text(std::string("type P predict A(P), B(P) given L(P, P) rule: ") + rule);
    DatasetParts dataset{
        Tables(knowledge), {std::nullopt}, {std::nullopt, std::nullopt}, {table::Labels{}, {}}, {}};
    dataset.tables.resize("P", 10);
    dataset.tables.list("L", {0, 1});
    dataset.labels[0].atoms.assign(20, table::Known::yes);
    dataset.labels[0].splits.assign(10, table::Split::none);
    dataset.labels[0].splits[0] = table::Split::train;
    const dataset::Graph graph(knowledge, dataset);
    EXPECT_FALSE(needed_part(graph, train, 1).has_value()) << rule;
    EXPECT_TRUE(needed_part(graph, train, 0).has_value()) << rule;  // networks know nothing of rules
  }
}

}  // namespace
}  // namespace kenn::train
