// Features in MatrixMarket files, the text files of matrices that SciPy, Matlab and Julia write.
#include "io/matrix_market.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/findings.h"
#include "base/source.h"
#include "base/spelling.h"
#include "io/feature_text.h"
#include "io/sparse_entries.h"

namespace kenn::io {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";

// A line as its words; no line of the format has more than five.
struct Line {
  static constexpr std::size_t most_words = 6;

  std::array<std::string_view, most_words> words;
  std::size_t count = 0;
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  if (status == std::errc::result_out_of_range) return std::numeric_limits<std::uint64_t>::max();
  return number;
}

class Reader {
 public:
  Reader(const base::InputFile& file, std::string_view text, const std::string& type, std::size_t count)
      : text_(text), type_(type), object_count_(count), findings_(file.name()), cursor_(text) {}

  table::Features read() {
    read_banner();
    findings_.throw_if_any();
    read_sizes();
    findings_.throw_if_any();
    return is_array_ ? read_array() : read_coordinates();
  }

 private:
  void read_banner();
  void read_sizes();
  void check_sizes(std::size_t place);
  [[nodiscard]] std::uint64_t most_entries() const;
  table::Features read_array();
  table::Features read_coordinates();
  void read_entry();
  std::optional<std::uint64_t> read_index(std::string_view word, std::uint64_t limit, const char* what);
  float read_value(std::string_view word);
  void check_repeated();
  [[nodiscard]] std::vector<std::size_t> places_of(const SparseEntry& entry);

  // Goes to the next line that has words and is no comment.
  bool next_line();
  void split(std::string_view line);
  void check_count(std::uint64_t found);

  void error(std::size_t offset, std::string message) {
    base::Excerpt excerpt = base::excerpt_at(text_, offset);
    findings_.error(cursor_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
  }
  [[nodiscard]] std::size_t offset_of(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - text_.data());
  }

