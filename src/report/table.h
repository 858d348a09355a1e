// Tables as parts of the JSON document, and how they look in Markdown and CSV.
//
//   {"name": "results", "title": "All results",
//    "columns": [{"key": "method", "title": "Method", "kind": "text"}, ...], "rows": [["KENN", ...], ...]}
//
// Cells are raw values; null is an empty cell. web/table.ts makes HTML of the same JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/statistics.h"
#include "io/csv_field.h"
#include "report/escape.h"

namespace kenn::report {

// How people read the values of a column.
namespace kind {
inline constexpr const char* text = "text";
inline constexpr const char* fraction = "fraction";  // a share of the labels; null: the data's own splits
inline constexpr const char* count = "count";
inline constexpr const char* count_of = "count_of";  // [3, 4]: "3 of 4"
inline constexpr const char* percent = "percent";
inline constexpr const char* points = "points";  // a difference of shares
inline constexpr const char* number = "number";  // with `digits`
inline constexpr const char* p_value = "p_value";
}  // namespace kind

// A column of CSV files is called by `key`: a name that stays.
struct Column {
  std::string key;
  std::string title;
  const char* kind;
  int digits = 0;
};

Json make_table(const std::string& name, const std::string& title, const std::vector<Column>& columns);
void add_row(Json& table, Json row);
bool is_empty(const Json& table);  // has no rows

// Null for what is not there, and for what is no number.
Json value_of(double number);
Json value_of(const std::optional<double>& number);

// The two ends of an interval, added to a row; two nulls for none.
void add_interval(Json& row, const std::optional<experiment::Interval>& interval);

// The table without some columns.
Json without_columns(Json table, const std::vector<std::string_view>& keys);

// What people read leaves out columns in which nothing stands; CSV has all columns and all digits.
std::string to_markdown(const Json& table);
std::string to_csv(const Json& table, io::CsvReader reader = io::CsvReader::program);

}  // namespace kenn::report
