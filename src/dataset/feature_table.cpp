// Sparse features from a table with one row per feature of an object.
#include "dataset/feature_table.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/spelling.h"
#include "dataset/object_row.h"
#include "dataset/relation_files.h"
#include "io/feature_text.h"
#include "io/sparse_entries.h"

namespace kenn::dataset {

namespace {

constexpr std::uint32_t most_features = std::numeric_limits<std::uint32_t>::max();

class Reader {
 public:
  Reader(io::TableRows& rows, const Tables& tables, TypeIndex type)
      : rows_(rows), tables_(tables), type_(type), objects_(objects_of(tables, type)) {}

  table::Features read() {
    id_column_ = find_column("id");
    feature_column_ = find_column("feature");
    value_column_ = find_column("value");
    rows_.throw_if_any();
    while (rows_.next()) read_row();
    rows_.throw_if_any();
    return make_features();
  }

 private:
  std::size_t find_column(const std::string& name) {
    const std::vector<std::string>& names = rows_.columns();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) rows_.complain_of_columns("there is no column " + base::in_quotes(name));
    return static_cast<std::size_t>(found - names.begin());
  }

  void read_row() {
    RowOrComplaint object = row_of_text(objects_, rows_.cell(id_column_));
    if (!object.row) rows_.complain(id_column_, std::move(object.complaint));
    io::NumberOrComplaint value = io::feature_of_text(rows_.cell(value_column_));
    if (!value.complaint.empty()) rows_.complain(value_column_, std::move(value.complaint));
    const std::string_view text = rows_.cell(feature_column_);
    std::uint32_t feature = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), feature);
    if (text.empty() || status != std::errc() || end != text.data() + text.size() ||
        feature == most_features) {
      return rows_.complain(feature_column_, base::in_quotes(text) + " is not the number of a feature");
    }
    width_ = std::max(width_, feature + std::size_t{1});
    entries_.push_back({object.row.value_or(0), feature, value.number});
  }

  table::Features make_features() {
    io::sort_entries(entries_);
    if (const auto repeated = io::find_repeated(entries_)) {
      rows_.complain_of_columns("the object " + base::in_quotes(tables_.name_of(type_, repeated->row)) +
                                " has the feature " + std::to_string(repeated->column) + " twice");
      rows_.throw_if_any();
    }
    const std::size_t count = tables_.object_count(type_);
    return {count, width_, io::compress(entries_, count)};
  }

  io::TableRows& rows_;
  const Tables& tables_;
  TypeIndex type_;
  ArgumentObjects objects_;
  std::size_t id_column_ = 0;
  std::size_t feature_column_ = 0;
  std::size_t value_column_ = 0;
  std::size_t width_ = 0;
  std::vector<io::SparseEntry> entries_;
};

}  // namespace

table::Features read_feature_table(io::TableRows& rows, const Tables& tables, TypeIndex type) {
  return Reader(rows, tables, type).read();
}

std::optional<io::SeparateFeatures> read_separate_features(io::TableSource& source, const Tables& tables,
                                                           TypeIndex type) {
  const std::string table = tables.vocabulary().types[type].name + "_features";
  if (tables.schema().find(table)) return std::nullopt;
  const std::unique_ptr<io::TableRows> rows = source.open(table);
  if (!rows) return std::nullopt;
  return io::SeparateFeatures{read_feature_table(*rows, tables, type), "the table " + base::in_quotes(table)};
}

}  // namespace kenn::dataset
