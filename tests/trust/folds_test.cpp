// Tests of the folds: which rows are in them, and how evenly labels are dealt out.
#include "trust/folds.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "dataset/random_data.h"
#include "dataset/split.h"

namespace kenn::trust {
namespace {

using test::RandomData;

TEST(Folds, HoldExactlyTheLabelledRowsForTraining) {
  const RandomData data(1, 200, 10);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const Folds folds = choose_folds(graph, 5, 7);
  EXPECT_EQ(folds.count, 5U);
  ASSERT_EQ(folds.of_rows.size(), graph.predicted.size());
  for (std::size_t i = 0; i < folds.of_rows.size(); ++i) {
    const table::Labels& labels = graph.labels(i);
    const std::size_t width = graph.schema(i).columns.size();
    ASSERT_EQ(folds.of_rows[i].size(), labels.splits.size());
    for (std::size_t row = 0; row < labels.splits.size(); ++row) {
      bool is_labelled = false;
      for (std::size_t k = 0; k < width; ++k) {
        is_labelled = is_labelled || labels.atoms[row * width + k] != table::Known::nothing;
      }
      EXPECT_EQ(folds.of_rows[i][row] != no_fold, is_labelled && labels.splits[row] == table::Split::train);
    }
  }
}

// Of a table with one exclusive group and n rows of a class, every fold has n / folds of them, or one more.
TEST(Folds, AreStratified) {
  const Knowledge knowledge =
      Knowledge::from_text("type P\npredict A(P), B(P)\nexclusive A, B\nrule: A(x) | B(x)");
  const Schema schema(knowledge.vocabulary());
  table::Labels labels;
  for (int row = 0; row < 103; ++row) {
    const bool is_rare = row % 10 == 0;  // 11 of them
    labels.atoms.insert(labels.atoms.end(), {is_rare ? table::Known::yes : table::Known::no,
                                             is_rare ? table::Known::no : table::Known::yes});
  }
  const Folds folds = choose_folds({{&schema.tables[0], &labels, std::vector<bool>(103, true)}}, 4, 3);
  std::map<std::pair<int, bool>, int> counts;
  for (std::size_t row = 0; row < 103; ++row) ++counts[{folds.of_rows[0][row], row % 10 == 0}];
  for (int fold = 0; fold < 4; ++fold) {
    EXPECT_NEAR((counts[{fold, true}]), 11.0 / 4, 1);
    EXPECT_NEAR((counts[{fold, false}]), 92.0 / 4, 1);
  }
}

TEST(Folds, DependOnTheSeedAlone) {
  const RandomData data(2, 100, 10);
  const dataset::Graph graph(data.knowledge, data.dataset);
  EXPECT_EQ(choose_folds(graph, 5, 1).of_rows, choose_folds(graph, 5, 1).of_rows);
  EXPECT_NE(choose_folds(graph, 5, 1).of_rows, choose_folds(graph, 5, 2).of_rows);
}

TEST(Folds, AreFewerWhereLabelsAreFew) {
  const Knowledge knowledge = Knowledge::from_text("type P\npredict A(P)\nrule: A(x)");
  const Schema schema(knowledge.vocabulary());
  for (const std::size_t rows : {0U, 1U, 3U, 4U, 9U, 10U}) {
    const table::Labels labels{std::vector<table::Known>(rows, table::Known::yes), {}};
    EXPECT_EQ(choose_folds({{&schema.tables[0], &labels, std::vector<bool>(rows, true)}}, 5, 0).count,
              std::min<std::size_t>(5, rows / 2));
  }
}

TEST(Folds, AreTakenOutOfAGraph) {
  const RandomData data(3, 60, 6);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const Folds folds = choose_folds(graph, 3, 0);
  const dataset::Graph rest = without_fold(graph, folds, 1);
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    EXPECT_EQ(rest.labels(i).atoms, graph.labels(i).atoms);
    for (std::size_t row = 0; row < graph.labels(i).splits.size(); ++row) {
      EXPECT_EQ(rest.labels(i).splits[row],
                folds.of_rows[i][row] == 1 ? table::Split::none : graph.labels(i).splits[row]);
    }
  }
}

}  // namespace
}  // namespace kenn::trust
