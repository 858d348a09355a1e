// The columns of a table that hold features: numbers, one per row.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/table_source.h"
#include "table/features.h"

namespace kenn::dataset {

class FeatureColumns {
 public:
  explicit FeatureColumns(io::TableRows& rows) : rows_(rows) {}

  // The column is a feature. A name that differs from one of `meanings` only by upper and lower case is an
  // error: a misspelt label must not become something to learn from.
  void add(std::size_t column, std::span<const std::string_view> meanings);

  void read_row();

  // Nothing when there are no such columns.
  std::optional<table::Features> take();

 private:
  io::TableRows& rows_;
  std::vector<std::size_t> columns_;
  std::vector<float> values_;
  std::size_t row_count_ = 0;
};

}  // namespace kenn::dataset
