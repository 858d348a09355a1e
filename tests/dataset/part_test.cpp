// Tests of parts of data sets: against the whole, object by object and tuple by tuple.
#include "dataset/part.h"

#include <gtest/gtest.h>

#include <map>

#include "dataset/random_data.h"

namespace kenn::dataset {
namespace {

using test::RandomData;

// What a data set says, by the names of objects: the same for a part and for the whole it was taken from.
std::map<std::string, std::vector<float>> facts_of(const DatasetParts& dataset) {
  std::map<std::string, std::vector<float>> facts;
  const auto add_features = [&](const std::string& key, const SharedFeatures& features, std::size_t row) {
    if (!features) return;
    std::vector<float>& values = facts["features of " + key];
    if (const auto* const dense = std::get_if<table::DenseRows>(&features->values)) {
      for (std::size_t i = 0; i < features->columns; ++i)
        values.push_back(dense->values[row * features->columns + i]);
      return;
    }
    const auto& sparse = std::get<table::SparseRows>(features->values);
    for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
      values.push_back(static_cast<float>(sparse.columns[i]));
      values.push_back(sparse.values[i]);
    }
  };
  const auto add_labels = [&](const std::string& key, TableIndex table, std::size_t row) {
    const table::Labels& labels = dataset.labels[table];
    const std::size_t width = dataset.tables.schema().tables[table].columns.size();
    std::vector<float>& values = facts["labels of " + key];
    for (std::size_t i = 0; i < width; ++i)
      values.push_back(static_cast<float>(static_cast<int>(labels.atoms[row * width + i])));
    values.push_back(static_cast<float>(static_cast<int>(labels.splits[row])));
  };
  for (TableIndex table = 0; table < dataset.tables.schema().tables.size(); ++table) {
    const TableSchema& schema = dataset.tables.schema().tables[table];
    for (std::uint64_t row = 0; row < dataset.tables.row_count(table); ++row) {
      std::string key = schema.name;
      for (std::size_t i = 0; i < schema.argument_types.size(); ++i) {
        const Row object = schema.holds_all_objects()
                               ? static_cast<Row>(row)
                               : dataset.tables.listing(table).tuples[row * schema.argument_types.size() + i];
        key += " " + dataset.tables.name_of(schema.argument_types[i], object);
      }
      facts[key];
      if (schema.role != Role::predict) continue;
      add_labels(key, table, row);
      add_features(key, dataset.tuple_features[table], row);
      if (schema.holds_all_objects()) add_features(key, dataset.features[schema.argument_types[0]], row);
    }
  }
  return facts;
}

TEST(Part, SaysWhatTheWholeSaysOfItsObjects) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const RandomData data(seed);
    std::mt19937 random(seed);
    std::vector<std::vector<Row>> objects(2);
    for (Row row = 30; row-- > 0;) {
      if (random() % 2 == 0) objects[0].push_back(row);  // in any order
    }
    for (Row row = 0; row < 5; ++row) {
      if (random() % 4 > 0) objects[1].push_back(row);
    }
    const DatasetParts part =
        take_part(data.knowledge, data.dataset, part_with_objects(data.knowledge, data.dataset, objects));
    ASSERT_EQ(part.tables.object_count(0), objects[0].size());
    ASSERT_EQ(part.tables.object_count(1), objects[1].size());
    const auto whole = facts_of(data.dataset);
    const auto taken = facts_of(part);
    for (const auto& [key, values] : taken) {
      ASSERT_TRUE(whole.contains(key)) << key;
      EXPECT_EQ(whole.at(key), values) << key;
    }
    // Nothing of these objects is left out.
    for (TableIndex table = 0; table < part.tables.schema().tables.size(); ++table) {
      const TableSchema& schema = part.tables.schema().tables[table];
      if (schema.holds_all_objects()) continue;
      const Listing& listing = data.dataset.tables.listing(table);
      std::uint64_t expected = 0;
      for (std::uint64_t tuple = 0; tuple < listing.count(); ++tuple) {
        bool are_in = true;
        for (std::size_t i = 0; i < listing.arity; ++i) {
          const auto& chosen = objects[schema.argument_types[i]];
          are_in = are_in && std::find(chosen.begin(), chosen.end(),
                                       listing.tuples[tuple * listing.arity + i]) != chosen.end();
        }
        expected += are_in ? 1 : 0;
      }
      EXPECT_EQ(part.tables.row_count(table), expected) << schema.name;
    }
  }
}

