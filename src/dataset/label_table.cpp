// What is known of a predicted table, from a table of labels.
#include "dataset/label_table.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "dataset/label_columns.h"
#include "dataset/object_row.h"
#include "dataset/relation_files.h"

namespace kenn::dataset {

namespace {

class Reader {
 public:
  Reader(io::TableRows& rows, const Tables& tables, TableIndex table)
      : rows_(rows),
        tables_(tables),
        number_(table),
        table_(tables.schema().tables[table]),
        arguments_(arguments_of(tables, table)),
        columns_(rows, tables.vocabulary(), table_.columns,
                 table_.holds_all_objects() ? LabelStyle::name : LabelStyle::truth) {
    if (!table_.holds_all_objects()) index_tuples();
  }

  table::Labels read() {
    find_columns();
    rows_.throw_if_any();
    while (rows_.next()) read_line();
    rows_.throw_if_any();
    return in_order_of_rows(columns_.take());
  }

 private:
  void index_tuples() {
    const Listing& listing = tables_.listing(number_);
    for (std::uint64_t row = 0; row < listing.count(); ++row) {
      const auto first = listing.tuples.begin() + static_cast<std::ptrdiff_t>(row * listing.arity);
      row_of_tuple_.emplace(std::vector<Row>(first, first + static_cast<std::ptrdiff_t>(listing.arity)),
                            static_cast<Row>(row));
    }
  }

  void find_columns() {
    bool any_label = false;
    for (std::size_t column = 0; column < rows_.columns().size(); ++column) {
      const std::string& name = rows_.columns()[column];
      if (table_.holds_all_objects() ? name == "id" : column < arguments_.size()) {
        argument_columns_.push_back(column);
      } else if (!columns_.claim(column)) {
        complain_of_column(column);
      } else if (name != "split") {
        any_label = true;
      }
    }
    if (argument_columns_.size() < arguments_.size()) {
      rows_.complain_of_columns(table_.holds_all_objects()
                                    ? "there is no column 'id'"
                                    : "the first " + std::to_string(arguments_.size()) +
                                          " columns must be the objects of a tuple");
    }
    if (!any_label) {
      rows_.complain_of_columns("there is no column 'label', and none with the name of a predicate");
    }
  }

  void complain_of_column(std::size_t column) {
    std::vector<std::string_view> meanings = columns_.meanings();
    meanings.emplace_back("id");
    const std::string& name = rows_.columns()[column];
    rows_.complain(column, "the column " + base::in_quotes(name) + " is no predicate of " +
                               base::in_quotes(table_.name) + base::suggestion(name, meanings));
  }

  void read_line() {
    const std::optional<Row> row = find_row();
    if (!row) return;
    const auto [known, is_new] = line_of_row_.emplace(*row, rows_.number());
    if (!is_new) {
      return rows_.complain(argument_columns_.front(), rows_.unit() + " " + std::to_string(known->second) +
                                                           " is about the same, and only one can be");
    }
    lines_.push_back(*row);
    columns_.read_row();
  }

  std::optional<Row> find_row() {
    std::vector<Row> tuple;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const RowOrComplaint found = row_of_text(arguments_[i], rows_.cell(argument_columns_[i]));
      if (!found.row) {
        rows_.complain(argument_columns_[i], found.complaint);
        return std::nullopt;
      }
      tuple.push_back(*found.row);
    }
    if (table_.holds_all_objects()) return tuple.front();
    const auto found = row_of_tuple_.find(tuple);
    if (found != row_of_tuple_.end()) return found->second;
    rows_.complain(argument_columns_.front(), "the relation does not list this tuple");
    return std::nullopt;
  }

  [[nodiscard]] table::Labels in_order_of_rows(const table::Labels& read) const {
    const std::size_t width = table_.columns.size();
    const std::size_t count = tables_.row_count(number_);
    table::Labels labels{std::vector<table::Known>(count * width, table::Known::nothing),
                         std::vector<table::Split>(count, table::Split::none)};
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      std::copy_n(&read.atoms[line * width], width, &labels.atoms[lines_[line] * width]);
      const table::Split split = read.splits.empty() ? table::Split::none : read.splits[line];
      labels.splits[lines_[line]] = split == table::Split::none ? table::Split::train : split;
    }
    return labels;
  }

  io::TableRows& rows_;
  const Tables& tables_;
  TableIndex number_;
  const TableSchema& table_;
  std::vector<ArgumentObjects> arguments_;
  LabelColumns columns_;
  std::map<std::vector<Row>, Row> row_of_tuple_;
  std::vector<std::size_t> argument_columns_;
  std::map<Row, std::uint64_t> line_of_row_;
  std::vector<Row> lines_;  // which row each line is about
};

}  // namespace

table::Labels read_labels(io::TableRows& rows, const Tables& tables, TableIndex table) {
  return Reader(rows, tables, table).read();
}

}  // namespace kenn::dataset
