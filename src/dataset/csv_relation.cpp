// The listed tuples of a relation, from a CSV file.
#include <algorithm>
#include <new>

#include "base/findings.h"
#include "base/free_memory.h"
#include "dataset/object_row.h"
#include "dataset/plain_lines.h"
#include "dataset/relation.h"
#include "io/csv_scanner.h"
#include "io/number_text.h"

namespace kenn::dataset {

namespace {

// How much is looked at ahead.
constexpr std::size_t least_plain_bytes = std::size_t{1} << 12;
constexpr std::size_t most_plain_bytes = std::size_t{1} << 22;

class Reader {
 public:
  Reader(base::InputFile& file, std::string_view relation, std::span<const ArgumentObjects> arguments,
         const RelationOptions& options)
      : file_(file),
        relation_(relation),
        arguments_(arguments),
        others_(options.other_columns),
        scanner_(file),
        plain_lines_(arguments, options.threads),
        findings_(file.name()) {}

  RelationData read(TruthColumn truth);

 private:
  void read_header(TruthColumn truth);
  // Finds the truth column among the names, and checks the number of columns.
  void read_columns(TruthColumn truth);
  [[nodiscard]] std::string separator_hint() const;
  void read_plain_lines();
  void read_record();
  void read_fields();
  void read_truth(const io::CsvField& field);
  void check_empty_lines();

  void error(std::size_t offset, std::string message);

  // Room for some more tuples.
  void make_room(std::size_t count) {
    if (data_.tuples.size() + count * arguments_.size() > data_.tuples.capacity()) grow(count);
  }
  void grow(std::size_t added);

