// Writes fields of CSV files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kenn::io {

// Whether a person may open the file in a spreadsheet, which takes a text that starts with "=", "+", "-",
// "@", a tab or a line end for a formula and runs it.
enum class CsvReader : std::uint8_t { program, spreadsheet };

// A text as RFC 4180 has it: quoted where it must be, also where blanks at its ends would be lost. For a
// spreadsheet, what would be a formula gets a single quote before it, as OWASP recommends:
//
//   =1+2   ->   '=1+2
std::string csv_text(std::string_view text, CsvReader reader);

// The reader that a person says: `--spreadsheet-safe`.
inline CsvReader csv_reader(bool is_spreadsheet) {
  return is_spreadsheet ? CsvReader::spreadsheet : CsvReader::program;
}

}  // namespace kenn::io
