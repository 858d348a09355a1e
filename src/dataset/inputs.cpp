// What the network of a predicted table sees of its rows.
#include "dataset/inputs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/free_memory.h"
#include "base/spelling.h"

namespace kenn::dataset {

namespace {

// A matrix, and which of its rows each row of the result takes.
struct InputPart {
  const table::Features* features = nullptr;
  std::function<std::size_t(std::size_t)> row_of;
};

table::DenseRows join_dense(const std::vector<InputPart>& parts, std::size_t rows, std::size_t columns) {
  table::DenseRows joined;
  joined.values.reserve(rows * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (const InputPart& part : parts) {
      const std::vector<float>& values = std::get<table::DenseRows>(part.features->values).values;
      const auto first =
          values.begin() + static_cast<std::ptrdiff_t>(part.row_of(row) * part.features->columns);
      joined.values.insert(joined.values.end(), first,
                           first + static_cast<std::ptrdiff_t>(part.features->columns));
    }
  }
  return joined;
}

void add_row(table::SparseRows& joined, const table::Features& features, std::size_t row,
             std::size_t before) {
  const auto add = [&](std::size_t column, float value) {
    joined.columns.push_back(static_cast<std::uint32_t>(before + column));
    joined.values.push_back(value);
  };
  if (const auto* const sparse = std::get_if<table::SparseRows>(&features.values)) {
    for (std::uint64_t i = sparse->offsets[row]; i < sparse->offsets[row + 1]; ++i) {
      add(sparse->columns[i], sparse->values[i]);
    }
    return;
  }
  const std::vector<float>& values = std::get<table::DenseRows>(features.values).values;
  for (std::size_t column = 0; column < features.columns; ++column) {
    if (const float value = values[row * features.columns + column]; value != 0) add(column, value);
  }
}

table::SparseRows join_sparse(const std::vector<InputPart>& parts, std::size_t rows) {
  table::SparseRows joined;
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t before = 0;
    for (const InputPart& part : parts) {
      add_row(joined, *part.features, part.row_of(row), before);
      before += part.features->columns;
    }
    joined.offsets.push_back(joined.columns.size());
  }
  return joined;
}

// Features of objects are there once for every tuple that has the object.
void check_size(const std::string& table, const table::Features& joined, bool is_sparse) {
  constexpr std::size_t most_columns = std::numeric_limits<std::uint32_t>::max();
  const std::string about = "the tuples of " + base::in_quotes(table) + " have " +
                            std::to_string(joined.columns) + " features with those of their objects";
  if (is_sparse && joined.columns > most_columns) {
    throw Error(ErrorKind::limit, about + "; at most " + std::to_string(most_columns) + " are possible");
  }
  std::size_t bytes = 0;
  const bool overflows = __builtin_mul_overflow(joined.rows, joined.columns, &bytes) ||
                         __builtin_mul_overflow(bytes, sizeof(float), &bytes);
  const std::uint64_t free = base::free_memory();
  if (is_sparse || (!overflows && bytes <= free)) return;
  throw Error(ErrorKind::limit,
              about + ", which needs " +
                  base::bytes_to_text(overflows ? std::numeric_limits<std::size_t>::max() : bytes) +
                  " of memory for " + std::to_string(joined.rows) + " tuples, but only " +
                  base::bytes_to_text(free) + " are free");
}

}  // namespace

std::size_t input_width(const DatasetParts& dataset, TableIndex table) {
  const auto& own = dataset.tuple_features[table];
  std::size_t width = own ? own->columns : 0;
  for (const TypeIndex type : dataset.tables.schema().tables[table].argument_types) {
    if (dataset.features[type]) width += dataset.features[type]->columns;
  }
  return width;
}

const table::Features& input_of(const DatasetParts& dataset, TableIndex table, table::Features& joined) {
  const TableSchema& schema = dataset.tables.schema().tables[table];
  const auto& first = dataset.features[schema.argument_types.front()];
  if (schema.holds_all_objects() && first) return *first;
  std::vector<InputPart> parts;
  if (dataset.tuple_features[table]) {
    parts.push_back({&*dataset.tuple_features[table], [](std::size_t row) { return row; }});
  }
  for (std::size_t argument = 0; argument < schema.argument_types.size(); ++argument) {
    const SharedFeatures& features = dataset.features[schema.argument_types[argument]];
    if (!features) continue;
    const Listing& listing = dataset.tables.listing(table);
    parts.push_back({&*features, [&listing, argument](std::size_t row) {
                       return std::size_t{listing.tuples[row * listing.arity + argument]};
                     }});
  }
  joined = {dataset.tables.row_count(table), input_width(dataset, table), table::DenseRows{}};
  const bool is_sparse = std::any_of(parts.begin(), parts.end(),
                                     [](const InputPart& part) { return part.features->is_sparse(); });
  check_size(schema.name, joined, is_sparse);
  if (is_sparse) {
    joined.values = join_sparse(parts, joined.rows);
  } else {
    joined.values = join_dense(parts, joined.rows, joined.columns);
  }
  return joined;
}

void scale_rows(table::Features& features) {
  const auto scale = [](std::span<float> row) {
    double squares = 0;
    for (const float value : row) squares += static_cast<double>(value) * static_cast<double>(value);
    if (squares == 0) return;
    const double factor = 1 / std::sqrt(squares);
    for (float& value : row) value = static_cast<float>(static_cast<double>(value) * factor);
  };
  if (auto* const dense = std::get_if<table::DenseRows>(&features.values)) {
    const std::span<float> all(dense->values);
    for (std::size_t row = 0; row < features.rows; ++row) {
      scale(all.subspan(row * features.columns, features.columns));
    }
    return;
  }
  auto& sparse = std::get<table::SparseRows>(features.values);
  const std::span<float> all(sparse.values);
  for (std::size_t row = 0; row < features.rows; ++row) {
    scale(all.subspan(sparse.offsets[row], sparse.offsets[row + 1] - sparse.offsets[row]));
  }
}

table::Features leave_out(const table::Features& features, double share, base::Random& random) {
  const auto scale = static_cast<float>(1 / (1 - share));
  const auto is_left_out = [&, limit = base::Random::limit_of(share)] {
    return random.below(base::Random::steps) < limit;
  };
  table::Features result{features.rows, features.columns, {}};
  if (const auto* const dense = std::get_if<table::DenseRows>(&features.values)) {
    table::DenseRows rest = *dense;
    for (float& value : rest.values) value = is_left_out() ? 0.0F : value * scale;
    result.values = std::move(rest);
    return result;
  }
  const auto& sparse = std::get<table::SparseRows>(features.values);
  table::SparseRows rest;
  rest.offsets.reserve(sparse.offsets.size());
  for (std::size_t row = 0; row < features.rows; ++row) {
    for (std::uint64_t i = sparse.offsets[row]; i < sparse.offsets[row + 1]; ++i) {
      if (is_left_out()) continue;
      rest.columns.push_back(sparse.columns[i]);
      rest.values.push_back(sparse.values[i] * scale);
    }
    rest.offsets.push_back(rest.values.size());
  }
  result.values = std::move(rest);
  return result;
}

}  // namespace kenn::dataset