  base::InputFile& file_;
  std::string_view relation_;
  std::span<const ArgumentObjects> arguments_;
  OtherColumns others_;
  io::CsvScanner scanner_;
  PlainLines plain_lines_;
  std::size_t plain_bytes_ = most_plain_bytes;  // that may come next
  base::Findings findings_;
  std::optional<std::size_t> truth_column_;
  std::size_t column_count_ = 0;
  std::optional<SourceLocation> empty_line_;  // the first of those that nothing else came after yet
  RelationData data_;
};

RelationData Reader::read(TruthColumn truth) {
  read_header(truth);
  findings_.throw_if_any();
  const bool has_arguments_alone = column_count_ == arguments_.size() && !truth_column_;
  do {
    if (has_arguments_alone) read_plain_lines();
    if (!scanner_.next()) break;
    read_record();
  } while (!findings_.full());
  findings_.throw_if_any();
  return std::move(data_);
}

// Those before the next record that is not plain. Where such records are frequent, only little is looked at
// ahead, so that lines are not parsed again and again.
void Reader::read_plain_lines() {
  while (true) {
    const std::string_view lines = scanner_.lines_ahead(plain_bytes_);
    const std::size_t bytes = plain_lines_.read(lines);
    if (bytes > 0) {
      check_empty_lines();
      make_room(plain_lines_.count());
      plain_lines_.append_to(data_.tuples);
      scanner_.skip_lines(bytes, plain_lines_.count());
    }
    plain_bytes_ = std::clamp(2 * bytes, least_plain_bytes, most_plain_bytes);
    if (bytes < lines.size() || lines.empty() || findings_.full()) return;
  }
}

void Reader::read_header(TruthColumn truth) {
  if (!scanner_.next()) {
    return findings_.error("the file is empty; its first line must name the columns");
  }
  const io::CsvRecord& record = scanner_.record();
  if (scanner_.problem()) return error(scanner_.problem()->offset, scanner_.problem()->message);
  if (record.is_empty_line()) return error(0, "the first line is empty; it must name the columns");
  const bool looks_like_data =
      std::all_of(record.fields().begin(), record.fields().end(),
                  [](const io::CsvField& field) { return io::parse_number(field.text).has_value(); });
  if (looks_like_data) return error(0, "the first line must name the columns, but this looks like data");
  read_columns(truth);
}

void Reader::read_columns(TruthColumn truth) {
  const std::vector<io::CsvField>& names = scanner_.record().fields();
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (names[column].text != "truth") continue;
    if (truth == TruthColumn::refused) {
      error(names[column].offset, base::in_quotes(relation_) + " is predicted and has no truth degrees");
    } else if (truth_column_) {
      error(names[column].offset, "there is a column 'truth' already");
    }
    truth_column_ = column;
  }
  column_count_ = arguments_.size() + (truth_column_ ? 1 : 0);
  if (others_ == OtherColumns::ignored) column_count_ = std::max(column_count_, names.size());
  if (names.size() == column_count_) return;
  const bool too_many = names.size() > column_count_;
  const std::size_t place = too_many ? names[column_count_].offset : scanner_.record().text().size();
  const std::string wanted =
      std::to_string(arguments_.size()) + (arguments_.size() == 1 ? " argument" : " arguments");
  const std::size_t found = names.size() - (truth_column_ ? 1 : 0);
  error(place, base::in_quotes(relation_) + " has " + wanted + ", one column each" +
                   (truth == TruthColumn::allowed ? " and perhaps one named 'truth'" : "") +
                   "; the header has " + std::to_string(found) + (found == 1 ? " column" : " columns") +
                   (truth_column_ ? " besides 'truth'" : "") + separator_hint());
}

// Tables from elsewhere often have other separators; then the whole line is one field.
std::string Reader::separator_hint() const {
  const std::vector<io::CsvField>& names = scanner_.record().fields();
  if (names.size() != 1 || column_count_ == 1) return "";
  const bool has_tab = names[0].text.find('\t') != std::string_view::npos;
  const bool has_semicolon = names[0].text.find(';') != std::string_view::npos;
  if (!has_tab && !has_semicolon) return "";
  return std::string(" (columns are separated by commas, not by ") + (has_tab ? "tabs)" : "semicolons)");
}

void Reader::read_record() {
  const io::CsvRecord& record = scanner_.record();
  if (record.is_empty_line()) {
    if (!empty_line_) empty_line_ = scanner_.locate(0);
    return;
  }
  check_empty_lines();
  if (scanner_.problem()) return error(scanner_.problem()->offset, scanner_.problem()->message);
  const std::size_t count = record.fields().size();
  if (count == column_count_) return read_fields();
  const std::size_t place =
      count > column_count_ ? record.fields()[column_count_].offset : record.text().size();
  error(place, "this line has " + std::to_string(count) + (count == 1 ? " field" : " fields") +
                   ", but the first line has " + std::to_string(column_count_));
}

void Reader::read_fields() {
  make_room(1);
  std::size_t argument = 0;
  for (std::size_t column = 0; column < column_count_; ++column) {
    const io::CsvField& field = scanner_.record().fields()[column];
    if (column == truth_column_) {
      read_truth(field);
      continue;
    }
    if (argument == arguments_.size()) continue;
    const RowOrComplaint found = row_of_text(arguments_[argument++], field.text);
    if (!found.row) error(field.offset, found.complaint);
    data_.tuples.push_back(found.row.value_or(0));
  }
}

void Reader::read_truth(const io::CsvField& field) {
  const auto degree = io::parse_number(field.text);
  if (degree && is_truth_degree(*degree)) {
    data_.truth.push_back(static_cast<float>(*degree));
  } else if (field.text.empty()) {
    error(field.offset, "this field is empty");
  } else if (!degree) {
    error(field.offset, base::in_quotes(field.text) + " is not a number");
  } else {
    error(field.offset, truth_complaint(base::shortened(field.text, 40)));
  }
}

// Empty lines at the end of the file are no harm; inside it something may be missing.
void Reader::check_empty_lines() {
  if (!empty_line_) return;
  findings_.error(*empty_line_, "this line is empty", "", 0);
  empty_line_.reset();
}

void Reader::error(std::size_t offset, std::string message) {
  base::Excerpt excerpt = scanner_.excerpt(offset);
  findings_.error(scanner_.locate(offset), std::move(message), std::move(excerpt.text), excerpt.caret);
}

// Goes to what the whole file needs, judging by the tuples so far, if that is not out of all proportion.
void Reader::grow(std::size_t added) {
  constexpr std::size_t first_tuples = 1024;
  const std::size_t tuple_bytes = arguments_.size() * sizeof(Row) + (truth_column_ ? sizeof(float) : 0);
  const std::size_t count = data_.tuples.size() / arguments_.size();
  std::size_t wanted = std::max(first_tuples, 2 * count + added);
  if (count > 0 && file_.size()) {
    const double per_byte = static_cast<double>(count) / static_cast<double>(scanner_.bytes_done());
    const double estimate = 1.05 * per_byte * static_cast<double>(*file_.size());
    const double largest = static_cast<double>(base::free_memory()) / static_cast<double>(4 * tuple_bytes);
    if (estimate > static_cast<double>(count + added + first_tuples) && estimate < largest) {
      wanted = static_cast<std::size_t>(estimate);
    }
  }
  base::require_memory(file_.name(),
                       (count + wanted) * tuple_bytes);  // the old ones are copied into the new room
  data_.tuples.reserve(wanted * arguments_.size());
  if (truth_column_) data_.truth.reserve(wanted);
}

}  // namespace

RelationData read_csv_relation(base::InputFile& file, std::string_view relation_name,
                               std::span<const ArgumentObjects> arguments, TruthColumn truth,
                               const RelationOptions& options) {
  try {
    return Reader(file, relation_name, arguments, options).read(truth);
  } catch (const std::bad_alloc&) {
    base::throw_no_memory(file);
  }
}

}  // namespace kenn::dataset
