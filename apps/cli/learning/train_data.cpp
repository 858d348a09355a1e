// The data that a model is trained on, and what is worth a warning.
#include "learning/train_data.h"

#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "data/dataset.h"
#include "knowledge/spelling.h"
#include "methods/inputs.h"

namespace kenn::cli {

namespace {

// Predicates of which no training label says that they hold.
void warn_of_classes(const Dataset& dataset, const TrainArguments& arguments,
                     std::vector<Diagnostic>& warnings) {
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
      warning.file = source_name(arguments.data);
      warning.message =
          "no training example has " +
          in_quotes(dataset.tables.vocabulary().predicates[tables[table].columns[column]].name) +
          (arguments.method == "nn" ? "; the network cannot learn it" : "; only rules can predict it");
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
  const Vocabulary& vocabulary = dataset.tables.vocabulary();
  for (TypeIndex type = 0; type < vocabulary.types.size(); ++type) {
    const std::size_t count = dataset.tables.object_count(type);
    digest.add(std::vector{count});
    for (Row row = 0; row < count; ++row) {  // constants in rules are ids
      const std::string id = dataset.tables.name_of(type, row);
      digest.add(std::vector<char>(id.begin(), id.end()));
    }
  }
  for (TableIndex table = 0; table < tables.size(); ++table) {
    if (tables[table].holds_all_objects()) continue;
    digest.add(dataset.tables.listing(table).tuples);
    digest.add(dataset.tables.listing(table).truth);
  }
  return digest.text();
}

}  // namespace

SplitChoice split_choice(const TrainArguments& arguments) {
  return {arguments.paradigm == "inductive" ? Paradigm::inductive : Paradigm::transductive,
          arguments.train_fraction, arguments.seed};
}

TrainData read_train_data(const Knowledge& knowledge, const TrainArguments& arguments) {
  const SplitChoice choice = split_choice(arguments);
  Dataset dataset = read_dataset(knowledge, arguments.data);
  if (choice.train_fraction && has_splits(dataset)) {
    throw Error(ErrorKind::data,
                "the data says in a column 'split' what is for training: leave out --train-fraction",
                source_name(arguments.data));
  }
  complete_splits(dataset, choice);
  TrainData data;
  data.warnings = dataset.warnings;
  data.digest = digest_of(dataset);
  warn_of_classes(dataset, arguments, data.warnings);
  if (choice.paradigm == Paradigm::inductive) {
    data.train = graph_for(knowledge, dataset, Split::train, choice.paradigm, arguments.plan);
    data.valid = graph_for(knowledge, dataset, Split::valid, choice.paradigm, arguments.plan);
    data.test = graph_for(knowledge, std::move(dataset), Split::test, choice.paradigm, arguments.plan);
  } else {
    data.train = graph_for(knowledge, std::move(dataset), Split::train, choice.paradigm, arguments.plan);
    data.valid = data.test = data.train;
  }
  for (const TableIndex table : data.train->predicted) {
    data.widths.push_back(input_width(data.train->dataset, table));
  }
  return data;
}

}  // namespace kenn::cli
