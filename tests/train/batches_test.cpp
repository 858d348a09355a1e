// Tests of batches: every label once per epoch, with all that touches it.
#include "train/batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "dataset/random_data.h"

namespace kenn::train {
namespace {

using test::RandomData;

// "P p3", "R p3 q1": the rows that are to be learned from.
std::vector<std::string> items_of(const dataset::Graph& graph) {
  std::vector<std::string> items;
  for (std::size_t i = 0; i < graph.predicted.size(); ++i) {
    const TableSchema& schema = graph.schema(i);
    const table::Labels& labels = graph.labels(i);
    const std::size_t width = schema.columns.size();
    for (std::size_t row = 0; row < labels.splits.size(); ++row) {
      const auto first = labels.atoms.begin() + static_cast<std::ptrdiff_t>(row * width);
      if (labels.splits[row] != table::Split::train) continue;
      if (std::count(first, first + static_cast<std::ptrdiff_t>(width), table::Known::nothing) ==
          static_cast<std::ptrdiff_t>(width))
        continue;
      std::string item = schema.name;
      for (std::size_t k = 0; k < schema.argument_types.size(); ++k) {
        const Row object = schema.holds_all_objects() ? static_cast<Row>(row)
                                                      : graph.dataset.tables.listing(graph.predicted[i])
                                                            .tuples[row * schema.argument_types.size() + k];
        item += " " + graph.dataset.tables.name_of(schema.argument_types[k], object);
      }
      items.push_back(item);
    }
  }
  std::sort(items.begin(), items.end());
  return items;
}

std::vector<std::vector<std::string>> epoch_of(const Batches& batches, std::uint32_t number) {
  std::vector<std::vector<std::string>> all;
  Batches::Epoch epoch(batches, number);
  while (const auto graph = epoch.next()) all.push_back(items_of(*graph));
  return all;
}

TEST(Batches, EveryLabelIsInOneBatchOfAnEpoch) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const RandomData data(seed);
    const dataset::Graph graph(data.knowledge, data.dataset);
    const std::size_t size = 1 + seed % 9;
    const Batches batches(graph, size, seed);
    std::vector<std::string> together;
    const auto epoch = epoch_of(batches, 0);
    EXPECT_EQ(epoch.size(), batches.count());
    for (const auto& batch : epoch) {
      EXPECT_LE(batch.size(), size);
      together.insert(together.end(), batch.begin(), batch.end());
    }
    std::sort(together.begin(), together.end());
    EXPECT_EQ(together, items_of(graph));
  }
}

TEST(Batches, OrderFollowsFromSeedAndEpoch) {
  const RandomData data(1);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const Batches batches(graph, 4, 7);
  EXPECT_EQ(epoch_of(batches, 3), epoch_of(Batches(graph, 4, 7), 3));
  EXPECT_NE(epoch_of(batches, 3), epoch_of(batches, 4));
  EXPECT_NE(epoch_of(batches, 3), epoch_of(Batches(graph, 4, 8), 3));
}

// All tuples that touch a labelled object are there, and none that touches none of the batch.
TEST(Batches, HaveTheTuplesThatTouchTheirObjects) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const RandomData data(seed);
    const dataset::Graph graph(data.knowledge, data.dataset);
    const Batches batches(graph, 3, seed);
    Batches::Epoch epoch(batches, 0);
    while (const auto batch = epoch.next()) {
      std::set<std::string> objects;
      for (const std::string& item : items_of(*batch)) {
        for (std::size_t at = item.find(' '); at != std::string::npos;) {
          const std::size_t next = item.find(' ', at + 1);
          objects.insert(item.substr(at + 1, next == std::string::npos ? next : next - at - 1));
          at = next;
        }
      }
      const auto pairs_of = [](const DatasetParts& dataset, const std::string& name) {
        const TableIndex table = *dataset.tables.schema().find(name);
        const TableSchema& schema = dataset.tables.schema().tables[table];
        std::set<std::pair<std::string, std::string>> pairs;
        const Listing& listing = dataset.tables.listing(table);
        for (std::uint64_t i = 0; i < listing.count(); ++i) {
          pairs.emplace(dataset.tables.name_of(schema.argument_types[0], listing.tuples[2 * i]),
                        dataset.tables.name_of(schema.argument_types[1], listing.tuples[2 * i + 1]));
        }
        return pairs;
      };
      for (const std::string name : {"L", "R"}) {
        std::set<std::pair<std::string, std::string>> expected;
        for (const auto& pair : pairs_of(data.dataset, name)) {
          if (objects.contains(pair.first) || objects.contains(pair.second)) expected.insert(pair);
        }
        EXPECT_EQ(pairs_of(batch->dataset, name), expected) << name;
      }
    }
  }
}

TEST(Batches, AnEpochMayEndEarly) {
  const RandomData data(2, 300);
  const dataset::Graph graph(data.knowledge, data.dataset);
  const Batches batches(graph, 1, 0);
  for (int i = 0; i < 20; ++i) {
    Batches::Epoch epoch(batches, 0);
    EXPECT_TRUE(epoch.next().has_value());
  }
}

TEST(Batches, ErrorsOfPlansArrive) {
  const Knowledge knowledge = Knowledge::from_text("type P predict A(P), B(P) rule: A(x) & A(y) -> B(x)");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {std::nullopt}, {}, {}};
  dataset.tables.resize("P", 10);
  dataset.labels.resize(1);
  dataset.labels[0].atoms.assign(20, table::Known::yes);
  dataset.labels[0].splits.assign(10, table::Split::train);
  dataset::Graph graph(knowledge, dataset);
  graph.plan_options.max_groundings = 10;  // less than 4 * 4
  const Batches batches(graph, 4, 0);
  Batches::Epoch epoch(batches, 0);
  EXPECT_THROW(static_cast<void>(epoch.next()), Error);
}

}  // namespace
}  // namespace kenn::train
