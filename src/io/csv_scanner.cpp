// Reads a CSV file record by record, holding only a block of the file in memory.
#include "io/csv_scanner.h"

#include <algorithm>

namespace kenn::io {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::size_t first_block = std::size_t{1} << 16;

std::uint32_t count(std::string_view text, char letter) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), letter));
}

// The first line end outside quotes. An odd number of quotes before a line end means that it is inside.
std::size_t find_record_end(std::string_view text, std::size_t begin) {
  bool inside_quotes = false;
  while (true) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return end;
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find('"') != std::string_view::npos && count(line, '"') % 2 == 1) inside_quotes = !inside_quotes;
    if (!inside_quotes) return end;
    begin = end + 1;
  }
}

}  // namespace

CsvScanner::CsvScanner(base::InputFile& file) : file_(file), buffer_(first_block) {
  refill();
  if (text().starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
}

bool CsvScanner::next() {
  Extent extent = find_record();
  if (extent.next == begin_) return false;
  record_.split(text().substr(begin_, extent.end - begin_));
  problem_ = record_.problem();
  const bool open_quote = problem_ && problem_->open_quote;
  if (problem_ && !open_quote) {
    const std::size_t newline = text().find('\n', begin_ + problem_->offset);
    if (newline != std::string_view::npos) extent = ending_at(newline);
  }
  if (!extent.has_end && !open_quote) problem_ = {0, "this line has more than 64 MiB"};
  if (!extent.has_end) file_ended_ = true;
  line_ = next_line_;
  next_line_ += count(text().substr(begin_, extent.next - begin_), '\n');
  begin_ = extent.next;
  return true;
}

std::string_view CsvScanner::lines_ahead(std::size_t most_bytes) {
  if (filled_ - begin_ < most_bytes && !file_ended_) {
    if (buffer_.size() < most_bytes) buffer_.resize(most_bytes);
    refill();
  }
  const std::string_view ahead = text().substr(begin_, most_bytes);
  return ahead.substr(0, ahead.rfind('\n') + 1);  // nothing if there is none: npos + 1 is 0
}

void CsvScanner::skip_lines(std::size_t bytes, std::size_t lines) {
  begin_ += bytes;
  next_line_ += static_cast<std::uint32_t>(lines);
}

CsvScanner::Extent CsvScanner::find_record() {
  while (true) {
    const std::size_t newline = find_record_end(text(), begin_);
    if (newline != std::string_view::npos) return ending_at(newline);
    if (file_ended_) {
      const bool has_carriage_return = begin_ < filled_ && text().ends_with('\r');
      return {filled_ - (has_carriage_return ? 1 : 0), filled_};
    }
    const bool is_full = begin_ == 0 && filled_ == buffer_.size();
    if (is_full && filled_ >= longest_record) return {filled_, filled_, false};
    if (is_full) buffer_.resize(2 * buffer_.size());
    refill();
  }
}

void CsvScanner::refill() {
  std::copy(text().begin() + static_cast<std::ptrdiff_t>(begin_), text().end(), buffer_.begin());
  bytes_before_ += begin_;
  filled_ -= begin_;
  begin_ = 0;
  const std::span<char> rest = std::span(buffer_).subspan(filled_);
  const std::size_t added = file_.read(rest);
  filled_ += added;
  file_ended_ = added < rest.size();
}

CsvScanner::Extent CsvScanner::ending_at(std::size_t newline) const {
  const bool has_carriage_return = newline > begin_ && text()[newline - 1] == '\r';
  return {newline - (has_carriage_return ? 1 : 0), newline + 1};
}

SourceLocation CsvScanner::locate(std::size_t offset) const {
  SourceLocation location = base::LocationCursor(record_.text()).locate(offset);
  location.line += line_ - 1;
  return location;
}

}  // namespace kenn::io
