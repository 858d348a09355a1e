// The objects of a type from a table: ids, labels, splits and numeric features.
#include "dataset/object_table.h"

#include <unordered_map>
#include <utility>

#include "base/spelling.h"
#include "dataset/feature_columns.h"
#include "dataset/label_columns.h"
#include "table/object_id.h"

namespace kenn::dataset {

namespace {

class Reader {
 public:
  Reader(io::TableRows& rows, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted)
      : rows_(rows), labels_(rows, vocabulary, predicted, LabelStyle::name), features_(rows) {}

  ObjectTable read() {
    find_columns();
    rows_.throw_if_any();
    while (rows_.next()) read_row();
    rows_.throw_if_any();
    return {std::move(ids_), labels_.take(), features_.take()};
  }

 private:
  void find_columns() {
    const std::vector<std::string>& names = rows_.columns();
    std::vector<std::string_view> meanings = labels_.meanings();
    meanings.emplace_back("id");
    for (std::size_t column = 0; column < names.size(); ++column) {
      if (names[column] == "id") {
        id_column_ = column;
      } else if (!labels_.claim(column)) {
        features_.add(column, meanings);
      }
    }
    if (!id_column_) rows_.complain_of_columns("there is no column 'id'");
  }

  void read_row() {
    const std::string_view id = rows_.cell(*id_column_);
    const auto [known, is_new] = numbers_.emplace(id, rows_.number());
    if (std::string complaint = table::id_complaint(id); !complaint.empty()) {
      rows_.complain(*id_column_, std::move(complaint));
    } else if (!is_new) {
      rows_.complain(*id_column_, "the id " + base::in_quotes(id) + " is also in " + rows_.unit() + " " +
                                      std::to_string(known->second));
    }
    ids_.emplace_back(id);
    labels_.read_row();
    features_.read_row();
  }

  io::TableRows& rows_;
  LabelColumns labels_;
  FeatureColumns features_;
  std::optional<std::size_t> id_column_;
  std::unordered_map<std::string, std::uint64_t> numbers_;  // of the rows that ids are in
  std::vector<std::string> ids_;
};

}  // namespace

ObjectTable read_object_table(io::TableRows& rows, const Vocabulary& vocabulary,
                              std::span<const PredicateIndex> predicted) {
  return Reader(rows, vocabulary, predicted).read();
}

}  // namespace kenn::dataset
