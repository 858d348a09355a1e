// Tells whether a data set is still the same.
#include "dataset/data_digest.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace kenn::dataset {

namespace {

class Digest {
 public:
  Digest() { XXH3_128bits_reset(&state_); }

  template <typename Number>
  void add(const std::vector<Number>& numbers) {
    const std::uint64_t size = numbers.size();
    XXH3_128bits_update(&state_, &size, sizeof(size));
    if (!numbers.empty()) XXH3_128bits_update(&state_, numbers.data(), numbers.size() * sizeof(Number));
  }

  void add(const SharedFeatures& features) {
    if (!features) return add(std::vector<char>{});
    add(std::vector<std::uint64_t>{features->rows, features->columns});
    if (const auto* const dense = std::get_if<table::DenseRows>(&features->values)) return add(dense->values);
    const auto& sparse = std::get<table::SparseRows>(features->values);
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

}  // namespace

std::string digest_of(const DatasetParts& dataset) {
  Digest digest;
  for (const auto& features : dataset.features) digest.add(features);
  for (const auto& features : dataset.tuple_features) digest.add(features);
  for (const table::Labels& labels : dataset.labels) {
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

}  // namespace kenn::dataset
