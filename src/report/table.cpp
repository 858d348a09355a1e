// Tables as parts of the JSON document, and how they look in Markdown and CSV.
#include "report/table.h"

#include <algorithm>
#include <cmath>

#include "base/spelling.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

enum class Look : std::uint8_t { empty, text, number };

Look look_of(const Json& table, std::size_t place) {
  const std::string& kind = table["columns"][place]["kind"].get_ref<const std::string&>();
  const bool has_value = std::any_of(table["rows"].begin(), table["rows"].end(), [&](const Json& row) {
    const Json& value = row[place];
    return value.is_string() ? !value.get_ref<const std::string&>().empty() : !value.is_null();
  });
  if (kind == kind::text) return has_value ? Look::text : Look::empty;
  if (has_value) return Look::number;
  return kind == kind::fraction && !table["rows"].empty() ? Look::text : Look::empty;
}

std::string cell_text(const Json& value, const Json& column) {
  const std::string& kind = column["kind"].get_ref<const std::string&>();
  if (kind == kind::fraction) return value.is_null() ? "the data's own splits" : share_label(value);
  if (value.is_null()) return "";
  if (kind == kind::text) return value;
  if (kind == kind::count) return grouped(value);
  if (kind == kind::count_of) return value[0].dump() + " of " + value[1].dump();
  if (kind == kind::percent) return percent(value);
  if (kind == kind::points) return points(value);
  if (kind == kind::p_value) return p_value_text(value);
  return fixed(value, column["digits"]);
}

// The first of a pair; the shortest text that reads as the same number.
std::string exact_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value;
  if (value.is_array()) return exact_text(value[0]);
  return value.is_number_float() ? base::to_text(value.get<double>()) : value.dump();
}

std::string markdown_row(const std::vector<Look>& looks, const std::vector<std::string>& texts) {
  std::string row = "|";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (looks[i] != Look::empty) row += " " + markdown_cell(texts[i]) + (texts[i].empty() ? "|" : " |");
  }
  return row + "\n";
}

// Only texts can be formulas: -1 is a number.
std::string csv_line(const Json& cells, io::CsvReader reader) {
  std::string line;
  for (const Json& cell : cells) {
    line += "," + io::csv_text(exact_text(cell), cell.is_string() ? reader : io::CsvReader::program);
  }
  return line.substr(1) + "\n";
}

}  // namespace

Json make_table(const std::string& name, const std::string& title, const std::vector<Column>& columns) {
  Json table = {{"name", name}, {"title", title}, {"columns", Json::array()}, {"rows", Json::array()}};
  for (const Column& column : columns) {
    Json& added = table["columns"].emplace_back(
        Json{{"key", column.key}, {"title", column.title}, {"kind", column.kind}});
    if (std::string_view(column.kind) == kind::number) added["digits"] = column.digits;
  }
  return table;
}

void add_row(Json& table, Json row) {
  table["rows"].push_back(std::move(row));
}

bool is_empty(const Json& table) {
  return table["rows"].empty();
}

Json value_of(double number) {
  return std::isfinite(number) ? Json(number) : Json();
}

Json value_of(const std::optional<double>& number) {
  return number ? value_of(*number) : Json();
}

void add_interval(Json& row, const std::optional<experiment::Interval>& interval) {
  row.push_back(interval ? value_of(interval->low) : Json());
  row.push_back(interval ? value_of(interval->high) : Json());
}

Json without_columns(Json table, const std::vector<std::string_view>& keys) {
  for (std::size_t i = table["columns"].size(); i-- > 0;) {
    const std::string& key = table["columns"][i]["key"].get_ref<const std::string&>();
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
    table["columns"].erase(i);
    for (Json& row : table["rows"]) row.erase(i);
  }
  return table;
}

std::string to_markdown(const Json& table) {
  const Json& columns = table["columns"];
  std::vector<Look> looks;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    looks.push_back(look_of(table, i));
    texts.push_back(columns[i]["title"]);
  }
  std::string text = "# " + markdown_cell(table["title"].get_ref<const std::string&>()) + "\n\n" +
                     markdown_row(looks, texts) + "|";
  for (const Look look : looks) {
    if (look != Look::empty) text += look == Look::number ? "---:|" : "---|";
  }
  text += "\n";
  for (const Json& row : table["rows"]) {
    for (std::size_t i = 0; i < columns.size(); ++i) texts[i] = cell_text(row[i], columns[i]);
    text += markdown_row(looks, texts);
  }
  return text;
}

std::string to_csv(const Json& table, io::CsvReader reader) {
  Json keys = Json::array();
  for (const Json& column : table["columns"]) keys.push_back(column["key"]);
  std::string text = csv_line(keys, reader);
  for (const Json& row : table["rows"]) text += csv_line(row, reader);
  return text;
}

}  // namespace kenn::report
