// Tables of texts by name, wherever they are kept: the data set is read the same way from all of them.
#pragma once

#include <kenn/tables.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/features.h"

namespace kenn::io {

// The rows of one table, one after the other.
class TableRows {
 public:
  TableRows() = default;
  TableRows(const TableRows&) = delete;
  TableRows& operator=(const TableRows&) = delete;
  virtual ~TableRows() = default;

  // No two have the same name.
  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

  // Goes to the next row; false at the end, and when there are so many complaints that more do not help.
  virtual bool next() = 0;

  // What is in a column of the row; empty where nothing is. Valid until `next`.
  [[nodiscard]] virtual std::string_view cell(std::size_t column) const = 0;

  // Where the row is, for messages that speak of two: its number, and what is numbered ("line" or "row").
  [[nodiscard]] virtual std::uint64_t number() const = 0;
  [[nodiscard]] virtual std::string unit() const = 0;

  // Says what is wrong with a cell, or with the name of a column before the first `next`.
  virtual void complain(std::size_t column, std::string message) = 0;

  // Says what is wrong with the columns as a whole, before the first `next`.
  virtual void complain_of_columns(std::string message) = 0;

  // Throws `Error` (kind data) with all complaints, if there are any.
  virtual void throw_if_any() const = 0;

 protected:
  std::vector<std::string> columns_;
};

// How messages name a table: the file that it is in, and what is put before the message where a file has
// several.
struct TableName {
  std::string file;
  std::string prefix;  // "table 'Cite': ", or nothing
};

// Features that are not columns of the table of their type.
struct SeparateFeatures {
  table::Features features;
  std::string name;  // for messages: "Paper.features.npy", "the table 'Paper_features'"
};

class TableSource {
 public:
  TableSource() = default;
  TableSource(const TableSource&) = delete;
  TableSource& operator=(const TableSource&) = delete;
  virtual ~TableSource() = default;

  // Null when there is no such table. One is read to its end, or left, before the next is opened. Throws
  // `Error`.
  virtual std::unique_ptr<TableRows> open(const std::string& table) = 0;

  // What is said of a table that is not there; `content` is what it is for: "the tuples of 'Cite'".
  virtual std::string missing(const std::string& table, const std::string& content) = 0;

  [[nodiscard]] virtual TableName name_of(const std::string& table) const = 0;

  // Of the objects of a type, which have their names. Throws `Error`.
  virtual std::optional<SeparateFeatures> separate_features(const Tables& tables, TypeIndex type) = 0;
};

}  // namespace kenn::io
