// Reads a CSV file record by record, holding only a block of the file in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/source.h"
#include "io/csv_record.h"

namespace kenn::io {

// CSV as in RFC 4180, with blanks allowed around fields, LF as well as CRLF, and perhaps a byte order mark. A
// record has at most `longest_record` bytes.
class CsvScanner {
 public:
  static constexpr std::size_t longest_record = std::size_t{1} << 26;  // 64 MiB

  explicit CsvScanner(base::InputFile& file);

  // Goes to the next record; false at the end of the file. After a problem it goes on in the next line; a
  // record without an end is the last.
  bool next();

  // The next lines, each with its line end, of at most that many bytes together; empty if the next line is
  // longer or has no end. Valid until the next call of `next` or of this.
  std::string_view lines_ahead(std::size_t most_bytes);

  // Goes past some of the lines ahead.
  void skip_lines(std::size_t bytes, std::size_t lines);

  [[nodiscard]] const CsvRecord& record() const { return record_; }

  // Why the record is not to be used.
  [[nodiscard]] const std::optional<CsvProblem>& problem() const { return problem_; }

  // A place in the record, and the line it is in.
  [[nodiscard]] SourceLocation locate(std::size_t offset) const;
  [[nodiscard]] base::Excerpt excerpt(std::size_t offset) const {
    return base::excerpt_at(record_.text(), offset);
  }

  // How many bytes of the file the records so far had.
  [[nodiscard]] std::uint64_t bytes_done() const { return bytes_before_ + begin_; }

 private:
  struct Extent {
    std::size_t end = 0;   // of the record, without its line end
    std::size_t next = 0;  // where the next one begins
    bool has_end = true;   // false: it is longer than the buffer
  };

  // Of the record at `begin_`; reads more of the file where that is needed.
  Extent find_record();
  void refill();
  [[nodiscard]] Extent ending_at(std::size_t newline) const;
  [[nodiscard]] std::string_view text() const { return {buffer_.data(), filled_}; }

  base::InputFile& file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;   // of the next record in the buffer
  std::size_t filled_ = 0;  // bytes of the buffer in use
  bool file_ended_ = false;
  std::uint64_t bytes_before_ = 0;  // of the file, before the buffer
  std::uint32_t line_ = 1;          // of the record
  std::uint32_t next_line_ = 1;
  CsvRecord record_;
  std::optional<CsvProblem> problem_;
};

}  // namespace kenn::io
