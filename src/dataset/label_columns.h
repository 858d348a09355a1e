// The columns of a table that say what is known of its predictions: labels and splits.
#pragma once

#include <kenn/clause.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/table_source.h"
#include "table/labels.h"

namespace kenn::dataset {

// What stands in a column `label`.
enum class LabelStyle : std::uint8_t {
  name,   // the predicate that holds
  truth,  // 1 or 0: whether the table's only predicate holds
};

// Columns are known by their names; `predicted` are the predicates of the table, in their order.
//
//   label   see `LabelStyle`, or nothing
//   split   train, valid or test, or nothing
//   AI      a predicate: 1, 0 or nothing
//
// Of an exclusive group one predicate holds: where one does, the others do not.
class LabelColumns {
 public:
  LabelColumns(io::TableRows& rows, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted,
               LabelStyle style);

  // Whether the column is one of these; then it is read from every row.
  bool claim(std::size_t column);

  void read_row();

  table::Labels take() { return std::move(labels_); }

  // The names that columns may have here.
  [[nodiscard]] std::vector<std::string_view> meanings() const;

 private:
  void read_label(std::size_t column, std::span<table::Known> atoms);
  void read_truth(std::size_t column, std::size_t predicate, std::span<table::Known> atoms);
  void read_split(std::size_t column);
  void check_group(std::span<const table::Known> atoms, std::span<const PredicateIndex> group);

  io::TableRows& rows_;
  const Vocabulary& vocabulary_;
  std::span<const PredicateIndex> predicted_;
  LabelStyle style_;
  std::optional<std::size_t> label_column_;
  std::optional<std::size_t> split_column_;
  std::vector<std::optional<std::size_t>> predicate_columns_;  // one per predicate
  std::size_t last_column_ = 0;                                // of those that say something about labels
  table::Labels labels_;
};

// The number of the predicate that a label names, among those predicted; or nothing.
std::optional<std::size_t> find_label(std::string_view label, const Vocabulary& vocabulary,
                                      std::span<const PredicateIndex> predicted);

// "there is no predicate 'AJ'; did you mean 'AI'?"
std::string label_complaint(std::string_view label, const Vocabulary& vocabulary,
                            std::span<const PredicateIndex> predicted);

// Writes that a predicate holds to the atoms of a row: the others of its exclusive group do not. False, and
// nothing is written, when that contradicts what the atoms say already.
bool set_label(std::size_t predicate, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted,
               std::span<table::Known> atoms);

}  // namespace kenn::dataset
