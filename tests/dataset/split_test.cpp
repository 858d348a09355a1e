// Tests of splits: the published rule, and what every split must have.
#include "dataset/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace kenn::dataset {
namespace {

// Papers of six classes, in order.
struct Papers {
  explicit Papers(const std::array<std::size_t, 6>& counts) {
    for (std::size_t label = 0; label < counts.size(); ++label) {
      for (std::size_t i = 0; i < counts[label]; ++i) {
        for (std::size_t k = 0; k < 6; ++k) {
          dataset.labels[0].atoms.push_back(k == label ? table::Known::yes : table::Known::no);
        }
        labels.push_back(label);
      }
    }
    dataset.tables.resize("P", labels.size());
  }

  // How many papers of a class are in a split.
  std::map<std::pair<table::Split, std::size_t>, std::size_t> counts() const {
    std::map<std::pair<table::Split, std::size_t>, std::size_t> result;
    for (std::size_t i = 0; i < labels.size(); ++i) ++result[{dataset.labels[0].splits[i], labels[i]}];
    return result;
  }

  std::size_t size_of(table::Split split) const {
    const auto& splits = dataset.labels[0].splits;
    return static_cast<std::size_t>(std::count(splits.begin(), splits.end(), split));
  }

  Knowledge knowledge =
      Knowledge::from_text("type P predict A(P), B(P), C(P), D(P), E(P), F(P) exclusive A, B, C, D, E, F");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {std::nullopt}, {table::Labels{}}, {}};
  std::vector<std::size_t> labels;
};

// The classes of Citeseer.
constexpr std::array<std::size_t, 6> citeseer = {596, 249, 701, 508, 668, 590};

TEST(Split, TenPercentOfCiteseer) {
  Papers papers(citeseer);
  choose_splits(papers.dataset, 0.1, 0);
  // t = 331, round(0.8 t) = 265, 44 per class
  EXPECT_EQ(papers.size_of(table::Split::train), 264U);
  EXPECT_EQ(papers.size_of(table::Split::valid), 67U);
  EXPECT_EQ(papers.size_of(table::Split::test), 3312U - 331U);
  const auto counts = papers.counts();
  for (std::size_t label = 0; label < 6; ++label) EXPECT_EQ(counts.at({table::Split::train, label}), 44U);
}

TEST(Split, SmallClassesAreFilledUpWithOthers) {
  Papers papers(citeseer);
  choose_splits(papers.dataset, 0.9, 1);
  // t = 2981, round(0.8 t) = 2385, 398 per class (rounded up); the second class has only 249
  EXPECT_EQ(papers.size_of(table::Split::train), 6U * 398U);
  EXPECT_EQ(papers.size_of(table::Split::train) + papers.size_of(table::Split::valid), 2981U);
}

TEST(Split, FollowsFromTheSeed) {
  Papers first(citeseer);
  Papers second(citeseer);
  Papers other(citeseer);
  choose_splits(first.dataset, 0.25, 5);
  choose_splits(second.dataset, 0.25, 5);
  choose_splits(other.dataset, 0.25, 6);
  EXPECT_EQ(first.dataset.labels, second.dataset.labels);
  EXPECT_NE(first.dataset.labels, other.dataset.labels);
}

TEST(Split, UnlabelledRowsAreInNone) {
  Papers papers(citeseer);
  for (std::size_t i = 0; i < 6 * 100; ++i) papers.dataset.labels[0].atoms[i] = table::Known::nothing;
  choose_splits(papers.dataset, 0.5, 0);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(papers.dataset.labels[0].splits[i], table::Split::none);
  EXPECT_EQ(papers.size_of(table::Split::none), 100U);
}

TEST(Split, EveryFractionIsPossible) {
  for (const double fraction : {0.0, 0.001, 0.5, 0.999, 1.0}) {
    Papers papers({3, 0, 1, 5, 2, 2});
    choose_splits(papers.dataset, fraction, 0);
    EXPECT_EQ(papers.size_of(table::Split::none), 0U);
    EXPECT_EQ(papers.size_of(table::Split::test),
              13U - static_cast<std::size_t>(std::llround(13 * fraction)));
  }
}

}  // namespace
}  // namespace kenn::dataset
