// What the rows of SQLite and PostgreSQL tables have in common: their places in messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/findings.h"
#include "base/spelling.h"
#include "io/read_watch.h"
#include "io/table_source.h"

namespace kenn::io {

// "table 'Paper': ", before messages.
inline std::string table_prefix(const std::string& table) {
  return "table " + base::in_quotes(table) + ": ";
}

// Rows are counted from 1, in the order in which they are read.
class DatabaseRows : public TableRows {
 public:
  DatabaseRows(const std::string& database, std::string table, ReadWatch& watch)
      : findings_(database), table_(std::move(table)), watch_(watch) {}

  void complain(std::size_t column, std::string message) override {
    const std::string row = number_ == 0 ? "" : "row " + std::to_string(number_) + ", ";
    findings_.error("table " + base::in_quotes(table_) + ", " + row + "column " +
                    base::in_quotes(columns_[column]) + ": " + std::move(message));
  }

  void complain_of_columns(std::string message) override {
    findings_.error(table_prefix(table_) + std::move(message));
  }

  [[nodiscard]] std::uint64_t number() const override { return number_; }
  [[nodiscard]] std::string unit() const override { return "row"; }
  void throw_if_any() const override { findings_.throw_if_any(); }

 protected:
  [[nodiscard]] bool is_full() const { return findings_.full(); }

  // Throws `Error` when reading is to stop.
  void count_row() {
    watch_.count_row();
    ++number_;
  }

  [[nodiscard]] ReadWatch& watch() { return watch_; }

 private:
  base::Findings findings_;
  std::string table_;
  ReadWatch& watch_;
  std::uint64_t number_ = 0;
};

}  // namespace kenn::io
