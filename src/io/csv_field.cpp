// Writes fields of CSV files.
#include "io/csv_field.h"

namespace kenn::io {

namespace {

// The signs as they are written in East Asia count, too: spreadsheets take "＝" for "=".
bool is_formula(std::string_view text) {
  constexpr std::string_view signs = "=+-@\t\r\n";
  if (text.empty()) return false;
  if (signs.find(text.front()) != std::string_view::npos) return true;
  for (const std::string_view wide : {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"}) {
    if (text.starts_with(wide)) return true;
  }
  return false;
}

}  // namespace

std::string csv_text(std::string_view text, CsvReader reader) {
  std::string field = (reader == CsvReader::spreadsheet && is_formula(text) ? "'" : "") + std::string(text);
  const auto is_blank = [](char character) { return character == ' ' || character == '\t'; };
  const bool has_blank_ends = !field.empty() && (is_blank(field.front()) || is_blank(field.back()));
  if (!has_blank_ends && field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char character : field) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + "\"";
}

}  // namespace kenn::io
