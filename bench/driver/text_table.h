// A table of text whose columns are as wide as their widest cell.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace kenn::bench {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heads) : lines_{std::move(heads)} {}

  // Throws std::logic_error when there are not as many cells as heads.
  void add(std::vector<std::string> cells);

  // The first column is aligned to the left, the others to the right.
  friend std::ostream& operator<<(std::ostream& stream, const TextTable& table);

 private:
  std::vector<std::vector<std::string>> lines_;
};

// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

// At least three digits, and none behind the point from 100 on: 0.00123, 1.23, 12.3, 123, 1234.
std::string three_digits(double number);

}  // namespace kenn::bench
