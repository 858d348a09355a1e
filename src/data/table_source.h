// Tables of texts by name, wherever they are kept: the data set is read the same way from all of them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kenn {

// The rows of one table, one after the other.
class TableRows {
 public:
  TableRows() = default;
  TableRows(const TableRows&) = delete;
  TableRows& operator=(const TableRows&) = delete;
  virtual ~TableRows() = default;

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

  // Goes to the next row; false at the end, and when there are so many complaints that more do not help.
  virtual bool next() = 0;

  // What is in a column of the row; empty where nothing is. Valid until `next`.
  [[nodiscard]] virtual std::string_view cell(std::size_t column) const = 0;

  // Says what is wrong with a cell, or with the name of a column before the first `next`.
  virtual void complain(std::size_t column, std::string message) = 0;

  // Throws `Error` (kind data) with all complaints, if there are any.
  virtual void throw_if_any() const = 0;

 protected:
  std::vector<std::string> columns_;
};

class TableSource {
 public:
  TableSource() = default;
  TableSource(const TableSource&) = delete;
  TableSource& operator=(const TableSource&) = delete;
  virtual ~TableSource() = default;

  // Null when there is no such table. Throws `Error`.
  virtual std::unique_ptr<TableRows> open(const std::string& table) = 0;

  // What a missing table is called in messages: "folder/Paper.csv", "the table Paper in data.db".
  [[nodiscard]] virtual std::string describe(const std::string& table) const = 0;
};

}  // namespace kenn
