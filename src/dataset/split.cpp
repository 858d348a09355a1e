// Chooses which labelled objects are for training, validation and testing.
#include "dataset/split.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/random_streams.h"
#include "nn/column_groups.h"

namespace kenn::dataset {

namespace {

constexpr double training_share = 0.8;

std::size_t rounded(double value) {
  return static_cast<std::size_t>(std::llround(value));
}

class Splitter {
 public:
  Splitter(const Vocabulary& vocabulary, const TableSchema& table, table::Labels& labels)
      : vocabulary_(vocabulary), table_(table), labels_(labels), width_(table.columns.size()) {}

  void run(double fraction, Protocol protocol, base::Random& random) {
    const std::size_t rows = width_ == 0 ? 0 : labels_.atoms.size() / width_;
    labels_.splits.assign(rows, table::Split::none);
    std::vector<Row> labelled;
    for (std::size_t row = 0; row < rows; ++row) {
      if (is_labelled(row)) labelled.push_back(static_cast<Row>(row));
    }
    const std::size_t chosen = rounded(static_cast<double>(labelled.size()) * fraction);
    std::size_t training = rounded(training_share * static_cast<double>(chosen));
    if (protocol == Protocol::rnm) {
      training = chosen;
      random.shuffle(labelled);
    } else if (has_one_group()) {
      const std::size_t per_class = rounded(static_cast<double>(training) / static_cast<double>(width_));
      training = std::min(per_class * width_, chosen);
      labelled = balanced(std::move(labelled), per_class, random);
    } else {
      random.shuffle(labelled);
    }
    for (std::size_t i = 0; i < labelled.size(); ++i) {
      labels_.splits[labelled[i]] = i < training ? table::Split::train
                                    : i < chosen ? table::Split::valid
                                                 : table::Split::test;
    }
  }

 private:
  [[nodiscard]] bool is_labelled(std::size_t row) const {
    const auto first = labels_.atoms.begin() + static_cast<std::ptrdiff_t>(row * width_);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(width_),
                       [](table::Known known) { return known != table::Known::nothing; });
  }

  [[nodiscard]] bool has_one_group() const {
    const std::vector<nn::ColumnGroup> groups = nn::column_groups(vocabulary_, table_);
    return groups.size() == 1 && groups.front().is_exclusive;
  }

  // Up to `per_class` rows of every class first.
  [[nodiscard]] std::vector<Row> balanced(std::vector<Row> rows, std::size_t per_class,
                                          base::Random& random) const {
    random.shuffle(rows);
    std::vector<std::size_t> taken(width_);
    std::vector<Row> first;
    std::vector<Row> rest;
    for (const Row row : rows) {
      const auto atoms = labels_.atoms.begin() + static_cast<std::ptrdiff_t>(row * width_);
      const auto holds =
          std::find(atoms, atoms + static_cast<std::ptrdiff_t>(width_), table::Known::yes) - atoms;
      const auto column = static_cast<std::size_t>(holds);
      const bool is_first = column < width_ && taken[column]++ < per_class;
      (is_first ? first : rest).push_back(row);
    }
    random.shuffle(first);
    random.shuffle(rest);
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
  }

  const Vocabulary& vocabulary_;
  const TableSchema& table_;
  table::Labels& labels_;
  std::size_t width_;
};

}  // namespace

void choose_splits(DatasetParts& dataset, double fraction, std::uint64_t seed, Protocol protocol) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (tables[table].role != Role::predict) continue;
    base::Random random(seed, base::random_stream::splits + table);
    Splitter(dataset.tables.vocabulary(), tables[table], dataset.labels[table])
        .run(fraction, protocol, random);
  }
}

}  // namespace kenn::dataset