TEST(Part, AllObjectsAreTheWhole) {
  const RandomData data(3);
  std::vector<std::vector<Row>> objects(2);
  for (Row row = 0; row < 30; ++row) objects[0].push_back(row);
  for (Row row = 0; row < 5; ++row) objects[1].push_back(row);
  const DatasetParts part =
      take_part(data.knowledge, data.dataset, part_with_objects(data.knowledge, data.dataset, objects));
  EXPECT_EQ(facts_of(part), facts_of(data.dataset));
  EXPECT_EQ(part.features, data.dataset.features);
}

TEST(Part, CanBeEmpty) {
  const RandomData data(4);
  const DatasetParts part =
      take_part(data.knowledge, data.dataset, part_with_objects(data.knowledge, data.dataset, {{}, {}}));
  EXPECT_TRUE(facts_of(part).empty());
  EXPECT_NO_THROW(Plan(data.knowledge, part.tables));
}

TEST(Part, KeepsTruthDegrees) {
  const Knowledge knowledge =
      Knowledge::from_text("type P predict A(P) given L(P, P) rule: A(x) & L(x, y) -> A(y)");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {}, {}, {}};
  dataset.tables.resize("P", 4);
  dataset.tables.list("L", {0, 1, 1, 3, 3, 0}, {0.25F, 0.5F, 1.0F});
  dataset.labels.resize(2);
  dataset.tuple_features.resize(2);
  dataset.labels[0].atoms.assign(4, table::Known::nothing);
  const DatasetParts part = take_part(knowledge, dataset, part_with_objects(knowledge, dataset, {{1, 3}}));
  const Listing& listing = part.tables.listing(1);
  EXPECT_EQ(listing.tuples, (std::vector<Row>{0, 1}));
  EXPECT_EQ(listing.truth, std::vector<float>{0.5F});
  EXPECT_EQ(part.tables.name_of(0, 1), "3");
}

TEST(Part, OfATableWithoutLabelsHasNone) {
  const Knowledge knowledge = Knowledge::from_text("type P predict A(P), B(P)");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {}, {}, {}};
  dataset.tables.resize("P", 5);
  dataset.labels.resize(1);
  dataset.tuple_features.resize(1);
  const DatasetParts part = take_part(knowledge, dataset, part_with_objects(knowledge, dataset, {{1, 4}}));
  EXPECT_EQ(part.labels, std::vector<table::Labels>(1));
  EXPECT_EQ(part.tables.object_count(0), 2U);
}

TEST(Part, HasTheObjectsThatRulesName) {
  const Knowledge knowledge =
      Knowledge::from_text("type P predict A(P), B(P) rule: A(x) -> B(\"3\") rule: x = \"1\" & A(x) -> B(x)");
  DatasetParts dataset{Tables(knowledge), {std::nullopt}, {}, {}, {}};
  dataset.tables.resize("P", 5);
  dataset.labels.resize(1);
  dataset.tuple_features.resize(1);
  dataset.labels[0].atoms.assign(10, table::Known::nothing);
  const Part part = part_with_objects(knowledge, dataset, {{0}});
  EXPECT_EQ(part.objects[0], (std::vector<Row>{0, 1, 3}));
  EXPECT_NO_THROW(Plan(knowledge, take_part(knowledge, dataset, part).tables));
}

}  // namespace
}  // namespace kenn::dataset
