// A table of a report, and how it looks in HTML, Markdown and CSV.
#include "report/table.h"

#include <algorithm>
#include <cmath>

#include "base/spelling.h"
#include "report/escape.h"
#include "report/numbers.h"

namespace kenn::report {

namespace {

enum class ColumnKind : std::uint8_t { empty, text, number };

std::vector<ColumnKind> kinds_of(const Table& table) {
  std::vector<ColumnKind> kinds(table.columns.size(), ColumnKind::empty);
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].is_number) kinds[i] = ColumnKind::number;
      if (!row[i].text.empty() && kinds[i] == ColumnKind::empty) kinds[i] = ColumnKind::text;
    }
  }
  return kinds;
}

std::string html_row(const std::vector<ColumnKind>& kinds, const std::vector<std::string>& texts,
                     const std::string& first, const std::string& other) {
  std::string row = "<tr>";
  bool is_first = true;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (kinds[i] == ColumnKind::empty) continue;
    const std::string& tag = is_first ? first : other;
    row += "<" + tag + (kinds[i] == ColumnKind::number ? " class=\"number\">" : ">") + html_text(texts[i]) +
           "</" + tag.substr(0, 2) + ">";
    is_first = false;
  }
  return row + "</tr>\n";
}

std::string markdown_row(const std::vector<ColumnKind>& kinds, const std::vector<std::string>& texts) {
  std::string row = "|";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (kinds[i] != ColumnKind::empty) row += " " + markdown_cell(texts[i]) + (texts[i].empty() ? "|" : " |");
  }
  return row + "\n";
}

std::vector<std::string> titles_of(const Table& table) {
  std::vector<std::string> titles;
  titles.reserve(table.columns.size());
  for (const Column& column : table.columns) titles.push_back(column.title);
  return titles;
}

std::vector<std::string> texts_of(const std::vector<Cell>& row) {
  std::vector<std::string> texts;
  texts.reserve(row.size());
  for (const Cell& cell : row) texts.push_back(cell.text);
  return texts;
}

}  // namespace

Cell text_cell(const std::string& text) {
  return {text, text, false};
}

Cell count_cell(std::uint64_t count) {
  return {grouped(count), std::to_string(count), true};
}

Cell number_cell(double number, int digits) {
  if (!std::isfinite(number)) return empty_cell();
  return {fixed(number, digits), to_text(number), true};
}

Cell percent_cell(double share) {
  return {percent(share), to_text(share), true};
}

Cell points_cell(double difference) {
  return {points(difference), to_text(difference), true};
}

Cell empty_cell() {
  return {};
}

Cell number_cell(const std::optional<double>& number, int digits) {
  return number ? number_cell(*number, digits) : empty_cell();
}

Cell p_value_cell(const std::optional<double>& p_value) {
  if (!p_value) return empty_cell();
  return {p_value_text(*p_value), to_text(*p_value), true};
}

std::string to_html(const Table& table) {
  const std::vector<ColumnKind> kinds = kinds_of(table);
  const std::string title = html_text(table.title);
  std::string text = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" + title +
                     "\"><table>\n<caption>" + title + "</caption>\n<thead>" +
                     html_row(kinds, titles_of(table), "th scope=\"col\"", "th scope=\"col\"") +
                     "</thead>\n<tbody>\n";
  const std::size_t shown = std::min(table.rows.size(), most_shown_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    text += html_row(kinds, texts_of(table.rows[i]), "th scope=\"row\"", "td");
  }
  text += "</tbody></table></div>\n";
  if (shown == table.rows.size()) return text;
  return text + "<p class=\"quiet\">The first " + grouped(shown) + " of " + grouped(table.rows.size()) +
         " rows; <code>tables/" + html_text(table.name) + ".csv</code> has all.</p>\n";
}

std::string to_markdown(const Table& table) {
  const std::vector<ColumnKind> kinds = kinds_of(table);
  std::string text = "# " + markdown_cell(table.title) + "\n\n" + markdown_row(kinds, titles_of(table)) + "|";
  for (const ColumnKind kind : kinds) {
    if (kind != ColumnKind::empty) text += kind == ColumnKind::number ? "---:|" : "---|";
  }
  text += "\n";
  for (const std::vector<Cell>& row : table.rows) text += markdown_row(kinds, texts_of(row));
  return text;
}

std::string to_csv(const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += (i == 0 ? "" : ",") + csv_field(table.columns[i].key);
  }
  text += "\n";
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_field(row[i].exact);
    text += "\n";
  }
  return text;
}

}  // namespace kenn::report