  std::string_view text_;
  const std::string& type_;
  std::size_t object_count_;
  base::Findings findings_;
  base::LocationCursor cursor_;
  std::size_t next_ = 0;  // where the next line begins
  Line line_;
  bool is_array_ = false;
  bool is_pattern_ = false;
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 0;
  std::uint64_t entry_count_ = 0;
  std::vector<SparseEntry> entries_;
};

void Reader::split(std::string_view line) {
  line_.count = 0;
  for (std::size_t begin = line.find_first_not_of(blanks);
       begin != std::string_view::npos && line_.count < Line::most_words;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    line_.words[line_.count++] = line.substr(begin, end - begin);
    begin = line.find_first_not_of(blanks, end);
  }
}

bool Reader::next_line() {
  while (next_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', next_), text_.size());
    split(text_.substr(next_, end - next_));
    next_ = std::min(end + 1, text_.size());
    if (line_.count > 0 && !line_.words[0].starts_with('%')) return true;
  }
  return false;
}

void Reader::read_banner() {
  const std::size_t end = std::min(text_.find('\n'), text_.size());
  split(text_.substr(0, end));
  next_ = std::min(end + 1, text_.size());
  if (text_.empty()) return findings_.error("the file is empty");
  if (line_.count != 5 || lower(line_.words[0]) != "%%matrixmarket" || lower(line_.words[1]) != "matrix") {
    return error(0,
                 "this is no MatrixMarket file; its first line is like "
                 "'%%MatrixMarket matrix coordinate real general'");
  }
  const auto check = [&](std::size_t word, std::initializer_list<std::string_view> accepted,
                         const std::string& wanted) {
    const std::string found = lower(line_.words[word]);
    if (std::find(accepted.begin(), accepted.end(), found) != accepted.end()) return;
    error(offset_of(line_.words[word]),
          base::in_quotes(line_.words[word]) + " matrices cannot be read, only " + wanted);
  };
  is_array_ = lower(line_.words[2]) == "array";
  is_pattern_ = lower(line_.words[3]) == "pattern";
  check(2, {"coordinate", "array"}, "'coordinate' and 'array'");
  if (is_array_) {
    check(3, {"real", "integer"}, "'real' and 'integer' in an array");
  } else {
    check(3, {"real", "integer", "pattern"}, "'real', 'integer' and 'pattern'");
  }
  check(4, {"general"}, "'general'");
}

void Reader::read_sizes() {
  const std::size_t wanted = is_array_ ? 2 : 3;
  if (!next_line()) return findings_.error("the file ends before the line with the sizes");
  const std::array<std::uint64_t*, 3> sizes = {&rows_, &columns_, &entry_count_};
  for (std::size_t i = 0; i < wanted && line_.count == wanted; ++i) {
    const std::optional<std::uint64_t> size = whole_number(line_.words[i]);
    if (!size) return error(offset_of(line_.words[i]), base::in_quotes(line_.words[i]) + " is not a size");
    *sizes[i] = *size;
  }
  const std::size_t place = offset_of(line_.words[0]);
  if (line_.count != wanted) {
    return error(place, is_array_ ? "here must be two sizes: rows and columns"
                                  : "here must be three sizes: rows, columns and entries");
  }
  check_sizes(place);
}

void Reader::check_sizes(std::size_t place) {
  if (rows_ != object_count_) return error(place, row_count_complaint(rows_, type_, object_count_));
  constexpr std::uint64_t most_columns = std::numeric_limits<std::uint32_t>::max();
  if (columns_ > most_columns) {
    return error(place, "there are " + std::to_string(columns_) + " columns; at most " +
                            std::to_string(most_columns) + " are possible");
  }
  if (is_array_) entry_count_ = rows_ * columns_;  // both have 32 bits
}

// Every entry is a line: a digit at least for each number, and what separates them.
std::uint64_t Reader::most_entries() const {
  return (text_.size() - next_ + 1) / (is_array_ ? 2 : is_pattern_ ? 4 : 6);
}

void Reader::check_count(std::uint64_t found) {
  if (found == entry_count_ || findings_.full()) return;
  findings_.error("the file has " + std::to_string(found) + (found == 1 ? " entry" : " entries") +
                  ", but says it has " + std::to_string(entry_count_));
}

float Reader::read_value(std::string_view word) {
  NumberOrComplaint value = feature_of_text(word);
  if (!value.complaint.empty()) error(offset_of(word), std::move(value.complaint));
  return value.number;
}

// The numbers stand column after column.
table::Features Reader::read_array() {
  table::DenseRows dense;
  if (entry_count_ <= most_entries()) dense.values.resize(static_cast<std::size_t>(entry_count_));
  std::uint64_t found = 0;
  for (; !findings_.full() && next_line(); ++found) {
    if (line_.count != 1) error(offset_of(line_.words[1]), "a line of an array has one number");
    const float value = read_value(line_.words[0]);
    if (found >= dense.values.size()) continue;
    dense.values[static_cast<std::size_t>(found % rows_ * columns_ + found / rows_)] = value;
  }
  check_count(found);
  findings_.throw_if_any();
  return {static_cast<std::size_t>(rows_), static_cast<std::size_t>(columns_), std::move(dense)};
}

table::Features Reader::read_coordinates() {
  entries_.reserve(static_cast<std::size_t>(std::min(entry_count_, most_entries())));
  std::uint64_t found = 0;
  for (; !findings_.full() && next_line(); ++found) read_entry();
  check_count(found);
  findings_.throw_if_any();
  sort_entries(entries_);
  check_repeated();
  return {static_cast<std::size_t>(rows_), static_cast<std::size_t>(columns_),
          compress(entries_, static_cast<std::size_t>(rows_))};
}

void Reader::read_entry() {
  const std::size_t wanted = is_pattern_ ? 2 : 3;
  if (line_.count != wanted) {
    return error(offset_of(line_.words[0]), is_pattern_
                                                ? "an entry has two numbers: row and column"
                                                : "an entry has three numbers: row, column and value");
  }
  const auto row = read_index(line_.words[0], rows_, "row");
  const auto column = read_index(line_.words[1], columns_, "column");
  const float value = is_pattern_ ? 1.0F : read_value(line_.words[2]);
  if (!row || !column || entries_.size() == entry_count_) return;
  entries_.push_back({static_cast<Row>(*row - 1), static_cast<std::uint32_t>(*column - 1), value});
}

std::optional<std::uint64_t> Reader::read_index(std::string_view word, std::uint64_t limit,
                                                const char* what) {
  const std::optional<std::uint64_t> index = whole_number(word);
  if (index && *index >= 1 && *index <= limit) return index;
  const std::string complaint = index ? std::string("there is no ") + what + " " + base::shortened(word, 40) +
                                            "; they count from 1 to " + std::to_string(limit)
                                      : base::in_quotes(word) + " is not the number of a " + what;
  error(offset_of(word), complaint);
  return std::nullopt;
}

void Reader::check_repeated() {
  const std::optional<SparseEntry> repeated = find_repeated(entries_);
  if (!repeated) return;
  const std::vector<std::size_t> places = places_of(*repeated);
  const std::uint32_t first_line = base::LocationCursor(text_).locate(places[0]).line;
  error(places[1], "the entry of row " + std::to_string(repeated->row + std::uint64_t{1}) + ", column " +
                       std::to_string(repeated->column + std::uint64_t{1}) + " is also in line " +
                       std::to_string(first_line));
  findings_.throw_if_any();
}

// Entries lose their places when they are sorted, so the text is read once more.
std::vector<std::size_t> Reader::places_of(const SparseEntry& entry) {
  std::vector<std::size_t> places;
  next_ = 0;
  next_line();  // the sizes
  while (next_line()) {
    if (whole_number(line_.words[0]) == entry.row + std::uint64_t{1} &&
        whole_number(line_.words[1]) == entry.column + std::uint64_t{1}) {
      places.push_back(offset_of(line_.words[0]));
    }
  }
  return places;
}

}  // namespace

table::Features read_matrix_market(base::InputFile& file, const std::string& type, std::size_t count) {
  const std::string text = base::read_text(file);
  try {
    return Reader(file, text, type, count).read();
  } catch (const std::bad_alloc&) {
    base::throw_no_memory(file);
  }
}

std::string row_count_complaint(std::size_t rows, const std::string& type, std::size_t count) {
  return (rows == 1 ? "there is 1 row, but " : "there are " + std::to_string(rows) + " rows, but ") + type +
         " has " + std::to_string(count) + (count == 1 ? " object" : " objects");
}

}  // namespace kenn::io
