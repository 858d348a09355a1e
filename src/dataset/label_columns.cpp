// The columns of a table that say what is known of its predictions: labels and splits.
#include "dataset/label_columns.h"

#include <algorithm>
#include <utility>

#include "base/nearest_name.h"
#include "base/spelling.h"
#include "io/number_text.h"

namespace kenn::dataset {

namespace {

std::optional<table::Split> split_of_text(std::string_view text) {
  if (text.empty()) return table::Split::none;
  if (text == "train") return table::Split::train;
  if (text == "valid") return table::Split::valid;
  if (text == "test") return table::Split::test;
  return std::nullopt;
}

std::vector<std::string_view> names_of(const Vocabulary& vocabulary,
                                       std::span<const PredicateIndex> predicted) {
  std::vector<std::string_view> names;
  names.reserve(predicted.size());
  for (const PredicateIndex index : predicted) names.emplace_back(vocabulary.predicates[index].name);
  return names;
}

}  // namespace

LabelColumns::LabelColumns(io::TableRows& rows, const Vocabulary& vocabulary,
                           std::span<const PredicateIndex> predicted, LabelStyle style)
    : rows_(rows),
      vocabulary_(vocabulary),
      predicted_(predicted),
      style_(style),
      predicate_columns_(predicted.size()) {}

bool LabelColumns::claim(std::size_t column) {
  const std::string& name = rows_.columns()[column];
  if (name == "split") {
    split_column_ = column;
    return true;
  }
  const std::optional<std::size_t> predicate = find_label(name, vocabulary_, predicted_);
  if (name != "label" && !predicate) return false;
  (predicate ? predicate_columns_[*predicate] : label_column_) = column;
  last_column_ = column;
  if (label_column_ == column && style_ == LabelStyle::truth && predicted_.size() != 1) {
    rows_.complain(column, "this table has " + std::to_string(predicted_.size()) +
                               " predicates; their labels are in columns with their names");
  }
  return true;
}

std::vector<std::string_view> LabelColumns::meanings() const {
  std::vector<std::string_view> names = names_of(vocabulary_, predicted_);
  names.insert(names.end(), {"label", "split"});
  return names;
}

void LabelColumns::read_row() {
  const std::size_t first = labels_.atoms.size();
  labels_.atoms.resize(first + predicted_.size(), table::Known::nothing);
  const std::span<table::Known> atoms = std::span(labels_.atoms).subspan(first);
  if (label_column_) read_label(*label_column_, atoms);
  for (std::size_t i = 0; i < predicted_.size(); ++i) {
    if (predicate_columns_[i]) read_truth(*predicate_columns_[i], i, atoms);
  }
  for (const auto& group : vocabulary_.exclusive_groups) check_group(atoms, group);
  if (split_column_) read_split(*split_column_);
}

void LabelColumns::read_label(std::size_t column, std::span<table::Known> atoms) {
  if (style_ == LabelStyle::truth) return read_truth(column, 0, atoms);
  const std::string_view label = rows_.cell(column);
  if (label.empty()) return;
  const std::optional<std::size_t> predicate = find_label(label, vocabulary_, predicted_);
  if (!predicate) return rows_.complain(column, label_complaint(label, vocabulary_, predicted_));
  set_label(*predicate, vocabulary_, predicted_, atoms);
}

void LabelColumns::read_truth(std::size_t column, std::size_t predicate, std::span<table::Known> atoms) {
  const std::string_view text = rows_.cell(column);
  if (text.empty()) return;
  const std::optional<double> number = io::parse_number(text);
  if (number != 0.0 && number != 1.0) {
    return rows_.complain(column, base::in_quotes(text) + " is not 0, 1 or nothing");
  }
  const table::Known known = *number == 1.0 ? table::Known::yes : table::Known::no;
  const bool fits = known == table::Known::yes ? set_label(predicate, vocabulary_, predicted_, atoms)
                                               : atoms[predicate] != table::Known::yes;
  if (!fits) {
    return rows_.complain(column, "another column of this " + rows_.unit() + " says the opposite");
  }
  atoms[predicate] = known;
}

void LabelColumns::read_split(std::size_t column) {
  const std::string_view text = rows_.cell(column);
  const std::optional<table::Split> split = split_of_text(text);
  if (!split) rows_.complain(column, base::in_quotes(text) + " is not train, valid or test");
  labels_.splits.push_back(split.value_or(table::Split::none));
}

// Exactly one holds, so they cannot all be false.
void LabelColumns::check_group(std::span<const table::Known> atoms, std::span<const PredicateIndex> group) {
  const auto is_false = [&](PredicateIndex index) {
    const auto place = std::find(predicted_.begin(), predicted_.end(), index);
    return place != predicted_.end() &&
           atoms[static_cast<std::size_t>(place - predicted_.begin())] == table::Known::no;
  };
  if (!std::all_of(group.begin(), group.end(), is_false)) return;
  rows_.complain(last_column_, "one of the exclusive predicates must hold, but " +
                                   base::in_quotes(vocabulary_.predicates[group.front()].name) +
                                   " and all others are 0");
}

std::optional<std::size_t> find_label(std::string_view label, const Vocabulary& vocabulary,
                                      std::span<const PredicateIndex> predicted) {
  const auto found = std::find_if(predicted.begin(), predicted.end(), [&](PredicateIndex index) {
    return vocabulary.predicates[index].name == label;
  });
  if (found == predicted.end()) return std::nullopt;
  return static_cast<std::size_t>(found - predicted.begin());
}

std::string label_complaint(std::string_view label, const Vocabulary& vocabulary,
                            std::span<const PredicateIndex> predicted) {
  return "there is no predicate " + base::in_quotes(label) +
         base::suggestion(label, names_of(vocabulary, predicted));
}

bool set_label(std::size_t predicate, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted,
               std::span<table::Known> atoms) {
  const auto group = vocabulary.predicates[predicted[predicate]].exclusive_group;
  const auto is_rival = [&](std::size_t i) {
    return i != predicate && group && vocabulary.predicates[predicted[i]].exclusive_group == group;
  };
  bool fits = atoms[predicate] != table::Known::no;
  for (std::size_t i = 0; i < predicted.size(); ++i)
    fits = fits && !(is_rival(i) && atoms[i] == table::Known::yes);
  if (!fits) return false;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    if (is_rival(i)) atoms[i] = table::Known::no;
  }
  atoms[predicate] = table::Known::yes;
  return true;
}

}  // namespace kenn::dataset
