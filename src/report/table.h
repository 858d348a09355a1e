// A table of a report, and how it looks in HTML, Markdown and CSV.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/statistics.h"

namespace kenn::report {

// What people read, and what programs read (CSV); mostly the same.
struct Cell {
  std::string text;
  std::string exact;
  bool is_number = false;

  friend bool operator==(const Cell&, const Cell&) = default;
};

Cell text_cell(const std::string& text);
Cell count_cell(std::uint64_t count);
Cell number_cell(double number, int digits);
Cell percent_cell(double share);
Cell points_cell(double difference);
Cell empty_cell();

// Each of these is empty for nothing.
Cell number_cell(const std::optional<double>& number, int digits);
Cell p_value_cell(const std::optional<double>& p_value);

// A column of CSV files is called by `key`: a name that stays.
struct Column {
  std::string title;
  std::string key;
};

struct Table {
  std::string name;  // of its files
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  // each as long as `columns`
};

// An HTML page shows this many rows of a table; its files have all of them.
inline constexpr std::size_t most_shown_rows = 120;

// What people read leaves out columns in which nothing stands; CSV has all of them.
std::string to_html(const Table& table);
std::string to_markdown(const Table& table);
std::string to_csv(const Table& table);

}  // namespace kenn::report
