// Tests of how far labels follow rules.
#include "experiment/compliance.h"

#include <gtest/gtest.h>

#include "dataset/random_data.h"

namespace kenn::experiment {
namespace {

// Six papers in two classes: A A A B B, and one that is for testing.
struct Papers {
  explicit Papers(const std::string& rules)
      : knowledge(
            Knowledge::from_text("type P\npredict A(P), B(P)\nexclusive A, B\ngiven L(P, P)\n" + rules)) {
    dataset.tables.resize("P", 6);
    dataset.tables.list("L", {0, 1, 0, 3, 1, 2, 3, 4, 4, 4, 4, 0, 2, 5, 5, 3});
    dataset.labels.resize(2);
    dataset.tuple_features.resize(2);
    dataset.features.resize(1);
    for (const bool is_first : {true, true, true, false, false, true}) {
      dataset.labels[0].atoms.push_back(is_first ? table::Known::yes : table::Known::no);
      dataset.labels[0].atoms.push_back(is_first ? table::Known::no : table::Known::yes);
    }
    dataset.labels[0].splits.assign(6, table::Split::train);
    dataset.labels[0].splits[5] = table::Split::test;
  }

  [[nodiscard]] std::vector<std::optional<double>> measured() const {
    return compliance(dataset::Graph(knowledge, dataset));
  }

  Knowledge knowledge;
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};
};

TEST(Compliance, IsTheShareOfTrainingNeighboursOnTheSameTopic) {
  const Papers papers("for T in {A, B} rule: T(x) & L(x, y) -> T(y)\n");
  const auto shares = papers.measured();
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_DOUBLE_EQ(*shares[0], 2.0 / 3);  // 0-1, 1-2 of 0-1, 0-3, 1-2; 2-5 is not about training
  EXPECT_DOUBLE_EQ(*shares[1], 2.0 / 3);  // 3-4, 4-4 of 3-4, 4-4, 4-0
}

TEST(Compliance, OfRulesAboutOneObject) {
  const Papers papers("rule: A(x) | B(x)\nrule: !A(x) | !B(x)\nrule: A(x) -> B(x)\n");
  const auto shares = papers.measured();
  EXPECT_DOUBLE_EQ(*shares[0], 1);
  EXPECT_DOUBLE_EQ(*shares[1], 1);
  EXPECT_DOUBLE_EQ(*shares[2], 0);
}

TEST(Compliance, SaysNothingWithoutGroundings) {
  Papers papers("for T in {A, B} rule: T(x) & L(x, y) -> T(y)\n");
  papers.dataset.labels[0].splits.assign(6, table::Split::test);
  for (const auto& share : papers.measured()) EXPECT_FALSE(share);
}

// Against the definition, with every tuple tried, on random data.
TEST(Compliance, IsWhatTheDefinitionSays) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const test::RandomData data(seed, 40, 5);
    const dataset::Graph graph(data.knowledge, data.dataset);
    const auto shares = compliance(graph);
    const table::Labels& labels = graph.labels(0);
    const std::size_t width = graph.schema(0).columns.size();
    const TableIndex links = *data.dataset.tables.schema().find("L");
    const std::vector<Row>& tuples = data.dataset.tables.listing(links).tuples;
    for (std::size_t topic = 0; topic < 3; ++topic) {
      double about = 0;
      double followed = 0;
      for (std::size_t i = 0; i < tuples.size(); i += 2) {
        const auto known = [&](Row row) {
          return labels.splits[row] == table::Split::train ? labels.atoms[row * width + topic]
                                                           : table::Known::nothing;
        };
        if (known(tuples[i]) != table::Known::yes || known(tuples[i + 1]) == table::Known::nothing) continue;
        ++about;
        followed += known(tuples[i + 1]) == table::Known::yes ? 1 : 0;
      }
      ASSERT_EQ(shares[topic].has_value(), about > 0);
      if (about > 0) {
        EXPECT_DOUBLE_EQ(*shares[topic], followed / about);
      }
    }
  }
}

}  // namespace
}  // namespace kenn::experiment
