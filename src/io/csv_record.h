// Splits one record of a CSV file into its fields.
//
// Before: 7, "a ""b"", c" ,0.5
// After:  7 | a "b", c | 0.5
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kenn::io {

struct CsvField {
  std::string_view text;   // without its quotes and the blanks around it
  std::size_t offset = 0;  // of its first character, or its opening quote, in the record
};

struct CsvProblem {
  std::size_t offset = 0;  // in the record
  std::string message;
  bool open_quote = false;  // it is a quote that never ends
};

// Kept from record to record, so that its memory is used again.
class CsvRecord {
 public:
  // `text` is a record without its line end; it must outlive the fields. Fields and problem are then those of
  // this record.
  void split(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const std::vector<CsvField>& fields() const { return fields_; }

  // The first thing wrong with the record, which then lacks fields.
  [[nodiscard]] const std::optional<CsvProblem>& problem() const { return problem_; }

  // Whether nothing is on the line, blanks aside.
  [[nodiscard]] bool is_empty_line() const;

 private:
  // Both read the field that starts at `begin` and return where it ends: at a comma, at the end of the record
  // or at a problem.
  std::size_t split_quoted(std::size_t begin);
  std::size_t split_unquoted(std::size_t begin);

  [[nodiscard]] std::size_t skip_blanks(std::size_t begin) const;
  std::size_t complain(std::size_t offset, std::string message, bool open_quote = false);

  std::string_view text_;
  std::vector<CsvField> fields_;
  std::deque<std::string> unescaped_;  // what the fields with doubled quotes stand for
  std::optional<CsvProblem> problem_;
};

}  // namespace kenn::io
