// The tuples of a relation from a table, and what is known of them.
#include "dataset/relation_table.h"

#include <algorithm>
#include <utility>

#include "base/spelling.h"
#include "dataset/feature_columns.h"
#include "dataset/label_columns.h"
#include "dataset/object_row.h"
#include "dataset/relation_files.h"
#include "io/number_text.h"

namespace kenn::dataset {

namespace {

class Reader {
 public:
  Reader(io::TableRows& rows, const Tables& tables, TableIndex table)
      : rows_(rows),
        schema_(tables.schema().tables[table]),
        arguments_(arguments_of(tables, table)),
        labels_(rows, tables.vocabulary(), schema_.columns, LabelStyle::truth),
        features_(rows) {}

  RelationTable read() {
    find_columns();
    rows_.throw_if_any();
    while (rows_.next()) read_row();
    rows_.throw_if_any();
    return {std::move(data_), labels_.take(), features_.take()};
  }

 private:
  [[nodiscard]] bool is_given() const { return schema_.role == Role::given; }

  void find_columns() {
    const std::vector<std::string>& names = rows_.columns();
    std::size_t other_columns = 0;
    for (std::size_t column = 0; column < names.size(); ++column) {
      if (claim(column)) continue;
      ++other_columns;
      if (columns_.size() < arguments_.size()) {
        columns_.push_back(column);
      } else if (!is_given()) {
        std::vector<std::string_view> meanings = labels_.meanings();
        meanings.emplace_back("truth");
        features_.add(column, meanings);
      }
    }
    if (other_columns < arguments_.size() || (is_given() && other_columns > arguments_.size())) {
      complain_of_count(other_columns);
    }
  }

  // Whether the column is no argument and no feature.
  bool claim(std::size_t column) {
    const std::string& name = rows_.columns()[column];
    if (name == "truth") {
      truth_column_ = column;
      if (!is_given())
        rows_.complain(column, base::in_quotes(schema_.name) + " is predicted and has no truth degrees");
      return true;
    }
    if (!is_given()) return labels_.claim(column);
    if (name != "label" && name != "split") return false;
    rows_.complain(column,
                   base::in_quotes(schema_.name) + " is given and has no column " + base::in_quotes(name));
    return true;
  }

  void complain_of_count(std::size_t found) {
    const std::size_t wanted = arguments_.size();
    const bool only_column = rows_.columns().size() == 1;
    const bool has_tab = only_column && rows_.columns()[0].find('\t') != std::string::npos;
    const bool has_semicolon = only_column && rows_.columns()[0].find(';') != std::string::npos;
    rows_.complain_of_columns(
        base::in_quotes(schema_.name) + " has " + std::to_string(wanted) +
        (wanted == 1 ? " argument" : " arguments") + ", one column each" +
        (is_given() ? " and perhaps one named 'truth'" : "") + "; here " + (found == 1 ? "is " : "are ") +
        std::to_string(found) + (found == 1 ? " column" : " columns") +
        (has_tab ? " (columns are separated by commas, not by tabs)" : "") +
        (has_semicolon && !has_tab ? " (columns are separated by commas, not by semicolons)" : ""));
  }

  void read_row() {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      RowOrComplaint found = row_of_text(arguments_[i], rows_.cell(columns_[i]));
      if (!found.row) rows_.complain(columns_[i], std::move(found.complaint));
      data_.tuples.push_back(found.row.value_or(0));
    }
    if (is_given()) {
      if (truth_column_) read_truth(*truth_column_);
    } else {
      labels_.read_row();
      features_.read_row();
    }
  }

  void read_truth(std::size_t column) {
    const std::string_view text = rows_.cell(column);
    const std::optional<double> degree = io::parse_number(text);
    if (text.empty()) {
      rows_.complain(column, "this field is empty");
    } else if (!degree) {
      rows_.complain(column, base::in_quotes(text) + " is not a number");
    } else if (!is_truth_degree(*degree)) {
      rows_.complain(column, truth_complaint(base::shortened(text, 40)));
    } else {
      data_.truth.push_back(static_cast<float>(*degree));
    }
  }

  io::TableRows& rows_;
  const TableSchema& schema_;
  std::vector<ArgumentObjects> arguments_;
  LabelColumns labels_;
  FeatureColumns features_;
  std::vector<std::size_t> columns_;  // of the arguments
  std::optional<std::size_t> truth_column_;
  RelationData data_;
};

}  // namespace

RelationTable read_relation_table(io::TableRows& rows, const Tables& tables, TableIndex table) {
  return Reader(rows, tables, table).read();
}

}  // namespace kenn::dataset
