// The data that a model is trained on: splits, paradigms, and what is worth a warning.
#include "learning/train_data.h"

#include <algorithm>
#include <cstring>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "data/dataset.h"
#include "knowledge/spelling.h"
#include "methods/split.h"
#include "table/subset.h"

namespace kenn::cli {

namespace {

constexpr double usual_train_fraction = 0.8;

bool says_splits(const Dataset& dataset) {
  return std::any_of(dataset.labels.begin(), dataset.labels.end(), [](const Labels& labels) {
    return std::any_of(labels.splits.begin(), labels.splits.end(),
                       [](Split split) { return split != Split::none; });
  });
}

void set_splits(Dataset& dataset, const TrainArguments& arguments) {
  if (!says_splits(dataset)) {
    choose_splits(dataset, arguments.train_fraction.value_or(usual_train_fraction), arguments.seed);
  } else if (arguments.train_fraction) {
    throw Error(ErrorKind::data,
                "the data says in a column 'split' what is for training; leave out --train-fraction",
                arguments.data);
  }
}

// The objects that are in a split; all of those that the data says nothing about.
std::vector<Chosen> objects_in(const Dataset& dataset, Split split) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  std::vector<Chosen> chosen;
  for (TypeIndex type = 0; type < dataset.tables.vocabulary().types.size(); ++type) {
    chosen.emplace_back(dataset.tables.object_count(type), true);
  }
  for (TableIndex table = 0; table < tables.size(); ++table) {
    const Labels& labels = dataset.labels[table];
    if (!tables[table].holds_all_objects() || labels.splits.empty()) continue;
    Chosen& objects = chosen[tables[table].argument_types.front()];
    for (std::size_t row = 0; row < objects.size(); ++row) objects[row] = labels.splits[row] == split;
  }
  return chosen;
}

// Predicates of which no training label says that they hold.
void warn_of_classes(const Dataset& dataset, const std::string& file, std::vector<Diagnostic>& warnings) {
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    const Labels& labels = dataset.labels[table];
    const std::size_t width = tables[table].columns.size();
    if (tables[table].role != Role::predict || labels.splits.empty()) continue;
    for (std::size_t column = 0; column < width; ++column) {
      bool is_there = false;
      for (std::size_t row = 0; row < labels.splits.size(); ++row) {
        is_there = is_there ||
                   (labels.splits[row] == Split::train && labels.atoms[row * width + column] == Known::yes);
      }
      if (is_there) continue;
      Diagnostic warning;
      warning.severity = Severity::warning;
      warning.file = file;
      warning.message =
          "no training example has " +
          in_quotes(dataset.tables.vocabulary().predicates[tables[table].columns[column]].name) +
          "; only rules can predict it";
      warnings.push_back(std::move(warning));
    }
  }
}

class Digest {
 public:
  Digest() { XXH3_128bits_reset(&state_); }

  template <typename Number>
  void add(const std::vector<Number>& numbers) {
    const std::uint64_t size = numbers.size();
    XXH3_128bits_update(&state_, &size, sizeof(size));
    if (!numbers.empty()) XXH3_128bits_update(&state_, numbers.data(), numbers.size() * sizeof(Number));
  }

  void add(const std::optional<Features>& features) {
    if (!features) return add(std::vector<char>{});
    add(std::vector<std::uint64_t>{features->rows, features->columns});
    if (const auto* const dense = std::get_if<DenseRows>(&features->values)) return add(dense->values);
    const auto& sparse = std::get<SparseRows>(features->values);
    add(sparse.offsets);
    add(sparse.columns);
    add(sparse.values);
  }

  std::string text() {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state_));
    std::string hexadecimal;
    for (const unsigned char byte : canonical.digest) {
      hexadecimal += "0123456789abcdef"[byte >> 4];
      hexadecimal += "0123456789abcdef"[byte & 15];
    }
    return hexadecimal;
  }

 private:
  XXH3_state_t state_;
};

std::string digest_of(const Dataset& dataset) {
  Digest digest;
  for (const auto& features : dataset.features) digest.add(features);
  for (const auto& features : dataset.tuple_features) digest.add(features);
  for (const Labels& labels : dataset.labels) {
    digest.add(labels.atoms);
    digest.add(labels.splits);
  }
  const std::vector<TableSchema>& tables = dataset.tables.schema().tables;
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (tables[table].holds_all_objects()) continue;
    digest.add(dataset.tables.listing(table).tuples);
    digest.add(dataset.tables.listing(table).truth);
  }
  return digest.text();
}

}  // namespace

TrainData read_train_data(const Knowledge& knowledge, const TrainArguments& arguments) {
  Dataset dataset = read_dataset(knowledge, arguments.data);
  set_splits(dataset, arguments);
  TrainData data;
  data.warnings = dataset.warnings;
  data.digest = digest_of(dataset);
  warn_of_classes(dataset, arguments.data, data.warnings);
  if (arguments.paradigm == "inductive") {
    const auto part = [&](Split split) {
      return std::make_shared<const Graph>(knowledge, subset(knowledge, dataset, objects_in(dataset, split)),
                                           arguments.plan);
    };
    data.train = part(Split::train);
    data.valid = part(Split::valid);
    data.test = part(Split::test);
  } else {
    data.train = data.valid = data.test =
        std::make_shared<const Graph>(knowledge, std::move(dataset), arguments.plan);
  }
  for (const Features& features : data.train->inputs) data.widths.push_back(features.columns);
  return data;
}

}  // namespace kenn::cli
