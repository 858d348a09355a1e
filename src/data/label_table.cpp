// What is known of a predicted table, from a table of labels.
#include "data/label_table.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "data/number_text.h"
#include "data/object_row.h"
#include "data/object_table.h"
#include "data/relation_files.h"
#include "knowledge/nearest_name.h"
#include "knowledge/spelling.h"

namespace kenn {

namespace {

class Reader {
 public:
  Reader(TableRows& rows, const Tables& tables, TableIndex table)
      : rows_(rows),
        tables_(tables),
        number_(table),
        table_(tables.schema().tables[table]),
        arguments_(arguments_of(tables, table)) {
    labels_.atoms.resize(tables.row_count(table) * table_.columns.size(), Known::nothing);
    labels_.splits.resize(tables.row_count(table), Split::none);
    if (!table_.holds_all_objects()) index_tuples();
  }

  Labels read() {
    find_columns();
    rows_.throw_if_any();
    while (rows_.next()) read_line();
    rows_.throw_if_any();
    return std::move(labels_);
  }

 private:
  using Column = std::optional<std::size_t>;

  void index_tuples() {
    const Listing& listing = tables_.listing(number_);
    for (std::uint64_t row = 0; row < listing.count(); ++row) {
      const auto first = listing.tuples.begin() + static_cast<std::ptrdiff_t>(row * listing.arity);
      row_of_tuple_.emplace(std::vector<Row>(first, first + static_cast<std::ptrdiff_t>(listing.arity)),
                            static_cast<Row>(row));
    }
  }

  [[nodiscard]] const std::string& predicate_name(std::size_t column) const {
    return tables_.vocabulary().predicates[table_.columns[column]].name;
  }

  void find_columns() {
    predicate_columns_.resize(table_.columns.size());
    const std::vector<std::string>& names = rows_.columns();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (is_argument(i)) {
        argument_columns_.push_back(i);
      } else if (names[i] == "label") {
        label_column_ = i;
      } else if (names[i] == "split") {
        split_column_ = i;
      } else {
        find_predicate(i);
      }
    }
    if (argument_columns_.size() < arguments_.size()) {
      rows_.complain(0, table_.holds_all_objects() ? "there is no column 'id'"
                                                   : "the first " + std::to_string(arguments_.size()) +
                                                         " columns must be the objects of a tuple");
    }
    const bool any_predicate = std::any_of(predicate_columns_.begin(), predicate_columns_.end(),
                                           [](const Column& column) { return column.has_value(); });
    if (!label_column_ && !any_predicate) {
      rows_.complain(0, "there is no column 'label', and none with the name of a predicate");
    }
  }

  [[nodiscard]] bool is_argument(std::size_t column) const {
    return table_.holds_all_objects() ? rows_.columns()[column] == "id" : column < arguments_.size();
  }

  void find_predicate(std::size_t column) {
    const std::string& name = rows_.columns()[column];
    std::vector<std::string_view> known = {"id", "label", "split"};
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      known.emplace_back(predicate_name(i));
      if (predicate_name(i) != name) continue;
      predicate_columns_[i] = column;
      return;
    }
    rows_.complain(column, "the column " + in_quotes(name) + " is no predicate of " + in_quotes(table_.name) +
                               suggestion(name, known));
  }

  void read_line() {
    const std::optional<Row> row = find_row();
    if (!row) return;
    if (!seen_.insert(*row).second) {
      return rows_.complain(argument_columns_.front(), "there was a line about this before");
    }
    const std::size_t width = table_.columns.size();
    const std::span<Known> atoms = std::span(labels_.atoms).subspan(*row * width, width);
    if (label_column_ && !rows_.cell(*label_column_).empty()) read_label(atoms);
    for (std::size_t i = 0; i < width; ++i) {
      if (predicate_columns_[i]) read_truth(*predicate_columns_[i], atoms[i]);
    }
    const std::string_view split = split_column_ ? rows_.cell(*split_column_) : std::string_view();
    const std::optional<Split> known = split.empty() ? Split::train : parse_split(split);
    if (!known) return rows_.complain(*split_column_, in_quotes(split) + " is not train, valid or test");
    labels_.splits[*row] = *known;
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

  void read_label(std::span<Known> atoms) {
    const std::string_view label = rows_.cell(*label_column_);
    if (set_label(label, tables_.vocabulary(), table_.columns, atoms)) return;
    std::vector<std::string_view> names;
    names.reserve(table_.columns.size());
    for (std::size_t i = 0; i < table_.columns.size(); ++i) names.emplace_back(predicate_name(i));
    rows_.complain(*label_column_, "there is no predicate " + in_quotes(label) + suggestion(label, names));
  }

  void read_truth(std::size_t column, Known& atom) {
    const std::string_view text = rows_.cell(column);
    if (text.empty()) return;
    const std::optional<double> number = parse_number(text);
    if (number != 0.0 && number != 1.0) return rows_.complain(column, "this is not 0, 1 or nothing");
    const Known known = *number == 1.0 ? Known::yes : Known::no;
    if (atom != Known::nothing && atom != known) return rows_.complain(column, "the label says otherwise");
    atom = known;
  }

  TableRows& rows_;
  const Tables& tables_;
  TableIndex number_;
  const TableSchema& table_;
  std::vector<ArgumentObjects> arguments_;
  std::map<std::vector<Row>, Row> row_of_tuple_;
  std::set<Row> seen_;
  std::vector<std::size_t> argument_columns_;
  Column label_column_;
  Column split_column_;
  std::vector<Column> predicate_columns_;
  Labels labels_;
};

}  // namespace

Labels read_labels(TableRows& rows, const Tables& tables, TableIndex table) {
  return Reader(rows, tables, table).read();
}

}  // namespace kenn
