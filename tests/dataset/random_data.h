// A random data set with two types, a predicted relation, given facts, and features of every kind.
#pragma once

#include <kenn/kenn.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dataset/dataset.h"

namespace kenn::test {

inline const char* const random_data_rules =
    "type P, Q\n"
    "predict A(P), B(P), C(P), M(P), R(P, Q)\n"
    "exclusive A, B, C\n"
    "given L(P, P), G(P)\n"
    "for T in {A, B, C} rule \"stays\": T(x) & L(x, y) -> T(y)\n"
    "rule \"fact\": G(x) & M(x) -> A(x)\n"
    "rule \"relation\": R(x, q) & M(x) & L(x, y) -> R(y, q)\n";

// P has sparse features, Q dense ones, R dense ones of its own.
class RandomData {
 public:
  explicit RandomData(std::uint32_t seed, std::size_t p_count = 30, std::size_t q_count = 5,
                      double pairs_per_object = 1.2)
      : random_(seed) {
    dataset.tables.name_objects("P", names("p", p_count));
    dataset.tables.name_objects("Q", names("q", q_count));
    const auto pairs = static_cast<std::size_t>(static_cast<double>(p_count) * pairs_per_object);
    dataset.tables.list("L", tuples(pairs, p_count, p_count));
    std::vector<Row> facts;
    for (Row row = 0; row < p_count; ++row) {
      if (below(3) == 0) facts.push_back(row);
    }
    dataset.tables.list("G", facts);
    dataset.tables.list("R", tuples(p_count, p_count, q_count));
    dataset.features = {sparse(p_count, 7), dense(q_count, 3)};
    const Schema& schema = dataset.tables.schema();
    dataset.labels.resize(schema.tables.size());
    dataset.tuple_features.resize(schema.tables.size());
    const TableIndex relation = *schema.find("R");
    dataset.tuple_features[relation] = dense(dataset.tables.row_count(relation), 2);
    for (TableIndex table = 0; table < schema.tables.size(); ++table) {
      if (schema.tables[table].role == Role::predict) dataset.labels[table] = random_labels(table);
    }
  }

  Knowledge knowledge = Knowledge::from_text(random_data_rules);
  DatasetParts dataset{Tables(knowledge), {}, {}, {}, {}};

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  float number() { return static_cast<float>(below(1000)) / 500.0F - 1.0F; }

  static std::vector<std::string> names(const std::string& before, std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(before + std::to_string(i));
    return all;
  }

  std::vector<Row> tuples(std::size_t count, std::size_t first, std::size_t second) {
    std::set<std::pair<Row, Row>> chosen;
    for (std::size_t i = 0; i < count; ++i) {
      chosen.emplace(static_cast<Row>(below(first)), static_cast<Row>(below(second)));
    }
    std::vector<Row> flat;
    for (const auto& [x, y] : chosen) flat.insert(flat.end(), {x, y});
    return flat;
  }

  table::Features dense(std::size_t rows, std::size_t columns) {
    table::DenseRows values;
    for (std::size_t i = 0; i < rows * columns; ++i) values.values.push_back(number());
    return {rows, columns, values};
  }

  table::Features sparse(std::size_t rows, std::size_t columns) {
    table::SparseRows values;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        if (below(3) > 0) continue;
        values.columns.push_back(column);
        values.values.push_back(number());
      }
      values.offsets.push_back(values.columns.size());
    }
    return {rows, columns, values};
  }

  table::Labels random_labels(TableIndex table) {
    table::Labels labels;
    const bool has_group = dataset.tables.schema().tables[table].columns.size() == 4;
    for (std::uint64_t row = 0; row < dataset.tables.row_count(table); ++row) {
      if (has_group) {
        const std::size_t holds = below(4);  // 3: not known
        for (std::size_t i = 0; i < 3; ++i) {
          labels.atoms.push_back(holds == 3   ? table::Known::nothing
                                 : holds == i ? table::Known::yes
                                              : table::Known::no);
        }
      }
      labels.atoms.push_back(static_cast<table::Known>(static_cast<int>(below(3)) - 1));
      labels.splits.push_back(static_cast<table::Split>(below(4)));
    }
    return labels;
  }

  std::mt19937 random_;
};

}  // namespace kenn::test
