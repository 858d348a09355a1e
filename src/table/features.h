// The features of objects: a matrix, dense or sparse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace kenn::table {

// Row after row.
struct DenseRows {
  std::vector<float> values;

  friend bool operator==(const DenseRows&, const DenseRows&) = default;
};

// Compressed rows: only what is not zero.
//
//   0 5 0
//   0 0 0      offsets 0 1 1 3   columns 1 0 2   values 5 7 1
//   7 0 1
struct SparseRows {
  std::vector<std::uint64_t> offsets = {0};  // one more than rows
  std::vector<std::uint32_t> columns;        // ascending in every row
  std::vector<float> values;

  friend bool operator==(const SparseRows&, const SparseRows&) = default;
};

struct Features {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::variant<DenseRows, SparseRows> values;

  [[nodiscard]] bool is_sparse() const { return std::holds_alternative<SparseRows>(values); }

  friend bool operator==(const Features&, const Features&) = default;
};

}  // namespace kenn::table
