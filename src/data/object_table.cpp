// The objects of a type from a table: ids, labels, splits and numeric features.
#include "data/object_table.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "data/number_text.h"
#include "knowledge/nearest_name.h"
#include "knowledge/spelling.h"

namespace kenn {

namespace {

class Reader {
 public:
  Reader(TableRows& rows, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted)
      : rows_(rows), vocabulary_(vocabulary), predicted_(predicted) {}

  ObjectTable read() {
    find_columns();
    rows_.throw_if_any();
    while (rows_.next()) read_row();
    rows_.throw_if_any();
    if (!feature_columns_.empty()) {
      table_.features = Features{table_.ids.size(), feature_columns_.size(), DenseRows{std::move(features_)}};
    }
    return std::move(table_);
  }

 private:
  using Column = std::optional<std::size_t>;

  void find_columns() {
    const std::vector<std::string>& names = rows_.columns();
    predicate_columns_.resize(predicted_.size());
    for (std::size_t column = 0; column < names.size(); ++column) {
      const auto predicate = std::find_if(predicted_.begin(), predicted_.end(), [&](PredicateIndex index) {
        return vocabulary_.predicates[index].name == names[column];
      });
      if (names[column] == "id") {
        id_column_ = column;
      } else if (names[column] == "label") {
        label_column_ = column;
      } else if (names[column] == "split") {
        split_column_ = column;
      } else if (predicate != predicted_.end()) {
        predicate_columns_[static_cast<std::size_t>(predicate - predicted_.begin())] = column;
      } else {
        feature_columns_.push_back(column);
      }
    }
    if (!id_column_) rows_.complain(0, "there is no column 'id'");
  }

  void read_row() {
    const std::string_view id = rows_.cell(*id_column_);
    if (id.empty()) return rows_.complain(*id_column_, "the id is empty");
    if (!known_ids_.emplace(id).second) {
      return rows_.complain(*id_column_, "the id " + in_quotes(id) + " was there before");
    }
    table_.ids.emplace_back(id);
    read_labels();
    if (split_column_) read_split();
    for (const std::size_t column : feature_columns_) read_feature(column);
  }

  void read_labels() {
    const std::size_t first = table_.labels.atoms.size();
    table_.labels.atoms.resize(first + predicted_.size(), Known::nothing);
    const std::span<Known> atoms = std::span(table_.labels.atoms).subspan(first);
    if (label_column_ && !rows_.cell(*label_column_).empty()) {
      const std::string_view label = rows_.cell(*label_column_);
      if (!set_label(label, vocabulary_, predicted_, atoms)) {
        rows_.complain(*label_column_, "there is no predicate " + in_quotes(label) + suggestion_for(label));
      }
    }
    for (std::size_t i = 0; i < predicted_.size(); ++i) {
      if (predicate_columns_[i]) read_truth(*predicate_columns_[i], atoms[i]);
    }
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

  void read_split() {
    const std::string_view text = rows_.cell(*split_column_);
    const std::optional<Split> split = text.empty() ? Split::none : parse_split(text);
    if (!split) rows_.complain(*split_column_, in_quotes(text) + " is not train, valid or test");
    table_.labels.splits.push_back(split.value_or(Split::none));
  }

  void read_feature(std::size_t column) {
    const std::optional<double> number = parse_number(rows_.cell(column));
    if (!number || !std::isfinite(static_cast<float>(*number))) {
      rows_.complain(column, "the feature " + in_quotes(rows_.columns()[column]) + " is not a finite number");
    }
    features_.push_back(static_cast<float>(number.value_or(0)));
  }

  [[nodiscard]] std::string suggestion_for(std::string_view label) const {
    std::vector<std::string_view> names;
    names.reserve(predicted_.size());
    for (const PredicateIndex index : predicted_) names.emplace_back(vocabulary_.predicates[index].name);
    return suggestion(label, names);
  }

  TableRows& rows_;
  const Vocabulary& vocabulary_;
  std::span<const PredicateIndex> predicted_;
  Column id_column_;
  Column label_column_;
  Column split_column_;
  std::vector<Column> predicate_columns_;  // one per predicate
  std::vector<std::size_t> feature_columns_;
  std::unordered_set<std::string> known_ids_;
  std::vector<float> features_;
  ObjectTable table_;
};

}  // namespace

ObjectTable read_object_table(TableRows& rows, const Vocabulary& vocabulary,
                              std::span<const PredicateIndex> predicted) {
  return Reader(rows, vocabulary, predicted).read();
}

bool set_label(std::string_view text, const Vocabulary& vocabulary, std::span<const PredicateIndex> predicted,
               std::span<Known> atoms) {
  const auto found = std::find_if(predicted.begin(), predicted.end(), [&](PredicateIndex index) {
    return vocabulary.predicates[index].name == text;
  });
  if (found == predicted.end()) return false;
  const auto group = vocabulary.predicates[*found].exclusive_group;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    if (group && vocabulary.predicates[predicted[i]].exclusive_group == group) atoms[i] = Known::no;
  }
  atoms[static_cast<std::size_t>(found - predicted.begin())] = Known::yes;
  return true;
}

std::optional<Split> parse_split(std::string_view text) {
  if (text == "train") return Split::train;
  if (text == "valid") return Split::valid;
  if (text == "test") return Split::test;
  return std::nullopt;
}

}  // namespace kenn
