// The columns of a table that hold features: numbers, one per row.
#include "dataset/feature_columns.h"

#include <algorithm>
#include <utility>

#include "base/spelling.h"
#include "io/feature_text.h"

namespace kenn::dataset {

namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_same_but_for_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

void FeatureColumns::add(std::size_t column, std::span<const std::string_view> meanings) {
  const std::string& name = rows_.columns()[column];
  const auto meant = std::find_if(meanings.begin(), meanings.end(), [&](std::string_view meaning) {
    return is_same_but_for_case(name, meaning);
  });
  if (meant != meanings.end()) {
    rows_.complain(column, "a column " + base::in_quotes(name) + " would be a feature; if it is meant as " +
                               base::in_quotes(*meant) + ", write it so, else give it another name");
  }
  columns_.push_back(column);
}

void FeatureColumns::read_row() {
  for (const std::size_t column : columns_) {
    io::NumberOrComplaint feature = io::feature_of_text(rows_.cell(column));
    if (!feature.complaint.empty()) rows_.complain(column, std::move(feature.complaint));
    values_.push_back(feature.number);
  }
  ++row_count_;
}

std::optional<table::Features> FeatureColumns::take() {
  if (columns_.empty()) return std::nullopt;
  return table::Features{row_count_, columns_.size(), table::DenseRows{std::move(values_)}};
}

}  // namespace kenn::dataset
